"""Whole matches of phones and a window, with real browsers at a table that the window hosts."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.network.stayers import lay_of
from app.phones.browsers import BROWSERS
from app.phones.browsers import opened as browser
from app.phones.test_browsers import READY, is_over, play, press, sit_down
from greenbaize.app.network.connections import Opening
from greenbaize.app.phones import pacing
from greenbaize.app.phones import phones as phones_module
from greenbaize.lan.announcement import Announcement
from ui.shell.test_window import offered
from ui.table.person import until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]
LIFE_S = 900
MOST_TAPS = 3000
NAMES = ("Anna", "Boris", "Eva", "Jan", "Kim", "Lea", "Mila", "Otto", "Tom", "Vera")
MATCHES = {
    "damn": (5, {"deals": 2}),
    "blackout": (4, {"deals": 2}),
    "master": (4, {"length": "short"}),
    "ass": (5, {"deal_limit": 1}),
    "rank": (5, {"deals": 1}),
}
"""Players and options of short matches; a game for four players leaves the window as the table."""
ROWS = """
return [...document.querySelectorAll(".places li")].map((row) =>
  [parseInt(row.querySelector(".place").textContent), row.querySelector(".who").textContent]);
"""


@pytest.fixture(autouse=True)
def at_home(monkeypatch):
    """Disable announcements, use the loopback interface, and shorten reading times."""

    async def no(self, *args):
        return False

    monkeypatch.setattr("ui.table.person.PATIENCE", LIFE_S)
    monkeypatch.setattr(Announcement, "begin", no)
    monkeypatch.setattr(phones_module, "home_addresses", lambda: ["127.0.0.1"])
    for name in ("TRICK_S", "SCORE_S", "NEWS_S", "DEAL_S", "STEP_S"):
        monkeypatch.setattr(pacing, name, 0.05 * getattr(pacing, name))


def match_on_phone(name, url, who):
    """Play a match to its end on a phone and return the ranking it shows."""
    with browser(name, LIFE_S) as driver:
        sit_down(driver, url, who)
        press(driver, READY)
        play(driver, lambda: is_over(driver), MOST_TAPS)
        return driver.execute_script(ROWS)


def table_for_phones(person, opening):
    """Host a table for phones and return their link."""
    offered(person)
    person.main.door()._open(opening)
    until(lambda: person.main.room and person.main.room.lobby)
    panel = person.main.room.phones
    QTest.keyClick(panel.switch, Qt.Key.Key_Space)
    until(panel.way.isVisible)
    return panel.code.text


def match_of_phones(opened, name, game, phones):
    """Play a match of phones and a window; compare the shown rankings with the record."""
    seats, options = MATCHES[game]
    seats = max(seats, phones)
    person = opened()
    lay = lay_of(game, bots="", seats=seats, options=options)
    url = table_for_phones(person, Opening("Kitchen", "Ida", lay, shows=seats == phones))
    with ThreadPoolExecutor(phones) as pool:
        playing = [pool.submit(match_on_phone, name, url, who) for who in NAMES[:phones]]
        gone = lambda: any(one.done() for one in playing)  # noqa: E731
        if seats > phones:
            person.click(person.main.room.ready_button)
        until(lambda: person.main.playing is not None or gone())
        while not gone():
            until(lambda: person.playing.asking.question is not None or gone())
            person.act()
        until(lambda: all(one.done() for one in playing))
        shown = [one.result() for one in playing]
    record = person.record
    end = record.events[-1]
    names = [sitter.name for sitter in record.header.sitters]
    for who, rows in zip(NAMES, shown, strict=False):
        assert sorted(rows) == sorted(map(list, zip(end.places, names, strict=True))), who


def test_four_phones_play_damn_with_a_window(opened):
    match_of_phones(opened, BROWSERS[0], "damn", 4)


@pytest.mark.long
@pytest.mark.parametrize("game", MATCHES)
@pytest.mark.parametrize("name", BROWSERS)
def test_four_phones_play_with_a_window(opened, name, game):
    match_of_phones(opened, name, game, 4)


@pytest.mark.long
def test_ten_phones_play_rank(opened):
    match_of_phones(opened, BROWSERS[0], "rank", 10)
