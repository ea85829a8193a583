// Everything that is no table: the door, the waiting room, the result, and what the host says.

import { recall, store } from "./memory.js";
import { byId, fill, make } from "./dom.js";
import { say } from "./words.js";

let shown = "";
let since = 0; // when what is shown was begun to be shown
const LONGEST_NAME = 24;
const RUSH = 600; // a tap that comes sooner was meant for the table
const TWICE = 1500; // and one that comes sooner after *Ready* was meant for that

export const leaveRoom = () => { shown = ""; };

function put(kind, told, ...content) {
  const room = byId("room");
  const key = kind + told;
  if (shown === key) return;
  const same = room.dataset.kind === kind;
  const focus = same && document.activeElement ? document.activeElement.dataset.key : "";
  if (!same || !shown) since = Date.now();
  shown = key;
  room.dataset.kind = kind;
  fill(room, ...content);
  const again = focus && room.querySelector(`[data-key="${focus}"]`);
  const [empty] = same ? [] : [...room.querySelectorAll("input")].filter((one) => !one.value);
  if (again || empty) (again || empty).focus();
}

const title = (text) => make("h1", { text });
const line = (text, className = "") => text && make("p", { text, className });
const menuButton = (open) => make("button", { type: "button", className: "icon menu", "aria-label": say("menu"),
  "aria-haspopup": "dialog", "data-key": "menu", onclick: open }, make("span", {}));

/** What whoever watches says to sit down: their name, or that they want to be asked for one. */
export const sitMessage = () => recall("name", "") ? { type: "sit", name: recall("name", "") } : { type: "leave" };

/** What the last cards are called: those of a trick, or of the turns where there are no tricks. */
export const lastLabel = (may) => may.turns ? say("last-turns") : say("last");

/** What whoever watches is told, and a chair that is free. */
const watching = ({ watch }, send) => watch ? [line(watch.said), watch.free > 0 && make("button", {
  type: "button", className: "main", text: say("sit"), "data-key": "sit", onclick: () => send(sitMessage()) })] : [];

export function showDoor(message, send, openMenu) {
  const field = make("input", { id: "name", type: "text", maxlength: String(LONGEST_NAME), required: true,
    autocomplete: "nickname", autocapitalize: "words", enterkeyhint: "go", spellcheck: "false",
    "aria-describedby": message.wrong ? "wrong" : null, "data-key": "name" });
  field.value = byId("name") ? byId("name").value : recall("name", "");
  const missing = make("p", { className: "warning", role: "alert", text: say("name-missing"), hidden: true });
  const long = make("p", { className: "hint", role: "status", text: say("name-long"), hidden: true });
  field.addEventListener("input", () => { long.hidden = Array.from(field.value).length < LONGEST_NAME; });
  const form = make("form", { novalidate: true,
    onsubmit: (event) => {
      event.preventDefault();
      const name = field.value.trim();
      missing.hidden = Boolean(name);
      if (!name) return field.focus();
      store("name", name);
      send({ type: "sit", name });
    },
  },
    make("label", { for: "name", text: say("name") }), field, missing, long,
    message.wrong && make("p", { id: "wrong", className: "warning", role: "alert", text: message.wrong }),
    make("button", { type: "submit", className: "main", text: message.free > 0 ? say("sit") : say("ask-back"), "data-key": "sit" }));
  const asks = !message.waits && (message.free > 0 || message.back);
  // Always anew: what was wrong is said again.
  put("door", JSON.stringify(message) + say("sit") + (message.wrong ? Date.now() : ""), menuButton(openMenu),
    line(message.game, "over"), title(message.table), line(message.said), asks && form,
    message.watch && make("button", { type: "button", className: asks ? "main quiet" : "main",
      text: say("watch"), "data-key": "watch", onclick: () => send({ type: "watch" }) }));
}

export function showCode(message, enter, openMenu) {
  const field = make("input", { id: "code", type: "text", maxlength: "60", required: true, autocomplete: "off",
    autocapitalize: "characters", enterkeyhint: "go", spellcheck: "false",
    "aria-describedby": message.wrong ? "wrong" : null, "data-key": "code" });
  field.value = byId("code") ? byId("code").value : "";
  const form = make("form", {
    onsubmit: (event) => {
      event.preventDefault();
      if (!field.value.trim()) return field.focus();
      enter(field.value);
    },
  },
    make("label", { for: "code", text: say("code") }), field,
    message.wrong && make("p", { id: "wrong", className: "warning", role: "alert", text: message.wrong }),
    make("button", { type: "submit", className: "main", text: say("go"), "data-key": "go" }));
  put("code", JSON.stringify(message) + say("code") + (message.wrong ? Date.now() : ""), menuButton(openMenu),
    title("Green Baize"), line(message.said), form);
}

export function showSaid(text, buttonText, act) {
  put("said", text + buttonText, title(text),
    buttonText && make("button", { type: "button", className: "main", text: buttonText, onclick: act,
      "data-key": "go" }));
}

export function showLobby(screen, send, openMenu) {
  const { lobby } = screen;
  const ready = make("button", { type: "button", className: lobby.ready ? "main quiet" : "main", "data-key": "ready",
    text: lobby.ready ? say("wait") : say("ready"), "aria-pressed": String(lobby.ready),
    onclick: () => {
      // A second tap at once is meant for the first.
      if (lobby.ready && Date.now() - since < TWICE) return;
      if (!lobby.ready) since = Date.now();
      send({ type: "ready", on: !lobby.ready, arranged: lobby.arranged });
    } });
  put("lobby", JSON.stringify([lobby, screen.watch]) + screen.title + screen.words + say("ready"), menuButton(openMenu),
    line(screen.words, "over"), title(screen.title), line(lobby.said),
    make("ul", { className: "chairs" }, ...lobby.chairs.map((chair) =>
      make("li", { className: `chair ${chair.who}${chair.you ? " you" : ""}` },
        chair.face && make("img", { className: "face", src: `faces/${chair.face}.svg`, alt: "" }),
        make("span", { className: "who", text: chair.name }),
        make("span", { className: "note",
          text: [chair.you ? say("you") : "", chair.note].filter(Boolean).join(" · ") })))),
    (lobby.can_ready || lobby.ready) && ready,
    ...watching(screen, send),
    lobby.rules.length > 0 && make("section", { className: "group" }, make("h3", { text: say("rules") }),
      make("ul", { className: "rules" }, ...lobby.rules.map((text) => make("li", { text })))));
}

export function showResult(screen, send, openMenu) {
  const { result, may } = screen;
  const [, first, rest] = /^(.*?[.!?]) (.*)$/.exec(result.said) || ["", result.said, ""];
  put("result", JSON.stringify([result, may, screen.lobby, screen.watch]) + screen.title + say("sheet"), menuButton(openMenu),
    line(screen.title, "over"), title(first), line(rest),
    make("ol", { className: "places" }, ...result.rows.map((row) =>
      make("li", { className: `${row.you ? "you" : ""}${row.place === 1 ? " first" : ""}` },
        make("span", { className: "place", text: `${row.place}.` }),
        make("span", { className: "who", text: row.name }),
        make("b", { className: "total", text: row.total })))),
    ...watching(screen, send),
    result.again && screen.lobby && line(screen.lobby.said),
    result.again && make("button", { type: "button", className: "main", text: result.again, "data-key": "again",
      onclick: () => Date.now() - since > RUSH
        && send({ type: "ready", on: true, arranged: screen.lobby ? screen.lobby.arranged : 0 }) }),
    make("div", { className: "pills" },
      may.sheet && make("button", { type: "button", className: "pill", text: say("sheet"), "data-key": "sheet",
        onclick: () => send({ type: "show", what: "sheet" }) }),
      may.last && make("button", { type: "button", className: "pill", text: lastLabel(may), "data-key": "last",
        onclick: () => send({ type: "show", what: "last" }) })));
}
