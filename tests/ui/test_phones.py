"""Whole matches of phones and a window, with real browsers at a table that the window hosts."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.network.random_players import make_match_setup
from app.phones.browsers import BROWSER_NAMES
from app.phones.browsers import open_browser as browser
from app.phones.test_browsers import (
    READY_BUTTON,
    is_match_over,
    join_table,
    play_until,
    press_element,
)
from greenbaize.app.network.connections import HostOptions
from greenbaize.app.phones import pacing
from greenbaize.app.phones import phone_service as phones_module
from greenbaize.lan.announcement import TableAnnouncement
from ui.table.person import wait_until
from ui.window_steps import start_menu_texts

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]
BROWSER_TIMEOUT_S = 900
MAX_TAPS = 3000
PLAYER_NAMES = ("Anna", "Boris", "Eva", "Jan", "Kim", "Lea", "Mila", "Otto", "Tom", "Vera")
SHORT_MATCHES = {
    "damn": (5, {"deals": 2}),
    "blackout": (4, {"deals": 2}),
    "master": (4, {"length": "short"}),
    "ass": (5, {"deal_limit": 1}),
    "rank": (5, {"deals": 1}),
}
"""Players and options of short matches; a game for four players leaves the window as the table."""
READ_RANKING = """
return [...document.querySelectorAll(".places li")].map((row) =>
  [parseInt(row.querySelector(".place").textContent), row.querySelector(".who").textContent]);
"""


@pytest.fixture(autouse=True)
def loopback_network(monkeypatch):
    """Disable announcements, use the loopback interface, and shorten reading times."""

    async def skip_announcement(self, *args):
        return False

    monkeypatch.setattr("ui.table.person.TIMEOUT_S", BROWSER_TIMEOUT_S)
    monkeypatch.setattr(TableAnnouncement, "start_announcing", skip_announcement)
    monkeypatch.setattr(phones_module, "find_home_addresses", lambda: ["127.0.0.1"])
    for name in ("TRICK", "SCORE", "NOTICE", "DEAL", "ACTION"):
        constant_name = f"{name}_DISPLAY_S"
        monkeypatch.setattr(pacing, constant_name, 0.05 * getattr(pacing, constant_name))


def play_on_phone(name, url, player_name):
    """Play a match to its end on a phone and return the ranking it shows."""
    with browser(name, BROWSER_TIMEOUT_S) as driver:
        join_table(driver, url, player_name)
        press_element(driver, READY_BUTTON)
        play_until(driver, lambda: is_match_over(driver), MAX_TAPS)
        return driver.execute_script(READ_RANKING)


def host_phone_table(person, opening):
    """Host a table for phones and return their link."""
    start_menu_texts(person)
    person.facade.load_network_controller()._open_table(opening)
    wait_until(lambda: person.facade.waiting_room and person.facade.waiting_room.lobby)
    panel = person.facade.waiting_room.phones_panel
    QTest.keyClick(panel.check_box, Qt.Key.Key_Space)
    wait_until(panel.join_info.isVisible)
    return panel.code_view.text


def play_phone_match(open_program, name, game, phone_count):
    """Play a match of phones and a window; compare the shown rankings with the record."""
    seats, options = SHORT_MATCHES[game]
    seats = max(seats, phone_count)
    person = open_program()
    table_setup = make_match_setup(game, bots="", seats=seats, options=options)
    url = host_phone_table(
        person, HostOptions("Kitchen", "Ida", table_setup, is_show_only=seats == phone_count)
    )
    with ThreadPoolExecutor(phone_count) as pool:
        futures = [
            pool.submit(play_on_phone, name, url, player_name)
            for player_name in PLAYER_NAMES[:phone_count]
        ]
        any_phone_done = lambda: any(future.done() for future in futures)  # noqa: E731
        if seats > phone_count:
            person.click(person.facade.waiting_room.ready_button)
        wait_until(lambda: person.facade.match_view is not None or any_phone_done())
        while not any_phone_done():
            wait_until(lambda: person.match_view.prompts.question is not None or any_phone_done())
            person.play_first_choice()
        wait_until(lambda: all(future.done() for future in futures))
        rankings = [future.result() for future in futures]
    record = person.record
    end = record.events[-1]
    names = [player.name for player in record.header.players]
    for player_name, rows in zip(PLAYER_NAMES, rankings, strict=False):
        assert sorted(rows) == sorted(map(list, zip(end.places, names, strict=True))), player_name


def test_four_phones_play_damn_with_a_window(open_program):
    play_phone_match(open_program, BROWSER_NAMES[0], "damn", 4)


@pytest.mark.long
@pytest.mark.parametrize("game", SHORT_MATCHES)
@pytest.mark.parametrize("name", BROWSER_NAMES)
def test_four_phones_play_with_a_window(open_program, name, game):
    play_phone_match(open_program, name, game, 4)


@pytest.mark.long
def test_ten_phones_play_rank(open_program):
    play_phone_match(open_program, BROWSER_NAMES[0], "rank", 10)
