// The labels of the page in the language chosen, as the host sends them.

import { recall, store } from "./memory.js";

let said = recall("words", { language: "", languages: [], words: {} });

export const say = (key) => said.words[key] || "";
export const languages = () => said.languages;
export const language = () => said.language;

export function setWords(message) {
  said = { language: message.language, languages: message.languages, words: message.words };
  document.documentElement.lang = said.language;
  store("words", said);
}

/** Texts as sentences, each with a stop at its end. */
export const sentences = (...texts) =>
  texts.filter(Boolean).map((text) => (/[.!?…]$/.test(text) ? text : text + ".")).join(" ");

/** Label every element that names its words: `data-say` as text, `data-name` for screen readers. */
export function label(root) {
  for (const one of root.querySelectorAll("[data-say]")) one.textContent = say(one.dataset.say);
  for (const one of root.querySelectorAll("[data-name]"))
    one.setAttribute("aria-label", say(one.dataset.name));
}
