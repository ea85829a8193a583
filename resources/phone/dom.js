// Making and changing elements; text is only ever set as text.

import { tone } from "./choices.js";

const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

/** An element with attributes (`text`, `className` and `on…` are set as such) and children. */
export function make(tag, parts = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(parts)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") write(made, value);
    else if (name === "className") made.className = value;
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter(Boolean));
  return made;
}

export function makeSvg(tag, parts = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(parts)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export function fill(element, ...children) {
  element.replaceChildren(...children.filter(Boolean));
}

let written = new WeakMap();

/** Write all texts anew, for suits have another colour. */
export const forgetTexts = () => { written = new WeakMap(); };

/** Set an element's text, if it has another one. */
export function setText(element, text) {
  if (written.get(element) !== text) write(element, text);
}

const SUITS = { "♣": "C", "♦": "D", "♥": "H", "♠": "S" };
const AS_TEXT = "\ufe0e"; // some phones would draw a suit's sign as a picture

function write(element, text) {
  written.set(element, text);
  const pieces = String(text).split(/([♣♦♥♠])/);
  if (pieces.length === 1) {
    element.textContent = text;
    return;
  }
  element.replaceChildren(...pieces.filter(Boolean).map((piece) => {
    if (!(piece in SUITS)) return piece;
    const sign = document.createElement("span");
    sign.className = `suit suit-${tone(SUITS[piece])}`;
    sign.textContent = piece + AS_TEXT;
    return sign;
  }));
}

export function show(element, on) {
  if (element.hidden === Boolean(on)) element.hidden = !on;
}
