"""Tests that every answer is fully visible on every phone, in every text size and language."""

import json

import pytest
from msgspec.structs import replace

from app.phones.browsers import opened
from app.phones.questions import TABLES, bare_page, question_screens, screens_of, words_frame
from app.phones.test_browsers import resize
from greenbaize.app.phones.messages import frame_of
from greenbaize.games import GAMES
from greenbaize.words.catalogue import speaking

pytestmark = pytest.mark.slow

SIZES = ((320, 480), (360, 740), (390, 844), (568, 232), (568, 320), (740, 360), (820, 1180))
LIFE_S = 300
STILL = {"name": "prefers-reduced-motion", "value": "reduce"}
LETTERS = (16, 20, 24, 30, 32)
"""Default font sizes (px): 100, 150 and 200 percent, and the page's *Large* with the first two."""
HIDDEN = """
// List the answers that are not fully visible on each screen, also with each card raised.
const [frames, letters] = arguments;
document.documentElement.style.fontSize = letters + "px";
const inside = (rect) => rect.left >= -1 && rect.top >= -1 && rect.right <= innerWidth + 1
  && rect.bottom <= innerHeight + 1;
const whole = (one) => {
  const rect = one.getBoundingClientRect();
  if (!inside(rect) || rect.width < 43.5 || rect.height < 43.5) return false;
  if (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
    return false;
  const spots = [[0.5, 0.1], [0.5, 0.5], [0.5, 0.9], [0.15, 0.5], [0.85, 0.5]];
  return spots.every(([x, y]) => {
    const found = document.elementFromPoint(rect.left + x * rect.width, rect.top + y * rect.height);
    return found && one.contains(found);
  });
};
const seen = (one) => {
  const rect = one.getBoundingClientRect();
  const found = document.elementFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2);
  return inside(rect) && found && one.parentNode.contains(found);
};
const at = (one) => JSON.stringify(one.getBoundingClientRect(), ["left", "top", "right", "bottom"]);
const bad = [];
const look = (name) => {
  for (const one of document.querySelectorAll("#asked button"))
    if (!whole(one)) bad.push(`${name}: ${one.textContent} ${at(one)}`);
  for (const one of document.querySelectorAll("#asked .question"))
    if (one.clientHeight < 15) bad.push(`${name}: the question`);
  if (document.getElementById("hand").getBoundingClientRect().bottom > innerHeight + 1)
    bad.push(`${name}: higher than the screen`);
  if (document.documentElement.scrollWidth > innerWidth) bad.push(`${name}: wider than the screen`);
};
for (const [name, frame] of frames) {
  heard(frame);
  look(name);
  for (const one of document.querySelectorAll(".many:not(:empty)"))
    if (!seen(one)) bad.push(`${name}: the points ${one.textContent}`);
  const cards = [...document.querySelectorAll(".held")];
  const odd = document.querySelectorAll(".held[data-state=not]");
  const tried = new Set([cards[0], cards.at(-1), ...odd].filter(Boolean));
  for (const one of [...tried].slice(0, 4)) {
    one.click();
    look(`${name}, ${one.getAttribute("aria-label").slice(0, 20)} raised`);
    one.focus();
    one.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  }
  for (const one of document.querySelectorAll("#asked .pill")) {
    if (!one.isConnected || (one.dataset.key || "").startsWith("do-")) continue;
    one.click();
    look(`${name}, ${one.textContent} pressed`);
    const leave = document.querySelector("[data-key=leave-it]");
    if (leave) leave.click();
  }
}
return bad;
"""


TRICK = """
// List what cannot be read of the trick on each screen, and what covers the own plate.
const [frames, letters, least] = arguments;
document.documentElement.style.fontSize = letters + "px";
const bad = [];
for (const [name, frame] of frames) {
  heard(frame);
  const mine = document.getElementById("mine").getBoundingClientRect();
  for (const [x, y] of [[0.3, 0.3], [0.9, 0.5], [0.3, 0.7]]) {
    const found = document.elementFromPoint(mine.left + x * mine.width, mine.top + y * mine.height);
    if (!found || !found.closest("#mine")) bad.push(`${name}: the own plate is covered`);
  }
  for (const one of document.querySelectorAll("#trick .lying")) {
    if (one.offsetWidth < least) bad.push(`${name}: a card of ${one.offsetWidth} px`);
    const by = one.querySelector(".by");
    const seen = by.clientWidth / parseFloat(getComputedStyle(by).fontSize);
    const cut = by.scrollWidth > by.clientWidth;
    if (cut && seen < 3.8) bad.push(`${name}: ${by.textContent} is cut`);
  }
  const sizes = [...document.querySelectorAll(".answers .round > span")].map(
    (one) => getComputedStyle(one).fontSize);
  if (new Set(sizes).size > 1) bad.push(`${name}: answers in letters of ${sizes}`);
}
return bad;
"""
READ_SIZES = ((360, 740), (390, 844), (740, 360), (844, 390))
LEAST_CARD = 44
"""Minimum width of a card of the trick (px)."""


def frames_of(screens):
    """Return screens as pairs of name and frame for a script."""
    return [[name, json.loads(frame_of(one))] for name, one in screens.items()]


def fullest_tricks(language):
    """Return each table's screen with the fullest trick, with a long name at each seat."""
    found = {}
    with speaking(language):
        for game, seats, options in TABLES:
            screens = [screen for _, screen in screens_of(game, seats, options)]
            fullest = max(screens, key=lambda one: len(one.trick))
            plates = [replace(one, name=f"Максимилиан {one.seat}") for one in fullest.plates]
            found[f"{game} {seats}"] = replace(fullest, plates=plates)
    return found


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_trick_and_ones_own_plate_are_read_in_letters_of_every_size(language):
    frames = frames_of(fullest_tricks(language))
    sideways = frames_of(question_screens(language))
    with opened("chromium", LIFE_S) as driver, bare_page() as url:
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [STILL]})
        driver.get(url)
        driver.execute_script("heard(arguments[0])", json.loads(words_frame(language)))
        bad = []
        for width, height in READ_SIZES:
            resize(driver, width, height)
            shown = frames + sideways if width > height else frames
            for letters in LETTERS:
                found = driver.execute_script(TRICK, shown, letters, LEAST_CARD)
                bad += [f"{width}×{height}, {letters} px: {one}" for one in found]
    assert not bad, "\n".join(bad)


def test_every_kind_of_question_and_offer_is_among_the_screens():
    found = set(" ".join(question_screens("en")).replace("[", "").replace("]", "").split())
    assert {"bid", "trump", "stake", "play", "show", "correct", "ready"} <= found
    assert set(GAMES) <= found


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_answer_is_seen_whole(language):
    frames = frames_of(question_screens(language))
    with opened("chromium", LIFE_S) as driver, bare_page() as url:
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [STILL]})
        driver.get(url)
        driver.execute_script("heard(arguments[0])", json.loads(words_frame(language)))
        hidden = []
        for width, height in SIZES:
            resize(driver, width, height)
            for letters in LETTERS:
                found = driver.execute_script(HIDDEN, frames, letters)
                hidden += [f"{width}×{height}, {letters} px: {one}" for one in found]
    assert not hidden, "\n".join(hidden)
