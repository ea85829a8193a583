// The middle of the table: the cards of the trick round an ellipse, each before who played it.

import { face } from "./cards.js";
import { byId, fill, make, setText } from "./dom.js";
import { comeFrom, flyAway } from "./motion.js";
import { plateRect } from "./plates.js";
import { sentences } from "./words.js";

const HIGH = 1.4;
const MOST_CARDS = 20;
const GAP = 4; // between two names

let laid = new Map(); // by seat and card: the element and the card
let shown = null;
const spot = make("li", { className: "spot", "aria-hidden": "true" }); // where one's own card will lie

const keyOf = (one, at) => `${one.seat} ${one.card} ${at}`;

const PILE = -1; // the seat of cards that lie on the pile
const onPile = (screen) => Boolean(screen.pile && screen.pile.cards.length);

/** The cards of the trick, or of the pile that all play on. */
function lyingOn(screen) {
  if (!onPile(screen)) return screen.trick;
  const { cards, name, tags } = screen.pile;
  return cards.map((card, at) => {
    const top = at === cards.length - 1;
    return { seat: PILE, card, winning: false, name: top ? name : "", tags: top ? tags : [] };
  });
}

/** What there is to know of a card of the table that was tapped. */
export function toldAt(target) {
  const element = target.closest(".lying");
  for (const { element: other, one } of laid.values())
    if (other === element) return one.tags.join(" ");
  return "";
}

/** Where everything lies on the screen, before the next one is shown. */
export function rectsOfTrick() {
  return new Map([...laid].map(([key, { element }]) => [key, element.getBoundingClientRect()]));
}

export function showCloth(screen) {
  setText(byId("news"), screen.news);
  setText(byId("pile"), screen.pile ? screen.pile.text : "");
  const next = new Map();
  const names = new Map(screen.plates.map((plate) => [plate.seat, plate.name]));
  for (const [at, one] of lyingOn(screen).entries()) {
    const key = keyOf(one, 0);
    const unique = next.has(key) ? keyOf(one, at) : key;
    const element = laid.has(unique) ? laid.get(unique).element : made(one);
    element.classList.toggle("winning", one.winning);
    const name = names.get(one.seat) || "";
    setText(element.querySelector(".by"), one.seat === screen.you ? "" : name);
    const aloud = [name, one.name].filter(Boolean).join(": ");
    setText(element.querySelector(".unseen"), sentences(aloud, ...one.tags));
    if (aloud) element.removeAttribute("aria-hidden");
    else element.setAttribute("aria-hidden", "true"); // a lower card of the pile
    next.set(unique, { element, one });
  }
  const list = byId("trick");
  const mine = screen.ask && screen.ask.kind === "card" && !onPile(screen)
    && !screen.trick.some((one) => one.seat === screen.you);
  fill(list, mine && spot, ...[...next.values()].map(({ element }) => element));
  laid = next;
  shown = screen;
  layCloth();
}

function made(one) {
  return make("li", { className: "lying" }, make("div", { className: "tilt" }, face(one.card)),
    make("span", { className: "by", "aria-hidden": "true" }), make("span", { className: "unseen" }));
}

/** Let new cards come from hands and plates, and taken ones go to whoever took them. */
export function moveCloth(before, oldRects, oldTrick, handRects) {
  for (const [key, { element, one }] of laid) {
    if (oldRects.has(key)) continue;
    const own = one.seat === shown.you || one.seat === PILE ? handRects.get(one.card) : null;
    const mover = one.seat === PILE ? before.plates.find((plate) => plate.turn) : one;
    comeFrom(element, own || (mover && plateRect(mover.seat, shown)));
  }
  if (shown.trick.length >= before.trick.length) return;
  const winner = before.trick.find((one) => one.winning);
  const to = winner && plateRect(winner.seat, shown);
  for (const [key, rect] of oldRects) {
    if (laid.has(key) || !to) continue;
    const picture = make("div", { className: "flying" }, face(oldTrick.get(key)));
    flyAway(picture, rect, to);
  }
}

/** Draw all faces anew. */
export const forgetCloth = () => laid.clear();

export const cardsOfTrick = () => new Map([...laid].map(([key, { one }]) => [key, one.card]));

// How large the letters of what is told are, one after another, until the cards are large enough.
const FITS = [1, 0.85, 0.7, 0.55, 0.45];
const [LEAST_CARD, LEAST_ON_PILE] = [48, 76];
const LETTERS_OF_NAME = 3.9; // in letters' heights: five letters are seen of a name

/** Place the cards for the room there is; the letters of what is told give way to them. */
export function layCloth() {
  if (!shown) return;
  for (const fit of FITS) {
    byId("cloth").style.setProperty("--fit", String(fit));
    if (layCards()) return;
  }
}

/** Place the cards; returns whether they and their names can be read. */
function layCards() {
  const list = byId("trick");
  const [wide, tall] = [list.clientWidth, list.clientHeight];
  if (!wide || !tall) return true;
  const { seats, you } = shown;
  const letters = parseFloat(getComputedStyle(list).fontSize) || 12;
  const caption = letters * 1.5;
  const pile = onPile(shown);
  const { card, named, at, leaning } = pile ? onePile(wide, tall, caption) : seats > 4 ? inRows(seats, wide, tall, caption, LETTERS_OF_NAME * letters) : onEllipse(seats, wide, tall, caption);
  list.style.setProperty("--named", named + "px");
  const middle = (tall + (seats === 4 && !pile ? caption : -caption)) / 2;
  const lay = (element, x, y) => {
    element.style.width = card + "px";
    element.style.left = wide / 2 + x - card / 2 + "px";
    element.style.top = middle + y - (card * HIGH) / 2 + "px";
  };
  spot.style.height = card * HIGH + "px";
  lay(spot, ...at(0));
  let order = 0;
  for (const { element, one } of laid.values()) {
    const turn = (((one.seat - Math.max(you, 0)) % seats) + seats) % seats;
    const [x, y] = pile ? at(order - laid.size + 1) : at(turn);
    const slant = pile ? slantOf(one.card) : leaning(turn) + (one.seat % 2 ? 1.5 : -1.5);
    lay(element, x, y);
    element.style.zIndex = String(++order + (one.winning ? MOST_CARDS : 0));
    element.classList.toggle("above", !pile && seats === 4 && turn === 2);
    element.firstChild.style.transform = `rotate(${slant.toFixed(1)}deg)`;
  }
  return pile ? card >= LEAST_ON_PILE : card >= LEAST_CARD && named >= LETTERS_OF_NAME * letters;
}

/** A pile, of which the lower cards are seen a little. */
function onePile(wide, tall, caption) {
  const card = Math.max(40, Math.min(wide / 3, (tall - caption) / 1.75, 170));
  return { card, named: card, at: (above) => [above * card * 0.16, above * card * 0.05], leaning: () => 0 };
}

/** A card lies always at the same slant. */
const slantOf = (code) => ((code.charCodeAt(0) * 7 + code.charCodeAt(1) * 3) % 11) - 5;

/** Up to four: each card before its player, on an ellipse. */
function onEllipse(seats, wide, tall, caption) {
  const card = Math.max(30, Math.min(wide / 3.7, (tall - 2 * caption) / 2.35, 230));
  const across = Math.max(0, Math.min((wide - card * 1.2) / 2, card * 1.3));
  // The name of whoever sits opposite stands above their card; one's own needs none.
  const down = Math.max(0, Math.min((tall - card * HIGH - caption * (seats === 4 ? 1.3 : 1.2)) / 2, card * 0.8));
  const angle = (turn) => (2 * Math.PI * turn) / seats;
  return {
    card,
    named: 1.6 * card,
    at: (turn) => seats === 2 ? [(turn ? -0.6 : 0.6) * card, (turn ? -1 : 1) * down * 0.6]
      : [-across * Math.sin(angle(turn)), down * Math.cos(angle(turn))],
    leaning: (turn) => -4 * Math.sin(angle(turn)),
  };
}

/** Five and more: two rows, one's own card in the middle of the lower one, the others clockwise. */
function inRows(seats, wide, tall, caption, name) {
  const lower = 2 * Math.floor(seats / 4) + 1;
  const upper = seats - lower;
  const columns = Math.max(lower, upper);
  const card = Math.max(26, Math.min((wide * 0.96) / columns / 1.08, (tall - 2.4 * caption) / 2 / HIGH, 140));
  const step = Math.min(Math.max(card * 1.25, name + GAP), (wide - card * 1.1) / (columns - 1));
  const half = (lower - 1) / 2;
  const rise = (card * HIGH + caption * 1.2) / 2;
  return {
    card,
    named: step - GAP,
    at: (turn) => {
      if (turn <= half) return [-turn * step, rise];
      if (turn < half + 1 + upper - 0.5) return [(turn - half - 1 - (upper - 1) / 2) * step, -rise];
      return [(seats - turn) * step, rise];
    },
    leaning: () => 0,
  };
}
