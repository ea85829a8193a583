// Making and changing elements; text is only ever set as text.

const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

/** An element with attributes (`text`, `className` and `on…` are set as such) and children. */
export function make(tag, parts = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(parts)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") made.textContent = value;
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

export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function show(element, on) {
  if (element.hidden === Boolean(on)) element.hidden = !on;
}
