"""Tests of the page in real browsers: joining, playing by taps, reloading, losing the network."""

import asyncio
import threading
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from typing import NamedTuple

import pytest

from app.phones.browsers import BROWSERS, opened
from app.phones.clients import Kitchen, Phone, kitchen
from greenbaize.app.phones import messages
from greenbaize.app.phones.link import PhoneLink
from lan.friends import request, until

pytest.importorskip("selenium", reason="selenium is not installed")

from selenium.common.exceptions import (
    ElementNotInteractableException,
    MoveTargetOutOfBoundsException,
    NoSuchElementException,
    StaleElementReferenceException,
)
from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.support.wait import WebDriverWait

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),
]
WAIT_S = 20
MOST_TAPS = 200
MOST_IDLE = 60
TEMPO = 0.1
PASSING = (
    ElementNotInteractableException,
    MoveTargetOutOfBoundsException,
    NoSuchElementException,
    StaleElementReferenceException,
)
"""Errors for a button that is redrawn or removed while it is being tapped."""
READY = "#room[data-kind=lobby] .main"

NEXT = """
// Return the next element to tap and the offset from its centre (px), as soon as there is one.
const [told] = arguments;
const seen = (selector) =>
  [...document.querySelectorAll(selector)].filter((one) => one.offsetParent);
const look = () => {
  if (!room.hidden) return room.dataset.kind === "result" ? [] : null;
  const button = seen("#asked .main, #asked .pill.strong, #asked .round:not(.crossed)")[0];
  if (button) return [button, 0, 0];
  const card = seen(".held[data-state=may]")[0];
  return card ? [card, 12 - card.offsetWidth / 2, 18 - card.offsetHeight / 2] : null;
};
const tell = (spot) => {
  seeing.disconnect();
  clearTimeout(given);
  told(spot);
};
const seeing = new MutationObserver(() => look() && tell(look()));
seeing.observe(document.body, { attributes: true, childList: true, subtree: true });
const given = setTimeout(() => tell([]), 1000);
if (look()) tell(look());
"""
OVER = "return !room.hidden && room.dataset.kind === 'result'"
AGAIN = "#room[data-kind=result] [data-key=again]"
HASTY = """
// Tap the button for another match as soon as it appears.
const [what] = arguments;
const seeing = new MutationObserver(() => {
  const again = document.querySelector(what);
  if (again) {
    seeing.disconnect();
    again.click();
  }
});
seeing.observe(document.body, { childList: true, subtree: true });
"""
SHOWN = """
return [...document.querySelectorAll("#table:not([hidden]) .held")].map((one) => one.ariaLabel
  || one.getAttribute("aria-label")).join("\\n");
"""


class InThread(NamedTuple):
    """Table in the thread of its event loop."""

    at: Kitchen
    loop: asyncio.AbstractEventLoop

    @property
    def url(self):
        return self.ask(lambda: self.at.phones.shown.url)

    def ask(self, question):
        """Return the result of a function called in the table's thread."""

        async def answer():
            return question()

        return self.do(answer())

    def do(self, doing):
        """Run a coroutine in the table's thread and return its result."""
        return asyncio.run_coroutine_threadsafe(doing, self.loop).result(WAIT_S)


@contextmanager
def table(*others, game="damn", **options):
    """Serve a table with random players and one free chair."""
    told = Future()
    done = asyncio.Event()

    async def serve():
        asked = request(game, seats=len(others) + 1, options=options, grace=60.0, again=True)
        async with kitchen(asked, TEMPO) as at:
            for name in others:
                await at.phone(name).come()
            told.set_result(InThread(at, asyncio.get_running_loop()))
            await asyncio.wait_for(done.wait(), 120)

    def run():
        try:
            asyncio.run(serve())
        except BaseException as error:
            if not told.done():
                told.set_exception(error)
            raise

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield told.result(WAIT_S)
    finally:
        if told.done() and not told.exception():
            told.result().loop.call_soon_threadsafe(done.set)
        thread.join(WAIT_S)


def link_of_ida(at):
    return next(one for one in at.phones._links.values() if one.name == "Ida")


async def talked(at):
    """Wait until Ida's page has answered a ping, so that all messages before it are processed."""
    page = link_of_ida(at).page
    since = page.heard
    page.send(messages.Ping())
    await until(lambda: page.heard > since)


SMALLEST = """
const sizes = [...document.querySelectorAll(arguments[0])].filter((one) => one.offsetParent)
  .map((one) => one.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height));
return sizes.length ? Math.min(...sizes) : 0;
"""
TOUCHED = """
// Width (px) of the narrowest strip in which a touch near a card's upper edge hits the card.
const strips = [...document.querySelectorAll(".held")].map((held) => {
  const rect = held.getBoundingClientRect();
  let wide = 0;
  for (let x = Math.ceil(rect.left); x < rect.right; x++) {
    const found = document.elementFromPoint(x, rect.top + 24);
    if (found && found.closest(".held") === held) wide++;
  }
  return wide;
});
return [strips.length, Math.min(...strips)];
"""
CUT = """
return [...document.querySelectorAll("#plates .who, #drawer .wide")]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent);
"""
ROOM = "return document.getElementById('trick').clientHeight"
WIDER = "return document.documentElement.scrollWidth - innerWidth"


def resize(driver, width, height):
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    wait(driver, lambda _: driver.execute_script("return innerWidth") == width)


def wait(driver, holds):
    return WebDriverWait(driver, WAIT_S, poll_frequency=0.05).until(holds)


def tap(driver, what, right, down):
    # WebKit's driver supports no touch.
    kind = "mouse" if isinstance(driver, WebKitGTK) else "touch"
    actions = ActionBuilder(driver, mouse=PointerInput(kind, "finger"), duration=10)
    actions.pointer_action.move_to(what, round(right), round(down)).pointer_down().pointer_up()
    actions.perform()


def press(driver, what, how="css selector"):
    """Click an element as soon as it exists and no animation runs."""

    def pressed(_):
        if driver.execute_script("return document.getAnimations().length"):
            return False
        driver.find_element(how, what).click()
        return True

    waiting = WebDriverWait(driver, WAIT_S, poll_frequency=0.05, ignored_exceptions=PASSING)
    waiting.until(pressed)


def speak(driver, language, code):
    """Choose a language in the page's menu."""
    press(driver, "#menu")
    press(driver, f"//button[.='{language}']", "xpath")
    wait(driver, lambda _: driver.execute_script("return document.documentElement.lang") == code)
    press(driver, "#drawer-close")


def sit_down(driver, url, name):
    """Open the table's link and take a chair."""
    driver.get(url)
    wait(driver, lambda _: driver.find_elements("css selector", "#name"))[0].send_keys(name)
    press(driver, "#room form .main")


def play(driver, done, most=MOST_TAPS):
    """Tap what the page offers until the condition holds."""
    idle = 0
    for _ in range(most):
        if done():
            return
        spot = []
        with suppress(*PASSING):
            spot = driver.execute_async_script(NEXT)
            if spot:
                tap(driver, *spot)
        idle = 0 if spot else idle + 1
        if idle > MOST_IDLE:
            break
    pytest.fail(f"nothing to tap: {driver.execute_script('return document.body.innerText')}")


def is_over(driver):
    """Return whether the page shows the result of the match."""
    return bool(driver.execute_script(OVER))


@pytest.mark.parametrize("name", BROWSERS)
def test_a_phone_plays_a_match_by_taps_and_comes_back_by_itself(name, monkeypatch):
    with opened(name) as driver, table("Anna", "Boris", deals=2) as served:
        sit_down(driver, served.url, "Ida")
        press(driver, READY)
        play(driver, lambda: len(driver.execute_script(SHOWN).splitlines()) == 2)

        speak(driver, "Русский", "ru")

        before = driver.execute_script(SHOWN)
        driver.refresh()
        wait(driver, lambda _: len(driver.execute_script(SHOWN).splitlines()) == 2)
        told = [one.split(".")[0] for one in driver.execute_script(SHOWN).splitlines()]
        assert told == [one.split(".")[0] for one in before.splitlines()]

        driver.execute_script("dispatchEvent(new Event('offline'))")
        wait(driver, lambda _: driver.execute_script("return strip.hidden"))

        said = []
        hear = PhoneLink.hear
        monkeypatch.setattr(PhoneLink, "hear", lambda *told: (said.append(told[1]), hear(*told)))
        driver.execute_script(HASTY, AGAIN)
        play(driver, lambda: is_over(driver))
        wait(driver, lambda _: driver.find_elements("css selector", AGAIN))
        served.do(talked(served.at))
        assert messages.Ready(True) not in said
        rows = driver.find_elements("css selector", ".places li")
        assert [row for row in rows if "Ida" in row.get_attribute("textContent")]
        assert len(rows) == 3
        assert served.ask(lambda: served.at.hosted.match.events[-1].places)


def test_the_same_link_on_a_second_phone_asks_before_it_moves_the_seat():
    with opened("chromium") as driver, table("Anna", "Boris", deals=2) as served:
        sit_down(driver, served.url, "Ida")
        wait(driver, lambda _: driver.find_elements("css selector", READY))
        first = driver.current_window_handle
        driver.switch_to.new_window("tab")
        driver.get(served.url)
        press(driver, "#room[data-kind=said] .main")
        wait(driver, lambda _: driver.find_elements("css selector", READY))
        driver.switch_to.window(first)
        wait(driver, lambda _: driver.find_elements("css selector", "#room[data-kind=said]"))
        assert driver.execute_script("return strip.hidden")


def test_a_late_phone_watches_and_takes_a_chair_that_becomes_free():
    async def full(at):
        anna = at.phone("Anna")
        anna.on_screen = lambda screen: setattr(anna, "plays", screen.stage == "lobby")
        await anna.come()
        await anna.until(lambda screen: screen.stage == "table")
        return anna

    with opened("chromium") as driver, table("Boris", "Vera", deals=2) as served:
        anna = served.do(full(served.at))
        driver.get(served.url)
        press(driver, "#room[data-kind=door] [data-key=watch]")
        wait(driver, lambda _: driver.find_element("css selector", "#table").is_displayed())
        assert "All chairs are taken" in driver.find_element("css selector", "#desk").text
        driver.refresh()
        wait(driver, lambda _: driver.find_element("css selector", "#table").is_displayed())
        assert not driver.find_elements("css selector", ".held")
        assert len(driver.find_elements("css selector", "#plates .plate")) == 3
        served.do(anna.send(messages.Leave()))
        press(driver, "#desk [data-key=sit]")
        wait(driver, lambda _: driver.find_elements("css selector", "#name"))[0].send_keys("Ida")
        press(driver, "#room form .main")
        wait(driver, lambda _: driver.find_element("css selector", "#mine").is_displayed())
        assert served.ask(lambda: not served.at.hosted.table.lobby.watchers)


async def unready(at):
    """Let Anna cancel her readiness, and wait until Ida's page shows it."""
    anna, ida = Phone.here[0], link_of_ida(at)
    anna.plays = False
    await anna.send(messages.Ready(False))
    await until(lambda: "ready" not in ida._sent.lobby.chairs[0].note)
    await talked(at)


@pytest.mark.parametrize("name", BROWSERS)
def test_a_button_is_not_drawn_anew_under_a_finger(name):
    with opened(name) as driver, table("Anna", "Boris", deals=2) as served:
        sit_down(driver, served.url, "Ida")
        ready = wait(driver, lambda _: driver.find_elements("css selector", READY))[0]
        down, up = ActionBuilder(driver), ActionBuilder(driver)
        down.pointer_action.click_and_hold(ready)
        down.perform()
        served.do(unready(served.at))
        up.pointer_action.release()
        up.perform()
        wait(driver, lambda _: driver.find_elements("css selector", f"{READY}[aria-pressed=true]"))


def test_a_thumb_finds_every_card_and_answer_on_the_smallest_phone_and_the_largest():
    with opened("chromium") as driver, table("Anna", "Boris", first=17, deals=17) as served:
        sit_down(driver, served.url, "Ida")
        press(driver, READY)
        wait(driver, lambda _: driver.execute_script(SMALLEST, "#asked .round"))
        for width, height in ((320, 568), (390, 844), (740, 360), (820, 1180)):
            resize(driver, width, height)
            assert driver.execute_script(SMALLEST, "#asked .round, #menu, .slip") >= 44
        press(driver, "#asked .round:not(.crossed)")
        wait(driver, lambda _: driver.execute_script(TOUCHED)[0] == 17)
        for width, height in ((320, 568), (390, 844), (740, 360), (820, 1180)):
            resize(driver, width, height)
            wait(driver, lambda _: driver.execute_script(TOUCHED)[1] >= 26)
            assert driver.execute_script(WIDER) == 0


COMPANY = "Konstantin", "Maximilian", "Alexander"
NAMES = "Konstanti", "Maximilia", "Alexandra", "Valentina", "Christina"


@pytest.mark.parametrize(
    ("game", "other_names", "size"),
    [
        ("damn", COMPANY, (390, 844)),
        ("blackout", NAMES[:3], (360, 740)),
        ("rank", NAMES, (360, 740)),
    ],
)
def test_names_and_their_score_sheet_fit_a_usual_phone(game, other_names, size):
    with opened("chromium") as driver, table(*other_names, game=game) as served:
        sit_down(driver, served.url, "Ida")
        press(driver, READY)
        wait(driver, lambda _: driver.find_elements("css selector", "#table:not([hidden])"))
        speak(driver, "Русский", "ru")
        press(driver, "#sheet")
        wait(driver, lambda _: driver.find_elements("css selector", "#drawer .score"))
        resize(driver, *size)
        wait(driver, lambda _: not driver.execute_script(CUT))


@pytest.mark.parametrize(
    ("game", "other_count", "size"), [("ass", 4, (390, 844)), ("rank", 5, (844, 390))]
)
def test_names_of_nine_letters_are_not_cut(game, other_count, size):
    with opened("chromium") as driver, table(*NAMES[:other_count], game=game) as served:
        sit_down(driver, served.url, "Ida")
        press(driver, READY)
        wait(driver, lambda _: driver.find_elements("css selector", "#table:not([hidden])"))
        resize(driver, *size)
        wait(driver, lambda _: not driver.execute_script(CUT))


def test_a_raised_card_leaves_the_trick_as_large_as_it_is():
    with opened("chromium") as driver, table("Anna", "Boris", first=5, deals=5) as served:
        sit_down(driver, served.url, "Ida")
        press(driver, READY)
        press(driver, "#asked .round:not(.crossed)")
        wait(driver, lambda _: driver.find_elements("css selector", ".held[data-state=may]"))
        before = driver.execute_script(ROOM)
        press(driver, ".held[data-state=may]")
        wait(driver, lambda _: driver.find_elements("css selector", "#asked .note-on-card"))
        assert driver.execute_script(ROOM) == before
