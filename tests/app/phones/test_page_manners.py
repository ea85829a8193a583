"""Tests of the page beside the table in a real browser: waiting room, Back, and blocked storage."""

import json

import pytest
from msgspec.structs import replace

from app.phones.browsers import opened
from app.phones.questions import bare_page, words_frame
from app.phones.test_browsers import READY, link_of_ida, press, resize, sit_down, table, wait
from app.phones.test_screen import lobby_of, table_of
from greenbaize.app.phones.messages import CodeAsked, Door, ResultPart, ResultRow, frame_of
from greenbaize.app.phones.screen import Moment, screen_of
from greenbaize.app.tables.player_view import LocalView

pytestmark = pytest.mark.slow

SENT = "return sent.map((one) => one.type === 'ready' ? `ready ${one.on}` : one.type)"
BLOCKED = """
// Simulate blocked cookies: any access to storage raises an error.
const get = () => { throw new DOMException("blocked", "SecurityError"); };
for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get });
"""
OUTSIDE = """
return [...document.querySelectorAll("body *")].filter((one) => one.offsetParent
  && !one.closest(".unseen")).filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => one.className || one.tagName);
"""
CODE = "#room[data-kind=code] input"
STALE = json.dumps("7" * 32)
LONG = "Wolfeschlegelsteinhausenbergerdorff" * 2


def hear(driver, message):
    """Deliver a message to the page."""
    driver.execute_script("heard(arguments[0])", json.loads(frame_of(message)))


@pytest.fixture(scope="module")
def page():
    with opened("chromium", 300) as driver, bare_page() as url:
        driver.get(url)
        yield driver


@pytest.fixture
def fresh(page):
    """Return the reloaded page with its labels."""
    page.refresh()
    page.execute_script("heard(arguments[0])", json.loads(words_frame("en")))
    resize(page, 320, 480)
    return page


def waiting_room(ready=False):
    """Return the screen of a guest in the waiting room."""
    screen = screen_of(Moment(lobby_of(table_of("damn", 3, {}), "gathering")), 1)
    return replace(screen, lobby=replace(screen.lobby, ready=ready))


def test_a_double_tap_on_ready_does_not_undo_it(fresh):
    hear(fresh, waiting_room())
    fresh.execute_script("document.querySelector(arguments[0]).click()", READY)
    hear(fresh, waiting_room(ready=True))
    fresh.execute_script("document.querySelector(arguments[0]).click()", READY)
    assert fresh.execute_script(SENT) == ["ready true"]
    # After some seconds a tap counts again.
    fresh.execute_script(
        "const now = Date.now; Date.now = () => now() + 5000;"
        "document.querySelector(arguments[0]).click(); Date.now = now;",
        READY,
    )
    assert fresh.execute_script(SENT) == ["ready true", "ready false"]


def test_an_empty_name_says_why_nothing_happens(fresh):
    hear(fresh, Door("Kitchen", "Damn", "2 chairs are free.", 2))
    missing = "#room form .warning"
    assert not fresh.find_element("css selector", missing).is_displayed()
    fresh.execute_script("document.querySelector('#name').value = '  '")
    fresh.execute_script("document.querySelector('#room form .main').click()")
    assert fresh.find_element("css selector", missing).text.startswith("Type a name")
    assert fresh.execute_script(SENT) == []


TYPED_IN = """
const rect = document.activeElement.getBoundingClientRect();
const seen = [[0.1, 0.2], [0.5, 0.5], [0.9, 0.8]].every(([x, y]) => document.elementFromPoint(
  rect.left + x * rect.width, rect.top + y * rect.height) === document.activeElement);
return seen && document.activeElement.id;
"""


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("name", Door("Kitchen", "Damn", "2 chairs are free.", 2)),
        ("code", CodeAsked("Type the code that stands on the table's screen.")),
    ],
)
def test_the_first_field_has_the_cursor_and_is_seen_above_the_keyboard(fresh, field, message):
    fresh.execute_script("document.documentElement.style.fontSize = '30px'")
    for width, height in ((740, 360), (740, 150), (320, 480)):
        resize(fresh, width, height)
        hear(fresh, message)
        wait(fresh, lambda _: fresh.execute_script(TYPED_IN) == field)


def test_a_name_of_full_length_says_how_long_it_may_be(fresh):
    hear(fresh, Door("Kitchen", "Damn", "2 chairs are free.", 2))
    name, hint = (fresh.find_element("css selector", one) for one in ("#name", "#room .hint"))
    name.send_keys("M" * 23)
    assert not hint.is_displayed()
    name.send_keys("MMM")
    assert "24" in hint.text


def test_the_menu_stays_where_it_was_tapped(fresh):
    hear(fresh, waiting_room())
    press(fresh, "#room .menu")
    large = "//div[@id='drawer']//button[.='Large']"
    fresh.execute_script("document.getElementById('drawer-body').scrollTop = 250")
    wait(fresh, lambda _: not fresh.execute_script("return document.getAnimations().length"))

    def top():
        found = fresh.find_element("xpath", large)
        return fresh.execute_script("return arguments[0].getBoundingClientRect().top", found)

    before = top()
    for text in ("Large", "Usual"):
        found = fresh.find_element("xpath", large.replace("Large", text))
        fresh.execute_script("arguments[0].click()", found)
        assert abs(top() - before) < 3


@pytest.mark.parametrize(("turns", "text"), [(True, "Last turns"), (False, "Last trick")])
def test_the_last_cards_are_called_by_what_they_are(fresh, turns, text):
    screen = screen_of(Moment(lobby_of(table_of("rank", 3, {})), begun("rank")), 1)
    hear(fresh, replace(screen, may=replace(screen.may, last=True, turns=turns)))
    last = fresh.find_element("css selector", "#last")
    assert last.get_attribute("aria-label") == text
    lying = fresh.find_elements("css selector", ".lying:not([aria-hidden]) .unseen")
    assert lying
    assert not any(one.get_attribute("textContent").startswith(":") for one in lying)


def begun(name):
    """Return the first seat's view of a match that has started."""
    table = table_of(name, 3, {})
    view = LocalView(table, 0)
    table.begin()
    return view


def test_long_names_stay_on_the_screen(fresh):
    lobby = lobby_of(table_of("damn", 3, {}), "gathering")
    chairs = [replace(one, name=LONG) for one in lobby.chairs]
    screen = screen_of(Moment(replace(lobby, chairs=chairs)), 1)
    hear(fresh, screen)
    assert fresh.execute_script(OUTSIDE) == []
    rows = [ResultRow(1, LONG, True, "12"), ResultRow(2, LONG, False, "3")]
    result = ResultPart(f"{LONG} wins. And more.", rows, "Play again", won=True)
    hear(fresh, replace(screen, stage="result", result=result))
    wait(fresh, lambda _: not fresh.execute_script("return document.getAnimations().length"))
    assert fresh.execute_script(OUTSIDE) == []


def test_the_menu_of_the_waiting_room_leads_to_the_rules_and_what_was_said(fresh):
    lobby = lobby_of(table_of("master", 3, {}), "gathering")
    hear(fresh, screen_of(Moment(lobby), 1))
    fresh.execute_script("document.querySelector('#room .menu').click()")
    for text in ("Rules of the game", "Who beats whom", "What was said"):
        press(fresh, f"//div[@id='drawer']//button[.='{text}']", "xpath")
    shown = fresh.execute_script("return sent.filter((one) => one.type === 'show')")
    assert [one["what"] for one in shown] == ["game", "ring", "said"]


def test_back_asks_before_it_leaves_the_table():
    with opened("chromium") as driver, table("Anna", "Boris", deals=2) as served:
        driver.get("about:blank")
        sit_down(driver, served.url, "Ida")
        wait(driver, lambda _: driver.find_elements("css selector", READY))
        press(driver, "#room h1")
        driver.back()
        press(driver, "#drawer .pill.strong")
        assert driver.find_elements("css selector", READY)
        driver.back()
        press(driver, "#drawer .pill.loss")
        wait(driver, lambda _: driver.current_url == "about:blank")


def test_a_link_without_its_end_leads_back_to_the_chair():
    with opened("chromium") as driver, table("Anna", "Boris", deals=2) as served:
        bare = served.url.partition("#")[0]
        driver.get(bare)
        wait(driver, lambda _: driver.find_elements("css selector", CODE))
        sit_down(driver, served.url, "Ida")
        wait(driver, lambda _: driver.find_elements("css selector", READY))
        driver.get("about:blank")
        driver.get(bare)
        wait(driver, lambda _: driver.find_elements("css selector", READY))


def test_where_that_table_is_no_more_the_code_is_asked_for():
    with opened("chromium") as driver, table("Anna", "Boris", deals=2) as served:
        bare = served.url.partition("#")[0]
        driver.get(bare)
        driver.execute_script("localStorage.setItem('greenbaize.table', arguments[0])", STALE)
        driver.refresh()
        wait(driver, lambda _: driver.find_elements("css selector", CODE))


def test_where_cookies_are_blocked_a_reload_keeps_the_chair():
    with opened("chromium") as driver, table("Anna", "Boris", deals=2) as served:
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": BLOCKED})
        sit_down(driver, served.url, "Ida")
        wait(driver, lambda _: driver.find_elements("css selector", READY))
        secret = served.ask(lambda: link_of_ida(served.at).secret)
        driver.refresh()
        wait(driver, lambda _: driver.find_elements("css selector", READY))
        assert served.ask(lambda: link_of_ida(served.at).secret) == secret


def test_a_second_tab_is_told_that_the_chair_is_in_another_tab():
    with opened("chromium") as driver, table("Anna", "Boris", deals=2) as served:
        sit_down(driver, served.url, "Ida")
        wait(driver, lambda _: driver.find_elements("css selector", READY))
        first = driver.current_window_handle
        driver.switch_to.new_window("tab")
        driver.get(served.url)
        press(driver, "#room[data-kind=said] h1")
        said = driver.find_element("css selector", "#room h1").text
        assert said == "Your chair is already open in another tab of this phone."
        press(driver, "#room[data-kind=said] .main")
        wait(driver, lambda _: driver.find_elements("css selector", READY))
        driver.switch_to.window(first)
        wait(driver, lambda _: driver.find_elements("css selector", "#room[data-kind=said]"))
        assert "another tab" in driver.find_element("css selector", "#room h1").text
