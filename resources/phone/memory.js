// What this phone keeps between visits. Where a browser stores nothing, as with cookies blocked, the
// tab's own history keeps it, which outlives a reload.

const PREFIX = "greenbaize.";

let inTab = (history.state && history.state[PREFIX]) || {};

/** The state of an entry of the tab's history, with what is kept in it. */
export const historyState = (guards) => ({ [PREFIX]: inTab, guards });

export function recall(key, otherwise) {
  return read(() => localStorage, key, otherwise);
}

export function store(key, value) {
  write(() => localStorage, key, value);
}

function read(storage, key, otherwise) {
  try {
    const kept = storage().getItem(PREFIX + key);
    if (kept !== null) return JSON.parse(kept);
  } catch {
    // It is blocked.
  }
  return key in inTab ? inTab[key] : otherwise;
}

function write(storage, key, value) {
  try {
    storage().setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    inTab = { ...inTab, [key]: value };
    history.replaceState({ ...history.state, [PREFIX]: inTab }, "");
  }
}

/** What this tab alone keeps, also when its page is loaded again. */
export const recallInTab = (key, otherwise) => read(() => sessionStorage, key, otherwise);
export const storeInTab = (key, value) => write(() => sessionStorage, key, value);

/** A random text of this page, the same after a reload and another one in another tab. */
export const tab = () => made(() => sessionStorage, "tab");

/** A random text of this browser. */
export const phone = () => made(() => localStorage, "phone");

function made(storage, key) {
  const kept = read(storage, key, "");
  if (!kept) write(storage, key, randomHex(16));
  return kept || read(storage, key, "");
}

function randomHex(bytes) {
  const numbers = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(numbers, (one) => one.toString(16).padStart(2, "0")).join("");
}

/** A short name for a table's secret, from which the secret cannot be had again. */
export function shortName(secret) {
  let sum = 0x811c9dc5;
  for (const letter of secret) sum = Math.imul(sum ^ letter.charCodeAt(0), 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, "0");
}
