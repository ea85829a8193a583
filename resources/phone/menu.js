// The menu: quick words, rules, what this phone looks like and speaks, standing in, leaving.

import { choices, choose } from "./choices.js";
import { byId, make } from "./dom.js";
import { openDrawer } from "./drawer.js";
import { language, languages, say } from "./words.js";

/** Open the menu for a screen, or for none; `send` sends a message, `shut` closes the menu. */
export function openMenu(screen, send, shut) {
  const asks = (what, text) => button("pill", text, () => send({ type: "show", what }));
  const content = () => [
    screen && screen.may.words.length > 0 && group(say("say"),
      make("div", { className: "pills" }, ...screen.may.words.map(([word, text]) =>
        button("pill", text, () => { send({ type: "say", word }); shut(); }))),
      make("div", { className: "pills" }, asks("said", say("said")))),
    screen && group(say("rules"), make("div", { className: "pills" },
      asks("game", say("rules-game")),
      screen.may.ring && asks("ring", say("ring")),
      screen.stage === "table" && asks("rules", say("rules-table")),
      screen.stage === "table" && asks("sheet", say("sheet")))),
    screen && (screen.may.end || screen.may.games.length > 0) && group(say("another"), make("div", { className: "pills" },
      screen.may.end && button("pill", say("end"), () => ask("end", say("end"), say("end-sure"),
        () => { send({ type: "end" }); shut(); }, shut)),
      ...screen.may.games.map(([game, text]) => button("pill", text, () => { send({ type: "choose", game }); shut(); })))),
    group(say("settings"),
      choice(say("language"), languages().map(([code, text]) => [code, text]), language(),
        (code) => send({ type: "language", language: code })),
      choice(say("light"), ["system", "light", "dark"].map((one) => [one, say("light-" + one)]),
        choices.light, pick("light")),
      choice(say("letter-size"), [["usual", say("letters-usual")], ["large", say("letters-large")]],
        choices.large ? "large" : "usual", (value, tapped) => pick("large")(value === "large", tapped)),
      flip(say("left"), "left"),
      flip(say("colours"), "colours"),
      navigator.vibrate && flip(say("buzz"), "buzz")),
    screen && make("div", { className: "pills last" },
      screen.stage === "table" && !screen.watch && button("pill", screen.stand_in ? say("back") : say("stand-in"),
        () => { send({ type: "stand-in", on: !screen.stand_in }); shut(); }),
      screen.watch ? button("pill", say("watch-end"), () => send({ type: "leave" }))
        : button("pill loss", say("leave"), () => askLeave(send, shut))),
  ].filter(Boolean);
  const draw = () => openDrawer("menu", say("menu"), content());
  const pick = (name) => (value, tapped) => inSight(tapped, () => { choose(name, value); draw(); });
  const flip = (text, name) => make("button", {
    type: "button", className: "switch", role: "switch", "aria-checked": String(choices[name]),
    onclick: ({ currentTarget }) => pick(name)(!choices[name], currentTarget),
  }, make("span", { text }), make("i", {}));
  draw();
}

/** Do what draws the menu anew, and leave what was tapped under the finger. */
function inSight(tapped, change) {
  const body = byId("drawer-body");
  const buttons = () => [...body.querySelectorAll("button")];
  const [at, before] = [buttons().indexOf(tapped), tapped.getBoundingClientRect().top];
  change();
  const again = buttons()[at];
  again.focus({ preventScroll: true });
  body.scrollTop += again.getBoundingClientRect().top - before;
}

function askLeave(send, shut) {
  ask("leave", say("leave"), say("leave-sure"), () => { send({ type: "leave" }); shut(); }, shut);
}

/** Ask whether Back shall leave the page. */
export function askBack(leave, stay, shut) {
  ask("go-back", say("go-back"), say("go-back-sure"), leave, () => { shut(); stay(); });
}

function ask(what, title, sure, act, stay) {
  openDrawer(what, title, [
    make("p", { text: sure }),
    make("div", { className: "pills" },
      button("pill loss", title, act), button("pill strong", say("stay"), stay)),
  ]);
}

const button = (className, text, onclick) => make("button", { type: "button", className, text, onclick });

const group = (title, ...content) =>
  make("section", { className: "group" }, make("h3", { text: title }), ...content);

/** One of a few, side by side. */
function choice(title, values, now, pick) {
  return make("div", { className: "choice", role: "group", "aria-label": title },
    make("span", { text: title, "aria-hidden": "true" }),
    make("span", { className: "segments" }, ...values.map(([value, text]) => make("button", {
      type: "button", text, "aria-pressed": String(value === now), onclick: ({ currentTarget }) => pick(value, currentTarget),
    }))));
}
