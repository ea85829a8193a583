// Cards that fly: every flight ends at once when the next screen comes, or where motion is unwanted.

import { still } from "./choices.js";
import { byId } from "./dom.js";

const FLIGHT = 260;
const EASE = "cubic-bezier(.2,.7,.3,1)";

let running = [];

export function settle() {
  const ending = running;
  running = [];
  for (const one of ending) one.finish();
}

function run(element, frames, options) {
  const animation = element.animate(frames, { duration: FLIGHT, easing: EASE, ...options });
  running.push(animation);
  return animation;
}

const able = (element) => !still() && typeof element.animate === "function";

/** Let an element come from where something was, `from` a rectangle on the screen. */
export function comeFrom(element, from, delay = 0) {
  if (!from || !able(element)) return;
  const to = element.getBoundingClientRect();
  if (!to.width || !from.width) return;
  const right = from.left + from.width / 2 - to.left - to.width / 2;
  const down = from.top + from.height / 2 - to.top - to.height / 2;
  if (Math.abs(right) < 2 && Math.abs(down) < 2) return;
  const share = Math.max(0.2, Math.min(2, from.width / to.width));
  const rest = getComputedStyle(element).transform;
  const end = rest === "none" ? "" : rest;
  run(element, [
    { transform: `translate(${right}px, ${down}px) ${end} scale(${share})` },
    { transform: end || "none" },
  ], { delay, fill: "backwards" });
}

/** Let a picture of what was at `from` fly to `to` and be gone. */
export function flyAway(picture, from, to) {
  if (!from || !to || !able(picture)) return;
  const sky = byId("flights");
  picture.style.left = from.left + "px";
  picture.style.top = from.top + "px";
  picture.style.width = from.width + "px";
  sky.append(picture);
  const right = to.left + to.width / 2 - from.left - from.width / 2;
  const down = to.top + to.height / 2 - from.top - from.height / 2;
  const flight = run(picture, [
    { transform: "none", opacity: 1 },
    { transform: `translate(${right}px, ${down}px) scale(.3)`, opacity: 0.2 },
  ], { fill: "both" });
  flight.onfinish = flight.oncancel = () => picture.remove();
}

const PIECES = 40;
const FALL = 2600;
const COLOURS = ["#e0ac4c", "#f8f3e6", "#c4312f", "#2b7a5d", "#4a86c5"];

/** Let confetti fall over the page. */
export function celebrate() {
  const sky = byId("flights");
  if (!able(sky)) return;
  for (let at = 0; at < PIECES; at++) {
    const piece = document.createElement("i");
    piece.className = "confetti";
    piece.style.left = `${(100 * (at + 0.5)) / PIECES}vw`;
    piece.style.background = COLOURS[at % COLOURS.length];
    sky.append(piece);
    const [some, other] = [(at * 0.618) % 1, (at * 0.755) % 1]; // as good as by chance
    const fall = piece.animate([
      { transform: "translateY(-5vh) rotate(0)", opacity: 1 },
      { transform: `translate(${120 * other - 60}px, 105vh) rotate(${360 + 540 * some}deg)`, opacity: 0.7 },
    ], { duration: FALL * (0.7 + 0.6 * other), delay: 900 * some, easing: "ease-in", fill: "both" });
    fall.onfinish = fall.oncancel = () => piece.remove();
  }
}

export function shake(element) {
  if (!able(element)) return;
  const way = [0, -6, 6, -4, 4, 0].map((x) => ({ marginLeft: `${x}px` }));
  element.animate(way, { duration: 240 });
}
