// What slides up from below: the score sheet, the last trick, rules, hints, the menu.

import { face } from "./cards.js";
import { byId, fill, make, setText } from "./dom.js";

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
  const lines = message.lines.length > 0
    && make("ul", { className: "lines" }, ...message.lines.map(lineOf));
  return [lines, message.columns.length > 0 && sheetTable(message)].filter(Boolean);
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

