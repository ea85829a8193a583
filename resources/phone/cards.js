// Cards as the program prints them, drawn as vectors; a card is 1000 by 1400.

import { choices, tone } from "./choices.js";
import { make, makeSvg } from "./dom.js";
import { CAPITAL, EMBLEMS, MARKS, RANKS } from "./shapes.js";
import { say } from "./words.js";

const RED = "#c4312f";
const BLACK = "#1b2233";
const TWO_COLOURS = { C: BLACK, D: RED, H: RED, S: BLACK };
const FOUR_COLOURS = { C: "#007a66", D: "#2460b4", H: RED, S: BLACK };
const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const JOKER = "X";
const STAR = "★";

// Where the index lies: middle, top, height, width, width of the ten, top and side of the mark.
const INDEX = [125, 60, 260, 190, 210, 345, 185];
const LARGE_INDEX = [165, 60, 360, 268, 286, 455, 235];

const [LEFT, CENTRE, RIGHT] = [335, 500, 665];
const [TOP, MIDDLE, HEIGHT] = [222, 700, 1400];
const STEP = ((MIDDLE - TOP) * 2) / 3;
const PIP_SIDE = 186;
const ACE_SIDE = 460;

const columns = (...rows) => rows.flatMap((y) => [[LEFT, y], [RIGHT, y]]);
const mirrored = (spots) => [...spots, ...spots.map(([x, y]) => [1000 - x, HEIGHT - y])];
const CORNERS = mirrored(columns(TOP));
const SIX = [...CORNERS, ...columns(MIDDLE)];
const EIGHT_COLUMNS = mirrored(columns(TOP, TOP + STEP));
const BETWEEN = [CENTRE, (TOP + MIDDLE) / 2];
const SPOTS = {
  2: mirrored([[CENTRE, TOP]]),
  3: [...mirrored([[CENTRE, TOP]]), [CENTRE, MIDDLE]],
  4: CORNERS,
  5: [...CORNERS, [CENTRE, MIDDLE]],
  6: SIX,
  7: [...SIX, BETWEEN],
  8: [...SIX, ...mirrored([BETWEEN])],
  9: [...EIGHT_COLUMNS, [CENTRE, MIDDLE]],
  T: [...EIGHT_COLUMNS, ...mirrored([[CENTRE, TOP + STEP / 2]])],
};

/** A card's code ("TD", "XR", and "TD'" of the second pack) in parts. */
export function parts(code) {
  const joker = code.startsWith(JOKER);
  return {
    rank: joker ? STAR : code[0],
    suit: joker ? JOKER : code[1],
    joker,
    second: code.endsWith("'"),
    plain: code.slice(0, 2),
  };
}

function ink(code) {
  const { suit, joker, plain } = parts(code);
  if (joker) return plain === "XB" ? BLACK : RED;
  return (choices.colours ? FOUR_COLOURS : TWO_COLOURS)[suit];
}

const rankText = (rank) =>
  rank === "T" ? "10" : say("letters")["JQKA".indexOf(rank)] || rank;

/** What stands in a line for a card: `10♦`. */
export function brief(code) {
  if (!code) return "";
  const { rank, suit, joker } = parts(code);
  return joker ? STAR : rankText(rank) + SIGNS[suit];
}

/** A suit's mark in its colour, as an icon. */
export function mark(suit, className = "mark") {
  const path = makeSvg("path", { d: MARKS[suit] });
  return makeSvg("svg", { viewBox: "0 0 100 100", class: `${className} suit-${tone(suit)}`,
    "aria-hidden": "true" }, path);
}

function placed(shape, x, y, side, turned) {
  const scale = side / 100;
  const at = `translate(${x - side / 2} ${y - side / 2}) scale(${scale})`;
  return makeSvg("path", { d: shape, transform: turned ? `rotate(180 500 700) ${at}` : at });
}

function index(rank, suit) {
  const [middle, top, tall, wide, ten, markTop, markSide] = choices.large ? LARGE_INDEX : INDEX;
  const [shape, [left, , right, bottom]] = RANKS[rankText(rank)] || RANKS[rank];
  const width = rank === "T" ? ten : wide;
  const whole = rank === STAR ? 825 : bottom > 60 ? CAPITAL + bottom : CAPITAL;
  const upright = tall / whole;
  const across = Math.min(upright, width / (right - left));
  const x = choices.left ? 1000 - middle : middle;
  const base = top + (bottom > 60 ? CAPITAL * upright : tall);
  const letter = `translate(${x - ((left + right) / 2) * across} ${base}) scale(${across} ${upright})`;
  const drawn = [];
  for (const turn of ["", "rotate(180 500 700) "]) {
    drawn.push(makeSvg("path", { d: shape, transform: turn + letter }));
    drawn.push(placed(MARKS[suit], x, markTop + markSide / 2, markSide, turn !== ""));
  }
  return drawn;
}

function middle(code, rank, suit) {
  if (choices.large) {
    const drawn = [placed(MARKS[suit], 500, 700, rank === "A" ? 400 : 380, false)];
    if (EMBLEMS[rank])
      for (const turned of [false, true]) drawn.push(placed(EMBLEMS[rank], 500, 325, 310, turned));
    return drawn;
  }
  if (rank === STAR || "JQK".includes(rank)) {
    const panel = { x: 235, y: 105, width: 530, height: 1190 };
    const frame = makeSvg("rect", { x: 226, y: 96, width: 548, height: 1208, fill: "#b8995a" });
    const drawn = [frame, makeSvg("image", { href: `cards/${code}.svg`, ...panel })];
    if (rank !== STAR)
      for (const turned of [false, true]) drawn.push(placed(MARKS[suit], 311.5, 189.5, 125, turned));
    return drawn;
  }
  if (rank === "A") return [placed(MARKS[suit], 500, 700, ACE_SIDE, false)];
  return SPOTS[rank].map(([x, y]) => {
    const turned = y > MIDDLE + 1;
    return turned
      ? placed(MARKS[suit], 1000 - x, HEIGHT - y, PIP_SIDE, true)
      : placed(MARKS[suit], x, y, PIP_SIDE, false);
  });
}

function drawn(code) {
  const { rank, suit, second, plain } = parts(code);
  const paper = { x: 5, y: 5, width: 990, height: 1390, rx: 75 };
  const face = makeSvg("svg", { viewBox: "0 0 1000 1400", class: "face", fill: ink(code),
    "aria-hidden": "true", focusable: "false" });
  face.append(makeSvg("rect", { ...paper, fill: second ? "#eef3f4" : "#fcf8ec",
    stroke: second ? "#4f8793" : "#aaa08a", "stroke-width": second ? 22 : 10 }));
  face.append(...middle(plain, rank, suit), ...index(rank, suit));
  if (second) {
    const [x, , , , , markTop, markSide] = choices.large ? LARGE_INDEX : INDEX;
    const ring = { cx: choices.left ? 1000 - x : x, cy: markTop + markSide + 80, r: 34,
      fill: "none", stroke: "#4f8793", "stroke-width": 23 };
    face.append(makeSvg("circle", ring));
    face.append(makeSvg("circle", { ...ring, transform: "rotate(180 500 700)" }));
  }
  return face;
}

const faces = new Map();

/** A card's face, or its back without a code; each call gives another copy of it. */
export function face(code) {
  if (!code) return back();
  const key = [code, choices.colours, choices.large, choices.left, say("letters")].join();
  if (!faces.has(key)) faces.set(key, drawn(code));
  return faces.get(key).cloneNode(true);
}

function back() {
  return makeSvg("svg", { viewBox: "0 0 1000 1400", class: "face", "aria-hidden": "true" },
    makeSvg("rect", { x: 5, y: 5, width: 990, height: 1390, rx: 75, fill: "#fcf8ec",
      stroke: "#aaa08a", "stroke-width": 10 }),
    makeSvg("rect", { x: 60, y: 60, width: 880, height: 1280, rx: 44, fill: "#233f77" }),
    makeSvg("path", { d: MARKS.S, transform: "translate(350 550) scale(3)", fill: "#8fa6d6" }));
}

/** A card in small: its rank and its suit's mark on a chip. */
export function chip(code) {
  const { rank, suit, joker } = parts(code);
  const colour = joker ? (code.startsWith("XB") ? "black" : "red") : tone(suit);
  return make("span", { className: `chip suit-${colour}`, text: joker ? STAR : rankText(rank) + SIGNS[suit] });
}
