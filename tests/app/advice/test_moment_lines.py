"""Tests for moments as lines of text: they open again, and tell only what the seat was told."""

import json

import pytest

from greenbaize.app.advice.moment_lines import (
    create_moment_replay,
    decode_moment,
    encode_moment,
    has_moments,
)
from greenbaize.games import GAMES
from greenbaize.match.event_log import MatchEventLog
from greenbaize.match.record import read_record
from greenbaize.rules.errors import RecordError
from match.random_matches import GameSetup, play_randomly

SETUPS = (
    GameSetup("damn", 3, {"deals": 2}),
    GameSetup("blackout", 3, {"deals": 2}),
    GameSetup("master", 3, {"length": "short"}),
    GameSetup("ass", 3, {}),
    GameSetup("rank", 3, {}),
)


def seat_lines(setup, seat):
    record = read_record(play_randomly(setup, 1).record, GAMES)
    log = MatchEventLog.from_events(setup.game, record.header, record.events)
    first = play_randomly(setup, 1).record.splitlines(keepends=True)[0]
    return record, first + log.view_lines(seat)


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.game.name)
def test_every_moment_opens_again(setup):
    record, lines = seat_lines(setup, 1)
    events = lines.splitlines()[1:]
    assert len(events) == len(record.events)
    for moment in range(0, len(events) + 1, 7):
        line = encode_moment(record.header, lines, 1, moment, "Why?")
        assert "\n" not in line
        opened, note = decode_moment(f"  {line}\n")
        assert (len(opened.events), note, opened.header.you) == (moment, "Why?", 1)
        told = json.loads(line)["told"]
        assert told[1:] == [json.loads(event) for event in events[:moment]]
        replay, _ = create_moment_replay(line)
        assert len(replay.playback) == moment


def test_line_has_neither_names_nor_seed():
    record, lines = seat_lines(SETUPS[0], 0)
    line = encode_moment(record.header, lines, 0, 5)
    assert record.header.seed not in line
    for player in record.header.players:
        assert f'"{player.name}"' not in line or len(player.name) == 1
    assert json.loads(line)["told"][0].keys() == {
        "format",
        "version",
        "game",
        "seats",
        "options",
        "you",
    }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "{}",
        '{"told": []}',
        '{"told": [1]}',
        '{"told": [{}]}',
        "[1]",
        '{"told": "x"}',
        "{\ud800",
    ],
)
def test_other_text_is_refused(text):
    with pytest.raises(RecordError):
        decode_moment(text)


def test_cut_line_is_refused():
    record, lines = seat_lines(SETUPS[0], 0)
    line = encode_moment(record.header, lines, 0, 5)
    with pytest.raises(RecordError, match="moment-damaged"):
        decode_moment(line[:-20])


def test_file_of_moments_is_told_from_a_record():
    record, lines = seat_lines(SETUPS[0], 0)
    assert not has_moments(lines)
    assert not has_moments(b"")
    assert has_moments(encode_moment(record.header, lines, 0, 5).encode())
