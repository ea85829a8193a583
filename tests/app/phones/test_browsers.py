"""Tests of the page in real browsers: joining, playing by taps, reloading, losing the network."""

import asyncio
import threading
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from typing import NamedTuple

import pytest

from app.phones.browsers import BROWSER_NAMES, open_browser
from app.phones.fake_phones import FakePhone, HostedPhoneTable, open_phone_table
from greenbaize.app.phones import messages
from greenbaize.app.phones.phone_session import PhoneSession
from lan.random_guests import make_table_setup, wait_until
from waiting import describe_condition

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
each_browser = pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name == "chromium" else [pytest.mark.long])
        for name in BROWSER_NAMES
    ],
)
WAIT_TIMEOUT_S = 20
MAX_TAPS = 200
MAX_IDLE_TURNS = 60
TEMPO = 0.1
TRANSIENT_ERRORS = (
    ElementNotInteractableException,
    MoveTargetOutOfBoundsException,
    NoSuchElementException,
    StaleElementReferenceException,
)
"""Errors for a button that is redrawn or removed while it is being tapped."""
READY_BUTTON = "#room[data-kind=lobby] .main"

FIND_NEXT_TAP_SCRIPT = """
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
IS_OVER_SCRIPT = "return !room.hidden && room.dataset.kind === 'result'"
AGAIN_BUTTON = "#room[data-kind=result] [data-key=again]"
TAP_AGAIN_SCRIPT = """
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
READ_HAND_SCRIPT = """
return [...document.querySelectorAll("#table:not([hidden]) .held")].map((one) => one.ariaLabel
  || one.getAttribute("aria-label")).join("\\n");
"""


class TableThread(NamedTuple):
    """Table in the thread of its event loop."""

    phone_table: HostedPhoneTable
    loop: asyncio.AbstractEventLoop

    @property
    def url(self):
        return self.evaluate(lambda: self.phone_table.phones.state.url)

    def evaluate(self, function):
        """Return the result of a function called in the table's thread."""

        async def call_function():
            return function()

        return self.run_coroutine(call_function())

    def run_coroutine(self, coroutine):
        """Run a coroutine in the table's thread and return its result."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(WAIT_TIMEOUT_S)


@contextmanager
def serve_table(*other_names, game="damn", **options):
    """Serve a table with random players and one free chair."""
    future_thread = Future()
    done_event = asyncio.Event()

    async def run_table():
        table_setup = make_table_setup(
            game,
            seats=len(other_names) + 1,
            options=options,
            replace_delay_s=60.0,
            allows_further_matches=True,
        )
        async with open_phone_table(table_setup, TEMPO) as phone_table:
            for name in other_names:
                await phone_table.make_phone(name).connect_page()
            future_thread.set_result(TableThread(phone_table, asyncio.get_running_loop()))
            await asyncio.wait_for(done_event.wait(), 120)

    def run_thread():
        try:
            asyncio.run(run_table())
        except BaseException as error:
            if not future_thread.done():
                future_thread.set_exception(error)
            raise

    thread = threading.Thread(target=run_thread)
    thread.start()
    try:
        yield future_thread.result(WAIT_TIMEOUT_S)
    finally:
        if future_thread.done() and not future_thread.exception():
            future_thread.result().loop.call_soon_threadsafe(done_event.set)
        thread.join(WAIT_TIMEOUT_S)


def find_ida_link(phone_table):
    return next(link for link in phone_table.phones._sessions.values() if link.name == "Ida")


async def wait_for_round_trip(phone_table):
    """Wait until Ida's page has answered a ping, so that all messages before it are processed."""
    page = find_ida_link(phone_table).page
    count_before = page.last_message_time
    page.send_message(messages.PhonePingMessage())
    await wait_until(lambda: page.last_message_time > count_before)


MIN_SIZE_SCRIPT = """
const sizes = [...document.querySelectorAll(arguments[0])].filter((one) => one.offsetParent)
  .map((one) => one.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height));
return sizes.length ? Math.min(...sizes) : 0;
"""
MIN_STRIP_WIDTH_SCRIPT = """
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
FIND_TRUNCATED_SCRIPT = """
return [...document.querySelectorAll("#plates .who, #drawer .wide")]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent);
"""
TRICK_HEIGHT_SCRIPT = "return document.getElementById('trick').clientHeight"
OVERFLOW_WIDTH_SCRIPT = "return document.documentElement.scrollWidth - innerWidth"


def resize_viewport(driver, width, height):
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    wait_for_page(driver, lambda _: driver.execute_script("return innerWidth") == width)


def wait_for_page(driver, condition):
    driver_wait = WebDriverWait(driver, WAIT_TIMEOUT_S, poll_frequency=0.05)
    return driver_wait.until(condition, describe_condition(condition))


def tap_element(driver, element, right_px, down_px):
    # WebKit's driver supports no touch.
    kind = "mouse" if isinstance(driver, WebKitGTK) else "touch"
    actions = ActionBuilder(driver, mouse=PointerInput(kind, "finger"), duration=10)
    actions.pointer_action.move_to(
        element, round(right_px), round(down_px)
    ).pointer_down().pointer_up()
    actions.perform()


def press_element(driver, locator, locator_kind="css selector"):
    """Click an element as soon as it exists and no animation runs."""

    def try_click(_):
        if driver.execute_script("return document.getAnimations().length"):
            return False
        driver.find_element(locator_kind, locator).click()
        return True

    driver_wait = WebDriverWait(
        driver, WAIT_TIMEOUT_S, poll_frequency=0.05, ignored_exceptions=TRANSIENT_ERRORS
    )
    driver_wait.until(try_click, f"no click on {locator}")


def choose_language(driver, language, code):
    """Choose a language in the page's menu."""
    press_element(driver, "#menu")
    press_element(driver, f"//button[.='{language}']", "xpath")
    wait_for_page(
        driver, lambda _: driver.execute_script("return document.documentElement.lang") == code
    )
    press_element(driver, "#drawer-close")


def join_table(driver, url, name):
    """Open the table's link and take a chair."""
    driver.get(url)
    wait_for_page(driver, lambda _: driver.find_elements("css selector", "#name"))[0].send_keys(
        name
    )
    press_element(driver, "#room form .main")


def play_until(driver, condition, max_taps=MAX_TAPS):
    """Tap what the page offers until the condition holds."""
    idle = 0
    for _ in range(max_taps):
        if condition():
            return
        tap_target = []
        with suppress(*TRANSIENT_ERRORS):
            tap_target = driver.execute_async_script(FIND_NEXT_TAP_SCRIPT)
            if tap_target:
                tap_element(driver, *tap_target)
        idle = 0 if tap_target else idle + 1
        if idle > MAX_IDLE_TURNS:
            break
    pytest.fail(f"nothing to tap: {driver.execute_script('return document.body.innerText')}")


def is_match_over(driver):
    """Return whether the page shows the result of the match."""
    return bool(driver.execute_script(IS_OVER_SCRIPT))


@each_browser
def test_a_phone_plays_a_match_by_taps_and_returns_after_a_reload(name, monkeypatch):
    with open_browser(name) as driver, serve_table("Anna", "Boris", deals=2) as served:
        join_table(driver, served.url, "Ida")
        press_element(driver, READY_BUTTON)
        play_until(driver, lambda: len(driver.execute_script(READ_HAND_SCRIPT).splitlines()) == 2)

        choose_language(driver, "Русский", "ru")

        hand_before = driver.execute_script(READ_HAND_SCRIPT)
        driver.refresh()
        wait_for_page(
            driver, lambda _: len(driver.execute_script(READ_HAND_SCRIPT).splitlines()) == 2
        )
        card_names = [
            label.split(".")[0] for label in driver.execute_script(READ_HAND_SCRIPT).splitlines()
        ]
        assert card_names == [label.split(".")[0] for label in hand_before.splitlines()]

        driver.execute_script("dispatchEvent(new Event('offline'))")
        wait_for_page(driver, lambda _: driver.execute_script("return strip.hidden"))

        received = []
        on_message = PhoneSession.on_phone_message
        monkeypatch.setattr(
            PhoneSession,
            "on_phone_message",
            lambda phone, message: (received.append(message), on_message(phone, message)),
        )
        driver.execute_script(TAP_AGAIN_SCRIPT, AGAIN_BUTTON)
        play_until(driver, lambda: is_match_over(driver))
        wait_for_page(driver, lambda _: driver.find_elements("css selector", AGAIN_BUTTON))
        served.run_coroutine(wait_for_round_trip(served.phone_table))
        assert messages.PhoneReadyMessage(True) not in received
        rows = driver.find_elements("css selector", ".places li")
        assert [row for row in rows if "Ida" in row.get_attribute("textContent")]
        assert len(rows) == 3
        assert served.evaluate(lambda: served.phone_table.hosted.match.events[-1].places)


def test_the_link_on_a_second_phone_asks_before_it_moves_the_seat():
    with open_browser("chromium") as driver, serve_table("Anna", "Boris", deals=2) as served:
        join_table(driver, served.url, "Ida")
        wait_for_page(driver, lambda _: driver.find_elements("css selector", READY_BUTTON))
        first = driver.current_window_handle
        driver.switch_to.new_window("tab")
        driver.get(served.url)
        press_element(driver, "#room[data-kind=said] .main")
        wait_for_page(driver, lambda _: driver.find_elements("css selector", READY_BUTTON))
        driver.switch_to.window(first)
        wait_for_page(
            driver, lambda _: driver.find_elements("css selector", "#room[data-kind=said]")
        )
        assert driver.execute_script("return strip.hidden")


def test_a_late_phone_watches_and_takes_a_chair_that_becomes_free():
    async def fill_table(phone_table):
        anna = phone_table.make_phone("Anna")
        anna.on_screen = lambda screen: setattr(anna, "plays_cards", screen.stage == "lobby")
        await anna.connect_page()
        await anna.wait_until(lambda screen: screen.stage == "table")
        return anna

    with open_browser("chromium") as driver, serve_table("Boris", "Vera", deals=2) as served:
        anna = served.run_coroutine(fill_table(served.phone_table))
        driver.get(served.url)
        press_element(driver, "#room[data-kind=door] [data-key=watch]")
        wait_for_page(
            driver, lambda _: driver.find_element("css selector", "#table").is_displayed()
        )
        assert "All chairs are taken" in driver.find_element("css selector", "#desk").text
        driver.refresh()
        wait_for_page(
            driver, lambda _: driver.find_element("css selector", "#table").is_displayed()
        )
        assert not driver.find_elements("css selector", ".held")
        assert len(driver.find_elements("css selector", "#plates .plate")) == 3
        served.run_coroutine(anna.send_message(messages.PhoneLeaveMessage()))
        press_element(driver, "#desk [data-key=sit]")
        wait_for_page(driver, lambda _: driver.find_elements("css selector", "#name"))[0].send_keys(
            "Ida"
        )
        press_element(driver, "#room form .main")
        wait_for_page(driver, lambda _: driver.find_element("css selector", "#mine").is_displayed())
        assert served.evaluate(lambda: not served.phone_table.hosted.table.lobby.spectators)


async def cancel_readiness(phone_table):
    """Let Anna cancel her readiness, and wait until Ida's page shows it."""
    anna, ida = FakePhone.open_phones[0], find_ida_link(phone_table)
    anna.plays_cards = False
    await anna.send_message(messages.PhoneReadyMessage(False))
    await wait_until(lambda: "ready" not in ida._sent_screen.lobby.chairs[0].note)
    await wait_for_round_trip(phone_table)


@each_browser
def test_a_button_is_not_redrawn_under_a_finger(name):
    with open_browser(name) as driver, serve_table("Anna", "Boris", deals=2) as served:
        join_table(driver, served.url, "Ida")
        ready_button = wait_for_page(
            driver, lambda _: driver.find_elements("css selector", READY_BUTTON)
        )[0]
        press_actions, release_actions = ActionBuilder(driver), ActionBuilder(driver)
        press_actions.pointer_action.click_and_hold(ready_button)
        press_actions.perform()
        served.run_coroutine(cancel_readiness(served.phone_table))
        release_actions.pointer_action.release()
        release_actions.perform()
        wait_for_page(
            driver,
            lambda _: driver.find_elements("css selector", f"{READY_BUTTON}[aria-pressed=true]"),
        )


def test_cards_and_answers_are_large_enough_to_touch():
    with (
        open_browser("chromium") as driver,
        serve_table("Anna", "Boris", first=17, deals=17) as served,
    ):
        join_table(driver, served.url, "Ida")
        press_element(driver, READY_BUTTON)
        wait_for_page(driver, lambda _: driver.execute_script(MIN_SIZE_SCRIPT, "#asked .round"))
        for width, height in ((320, 568), (390, 844), (740, 360), (820, 1180)):
            resize_viewport(driver, width, height)
            assert driver.execute_script(MIN_SIZE_SCRIPT, "#asked .round, #menu, .slip") >= 44
        press_element(driver, "#asked .round:not(.crossed)")
        wait_for_page(driver, lambda _: driver.execute_script(MIN_STRIP_WIDTH_SCRIPT)[0] == 17)
        for width, height in ((320, 568), (390, 844), (740, 360), (820, 1180)):
            resize_viewport(driver, width, height)
            wait_for_page(driver, lambda _: driver.execute_script(MIN_STRIP_WIDTH_SCRIPT)[1] >= 26)
            assert driver.execute_script(OVERFLOW_WIDTH_SCRIPT) == 0


LONG_NAMES = "Konstantin", "Maximilian", "Alexander"
NAMES = "Konstanti", "Maximilia", "Alexandra", "Valentina", "Christina"


@pytest.mark.parametrize(
    ("game", "other_names", "size"),
    [
        ("damn", LONG_NAMES, (390, 844)),
        ("blackout", NAMES[:3], (360, 740)),
        ("rank", NAMES, (360, 740)),
    ],
)
def test_names_and_their_score_sheet_fit_a_phone(game, other_names, size):
    with open_browser("chromium") as driver, serve_table(*other_names, game=game) as served:
        join_table(driver, served.url, "Ida")
        press_element(driver, READY_BUTTON)
        wait_for_page(
            driver, lambda _: driver.find_elements("css selector", "#table:not([hidden])")
        )
        choose_language(driver, "Русский", "ru")
        press_element(driver, "#sheet")
        wait_for_page(driver, lambda _: driver.find_elements("css selector", "#drawer .score"))
        resize_viewport(driver, *size)
        wait_for_page(driver, lambda _: not driver.execute_script(FIND_TRUNCATED_SCRIPT))


@pytest.mark.parametrize(
    ("game", "other_count", "size"), [("ass", 4, (390, 844)), ("rank", 5, (844, 390))]
)
def test_names_of_nine_letters_are_not_truncated(game, other_count, size):
    with open_browser("chromium") as driver, serve_table(*NAMES[:other_count], game=game) as served:
        join_table(driver, served.url, "Ida")
        press_element(driver, READY_BUTTON)
        wait_for_page(
            driver, lambda _: driver.find_elements("css selector", "#table:not([hidden])")
        )
        resize_viewport(driver, *size)
        wait_for_page(driver, lambda _: not driver.execute_script(FIND_TRUNCATED_SCRIPT))


def test_a_raised_card_leaves_the_trick_as_large_as_before():
    with (
        open_browser("chromium") as driver,
        serve_table("Anna", "Boris", first=5, deals=5) as served,
    ):
        join_table(driver, served.url, "Ida")
        press_element(driver, READY_BUTTON)
        press_element(driver, "#asked .round:not(.crossed)")
        wait_for_page(
            driver, lambda _: driver.find_elements("css selector", ".held[data-state=may]")
        )
        height_before = driver.execute_script(TRICK_HEIGHT_SCRIPT)
        press_element(driver, ".held[data-state=may]")
        wait_for_page(
            driver, lambda _: driver.find_elements("css selector", "#asked .note-on-card")
        )
        assert driver.execute_script(TRICK_HEIGHT_SCRIPT) == height_before
