// One's hand: a fan, in two rows where cards would lie too close for a thumb. A finger that slides
// over it raises the card below; a tap on the raised one, or pulling it up, plays it.

import { face } from "./cards.js";
import { choices } from "./choices.js";
import { byId, fill, make, setText } from "./dom.js";
import { comeFrom } from "./motion.js";
import { say, sentences } from "./words.js";

const THUMB = 36; // what of a card must be seen for one to hit it
const HIGH = 1.4;
const LEANING = 1.24; // how wide a card is that leans at the end of the fan
const PULL = 56; // pulled so far up, a card is played
const SLIDE = 9;

let items = []; // { key, card, element, index }
let raised = "";
let rise = () => {};
let play = () => {};

/** `onRise(card or null)` when another card is raised, `onPlay(card, element, pulled)` when it
 * is to be played. */
export function setUpHand(onRise, onPlay) {
  rise = onRise;
  play = onPlay;
  const hand = byId("hand");
  hand.addEventListener("pointerdown", down);
  hand.addEventListener("pointermove", move);
  hand.addEventListener("pointerup", up);
  hand.addEventListener("pointercancel", cancel);
  hand.addEventListener("click", click);
  hand.addEventListener("keydown", key);
  // Safari scrolls and zooms by touches, whatever is said of pointers.
  hand.addEventListener("touchmove", (event) => event.cancelable && event.preventDefault(),
    { passive: false });
}

export const raisedCard = () => {
  const item = items.find((one) => one.key === raised);
  return item ? item.card : null;
};

export function rectsOfHand() {
  return new Map(items.map(({ key, element }) => [key, element.getBoundingClientRect()]));
}

export function showHand(screen) {
  const old = new Map(items.map((item) => [item.key, item]));
  const seen = new Map();
  items = screen.hand.map((card, index) => {
    const times = seen.get(card.card) || 0;
    seen.set(card.card, times + 1);
    const key = times ? `${card.card} ${times}` : card.card;
    const element = old.has(key) ? old.get(key).element : made(card, times > 0);
    dress(element, card);
    return { key, card, element, index, rest: "" };
  });
  if (raised && !items.some(({ key }) => key === raised)) raised = "";
  const list = byId("hand");
  const elements = items.map(({ element }) => element.parentNode);
  if (elements.length !== list.children.length || elements.some((one, at) => list.children[at] !== one)) {
    const at = [...list.children].findIndex((one) => one.contains(document.activeElement));
    const focused = items.find(({ element }) => element === document.activeElement);
    fill(list, ...elements);
    // Whoever plays by keys or a screen reader goes on beside the card that was played.
    const next = focused || (at >= 0 && items[Math.min(at, items.length - 1)]);
    if (next) next.element.focus({ preventScroll: true });
  }
  layHand();
}

/** A card to be held; of two alike the latter is drawn as the second pack's. */
function made(card, second) {
  const button = make("button", { type: "button", className: "held" });
  make("li", {}, button);
  button.append(face(second ? `${card.card}'` : card.card), make("span", { className: "many", "aria-hidden": "true" }));
  return button;
}

function dress(element, card) {
  element.dataset.state = card.state;
  element.classList.toggle("open", Boolean(card.open));
  setText(element.querySelector(".many"), card.count);
  const told = card.state === "not" ? card.why || say("blocked") : card.note;
  element.setAttribute("aria-label", sentences(card.name, card.open ? say("open") : "", card.count, told));
}

/** Deal new cards from the middle of the table. */
export function moveHand(before, oldRects, from) {
  let order = 0;
  for (const { key, element } of items) {
    const old = oldRects.get(key);
    if (old) comeFrom(element, old);
    else if (before) comeFrom(element, from, Math.min(12 * order++, 120));
  }
}

/** How many rows, how wide a card is and how far apart they lie, for this room. */
function plan(count, wide, tall) {
  const most = (rows) => {
    const card = Math.min(wide * (count < 7 ? 0.29 : 0.24), 200, tall / (HIGH * (1 + 0.55 * (rows - 1)) + 0.14));
    const row = Math.ceil(count / rows);
    const step = row < 2 ? card : Math.min(card * 0.92, (wide - LEANING * card) / (row - 1));
    return { rows, card, row, step };
  };
  const one = most(1);
  if (one.step >= Math.min(THUMB, one.card * 0.92) || count < 4) return one;
  const two = most(2);
  return two.step > one.step ? two : one;
}

/** Draw all faces anew. */
export const forgetHand = () => { items = []; };

export function layHand() {
  const list = byId("hand");
  const [wide, tall] = [list.clientWidth, list.clientHeight];
  if (!wide || !tall || !items.length) return;
  const cropped = matchMedia("(max-height: 520px) and (orientation: landscape)").matches;
  const { rows, card, row, step } = plan(items.length, wide - 16, cropped ? tall * 1.5 : tall);
  const first = items.length - row * (rows - 1); // the back row is the shorter one
  items.forEach(({ key, element, index }) => {
    const back = rows === 2 && index < first;
    const inRow = back ? first : rows === 2 ? row : items.length;
    const place = rows === 2 && !back ? index - first : index;
    const off = place - (inRow - 1) / 2;
    const bend = rows === 1 ? 1 : 0.7;
    const lean = inRow > 1 ? (off / (inRow - 1)) * Math.min(14, 2.2 * inRow) * bend : 0;
    const sink = inRow > 1 ? Math.pow((2 * off) / (inRow - 1), 2) * card * 0.09 * bend : 0;
    const base = cropped ? tall - card * 0.92 : tall - card * HIGH - card * 0.1;
    const top = Math.max(0, base - (back ? card * HIGH * 0.55 : 0));
    const up = key === raised ? -card * 0.3 : element.dataset.state === "may" ? -card * 0.04 : 0;
    element.style.width = card + "px";
    element.style.left = wide / 2 + off * step - card / 2 + "px";
    element.style.top = top + sink + "px";
    items[index].rest = `translateY(${up.toFixed(1)}px) rotate(${lean.toFixed(2)}deg)`;
    element.style.transform = items[index].rest;
    const level = choices.left ? inRow - place : place + 1;
    element.style.zIndex = String(level + (back ? 0 : 40));
    element.classList.toggle("raised", key === raised);
    element.setAttribute("aria-pressed", String(key === raised));
  });
}

function raise(key) {
  if (raised === key) return;
  raised = key;
  layHand();
  rise(raisedCard());
}

export const lower = () => raise("");

// Fingers

let finger = null;
let ignoreClick = 0;

const itemOf = (target) => {
  const element = target && target.closest ? target.closest(".held") : null;
  return items.find((item) => item.element === element) || null;
};

function under(event) {
  return itemOf(document.elementFromPoint(event.clientX, event.clientY));
}

function down(event) {
  if (event.button > 0 || finger) return;
  const item = itemOf(event.target);
  if (!item) return;
  finger = { id: event.pointerId, x: event.clientX, y: event.clientY, item,
    was: raised === item.key, slid: false, pulling: false };
  try {
    byId("hand").setPointerCapture(event.pointerId);
  } catch {
    // The pointer is gone already.
  }
  if (!finger.was) raise(item.key);
}

function move(event) {
  if (!finger || event.pointerId !== finger.id) return;
  const [right, rise] = [event.clientX - finger.x, finger.y - event.clientY];
  if (!finger.pulling && rise > SLIDE && rise > Math.abs(right)) finger.pulling = true;
  if (finger.pulling) {
    const { element, rest } = finger.item;
    element.style.transform = `translate(${right * 0.6}px, ${-Math.max(0, rise)}px) ${rest}`;
    element.classList.toggle("leaving", rise > PULL);
    element.classList.add("pulled");
    byId("hand").classList.add("pulling");
    return;
  }
  if (Math.abs(right) > SLIDE || finger.slid) {
    finger.slid = true;
    const item = under(event);
    if (item && item !== finger.item) {
      finger.item = item;
      finger.y = event.clientY;
      raise(item.key);
    }
  }
}

function up(event) {
  if (!finger || event.pointerId !== finger.id) return;
  const { item, was, slid, pulling, y } = finger;
  letGo();
  ignoreClick = Date.now();
  const far = y - event.clientY > PULL;
  if (pulling ? far : was && !slid) play(item.card, item.element, pulling);
}

function cancel(event) {
  if (finger && event.pointerId === finger.id) letGo();
}

function letGo() {
  const { element } = finger.item;
  element.classList.remove("leaving", "pulled");
  byId("hand").classList.remove("pulling");
  finger = null;
  layHand();
}

/** Keys and screen readers click without a finger. */
function click(event) {
  if (Date.now() - ignoreClick < 500 && event.detail !== 0) return;
  const item = itemOf(event.target);
  if (!item) return;
  if (raised === item.key) play(item.card, item.element);
  else raise(item.key);
}

function key(event) {
  const at = items.findIndex(({ element }) => element === document.activeElement);
  if (at < 0) return;
  const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -at, End: items.length - 1 - at };
  if (event.key in steps) {
    const next = items[at + steps[event.key]];
    if (next) next.element.focus();
    event.preventDefault();
  } else if (event.key === "Escape") lower();
}
