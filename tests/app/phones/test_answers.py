"""Tests that every answer is fully visible on every phone, in every text size and language."""

import json

import pytest
from msgspec.structs import replace

from app.phones.browsers import open_browser
from app.phones.question_screens import (
    TABLES,
    collect_question_screens,
    generate_screens,
    make_labels_frame,
    serve_bare_page,
)
from app.phones.test_browsers import resize_viewport
from greenbaize.app.phones.messages import encode_frame
from greenbaize.games import GAMES
from greenbaize.words.catalogue import language_context

pytestmark = pytest.mark.slow

SIZES = ((320, 480), (360, 740), (390, 844), (568, 232), (568, 320), (740, 360), (820, 1180))
BROWSER_LIFE_S = 300
REDUCED_MOTION = {"name": "prefers-reduced-motion", "value": "reduce"}
FONT_SIZES = (16, 20, 24, 30, 32)
"""Default font sizes (px): 100, 150 and 200 percent, and the page's *Large* with the first two."""
FIND_HIDDEN_SCRIPT = """
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


FIND_COVERED_SCRIPT = """
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
MIN_CARD_WIDTH = 44
"""Minimum width of a card of the trick (px)."""


def encode_screens(screens):
    """Return screens as pairs of name and frame for a script."""
    return [[name, json.loads(encode_frame(screen))] for name, screen in screens.items()]


def collect_fullest_tricks(language):
    """Return each table's screen with the fullest trick, with a long name at each seat."""
    screens_by_table = {}
    with language_context(language):
        for game, seats, options in TABLES:
            screens = [screen for _, screen in generate_screens(game, seats, options)]
            fullest = max(screens, key=lambda item: len(item.trick))
            plates = [replace(item, name=f"Максимилиан {item.seat}") for item in fullest.plates]
            screens_by_table[f"{game} {seats}"] = replace(fullest, plates=plates)
    return screens_by_table


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "ru"])
def test_the_trick_and_the_own_plate_are_readable_in_every_text_size(language):
    frames = encode_screens(collect_fullest_tricks(language))
    sideways = encode_screens(collect_question_screens(language))
    with open_browser("chromium", BROWSER_LIFE_S) as driver, serve_bare_page() as url:
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [REDUCED_MOTION]})
        driver.get(url)
        driver.execute_script("heard(arguments[0])", json.loads(make_labels_frame(language)))
        all_problems = []
        for width, height in READ_SIZES:
            resize_viewport(driver, width, height)
            shown_frames = frames + sideways if width > height else frames
            for letters in FONT_SIZES:
                problems = driver.execute_script(
                    FIND_COVERED_SCRIPT, shown_frames, letters, MIN_CARD_WIDTH
                )
                all_problems += [
                    f"{width}×{height}, {letters} px: {problem}" for problem in problems
                ]
    assert not all_problems, "\n".join(all_problems)


def test_every_kind_of_question_and_offer_is_covered():
    kinds = set(" ".join(collect_question_screens("en")).replace("[", "").replace("]", "").split())
    assert {"bid", "trump", "stake", "play", "show", "correct", "ready"} <= kinds
    assert set(GAMES) <= kinds


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "ru"])
def test_every_answer_is_fully_visible(language):
    frames = encode_screens(collect_question_screens(language))
    with open_browser("chromium", BROWSER_LIFE_S) as driver, serve_bare_page() as url:
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [REDUCED_MOTION]})
        driver.get(url)
        driver.execute_script("heard(arguments[0])", json.loads(make_labels_frame(language)))
        hidden_answers = []
        for width, height in SIZES:
            resize_viewport(driver, width, height)
            for letters in FONT_SIZES:
                problems = driver.execute_script(FIND_HIDDEN_SCRIPT, frames, letters)
                hidden_answers += [
                    f"{width}×{height}, {letters} px: {problem}" for problem in problems
                ]
    assert not hidden_answers, "\n".join(hidden_answers)
