// What is asked and offered: the note on a raised card, round buttons for answers, buttons to go on.

import { brief, mark } from "./cards.js";
import { byId, fill, make } from "./dom.js";
import { lower } from "./hand.js";
import { say } from "./words.js";

let send = () => {};
let tell = () => {};
let screen = null;
let armed = null; // an answer that breaks a rule or is not allowed, after the first tap

/** `onSend(message)`, and `onTell(text)` for what passes. */
export function setUpDesk(onSend, onTell) {
  send = onSend;
  tell = onTell;
}

export function showDesk(next, raised) {
  if (!screen || screen.asked !== next.asked) armed = null;
  screen = next;
  const desk = byId("asked");
  const focus = document.activeElement && desk.contains(document.activeElement)
    ? document.activeElement.dataset.key : "";
  const { ask, offers, ahead, wait, stand_in: standIn } = screen;
  const rows = [];
  if (raised) rows.push(noteOf(raised));
  else if (ask) rows.push(...questionOf(ask));
  if (!raised || ask?.kind !== "card") rows.push(buttonRow(ask, offers));
  if (!raised) {
    const guided = offers.filter((one) => one.where !== "button").map((one) => one.guidance || one.words);
    if (!ask && guided.length) rows.push(make("p", { className: "quiet", text: guided.join(" ") }));
    if (standIn) rows.push(goOn(say("back"), { type: "stand-in", on: false }, "back"));
    else if (ahead) rows.push(goOn(ahead, { type: "ahead" }, "ahead"));
    else if (wait && !ask) rows.push(make("p", { className: "quiet", text: wait }));
  }
  fill(desk, ...rows);
  byId("desk").classList.toggle("asking", Boolean(ask && ask.kind === "choice" && !raised));
  if (focus) {
    const again = desk.querySelector(`[data-key="${focus}"]`);
    if (again) again.focus();
  }
}

const goOn = (text, message, key) =>
  make("button", { type: "button", className: "main", text, "data-key": key, onclick: () => send(message) });

function questionOf(ask) {
  const said = make("div", { className: "question" },
    make("p", { className: "asked", text: ask.words }),
    ...ask.notes.map((text) => make("p", { className: "quiet", text })),
    ask.counts && make("p", { className: "quiet", text: ask.counts }));
  if (ask.kind === "card") return [said, armedNote(ask.answers)];
  const round = make("div", { className: "answers", role: "group", "aria-label": ask.words },
    ...ask.answers.map((answer) => roundButton(answer, answerAsked)));
  round.dataset.count = String(ask.answers.length);
  return [said, armedNote(ask.answers), round];
}

/** Answers to a question for a card that no card of the hand gives, such as to draw. */
function looseAnswers(ask) {
  if (!ask || ask.kind !== "card") return [];
  return ask.answers.filter((one) => !one.card).map((one) => roundButton(one, answerAsked));
}

function armedNote(answers) {
  const one = answers.find((answer) => answer.which === armed);
  return one ? make("p", { className: one.why ? "warning" : "warning breach", text: one.why || one.breach || one.note }) : null;
}

function roundButton(answer, act) {
  const short = Array.from(answer.label).length <= 2 || (answer.suit && answer.label.length <= 2);
  const button = make("button", {
    type: "button",
    className: ["round", short ? "" : "worded", answer.why ? "crossed" : "",
      answer.which === armed ? "armed" : ""].filter(Boolean).join(" "),
    "data-key": "answer-" + answer.which,
    "aria-label": [answer.name || answer.label, answer.note, answer.why, answer.breach].filter(Boolean).join(". "),
    "aria-disabled": answer.why ? "true" : null,
    onclick: () => {
      if (answer.why || (answer.breach && armed !== answer.which)) {
        armed = answer.which;
        tell(answer.why || answer.breach, true);
        showDesk(screen, null);
      } else act(answer.which);
    },
  });
  if (answer.suit && short) button.append(mark(answer.suit));
  else {
    button.append(make("span", { text: answer.label }));
    if (answer.suit) button.append(mark(answer.suit));
  }
  return button;
}

const answerAsked = (which) => send({ type: "answer", ask: screen.asked, which });

const takeOffer = (offer, which) => send({ type: "offer", ask: screen.asked, offer, which });

function buttonRow(ask, offers) {
  const buttons = offers.filter((one) => one.where === "button").flatMap((offer) => offer.answers.map((answer) =>
    make("button", {
      type: "button",
      className: answer.why ? "pill crossed" : "pill",
      text: answer.label || offer.words,
      "data-key": `offer-${offer.offer}-${answer.which}`,
      "aria-label": [answer.name || answer.label || offer.words, answer.note, answer.why].filter(Boolean).join(". "),
      onclick: () => (answer.why ? tell(answer.why, true) : takeOffer(offer.offer, answer.which)),
    })));
  const all = [...looseAnswers(ask), ...buttons];
  return all.length ? make("div", { className: "pills" }, ...all) : null;
}

/** Everything that can be done with a card: its own answers, and offers that name it. */
function doings(card) {
  const own = screen.ask && screen.ask.kind === "card"
    ? screen.ask.answers.filter((one) => one.card === card.card && !one.why) : [];
  const done = own.map((answer) => ({
    text: own.length === 1 && !answer.label ? say("play") : answer.label || say("play"),
    answer,
    act: () => answerAsked(answer.which),
  }));
  if (!done.length && card.which !== null && card.which !== undefined)
    done.push({ text: say("play"), answer: { note: card.note, breach: "" }, act: () => answerAsked(card.which) });
  if (done.length === 1) done[0].text = say("play");
  for (const offer of screen.offers)
    for (const answer of offer.answers)
      if (answer.card === card.card)
        done.push({
          text: offer.answers.length > 1 || !answer.label ? offer.words : answer.label,
          answer,
          why: answer.why,
          act: () => takeOffer(offer.offer, answer.which),
        });
  return done;
}

function noteOf(card) {
  const done = doings(card);
  const able = done.filter((one) => !one.why);
  const breach = done.map((one) => one.answer.breach).find(Boolean);
  const said = card.state === "not" ? card.why || say("blocked") : card.note;
  const reasons = done.filter((one) => one.why).map((one) => one.why);
  return make("div", { className: "note-on-card" },
    make("p", { className: "asked" }, make("b", { text: brief(card.card) + " " }),
      make("span", { text: said || (able.length ? "" : reasons[0] || card.name) })),
    breach && make("p", { className: "warning breach", text: breach }),
    able.length > 0 && make("div", { className: "pills" }, ...able.map((one, at) =>
      make("button", {
        type: "button",
        className: at ? "pill" : "pill strong",
        text: one.text,
        "data-key": "do-" + at,
        "aria-label": [one.text, card.name, one.answer.note].filter(Boolean).join(". "),
        onclick: () => { one.act(); lower(); },
      }))));
}

/** Play a card; returns why not, or nothing if it was played or a choice is open. */
export function playCard(card) {
  if (card.state === "not" && !doings(card).some((one) => !one.why)) return card.why || say("blocked");
  const able = doings(card).filter((one) => !one.why);
  if (able.length === 1) {
    able[0].act();
    return "";
  }
  if (!able.length) return doings(card).map((one) => one.why).find(Boolean) || card.why || "";
  return null;
}
