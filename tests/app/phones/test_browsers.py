"""The page in real browsers: a phone joins, plays by taps, is reloaded and loses its network."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest

from app.phones.browsers import BROWSERS, opened
from app.phones.clients import Kitchen, kitchen
from lan.friends import request

pytest.importorskip("selenium", reason="selenium is not installed")

from selenium.common.exceptions import ElementNotInteractableException, NoSuchElementException
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.support.wait import WebDriverWait

WAIT_S = 20
MOST_TAPS = 200
TEMPO = 0.1

NEXT = """
const seen = (selector) =>
  [...document.querySelectorAll(selector)].filter((one) => one.offsetParent);
const at = (one, side) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return side ? [left + 12, top + 18] : [left + width / 2, top + height / 2];
};
const room = document.getElementById("room");
if (!room.hidden) return room.dataset.kind === "result" ? "over" : null;
const button = seen("#asked .main, #asked .pill.strong, #asked .round:not(.crossed)")[0];
if (button) return at(button);
const card = seen(".held[data-state=may]")[0];
return card ? at(card, true) : null;
"""
SHOWN = """
return [...document.querySelectorAll("#table:not([hidden]) .held")].map((one) => one.ariaLabel
  || one.getAttribute("aria-label")).join("\\n");
"""


class InThread(NamedTuple):
    """A table in the thread of its event loop."""

    at: Kitchen
    loop: asyncio.AbstractEventLoop

    def ask(self, question: Callable[[], Any]) -> Any:
        """The answer to a question, asked in that thread."""

        async def answer() -> Any:
            return question()

        return asyncio.run_coroutine_threadsafe(answer(), self.loop).result(WAIT_S)


@contextmanager
def table(*others: str, **options: Any) -> Iterator[InThread]:
    """A table for Damn with others who play at random and one chair free."""
    told: Future[InThread] = Future()
    done = asyncio.Event()

    async def serve() -> None:
        asked = request("damn", seats=len(others) + 1, options=options, grace=60.0)
        async with kitchen(asked, TEMPO) as at:
            for name in others:
                await at.phone(name).come()
            told.set_result(InThread(at, asyncio.get_running_loop()))
            await asyncio.wait_for(done.wait(), 120)

    def run() -> None:
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


SMALLEST = """
const sizes = [...document.querySelectorAll(arguments[0])].filter((one) => one.offsetParent)
  .map((one) => one.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height));
return sizes.length ? Math.min(...sizes) : 0;
"""
TOUCHED = """
// How wide the strip is in which a finger near a card's upper edge finds it, for the narrowest one.
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
WIDER = "return document.documentElement.scrollWidth - innerWidth"


def resize(driver: Any, width: int, height: int) -> None:
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    wait(driver, lambda _: driver.execute_script("return innerWidth") == width)


def wait(driver: Any, holds: Callable[[Any], Any]) -> Any:
    return WebDriverWait(driver, WAIT_S, poll_frequency=0.05).until(holds)


def tap(driver: Any, x: float, y: float, kind: str) -> None:
    actions = ActionBuilder(driver, mouse=PointerInput(kind, "finger"), duration=10)
    actions.pointer_action.move_to_location(round(x), round(y)).pointer_down().pointer_up()
    actions.perform()


def press(driver: Any, what: str, how: str = "css selector") -> None:
    """Click something as soon as it is there and lies still."""

    def pressed(_: Any) -> bool:
        if driver.execute_script("return document.getAnimations().length"):
            return False
        driver.find_element(how, what).click()
        return True

    passing = (NoSuchElementException, ElementNotInteractableException)
    waiting = WebDriverWait(driver, WAIT_S, poll_frequency=0.05, ignored_exceptions=passing)
    waiting.until(pressed)


def play(driver: Any, kind: str, until: Callable[[], Any]) -> None:
    """Tap what the page offers until something holds."""
    for _ in range(MOST_TAPS):
        if until():
            return
        spot = wait(driver, lambda _: driver.execute_script(NEXT) or until())
        if isinstance(spot, list):
            tap(driver, *spot, kind)
    pytest.fail(f"not done after {MOST_TAPS} taps")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning")
@pytest.mark.parametrize("name", BROWSERS)
def test_a_phone_plays_a_match_by_taps_and_comes_back_by_itself(name: str) -> None:
    kind = "mouse" if name == "webkitgtk" else "touch"
    with opened(name) as driver, table("Anna", "Boris", deals=2) as served:
        driver.get(served.ask(lambda: served.at.phones.shown.url))
        wait(driver, lambda _: driver.find_elements("css selector", "#name"))[0].send_keys("Ida")
        press(driver, "#room form .main")
        press(driver, "#room[data-kind=lobby] .main")
        play(driver, kind, lambda: len(driver.execute_script(SHOWN).splitlines()) == 2)

        press(driver, "#menu")
        press(driver, "//button[.='Русский']", "xpath")
        wait(
            driver, lambda _: driver.execute_script("return document.documentElement.lang") == "ru"
        )
        press(driver, "#drawer-close")

        before = driver.execute_script(SHOWN)
        driver.refresh()
        wait(driver, lambda _: len(driver.execute_script(SHOWN).splitlines()) == 2)
        told = [one.split(".")[0] for one in driver.execute_script(SHOWN).splitlines()]
        assert told == [one.split(".")[0] for one in before.splitlines()]

        driver.execute_script("dispatchEvent(new Event('offline'))")
        wait(driver, lambda _: driver.execute_script("return strip.hidden"))

        play(driver, kind, lambda: driver.execute_script(NEXT) == "over")
        rows = driver.find_elements("css selector", ".places li")
        assert [row for row in rows if "Ida" in row.get_attribute("textContent")]
        assert len(rows) == 3
        assert served.ask(lambda: served.at.hosted.table.match.over)


@pytest.mark.slow
def test_the_same_link_on_a_second_phone_asks_before_it_moves_the_seat() -> None:
    with opened("chromium") as driver, table("Anna", "Boris", deals=2) as served:
        url = served.ask(lambda: served.at.phones.shown.url)
        driver.get(url)
        wait(driver, lambda _: driver.find_elements("css selector", "#name"))[0].send_keys("Ida")
        press(driver, "#room form .main")
        wait(driver, lambda _: driver.find_elements("css selector", "#room[data-kind=lobby]"))
        first = driver.current_window_handle
        driver.switch_to.new_window("tab")
        driver.get(url)
        press(driver, "#room[data-kind=said] .main")
        wait(driver, lambda _: driver.find_elements("css selector", "#room[data-kind=lobby]"))
        driver.switch_to.window(first)
        wait(driver, lambda _: driver.find_elements("css selector", "#room[data-kind=said]"))
        assert driver.execute_script("return strip.hidden")


@pytest.mark.slow
def test_a_thumb_finds_every_card_and_answer_on_the_smallest_phone_and_the_largest() -> None:
    with opened("chromium") as driver, table("Anna", "Boris", first=17, deals=17) as served:
        driver.get(served.ask(lambda: served.at.phones.shown.url))
        wait(driver, lambda _: driver.find_elements("css selector", "#name"))[0].send_keys("Ida")
        press(driver, "#room form .main")
        press(driver, "#room[data-kind=lobby] .main")
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
