"""A replay says whose match it is and of which day, on the table and above it."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.games import GAMES
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.match.record import line_bytes, parted
from greenbaize.ui.dialogs.unfinished import begun_text
from greenbaize.ui.memory.replay_table import WIDE
from greenbaize.ui.memory.replay_words import replay_heading, replay_title
from match.playing import Setup, play_randomly
from ui.conftest import Opened
from ui.table.person import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

GOLDEN = Path(__file__).parents[2] / "golden"
BEGUN = "20260301T101500"


def header(begun: str = "") -> Header:
    first = Setup("damn", 3, {}).header("0" * 32)
    sitters = (Player("Ida"), *first.sitters[1:])
    return replace(first, sitters=sitters, more={"begun": begun} if begun else {})


def test_names_and_day_are_told() -> None:
    assert replay_title(header(BEGUN)) == f"Damn, replay: Ida, P1, P2, {begun_text(BEGUN)}"
    assert replay_title(header()) == "Damn, replay: Ida, P1, P2"
    assert replay_heading(header(BEGUN)) == f"replay of {begun_text(BEGUN)}"
    assert replay_heading(header()) == "replay"


@pytest.mark.slow
def test_the_window_says_so(opened: Opened, tmp_path: Path) -> None:
    record = (GOLDEN / "damn-3.jsonl").read_bytes()
    old, *_ = parted(record, GAMES)
    new = line_bytes(replace(old, more={"begun": BEGUN}).line())
    path = tmp_path / "match.jsonl"
    path.write_bytes(new + record.partition(b"\n")[2])
    person = opened(PlayRequest(record=path))
    until(lambda: person.main.replaying is not None)
    assert person.main.windowTitle().startswith("Damn, replay: Anna")
    assert begun_text(BEGUN) in person.main.windowTitle()
    replaying = person.main.replaying
    assert replaying is not None
    table = replaying.table
    person.main.resize(1600, 900)
    until(lambda: table.width() >= WIDE)
    QTest.keyClick(person.main.windowHandle(), Qt.Key.Key_End)
    heading = replay_heading(replaying.replay.header)
    assert heading.startswith("replay of")
    assert replaying.table.scene.notice.texts[1].startswith(heading)
    person.main.resize(900, 600)  # where the deal is all that there is room for
    until(lambda: table.width() < WIDE)
    QTest.keyClick(person.main.windowHandle(), Qt.Key.Key_Home)
    assert heading not in replaying.table.scene.notice.texts[1]


def test_a_match_that_has_ended_is_played_back_from_its_table(
    opened: Opened, tmp_path: Path
) -> None:
    person = opened()
    menus = person.main.menus
    assert not menus.replay.isEnabled()
    played = play_randomly(Setup("damn", 3, {"deals": 2}), 1)
    sitters = (Player("Ida"), *played.header.sitters[1:])
    path = tmp_path / "over.jsonl"
    first = line_bytes(replace(played.header, sitters=sitters).line())
    path.write_bytes(first + played.record.partition(b"\n")[2])
    person.main.resume(path)
    until(lambda: person.playing.has_result)
    assert menus.replay.isEnabled()
    menus.replay.trigger()
    replaying = person.main.replaying
    assert replaying is not None
    assert replaying.replay.path == path
    assert replaying.table.viewer == 0
    assert not menus.replay.isEnabled()
