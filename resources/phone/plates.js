// The plates: who sits where, whose turn it is, what they have bid and taken.

import { chip, mark } from "./cards.js";
import { choices } from "./choices.js";
import { byId, fill, make, show } from "./dom.js";
import { say } from "./words.js";

const MOST_BARS = 6;
const DISCS = 10;

/** A phone on its side. */
export const LOW = matchMedia("(orientation: landscape) and (max-height: 520px)");
const COLUMNS = [1, 1, 2, 3, 4, 3, 3, 4, 4, 5];
const NARROWEST = 3.7; // rem for a plate
const ROOMY = 6.8;
const ROOMY_FOR_WORDS = 10;
const OWN = 9;
const TIGHT_OWN = 5.6;
const ROOM = 300; // pixels, in which a trick is still large with a row less

let others = new Map();

/** The rectangle of a seat's plate on the screen. */
export function plateRect(seat, screen) {
  const plate = seat === screen.you ? byId("mine") : others.get(seat);
  return plate ? plate.getBoundingClientRect() : null;
}

/** The seats other than one's own, in the order in which they play after one; all where one watches. */
function around(screen) {
  const { plates, you, seats } = screen;
  const from = Math.max(you, 0);
  return plates
    .filter((plate) => plate.seat !== you)
    .sort((a, b) => ((a.seat - from + seats) % seats) - ((b.seat - from + seats) % seats));
}

export function showPlates(screen) {
  const list = byId("plates");
  const wanted = around(screen);
  const counts = Boolean(screen.pile && screen.pile.cards.length);
  const next = new Map();
  for (const plate of wanted) {
    const item = others.get(plate.seat) || make("li", { className: "plate" });
    dress(item, plate, counts);
    next.set(plate.seat, item);
  }
  const items = [...next.values()];
  if (items.length !== list.children.length || items.some((item, at) => list.children[at] !== item))
    fill(list, ...items);
  others = next;
  list.dataset.count = String(wanted.length);
  const mine = screen.plates.find((plate) => plate.seat === screen.you);
  show(byId("mine"), mine);
  if (mine) {
    dress(byId("mine"), mine, counts);
  }
  layPlates();
}

/** How many stand beside each other, and whether there is room for their faces. */
export function layPlates() {
  const list = byId("plates");
  const count = list.children.length;
  const rem = parseFloat(getComputedStyle(list).fontSize);
  const wide = list.clientWidth / rem;
  if (!count || !wide) return;
  let columns = LOW.matches ? (count > 3 ? 2 : 1) : wide > 60 ? count : COLUMNS[count];
  while (columns > 2 && wide / columns < NARROWEST) columns--;
  // Names are not cut where the trick leaves room for another row.
  const fewer = LOW.matches ? 1 : Math.ceil(count / 2);
  const able = () => fewer < columns && (LOW.matches || byId("trick").clientHeight >= ROOM);
  if (!fits(list, columns, wide) && !(able() && fits(list, fewer, wide))) fits(list, columns, wide);
  layOwn(rem);
}

/** Lay the plates in so many columns; whether no name is cut and all are seen. */
function fits(list, columns, wide) {
  list.style.setProperty("--columns", String(columns));
  const full = list.querySelector(".note, .row > .mark");
  const cut = () => [...list.querySelectorAll(".who")].some((one) => one.scrollWidth > one.clientWidth);
  list.classList.toggle("tight", wide / columns < (full ? ROOMY_FOR_WORDS : ROOMY));
  // A name says more than its first letter in a disc.
  if (cut()) list.classList.add("tight");
  return !cut() && list.scrollHeight <= list.clientHeight + 1;
}

/** One's own plate, and the buttons beside it: with their words, if there is room. */
function layOwn(rem) {
  const [tools, mine] = [byId("tools"), byId("mine")];
  const beside = byId("own").clientWidth; // none where the buttons stand above
  const room = beside ? beside - OWN * rem : byId("table").clientWidth * 0.34;
  tools.classList.remove("narrow");
  const cut = [...tools.querySelectorAll("span")].some((one) => one.scrollWidth > one.clientWidth + 1);
  tools.classList.toggle("narrow", cut || tools.scrollWidth > room);
  mine.classList.toggle("tight", mine.clientWidth < TIGHT_OWN * rem);
}

/** `counts`: how many cards somebody holds is what matters. */
function dress(item, plate, counts) {
  const told = JSON.stringify([plate, counts, say("dealer"), choices.colours]);
  if (item.dataset.told === told) return;
  item.dataset.told = told;
  item.classList.toggle("turn", plate.turn);
  item.classList.toggle("away", plate.away);
  item.classList.toggle("partner", plate.partner);
  item.classList.toggle("deals", plate.dealer);
  const counted = bars(plate);
  const noted = counted.length === 0 && plate.note !== "";
  const total = make("b", { className: plate.place === 1 ? "total first" : "total", text: plate.total });
  const seen = make("span", { className: "seen", "aria-hidden": "true" },
    make("span", { className: `disc disc-${colour(plate.name)}`, text: plate.face ? "" : initial(plate.name) },
      plate.face && make("img", { src: `faces/${plate.face}.svg`, alt: "" }),
      plate.dealer && make("span", { className: "dealer", text: initial(say("dealer")) })),
    make("span", { className: "lines-of-plate" },
      make("span", { className: "row" },
        plate.computer && make("img", { className: "computer", src: "computer.svg", alt: "" }),
        make("span", { className: "who", text: plate.name }), plate.trump && mark(plate.trump), noted && total),
      make("span", { className: "row" },
        noted ? make("span", { className: "note", text: plate.note }) : make("span", { className: "tally" }, ...counted),
        counts && make("span", { className: "cards", text: String(plate.cards) }),
        !noted && total),
      counted.length > 0 && plate.note && make("span", { className: "row note", text: plate.note })),
    plate.hand.length > 0 && make("span", { className: "shown" }, ...plate.hand.map(chip)));
  fill(item, seen, make("span", { className: "unseen", text: plate.aloud }));
}

/** Hollow bars that fill, and in figures what was taken of what was bid. */
function bars(plate) {
  if (plate.bid === "" && plate.taken === "") return [];
  const due = Number(plate.bid);
  const made = Number(plate.taken || 0);
  const text = plate.bid === "" ? plate.taken : `${plate.taken || 0}/${plate.bid}`;
  const drawn = [];
  if (plate.bid !== "" && Number.isInteger(due) && Number.isInteger(made)) {
    const count = Math.max(due, made);
    if (count <= MOST_BARS)
      for (let at = 0; at < count; at++) {
        const kind = at >= due ? "bar over" : at < made ? "bar full" : "bar";
        drawn.push(make("i", { className: kind }));
      }
  }
  // Where there is no room for both, the bars are left out by the style.
  return [make("span", { className: "figures", text }), make("span", { className: "bars" }, ...drawn)];
}

const initial = (name) => Array.from(name.trim())[0] || "";

function colour(name) {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)) >>> 0;
  return sum % DISCS;
}
