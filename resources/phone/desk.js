// What is asked and offered: the note on a raised card, round buttons for answers, buttons to go on.

import { brief, mark } from "./cards.js";
import { byId, fill, make } from "./dom.js";
import { lower } from "./hand.js";
import { LOW } from "./plates.js";
import { sitMessage } from "./room.js";
import { say, sentences } from "./words.js";

let send = () => {};
let tell = () => {};
let announce = () => {};
let screen = null;
let armed = null; // what breaks a rule or is not allowed, after the first tap
let taken = ""; // the words of an offer that was taken up, whose answer is to be chosen

/** `onSend(message)`; `onTell(text)` shows what passes, and `onAnnounce(text)` only says it. */
export function setUpDesk(onSend, onTell, onAnnounce) {
  send = onSend;
  tell = onTell;
  announce = onAnnounce;
}

export function showDesk(next, raised) {
  if (!screen || screen.asked !== next.asked) armed = null;
  screen = next;
  const desk = byId("asked");
  const within = desk.contains(document.activeElement);
  const focus = within ? document.activeElement.dataset.key : "";
  const { ask, offers, ahead, wait, watch, stand_in: standIn } = screen;
  const open = takenUp();
  if (!open) taken = "";
  const note = raised && tells(raised) ? noteOf(raised) : null;
  const choosing = open || (ask && ask.kind === "choice");
  const made = !note && screen.score ? scoreTable(screen.score) : null;
  const rows = [note, made];
  if (open) rows.push(...chooserOf(open));
  else if (ask && !(ask.kind === "card" && (note || ahead))) rows.push(...questionOf(ask));
  if (!open && !note) rows.push(buttonRow(ask, offers));
  if (!note || choosing) {
    if (standIn) rows.push(goOn(say("back"), { type: "stand-in", on: false }, "back"));
    else if (ahead) rows.push(goOn(ahead, { type: "ahead" }, "ahead"));
    else if (wait && !ask) rows.push(make("p", { className: "quiet", text: wait }));
    if (watch) rows.push(make("p", { className: "quiet", text: watch.said }));
    if (watch && watch.free > 0) rows.push(goOn(say("sit"), sitMessage(), "sit"));
  }
  place(Boolean(note || made || choosing), Boolean(choosing), Boolean(made || (note && note.querySelector(".warning"))));
  fill(desk, ...rows);
  layDesk();
  if (within) {
    // Keys and screen readers go on where they were, or at what is nearest to it.
    const again = focus && desk.querySelector(`[data-key="${focus}"]`);
    const next = again || desk.querySelector("button") || byId("hand").querySelector("button");
    if (next) next.focus({ preventScroll: true });
  }
}

/** What is long lies over the cloth; everything else has its own room, which it keeps meanwhile,
 * as high as before. */
function place(over, choosing, warned) {
  const desk = byId("desk");
  if (over && desk.dataset.over !== "yes") desk.style.height = desk.offsetHeight + "px";
  else if (!over) desk.style.height = "";
  desk.dataset.over = over ? "yes" : "no";
  desk.classList.toggle("asking", choosing);
  desk.classList.toggle("warned", warned);
}

// What is tried one after another until all that is asked is seen: up to which part of the table
// it may reach, and how large its letters are. What is told may be scrolled in the later ones.
const FLOWING = [
  ...[1, 0.85, 0.7, 0.55, 0.45].map((fit) => ["", fit, false, true]), // as long as the trick has room
  ...[1, 0.85, 0.7].map((fit) => ["", fit, false]),
];
const REACHES = [
  ...[1, 0.85, 0.7].map((fit) => ["cloth", fit, false]),
  ...[0.85, 0.7].map((fit) => ["plates", fit, false]),
  ...[0.85, 0.7].map((fit) => ["cloth", fit, true]),
  ...[0.7, 0.55].map((fit) => ["plates", fit, true]),
  ...[0.55, 0.45, 0.35].map((fit) => ["table", fit, true]),
];

const ROOM_OF_CLOTH = 215; // pixels, with which every card of a trick is large enough
const LINES = 2.6; // so many letters' height of what is told is seen at least

/** Find room for what is asked, so that every answer is seen whole. */
export function layDesk() {
  const over = byId("desk").dataset.over === "yes";
  // On a phone on its side it is beside the cards, and has all the room there is from the start.
  for (const way of over || LOW.matches ? REACHES : [...FLOWING, ...REACHES])
    if (reach(...way)) return;
}

function reach(top, fit, scrolls, roomy = false) {
  const [desk, asked] = [byId("desk"), byId("asked")];
  desk.classList.toggle("over", top !== "" && !(LOW.matches && desk.dataset.over !== "yes"));
  const above = top && !LOW.matches ? desk.getBoundingClientRect().top - topOf(top) : 0;
  desk.classList.toggle("whole", top === "table");
  desk.style.setProperty("--above", Math.max(0, above) + "px");
  desk.style.setProperty("--fit", String(fit));
  asked.classList.toggle("scrolls", scrolls);
  const within = byId("hand").getBoundingClientRect().bottom <= byId("page").getBoundingClientRect().bottom + 1;
  if (roomy && byId("cloth").clientHeight < ROOM_OF_CLOTH) return false;
  const boxes = [asked, ...asked.querySelectorAll(".note-on-card, .answers, button")];
  const told = asked.querySelector(".question");
  const read = !told || told.clientHeight + 1 >= Math.min(told.scrollHeight, LINES * parseFloat(getComputedStyle(told).fontSize));
  return within && read && boxes.every((one) => one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth + 1);
}

const topOf = (part) => byId(part).getBoundingClientRect().top;

const takenUp = () => screen.offers.find((one) => one.where === "button" && one.words === taken);

function takeUp(words) {
  taken = words;
  armed = null;
  showDesk(screen, null);
}

const leaveIt = () => make("button", { type: "button", className: "pill", text: say("leave-it"),
  "data-key": "leave-it", onclick: () => takeUp("") });

/** The answers of an offer that was taken up; cards are chosen from the hand. */
function chooserOf(offer) {
  const guidance = make("p", { className: "asked", text: offer.guidance || offer.words });
  const loose = offer.answers.filter((one) => !one.card);
  return [guidance, armedNote(offer.answers), make("div", { className: "answers" },
    ...roundButtons(loose, (which) => takeOffer(offer.offer, which)), leaveIt())];
}

/** What a deal has brought everybody. */
const scoreTable = ({ title, rows }) => make("div", { className: "note-on-card made" },
  make("div", { className: "question" }, make("p", { className: "asked", text: title }),
    make("table", {}, make("tbody", {}, ...rows.map((row) => make("tr", { className: row.you ? "you" : "" },
      make("th", { text: row.name, scope: "row" }),
      make("td", { text: row.made, className: ["loss", "", "gain"][row.luck + 1] }),
      make("td", { text: row.total, className: "total" })))))));

const goOn = (text, message, key) =>
  make("button", { type: "button", className: "main", text, "data-key": key, onclick: () => send(message) });

function questionOf(ask) {
  const told = [screen.words, ...ask.notes].join(" · ");
  const said = make("div", { className: "question" },
    make("p", { className: "asked", text: ask.words }),
    ...ask.notes.map((text) => make("p", { className: "quiet", text })),
    ask.counts && !told.includes(ask.counts) && make("p", { className: "quiet", text: ask.counts }));
  if (ask.kind === "card") return [said, armedNote(ask.answers)];
  const round = make("div", { className: "answers", role: "group", "aria-label": ask.words },
    ...roundButtons(ask.answers, answerAsked));
  return [said, armedNote(ask.answers), round];
}

/** Answers to a question for a card that no card of the hand gives, such as to draw. */
function looseAnswers(ask) {
  if (!ask || ask.kind !== "card") return [];
  return roundButtons(ask.answers.filter((one) => !one.card), answerAsked);
}

function armedNote(answers) {
  const one = answers.find((answer) => answer.which === armed);
  return one ? make("p", { className: "warning", text: one.why || sentences(one.breach, say("sure")) }) : null;
}

/** A button for each answer; all their letters are large where none is a word. */
function roundButtons(answers, act) {
  const short = answers.every(({ label }) => Array.from(label).length <= 2);
  return answers.map((answer) => roundButton(answer, act, short));
}

function roundButton(answer, act, short) {
  const button = make("button", {
    type: "button",
    className: ["round", short ? "" : "worded", answer.why ? "crossed" : "",
      answer.which === armed ? "armed" : ""].filter(Boolean).join(" "),
    "data-key": "answer-" + answer.which,
    "aria-label": sentences(answer.name || answer.label, answer.note, answer.why, answer.breach),
    "aria-disabled": answer.why ? "true" : null,
    onclick: () => {
      if (answer.why || (answer.breach && armed !== answer.which)) {
        armed = answer.which;
        announce(answer.why || answer.breach);
        showDesk(screen, null);
      } else act(answer.which);
    },
  });
  button.append(make("span", { text: answer.label }));
  if (answer.suit) button.append(mark(answer.suit));
  return button;
}

const answerAsked = (which) => send({ type: "answer", ask: screen.asked, which });

const takeOffer = (offer, which) => send({ type: "offer", ask: screen.asked, offer, which });

function buttonRow(ask, offers) {
  const buttons = offers.filter((one) => one.where === "button").map((offer) => {
    const [only] = offer.answers;
    const single = offer.answers.length === 1 && !only.card;
    return make("button", {
      type: "button",
      className: single && only.why ? "pill crossed" : "pill",
      text: offer.words,
      "data-key": `offer-${offer.offer}`,
      "aria-label": single ? sentences(offer.words, only.note, only.why) : offer.words,
      onclick: () => {
        if (!single) takeUp(offer.words);
        else if (only.why) tell(only.why);
        else takeOffer(offer.offer, only.which);
      },
    });
  });
  const all = [...looseAnswers(ask), ...buttons];
  return all.length ? make("div", { className: "pills" }, ...all) : null;
}

/** Everything that can be done with a card; `plays` tells whether that is to play it. */
function doings(card) {
  const { ask, offers } = screen;
  const open = takenUp();
  const done = [];
  const add = (answers, act, text, plays) => {
    const own = answers.filter((one) => one.card && one.card === card.card);
    for (const answer of own)
      done.push({ answer, plays, text: own.length > 1 ? answer.label : text, act: () => act(answer.which) });
  };
  if (open) add(open.answers, (which) => takeOffer(open.offer, which), open.words, true);
  else if (ask) add(ask.answers, answerAsked, say("play"), true);
  for (const offer of offers)
    if (offer.where !== "button") {
      const plays = offer.where === "hand";
      add(offer.answers, (which) => takeOffer(offer.offer, which), plays ? say("play") : offer.words, plays);
    }
  return done;
}

/** Whether there is anything to say of a raised card. */
const tells = (card) => Boolean(card.why || card.note || card.state === "not" || doings(card).length);

/** A raised card: what playing it would do; what else breaks a rule says so when it is pressed. */
function noteOf(card) {
  const done = doings(card);
  const able = done.filter((one) => !one.answer.why);
  const first = done.find((one) => one.plays) || done[0];
  const said = first ? first.answer.why || first.answer.note : card.why || card.note;
  const sure = able.find((one) => armed === one.text + card.card);
  const { breach } = (sure || first || { answer: card }).answer;
  const warning = sure ? sentences(`${sure.text}: ${breach}`, say("sure")) : breach;
  return make("div", { className: "note-on-card" },
    make("div", { className: "question" },
      make("p", { className: "asked", text: said || (card.state === "not" ? say("blocked") : brief(card.card) || card.name) }),
      warning && warning !== said && make("p", { className: "warning", text: warning })),
    able.length > 0 && make("div", { className: "pills" }, ...able.map((one) =>
      make("button", {
        type: "button",
        className: one === first ? "pill strong" : "pill",
        text: one.text,
        "data-key": "do-" + one.text,
        "aria-label": sentences(one.text, card.name, one.answer.note),
        onclick: () => {
          if (one !== first && one !== sure && one.answer.breach) {
            armed = one.text + card.card;
            announce(one.answer.breach);
            return showDesk(screen, card);
          }
          one.act();
          taken = "";
          lower();
        },
      }))));
}

/** Play a card: returns "" if it was played, why it cannot be, or null where something is to be chosen. */
export function playCard(card, pulled) {
  const plays = doings(card).filter((one) => one.plays);
  const able = plays.filter((one) => !one.answer.why);
  if (!able.length) return plays.length ? plays[0].answer.why : card.state === "not" ? card.why || say("blocked") : null;
  if (able.length > 1 || (pulled && able[0].answer.breach)) return null;
  able[0].act();
  taken = "";
  return "";
}
