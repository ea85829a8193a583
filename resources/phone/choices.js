// What the owner of this phone has chosen: light, hand, colours, letters, buzzing.

import { recall, store } from "./memory.js";

const USUAL = { light: "system", left: false, colours: false, large: false, buzz: true };

export const choices = { ...USUAL, ...recall("choices", {}) };

const listeners = [];

export function onChoice(listener) {
  listeners.push(listener);
}

export function choose(name, value) {
  choices[name] = value;
  store("choices", choices);
  applyChoices();
  for (const listener of listeners) listener();
}

const night = window.matchMedia("(prefers-color-scheme: dark)");

export function applyChoices() {
  const root = document.documentElement.dataset;
  root.light = choices.light === "system" ? (night.matches ? "dark" : "light") : choices.light;
  root.left = choices.left ? "yes" : "no";
  root.letters = choices.large ? "large" : "usual";
}

night.addEventListener("change", applyChoices);

export function buzz(pattern) {
  const touched = !navigator.userActivation || navigator.userActivation.hasBeenActive;
  if (choices.buzz && navigator.vibrate && touched) navigator.vibrate(pattern);
}

/** The name of a suit's colour, for the style sheet. */
export function tone(suit) {
  const four = choices.colours;
  return { C: four ? "green" : "black", D: four ? "blue" : "red", H: "red" }[suit] || "black";
}

export const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;
