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

export function applyChoices() {
  const root = document.documentElement.dataset;
  root.light = choices.light;
  root.left = choices.left ? "yes" : "no";
  root.letters = choices.large ? "large" : "usual";
}

export function buzz(pattern) {
  if (choices.buzz && navigator.vibrate) {
    try {
      navigator.vibrate(pattern);
    } catch {
      // Refused before the first touch.
    }
  }
}

export const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;
