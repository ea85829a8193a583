"""Tests of the page beside the table in a real browser: waiting room, Back, and blocked storage."""

import json

import pytest
from msgspec.structs import replace

from app.phones.browsers import open_browser
from app.phones.question_screens import make_labels_frame, serve_bare_page
from app.phones.test_browsers import (
    READY_BUTTON,
    find_ida_link,
    join_table,
    press_element,
    resize_viewport,
    serve_table,
    wait_for_page,
)
from app.phones.test_phone_screen import make_lobby, make_table
from greenbaize.app.phones.labels import LABELS
from greenbaize.app.phones.messages import (
    CodeRequestMessage,
    JoinFormMessage,
    ResultPart,
    ResultRowPart,
    encode_frame,
)
from greenbaize.app.phones.phone_screen import ScreenContext, build_screen
from greenbaize.app.tables.player_view import LocalPlayerView

pytestmark = pytest.mark.slow

READ_SENT_SCRIPT = "return sent.map((one) => one.type === 'ready' ? `ready ${one.on}` : one.type)"
BLOCK_STORAGE_SCRIPT = """
// Simulate blocked cookies: any access to storage raises an error.
const get = () => { throw new DOMException("blocked", "SecurityError"); };
for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get });
"""
FIND_OVERFLOWING_SCRIPT = """
return [...document.querySelectorAll("body *")].filter((one) => one.offsetParent
  && !one.closest(".unseen")).filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => one.className || one.tagName);
"""
CODE_FIELD = "#room[data-kind=code] input"
STALE_SECRET = json.dumps("7" * 32)
LONG_NAME = "Wolfeschlegelsteinhausenbergerdorff" * 2


def deliver_message(driver, message):
    """Deliver a message to the page."""
    driver.execute_script("heard(arguments[0])", json.loads(encode_frame(message)))


@pytest.fixture(scope="module")
def browser_page():
    with open_browser("chromium", 300) as driver, serve_bare_page() as url:
        driver.get(url)
        yield driver


@pytest.fixture
def fresh_page(browser_page):
    """Return the reloaded page with its labels."""
    browser_page.refresh()
    browser_page.execute_script("heard(arguments[0])", json.loads(make_labels_frame("en")))
    resize_viewport(browser_page, 320, 480)
    return browser_page


def make_lobby_screen(is_ready=False):
    """Return the screen of a guest in the waiting room."""
    screen = build_screen(ScreenContext(make_lobby(make_table("damn", 3, {}), "gathering")), 1)
    return replace(screen, lobby=replace(screen.lobby, ready=is_ready))


def test_a_double_tap_on_ready_does_not_undo_it(fresh_page):
    deliver_message(fresh_page, make_lobby_screen())
    fresh_page.execute_script("document.querySelector(arguments[0]).click()", READY_BUTTON)
    deliver_message(fresh_page, make_lobby_screen(is_ready=True))
    fresh_page.execute_script("document.querySelector(arguments[0]).click()", READY_BUTTON)
    assert fresh_page.execute_script(READ_SENT_SCRIPT) == ["ready true"]
    # After some seconds a tap counts again.
    fresh_page.execute_script(
        "const now = Date.now; Date.now = () => now() + 5000;"
        "document.querySelector(arguments[0]).click(); Date.now = now;",
        READY_BUTTON,
    )
    assert fresh_page.execute_script(READ_SENT_SCRIPT) == ["ready true", "ready false"]


def test_an_empty_name_shows_the_reason(fresh_page):
    deliver_message(fresh_page, JoinFormMessage("Kitchen", "Damn", "2 chairs are free.", 2))
    warning = "#room form .warning"
    assert not fresh_page.find_element("css selector", warning).is_displayed()
    fresh_page.execute_script("document.querySelector('#name').value = '  '")
    fresh_page.execute_script("document.querySelector('#room form .main').click()")
    assert fresh_page.find_element("css selector", warning).text.startswith("Type a name")
    assert fresh_page.execute_script(READ_SENT_SCRIPT) == []


FOCUSED_FIELD_SCRIPT = """
const rect = document.activeElement.getBoundingClientRect();
const seen = [[0.1, 0.2], [0.5, 0.5], [0.9, 0.8]].every(([x, y]) => document.elementFromPoint(
  rect.left + x * rect.width, rect.top + y * rect.height) === document.activeElement);
return seen && document.activeElement.id;
"""


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("name", JoinFormMessage("Kitchen", "Damn", "2 chairs are free.", 2)),
        ("code", CodeRequestMessage("Type the code that stands on the table's screen.")),
    ],
)
def test_the_first_field_has_focus_and_is_visible_above_the_keyboard(fresh_page, field, message):
    fresh_page.execute_script("document.documentElement.style.fontSize = '30px'")
    for width, height in ((740, 360), (740, 150), (320, 480)):
        resize_viewport(fresh_page, width, height)
        deliver_message(fresh_page, message)
        wait_for_page(
            fresh_page, lambda _: fresh_page.execute_script(FOCUSED_FIELD_SCRIPT) == field
        )


def test_a_name_of_full_length_shows_the_limit(fresh_page):
    deliver_message(fresh_page, JoinFormMessage("Kitchen", "Damn", "2 chairs are free.", 2))
    name, hint = (
        fresh_page.find_element("css selector", selector) for selector in ("#name", "#room .hint")
    )
    name.send_keys("M" * 23)
    assert not hint.is_displayed()
    name.send_keys("MMM")
    assert "24" in hint.text


def test_the_menu_keeps_its_scroll_position(fresh_page):
    deliver_message(fresh_page, make_lobby_screen())
    press_element(fresh_page, "#room .menu")
    large = "//div[@id='drawer']//button[.='Large']"
    fresh_page.execute_script("document.getElementById('drawer-body').scrollTop = 250")
    wait_for_page(
        fresh_page,
        lambda _: not fresh_page.execute_script("return document.getAnimations().length"),
    )

    def measure_top():
        button = fresh_page.find_element("xpath", large)
        return fresh_page.execute_script("return arguments[0].getBoundingClientRect().top", button)

    top_before = measure_top()
    for text in ("Large", "Usual"):
        button = fresh_page.find_element("xpath", large.replace("Large", text))
        fresh_page.execute_script("arguments[0].click()", button)
        assert abs(measure_top() - top_before) < 3


@pytest.mark.parametrize(("turns", "text"), [(True, "Last turns"), (False, "Last trick")])
def test_the_last_cards_have_the_name_of_the_game(fresh_page, turns, text):
    screen = build_screen(
        ScreenContext(make_lobby(make_table("rank", 3, {})), start_match_view("rank")), 1
    )
    deliver_message(fresh_page, replace(screen, may=replace(screen.may, last=True, turns=turns)))
    last_button = fresh_page.find_element("css selector", "#last")
    assert last_button.get_attribute("aria-label") == text
    lying = fresh_page.find_elements("css selector", ".lying:not([aria-hidden]) .unseen")
    assert lying
    assert not any(element.get_attribute("textContent").startswith(":") for element in lying)


def start_match_view(name):
    """Return the first seat's view of a match that has started."""
    table = make_table(name, 3, {})
    view = LocalPlayerView(table, 0)
    table.start_match()
    return view


def test_long_names_do_not_overflow(fresh_page):
    lobby = make_lobby(make_table("damn", 3, {}), "gathering")
    chairs = [replace(chair, name=LONG_NAME) for chair in lobby.chairs]
    screen = build_screen(ScreenContext(replace(lobby, chairs=chairs)), 1)
    deliver_message(fresh_page, screen)
    assert fresh_page.execute_script(FIND_OVERFLOWING_SCRIPT) == []
    rows = [ResultRowPart(1, LONG_NAME, True, "12"), ResultRowPart(2, LONG_NAME, False, "3")]
    result = ResultPart(f"{LONG_NAME} wins. And more.", rows, "Play again", won=True)
    deliver_message(fresh_page, replace(screen, stage="result", result=result))
    wait_for_page(
        fresh_page,
        lambda _: not fresh_page.execute_script("return document.getAnimations().length"),
    )
    assert fresh_page.execute_script(FIND_OVERFLOWING_SCRIPT) == []


def test_the_menu_of_the_waiting_room_has_the_rules_and_the_chat(fresh_page):
    lobby = make_lobby(make_table("master", 3, {}), "gathering")
    deliver_message(fresh_page, build_screen(ScreenContext(lobby), 1))
    fresh_page.execute_script("document.querySelector('#room .menu').click()")
    for text in ("Rules of the game", "Who beats whom", "What was said"):
        press_element(fresh_page, f"//div[@id='drawer']//button[.='{text}']", "xpath")
    show_messages = fresh_page.execute_script("return sent.filter((one) => one.type === 'show')")
    assert [message["what"] for message in show_messages] == ["game", "ring", "said"]


def test_a_phone_that_has_long_lost_the_table_says_what_to_do(fresh_page):
    fresh_page.execute_script("changed('lost')")
    assert fresh_page.execute_script("return strip.textContent") == LABELS["lost"]
    fresh_page.execute_script(
        "const now = Date.now(); Date.now = () => now + 60000; changed('lost')"
    )
    assert fresh_page.execute_script("return strip.textContent") == LABELS["lost-long"]
    assert fresh_page.execute_script(FIND_OVERFLOWING_SCRIPT) == []
    fresh_page.execute_script("changed('open'); changed('lost')")
    assert fresh_page.execute_script("return strip.textContent") == LABELS["lost"]


def test_back_asks_before_it_leaves_the_table():
    with open_browser("chromium") as driver, serve_table("Anna", "Boris", deals=2) as served:
        driver.get("about:blank")
        join_table(driver, served.url, "Ida")
        wait_for_page(driver, lambda _: driver.find_elements("css selector", READY_BUTTON))
        press_element(driver, "#room h1")
        driver.back()
        press_element(driver, "#drawer .pill.strong")
        assert driver.find_elements("css selector", READY_BUTTON)
        driver.back()
        press_element(driver, "#drawer .pill.loss")
        wait_for_page(driver, lambda _: driver.current_url == "about:blank")


def test_a_link_without_its_secret_leads_back_to_the_chair():
    with open_browser("chromium") as driver, serve_table("Anna", "Boris", deals=2) as served:
        bare_url = served.url.partition("#")[0]
        driver.get(bare_url)
        wait_for_page(driver, lambda _: driver.find_elements("css selector", CODE_FIELD))
        join_table(driver, served.url, "Ida")
        wait_for_page(driver, lambda _: driver.find_elements("css selector", READY_BUTTON))
        driver.get("about:blank")
        driver.get(bare_url)
        wait_for_page(driver, lambda _: driver.find_elements("css selector", READY_BUTTON))


def test_an_unknown_stored_table_asks_for_the_code():
    with open_browser("chromium") as driver, serve_table("Anna", "Boris", deals=2) as served:
        bare_url = served.url.partition("#")[0]
        driver.get(bare_url)
        driver.execute_script(
            "localStorage.setItem('greenbaize.table', arguments[0])", STALE_SECRET
        )
        driver.refresh()
        wait_for_page(driver, lambda _: driver.find_elements("css selector", CODE_FIELD))


def test_with_blocked_storage_a_reload_keeps_the_chair():
    with open_browser("chromium") as driver, serve_table("Anna", "Boris", deals=2) as served:
        driver.execute_cdp_cmd(
            "Page.addScriptToEvaluateOnNewDocument", {"source": BLOCK_STORAGE_SCRIPT}
        )
        join_table(driver, served.url, "Ida")
        wait_for_page(driver, lambda _: driver.find_elements("css selector", READY_BUTTON))
        secret = served.evaluate(lambda: find_ida_link(served.phone_table).secret)
        driver.refresh()
        wait_for_page(driver, lambda _: driver.find_elements("css selector", READY_BUTTON))
        assert served.evaluate(lambda: find_ida_link(served.phone_table).secret) == secret


def test_a_second_tab_says_that_the_chair_is_in_another_tab():
    with open_browser("chromium") as driver, serve_table("Anna", "Boris", deals=2) as served:
        join_table(driver, served.url, "Ida")
        wait_for_page(driver, lambda _: driver.find_elements("css selector", READY_BUTTON))
        first = driver.current_window_handle
        driver.switch_to.new_window("tab")
        driver.get(served.url)
        press_element(driver, "#room[data-kind=said] h1")
        heading = driver.find_element("css selector", "#room h1").text
        assert heading == "Your chair is already open in another tab of this phone."
        press_element(driver, "#room[data-kind=said] .main")
        wait_for_page(driver, lambda _: driver.find_elements("css selector", READY_BUTTON))
        driver.switch_to.window(first)
        wait_for_page(
            driver, lambda _: driver.find_elements("css selector", "#room[data-kind=said]")
        )
        assert "another tab" in driver.find_element("css selector", "#room h1").text
