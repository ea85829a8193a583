"""Tests for the texts of a replay: title, date, and announcements per event or per trick."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.games import GAMES
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import encode_line, split_record
from greenbaize.rules.events import CardPlayed, CardsDealt, TrickTaken
from greenbaize.ui.features.history import replay_table
from greenbaize.ui.features.history.replay_table import (
    MIN_HEADING_WIDTH,
    replay_heading,
    replay_title,
)
from greenbaize.ui.match.resume_dialogs import format_start_time
from match.random_matches import GameSetup, play_randomly
from ui.table.person import wait_until

GOLDEN = Path(__file__).parents[3] / "golden"
BEGUN_AT = "20260301T101500"
Key = Qt.Key


def make_header(begun_at=""):
    first = GameSetup("damn", 3, {}).create_header("0" * 32)
    players = (HeaderPlayer("Ida"), *first.players[1:])
    return replace(first, players=players, extra={"begun": begun_at} if begun_at else {})


def test_title_and_heading_name_players_and_date():
    assert (
        replay_title(make_header(BEGUN_AT))
        == f"Damn, replay: Ida, P1, P2, {format_start_time(BEGUN_AT)}"
    )
    assert replay_title(make_header()) == "Damn, replay: Ida, P1, P2"
    assert replay_heading(make_header(BEGUN_AT)) == f"replay of {format_start_time(BEGUN_AT)}"
    assert replay_heading(make_header()) == "replay"


@pytest.mark.slow
def test_window_and_scene_show_title_and_heading(open_program, tmp_path):
    record = (GOLDEN / "damn-3.jsonl").read_bytes()
    old, *_ = split_record(record, GAMES)
    new = encode_line(replace(old, extra={"begun": BEGUN_AT}).to_line())
    path = tmp_path / "match.jsonl"
    path.write_bytes(new + record.partition(b"\n")[2])
    person = open_program(PlayRequest(record=path))
    wait_until(lambda: person.facade.replay_page is not None)
    assert person.facade.windowTitle().startswith("Damn, replay: Anna")
    assert format_start_time(BEGUN_AT) in person.facade.windowTitle()
    replay_page = person.facade.replay_page
    table = replay_page.table
    person.facade.resize(1600, 900)
    wait_until(lambda: table.width() >= MIN_HEADING_WIDTH)
    QTest.keyClick(person.facade.windowHandle(), Qt.Key.Key_End)
    heading = replay_heading(replay_page.replay.header)
    assert heading.startswith("replay of")
    assert replay_page.table.scene.notice.title_texts[1].startswith(heading)
    person.facade.resize(900, 600)  # where there is room for the deal only
    wait_until(lambda: table.width() < MIN_HEADING_WIDTH)
    QTest.keyClick(person.facade.windowHandle(), Qt.Key.Key_Home)
    assert heading not in replay_page.table.scene.notice.title_texts[1]


def test_finished_match_is_replayed_from_its_table(open_program, tmp_path):
    person = open_program()
    menus = person.facade.menus
    assert not menus.replay.isEnabled()
    recorded_match = play_randomly(GameSetup("damn", 3, {"deals": 2}), 1)
    players = (HeaderPlayer("Ida"), *recorded_match.header.players[1:])
    path = tmp_path / "over.jsonl"
    first = encode_line(replace(recorded_match.header, players=players).to_line())
    path.write_bytes(first + recorded_match.record.partition(b"\n")[2])
    person.facade.resume_match(path)
    wait_until(lambda: person.match_view.has_result)
    assert menus.replay.isEnabled()
    menus.replay.trigger()
    replay_page = person.facade.replay_page
    assert replay_page.replay.path == path
    assert replay_page.table.viewer == 0
    assert not menus.replay.isEnabled()


@pytest.fixture
def announcements(monkeypatch):
    """Collect the announced texts; like ``announce``, without empty ones."""
    announcements = []
    monkeypatch.setattr(
        replay_table, "announce", lambda _, text: announcements.extend(filter(None, [text]))
    )
    return announcements


@pytest.fixture
def replay_page(open_replay, announcements):
    replay_page = open_replay("damn-3", (1000, 700))
    announcements.clear()
    return replay_page


def press_key(replay_page, key):
    QTest.keyClick(replay_page.windowHandle(), key)


def test_step_is_announced_as_a_sentence(replay_page, announcements):
    events = replay_page.replay.playback.events
    first = next(index for index, event in enumerate(events) if isinstance(event, CardPlayed))
    replay_page.go_to_moment(first)
    announcements.clear()
    press_key(replay_page, Key.Key_Right)
    assert len(announcements) == 1
    name = replay_page.replay.header.players[events[first].seat].name
    assert announcements[0].startswith((f"{name}: ", "You: "))
    assert announcements[0].endswith(".")


def test_jump_announces_the_position(replay_page, announcements):
    press_key(replay_page, Key.Key_PageDown)
    press_key(replay_page, Key.Key_End)
    press_key(replay_page, Key.Key_Left)
    assert announcements[0] == "Deal 1, the opening"
    assert announcements[1] == "The end"
    assert len(announcements) == 3


@pytest.mark.slow
@pytest.mark.parametrize("fast", [False, True])
def test_playback_is_announced_trick_by_trick(replay_page, announcements, fast):
    playback = replay_page.replay.playback
    trick_taken_index = next(
        index for index, event in enumerate(playback.events) if isinstance(event, TrickTaken)
    )
    dealt_index = next(
        index for index, event in enumerate(playback.events) if isinstance(event, CardsDealt)
    )
    replay_page.go_to_moment(dealt_index + 1)
    announcements.clear()
    replay_page._speed = 8.0 if fast else 1.0
    for _ in range(dealt_index + 1, trick_taken_index):
        replay_page._play_next_event()
    assert announcements == []
    replay_page._play_next_event()
    assert len(announcements) == 1
    assert " takes the trick: " in announcements[0]
    assert (": Bid" in announcements[0]) is not fast
    replay_page._event_timer.stop()


def test_pausing_announces_collected_events(replay_page, announcements):
    press_key(replay_page, Key.Key_PageDown)
    press_key(replay_page, Key.Key_Space)
    announcements.clear()
    replay_page._play_next_event()
    wait_until(lambda: replay_page.is_playing)
    press_key(replay_page, Key.Key_Space)
    assert not replay_page.is_playing
    assert any(": Bid" in words for words in announcements)
