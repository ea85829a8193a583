// Back asks before it leaves the table: an entry of the tab's history stands before it.

import { historyState } from "./memory.js";

/** `stays()` tells whether Back is to ask, and `ask(leave, stay)` does so. */
export function guardBack(stays, ask) {
  // Browsers count an entry only where somebody has touched the page.
  const guard = () => {
    if (stays() && !(history.state && history.state.guards)) history.pushState(historyState(true), "");
  };
  document.addEventListener("click", guard);
  window.addEventListener("popstate", () => {
    if (stays() && !history.state?.guards) ask(() => history.back(), guard);
  });
}
