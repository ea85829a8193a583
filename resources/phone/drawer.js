// What slides up from below: the score sheet, the last trick, rules, hints, the menu.

import { face } from "./cards.js";
import { byId, fill, make, makeSvg, setText } from "./dom.js";

const FAR = 76; // how far from the middle of the ring its ranks stand, of 100

let before = null;
let what = "";

export const openedDrawer = () => what;

export function setUpDrawer() {
  byId("drawer-close").addEventListener("click", closeDrawer);
  byId("curtain").addEventListener("click", closeDrawer);
  byId("drawer").addEventListener("keydown", (event) => {
    if (event.key === "Escape") closeDrawer();
    else if (event.key === "Tab") keepInside(event);
  });
  pullDown(byId("drawer"));
}

/** Slide up a drawer of that kind with this title and content. */
export function openDrawer(kind, title, content) {
  const drawer = byId("drawer");
  if (drawer.hidden) before = document.activeElement;
  const same = !drawer.hidden && what === kind;
  what = kind;
  setText(byId("drawer-title"), title);
  drawer.dataset.kind = kind;
  const body = byId("drawer-body");
  const at = same ? body.scrollTop : 0;
  fill(body, ...[content].flat());
  drawer.hidden = byId("curtain").hidden = false;
  byId("page").setAttribute("aria-hidden", "true");
  body.scrollTop = at;
  if (!drawer.contains(document.activeElement)) drawer.focus({ preventScroll: true });
}

export function closeDrawer() {
  const drawer = byId("drawer");
  if (drawer.hidden) return;
  drawer.hidden = byId("curtain").hidden = true;
  drawer.style.transform = "";
  byId("page").removeAttribute("aria-hidden");
  what = "";
  if (before && before.isConnected) before.focus({ preventScroll: true });
}

function keepInside(event) {
  const all = [...byId("drawer").querySelectorAll("button, input, select, a[href], [tabindex='0']")]
    .filter((one) => one.offsetParent !== null);
  const [first, last] = [all[0], all[all.length - 1]];
  const active = document.activeElement;
  if (event.shiftKey ? active === first || active === byId("drawer") : active === last) {
    (event.shiftKey ? last : first).focus();
    event.preventDefault();
  }
}

/** A drawer is also put away by pulling its head down. */
function pullDown(drawer) {
  const head = drawer.querySelector("header");
  let from = null;
  head.addEventListener("pointerdown", (event) => {
    if (event.target.closest("button")) return;
    from = event.clientY;
    try {
      head.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is gone already.
    }
  });
  head.addEventListener("pointermove", (event) => {
    if (from !== null) drawer.style.transform = `translateY(${Math.max(0, event.clientY - from)}px)`;
  });
  const end = (event) => {
    if (from === null) return;
    const far = event.clientY - from > 80;
    from = null;
    drawer.style.transform = "";
    if (far) closeDrawer();
  };
  head.addEventListener("pointerup", end);
  head.addEventListener("pointercancel", end);
}

/** The content of a `sheet` message. */
export function sheetContent(message) {
  const ring = message.ring.length > 0 && ringOf(message.ring);
  return [ring, ...blocksOf(message.lines), message.columns.length > 0 && sheetTable(message)].filter(Boolean);
}

/** Lines under one another: lists, headings, and rows that make a table. */
function blocksOf(lines) {
  const blocks = [];
  let last = "";
  for (const line of lines) {
    if (line.kind === "head") blocks.push(make("h3", { className: "head", text: line.text }));
    else if (line.kind === "row") {
      if (last !== "row") blocks.push(make("div", { className: "wide" }, make("table", { className: "page" })));
      const cell = last === "row" ? "td" : "th";
      blocks.at(-1).firstChild.append(make("tr", {}, ...line.text.split("\t").map((text) => make(cell, { text }))));
    } else {
      if (last !== line.kind) blocks.push(make("ul", { className: `lines ${line.kind}` }));
      blocks.at(-1).append(lineOf(line));
    }
    last = line.kind;
  }
  return blocks;
}

/** Ranks round a circle, each with an arrow to the one that it beats. */
function ringOf(marks) {
  const at = (turn, far) => {
    const angle = (2 * Math.PI * turn) / marks.length;
    return [(100 + far * Math.sin(angle)).toFixed(1), (100 - far * Math.cos(angle)).toFixed(1)];
  };
  const drawn = marks.flatMap((rank, turn) => {
    const [x, y] = at(turn, FAR);
    const [tipX, tipY] = at(turn + 0.7, FAR);
    const [outX, outY] = at(turn + 0.6, FAR + 7);
    const [inX, inY] = at(turn + 0.6, FAR - 7);
    const [fromX, fromY] = at(turn + 0.3, FAR);
    const text = makeSvg("text", { x, y, "text-anchor": "middle", "dominant-baseline": "central" });
    text.textContent = rank;
    return [text,
      makeSvg("path", { class: "arc", d: `M${fromX} ${fromY}A${FAR} ${FAR} 0 0 1 ${tipX} ${tipY}` }),
      makeSvg("path", { d: `M${tipX} ${tipY}L${outX} ${outY}L${inX} ${inY}z` })];
  });
  return makeSvg("svg", { viewBox: "0 0 200 200", class: "ring", "aria-hidden": "true" }, ...drawn);
}

/** A long name may be broken above its column. */
const parted = (name) => name.replace(/(\S{5})(?=\S{3})/gu, "$1\u00ad");

function sheetTable({ columns, rows, foot }) {
  const cells = (row) => row.map((text, at) => at ? cell(text) : make("th", { text, scope: "row" }));
  const table = make("table", { className: "score" },
    make("thead", {}, make("tr", {}, ...columns.map((text) => make("th", { text: parted(text), scope: "col" })))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...cells(row)))),
    foot.length > 0 && make("tfoot", {}, ...foot.map((row) => make("tr", {}, ...cells(row)))));
  return make("div", { className: "wide" }, table);
}

/** A cell of a few numbers, of which the last one is what counts. */
function cell(text) {
  const numbers = text.split("\t");
  const last = numbers.pop();
  return make("td", {}, ...numbers.map((one) => make("small", { text: one })),
    make(numbers.length ? "b" : "span", { text: last }));
}

function lineOf(line) {
  return make("li", { className: line.best ? "line best" : "line" },
    line.card && make("span", { className: "mini" }, face(line.card)),
    make("span", { className: "told" },
      make("span", { text: line.text, "aria-hidden": line.aloud ? "true" : null }),
      line.aloud && make("span", { className: "unseen", text: line.aloud })));
}

