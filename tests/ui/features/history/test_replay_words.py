"""Tests for the texts of a replay: title, date, and announcements per event or per trick."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.games import GAMES
from greenbaize.match.player import Player
from greenbaize.match.record import line_bytes, parted
from greenbaize.rules.events import CardPlayed, Dealt, TrickTaken
from greenbaize.ui.features.history import replay_table
from greenbaize.ui.features.history.replay_table import WIDE, replay_heading, replay_title
from greenbaize.ui.match.unfinished import begun_text
from match.playing import Setup, play_randomly
from ui.table.person import until

GOLDEN = Path(__file__).parents[3] / "golden"
BEGUN = "20260301T101500"
Key = Qt.Key


def header(begun=""):
    first = Setup("damn", 3, {}).header("0" * 32)
    sitters = (Player("Ida"), *first.sitters[1:])
    return replace(first, sitters=sitters, more={"begun": begun} if begun else {})


def test_names_and_day_are_told():
    assert replay_title(header(BEGUN)) == f"Damn, replay: Ida, P1, P2, {begun_text(BEGUN)}"
    assert replay_title(header()) == "Damn, replay: Ida, P1, P2"
    assert replay_heading(header(BEGUN)) == f"replay of {begun_text(BEGUN)}"
    assert replay_heading(header()) == "replay"


@pytest.mark.slow
def test_the_window_says_so(opened, tmp_path):
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
    table = replaying.table
    person.main.resize(1600, 900)
    until(lambda: table.width() >= WIDE)
    QTest.keyClick(person.main.windowHandle(), Qt.Key.Key_End)
    heading = replay_heading(replaying.replay.header)
    assert heading.startswith("replay of")
    assert replaying.table.scene.notice.texts[1].startswith(heading)
    person.main.resize(900, 600)  # where there is room for the deal only
    until(lambda: table.width() < WIDE)
    QTest.keyClick(person.main.windowHandle(), Qt.Key.Key_Home)
    assert heading not in replaying.table.scene.notice.texts[1]


def test_a_match_that_has_ended_is_played_back_from_its_table(opened, tmp_path):
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
    assert replaying.replay.path == path
    assert replaying.table.viewer == 0
    assert not menus.replay.isEnabled()


@pytest.fixture
def said(monkeypatch):
    heard = []
    monkeypatch.setattr(replay_table, "announce", lambda _, words: heard.append(words))
    return heard


@pytest.fixture
def replaying(laid, said):
    replaying = laid("damn-3", (1000, 700))
    said.clear()
    return replaying


def press(replaying, key):
    QTest.keyClick(replaying.windowHandle(), key)


def test_a_step_is_a_sentence(replaying, said):
    events = replaying.replay.playback.events
    first = next(at for at, event in enumerate(events) if isinstance(event, CardPlayed))
    replaying.go_to(first)
    said.clear()
    press(replaying, Key.Key_Right)
    assert len(said) == 1
    name = replaying.replay.header.sitters[events[first].seat].name
    assert said[0].startswith((f"{name}: ", "You: "))
    assert said[0].endswith(".")


def test_who_jumps_hears_where_they_are(replaying, said):
    press(replaying, Key.Key_PageDown)
    press(replaying, Key.Key_End)
    press(replaying, Key.Key_Left)
    assert said[0] == "Deal 1, the opening"
    assert said[1] == "The end"
    assert len(said) == 3


@pytest.mark.slow
@pytest.mark.parametrize("fast", [False, True])
def test_what_goes_by_itself_is_told_trick_by_trick(replaying, said, fast):
    playback = replaying.replay.playback
    taken = next(at for at, one in enumerate(playback.events) if isinstance(one, TrickTaken))
    dealt = next(at for at, one in enumerate(playback.events) if isinstance(one, Dealt))
    replaying.go_to(dealt + 1)
    said.clear()
    replaying._speed = 8.0 if fast else 1.0
    for _ in range(dealt + 1, taken):
        replaying._go()
    assert said == []
    replaying._go()
    assert len(said) == 1
    assert " takes the trick: " in said[0]
    assert (": Bid" in said[0]) is not fast
    replaying._gap.stop()


def test_what_was_gathered_is_told_when_it_is_stopped(replaying, said):
    press(replaying, Key.Key_PageDown)
    press(replaying, Key.Key_Space)
    said.clear()
    replaying._go()
    until(lambda: replaying.playing)
    press(replaying, Key.Key_Space)
    assert not replaying.playing
    assert any(": Bid" in words for words in said)
