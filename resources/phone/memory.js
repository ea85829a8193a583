// What this phone keeps between visits; without storage it keeps nothing, and works.

const PREFIX = "greenbaize.";

export function recall(key, otherwise) {
  try {
    const kept = localStorage.getItem(PREFIX + key);
    return kept === null ? otherwise : JSON.parse(kept);
  } catch {
    return otherwise;
  }
}

export function store(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // A private window may refuse.
  }
}

/** A random text of this page, the same after a reload and another one in another tab. */
export function tab() {
  try {
    const kept = sessionStorage.getItem(PREFIX + "tab");
    if (kept) return kept;
    const made = randomHex(16);
    sessionStorage.setItem(PREFIX + "tab", made);
    return made;
  } catch {
    return (lone = lone || randomHex(16));
  }
}

let lone = "";

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
