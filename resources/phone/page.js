// The phone's page: takes what the host says and shows it; what one does goes back as a message.

import { guardBack } from "./back.js";
import { chip, mark } from "./cards.js";
import { applyChoices, buzz, onChoice } from "./choices.js";
import { cardsOfTrick, forgetCloth, layCloth, moveCloth, rectsOfTrick, showCloth, toldAt } from "./cloth.js";
import { layDesk, playCard, setUpDesk, showDesk } from "./desk.js";
import { byId, fill, forgetTexts, make, setText, show } from "./dom.js";
import { closeDrawer, openDrawer, openedDrawer, setUpDrawer, sheetContent } from "./drawer.js";
import { forgetHand, layHand, lower, moveHand, raisedCard, rectsOfHand, setUpHand, showHand } from "./hand.js";
import { Line } from "./line.js";
import { phone, recall, recallInTab, shortName, store, storeInTab, tab } from "./memory.js";
import { askBack, openMenu } from "./menu.js";
import { celebrate, settle, shake } from "./motion.js";
import { layPlates, showPlates } from "./plates.js";
import { lastLabel, leaveRoom, showCode, showDoor, showLobby, showResult, showSaid } from "./room.js";
import { label, language, say, setWords } from "./words.js";

const code = location.hash.slice(1).toLowerCase();
const whole = /^[0-9a-f]{32}$/.test(code);
// A link without its end leads back to the chair of the last one; without any, the host says so.
const table = whole ? code : recall("table", "") || "0".repeat(32);
const chairKey = "chair." + shortName(table);
let take = false;
let screen = null;
let door = null;
let asked = null; // the code of the table is asked for, where the address was typed without its end
let promised = ""; // why there is no line for now, and that one comes back by oneself
let lostSince = 0;
const LONG_LOST = 20000; // by then the table may have another address
let knocking = 0; // where all chairs are taken, one looks again
const KNOCK = 5000;
let ended = null; // what is said instead of a table: the host's last word

const line = new Line(
  `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`,
  () => {
    const hello = { type: "hello", table, chair: recall(chairKey, ""), language: wantedLanguage(), tab: tab(), phone: phone(),
      take, watch: recallInTab("watching", "") === table };
    take = false;
    return hello;
  },
  heard,
  (state) => {
    const lost = state === "lost";
    lostSince = lost ? lostSince || Date.now() : 0;
    show(byId("strip"), lost);
    if (lost) setText(byId("strip"), promised || lostWords() || "…");
    document.documentElement.classList.toggle("lost", lost);
  },
);

function lostWords() {
  return Date.now() - lostSince < LONG_LOST ? say("lost") : say("lost-long");
}

function wantedLanguage() {
  const own = (navigator.language || "en").replace(/[^A-Za-z0-9-]/g, "").slice(0, 40);
  return recall("language", "") || own;
}

function send(message) {
  if (message.type === "language") store("language", message.language);
  if (!line.send(message)) line.wake();
  else if (message.type === "leave") store(chairKey, "");
}

const takers = {
  words(message) {
    setWords(message);
    label(document);
    forgetHand();
    forgetCloth();
    redraw();
    if (openedDrawer() === "menu") menu();
  },
  "code-asked"(message) {
    screen = ended = door = null;
    asked = message;
    redraw();
  },
  table(message) {
    line.end();
    location.hash = message.table; // the page is loaded again with the whole link
  },
  door(message) {
    screen = ended = asked = null;
    promised = "";
    storeInTab("watching", "");
    door = message;
    closeDrawer();
    clearTimeout(knocking);
    if (!message.free && !message.waits) knocking = setTimeout(() => door && line.open(), KNOCK);
    redraw();
  },
  taken(message) {
    screen = door = null;
    closeDrawer();
    ended = { said: message.said, button: "move", act: () => { ended = null; take = true; line.open(); } };
    redraw();
  },
  seated(message) {
    store(chairKey, message.chair);
    store("name", message.name);
    store("table", table);
    storeInTab("watching", "");
  },
  gone(message) {
    if (message.again) {
      promised = message.said;
      line.drop();
      if (message.said) tell(message.said);
      return;
    }
    line.end();
    if (!whole && recall("table", "")) {
      store("table", "");
      if (!screen && !door) return location.reload(); // that table is no more: its code is asked for
    }
    show(byId("strip"), false);
    document.documentElement.classList.remove("lost");
    if (screen && screen.stage === "result") {
      // The result stays to be looked at; nobody asks for another match any more.
      screen = { ...screen, may: { ...screen.may, sheet: false, last: false }, result: { ...screen.result, again: "" } };
      tell(message.said);
      redraw();
      return;
    }
    const act = () => { ended = null; line.open(); };
    ended = { said: message.said, button: "again", act };
    // Whoever has left on purpose may sit down again.
    if (!message.said) ended = { said: screen ? screen.title : "", button: "sit", act };
    screen = door = null;
    closeDrawer();
    redraw();
  },
  spoken(message) {
    tell(`${message.name}: ${message.text}`);
  },
  notice(message) {
    // What happens is seen in a line on the cloth.
    const text = message.kind === "event" && atTable() ? "" : message.text;
    const urgent = message.kind === "refused" || message.kind === "turn";
    tell(text, urgent, message.aloud || message.text, message.kind);
    if (message.kind === "refused") buzz([20, 40, 20]);
  },
  sheet(message) {
    openDrawer(message.what, message.title, sheetContent(message));
  },
  screen: showScreen,
};

// Nothing is drawn anew under a finger: its tap would be lost with the button that it began on.
const CLICK = 50; // a browser makes a click of a finger that is lifted within so long
let pressed = false;
let held = [];

document.addEventListener("pointerdown", ({ target }) => { pressed = Boolean(target.closest("[data-key]")); });
for (const end of ["pointerup", "pointercancel"])
  document.addEventListener(end, () => setTimeout(() => {
    const waiting = held;
    [pressed, held] = [false, []];
    waiting.forEach(heard);
  }, CLICK));

function heard(message) {
  if (pressed) {
    held.push(message);
    return;
  }
  const taker = Object.prototype.hasOwnProperty.call(takers, message.type) ? takers[message.type] : null;
  if (taker) taker(message);
}

function showScreen(next) {
  settle();
  const before = screen;
  screen = next;
  door = ended = asked = null;
  promised = "";
  if (next.watch) storeInTab("watching", table);
  document.title = (next.stage === "table" && next.ask ? "● " : "") + next.title;
  if (next.stage !== "table") {
    redraw();
    if (next.result && next.result.won && !(before && before.result)) {
      celebrate();
      buzz([60, 60, 60, 60, 180]);
    }
    if (before && before.stage === "table") closeDrawer();
    return;
  }
  const motion = before && before.stage === "table" && !document.hidden;
  const hands = motion ? rectsOfHand() : new Map();
  const trick = rectsOfTrick();
  const cards = cardsOfTrick();
  redraw();
  if (motion) {
    moveCloth(before, trick, cards, hands);
    moveHand(before, hands, byId("trick").getBoundingClientRect());
  }
  if (next.ask && !(before && before.ask)) buzz(60);
}

const atTable = () => Boolean(screen && screen.stage === "table" && !ended);

function redraw() {
  show(byId("table"), atTable());
  show(byId("room"), !atTable() && (ended || screen || door || asked));
  if (!atTable()) {
    if (ended) showSaid(ended.said, say(ended.button), ended.act);
    else if (screen && screen.stage === "lobby" && screen.lobby) showLobby(screen, send, menu);
    else if (screen && screen.stage === "result" && screen.result) showResult(screen, send, menu);
    else if (asked) showCode(asked, (code) => send({ type: "code", code }), menu);
    else if (door) showDoor(door, send, menu);
    return;
  }
  leaveRoom();
  byId("table").classList.toggle("watching", Boolean(screen.watch));
  setText(byId("title"), screen.title);
  setText(byId("words"), screen.words);
  showTrump(screen.trump);
  for (const what of ["hint", "last", "sheet"]) show(byId(what), screen.may[what]);
  nameLast(lastLabel(screen.may));
  showPlates(screen);
  showHand(screen);
  showDesk(screen, raisedCard());
  showCloth(screen);
}

function nameLast(text) {
  setText(byId("last").querySelector("span"), text);
  byId("last").setAttribute("aria-label", text);
}

let trumpTold = "";

function showTrump(trump) {
  const told = JSON.stringify([trump, language(), document.documentElement.dataset]);
  show(byId("trump"), trump);
  if (told === trumpTold) return;
  trumpTold = told;
  if (!trump) return;
  fill(byId("trump"),
    make("span", { className: "sign", text: trump.text, "aria-hidden": "true" }),
    ...trump.suits.map((suit) => mark(suit)),
    trump.card && !trump.suits.length && chip(trump.card),
    make("span", { className: "unseen", text: trump.name }));
}

function menu() {
  openMenu(screen, send, closeDrawer);
}

let toasting = 0;

/** Show a sentence for a moment, and say it to screen readers. */
function tell(text, urgent = false, aloud = "", kind = "event") {
  if (text) {
    const toast = byId("toast");
    setText(toast, text);
    toast.dataset.kind = kind;
    toast.classList.add("on");
    clearTimeout(toasting);
    toasting = setTimeout(() => toast.classList.remove("on"), 2200 + 35 * text.length);
  }
  announce(aloud || text, urgent);
}

const ANNOUNCED = 6000;

/** Have screen readers say something after what they say now, or at once. */
function announce(text, urgent) {
  if (!text) return;
  const said = make("p", { text });
  byId(urgent ? "urgent" : "polite").append(said);
  setTimeout(() => said.remove(), ANNOUNCED);
}

setUpDrawer();
guardBack(() => Boolean(screen && !screen.watch && !ended), (leave, stay) => {
  if (openedDrawer()) {
    closeDrawer();
    stay();
  } else askBack(leave, stay, closeDrawer);
});
setUpDesk(send, (text) => tell(text, true, "", "refused"), (text) => announce(text, true));
setUpHand(
  (card) => {
    if (!screen) return;
    showDesk(screen, card);
    if (card) announce(card.state === "not" ? card.why || say("blocked") : card.note, false);
  },
  (card, element, pulled) => {
    const why = playCard(card, pulled);
    if (why === "") lower();
    else if (why) {
      shake(element);
      tell(why, true, "", "refused");
    }
  },
);
byId("deal").addEventListener("click", () => screen && tell(`${screen.title} · ${screen.words}`));
byId("menu").addEventListener("click", menu);
for (const what of ["hint", "last", "sheet"]) byId(what).addEventListener("click", () => send({ type: "show", what }));
byId("cloth").addEventListener("click", (event) => {
  const told = toldAt(event.target);
  if (told) tell(told);
  else if (raisedCard()) lower();
  else if (screen && screen.ahead) send({ type: "ahead" });
});
window.addEventListener("hashchange", () => location.reload());
document.addEventListener("contextmenu", (event) => {
  if (!event.target.closest("input, .line")) event.preventDefault();
});

const lay = () => {
  if (screen && screen.stage === "table") {
    layPlates();
    layDesk();
    layHand();
    layCloth();
  }
};
new ResizeObserver(lay).observe(byId("cloth"));
new ResizeObserver(lay).observe(byId("hand"));
window.addEventListener("resize", lay);

/** What is typed in stays in sight where a keyboard covers the lower part of the page. */
function keepFieldInSight() {
  const field = document.activeElement;
  const typing = Boolean(field && field.matches("#room input"));
  const view = window.visualViewport;
  const covered = typing && view ? Math.max(0, innerHeight - view.height - view.offsetTop) : 0;
  byId("page").style.bottom = covered + "px";
  if (typing) field.scrollIntoView({ block: "center" });
}

for (const name of ["focusin", "focusout"]) byId("room").addEventListener(name, keepFieldInSight);
for (const one of [window, window.visualViewport]) if (one) one.addEventListener("resize", keepFieldInSight);
onChoice(() => {
  forgetTexts();
  forgetHand();
  forgetCloth();
  if (screen) redraw();
});
applyChoices();
label(document);
