"""Tests of foreign programs at the table: the example plays all games, bad bots lose seats."""

import json
import os
import shlex
import sys

import pytest

from app.seats.foreign_programs import (
    TINY_BOT_PATH,
    bad_bot_command,
    make_launcher,
    make_program_header,
    play_bot_match,
    play_with_program,
    python_command,
    select_seat_changes,
    wait_for_programs,
)
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.seats.table_seat import LOSS_CODES
from greenbaize.app.tables.player_view import create_local_views
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.events import BidMade
from greenbaize.match.codecs import event_codec
from greenbaize.match.record import encode_line, read_record
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.events import SeatReassigned
from match.random_matches import SETUPS, encode_record

pytestmark = pytest.mark.usefixtures("started_programs")

SPY_SCRIPT = """
import json, sys
print('{"type": "ready"}', flush=True)
with open(sys.argv[1], "wb") as kept:
    for line in sys.stdin.buffer:
        kept.write(line)
        kept.flush()
        if b'"ask"' in line[:20]:
            print(json.dumps(json.loads(line)["legal"][-1]), flush=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_example_plays_whole_matches_of_every_game(name, capfd, started_programs):
    setup = next(setup for setup in SETUPS if setup.name == name)
    match_header = make_program_header(
        name, setup.seats, foreign_seats=(0, setup.seats - 1), **setup.given_options
    )
    events = play_with_program(match_header, python_command(TINY_BOT_PATH))
    assert GAMES[name].is_over(read_record(encode_record(match_header, tuple(events)), GAMES).state)
    assert select_seat_changes(events) == []
    wait_for_programs(started_programs)
    error_lines = capfd.readouterr().err.splitlines()
    ranks = events[-1].places
    assert f"I sit at seat 0 in a game of {name}" in error_lines
    assert f"I came in at place {ranks[0]}" in error_lines


def test_the_example_takes_the_last_choice():
    match_header = make_program_header("damn", 3, deals=3, zero_bids=True)
    events = play_with_program(match_header, python_command(TINY_BOT_PATH))
    bids = [event.tricks for event in events if isinstance(event, BidMade) and event.seat == 1]
    assert bids == [1, 2, 3]


FAILURES_BY_BOT = {
    "illegal": {"illegal"},
    "foreign_seat": {"illegal"},
    "talkative": {"illegal"},
    "unready": {"garbage"},
    "dies": {"died"},
    "crashes": {"died"},
    "closes": {"died"},
    "garbage": {"garbage"},
    "number": {"garbage"},
    "deep": {"garbage"},
    # It depends on which of the lines is read first.
    "twice": {"unasked", "illegal"},
    "endless_line": {"flooded"},
    "endless_lines": {"unasked", "flooded", "illegal"},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", FAILURES_BY_BOT)
def test_a_bad_program_loses_its_seat_and_the_match_continues(name):
    match_header = make_program_header("damn", 3, deals=2)
    events = play_with_program(match_header, bad_bot_command(name))
    (seat_change,) = select_seat_changes(events)
    assert (seat_change.seat, seat_change.kind) == (1, "bot")
    assert seat_change.why in FAILURES_BY_BOT[name]
    assert read_record(encode_record(match_header, tuple(events)), GAMES).events == tuple(events)
    assert events[-1].type == "end"


SLOW_BOTS = ["silent", "deaf", "never_ready"] + (["child"] if hasattr(os, "fork") else [])


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW_BOTS)
def test_a_silent_program_loses_its_seat_on_timeout(name):
    match_header = make_program_header("damn", 3, deals=2)
    events = []
    bot_launcher = make_launcher(bad_bot_command(name))
    player_view = create_local_views(
        Table(GAMES["damn"], match_header, (), events.append, bot_launcher)
    )[0]
    player_view.table.start_match()
    while not player_view.is_over:
        if not player_view.let_others_act():
            assert 0 < player_view.wake_timeout <= 20
            bot_launcher.clock.now += player_view.wake_timeout
    player_view.table.close()
    assert select_seat_changes(events) == [SeatReassigned(1, "bot", "silent")]


@pytest.mark.parametrize("command", ["", "'", "/there/is/no/such/program", __file__])
def test_a_program_that_cannot_be_started_loses_its_seat(command):
    events = play_with_program(make_program_header("damn", 3, deals=2), command)
    assert select_seat_changes(events) == [SeatReassigned(1, "bot", "missing")]


def test_an_unknown_program_loses_its_seat():
    assert [event.why for event in select_seat_changes(play_bot_match(BotLauncher()))] == [
        "missing"
    ]


def test_every_loss_code_is_covered():
    assert {*LOSS_CODES} == {"silent", "missing", "sandbox"}.union(*FAILURES_BY_BOT.values())


def test_a_lost_seat_stays_lost_when_the_match_is_resumed(started_programs):
    match_header = make_program_header("damn", 3, deals=3)
    complete_events = play_with_program(match_header, bad_bot_command("dies"))
    change_index = next(
        index for index, event in enumerate(complete_events) if isinstance(event, SeatReassigned)
    )
    count = len(started_programs)
    for event_count in range(change_index + 1, len(complete_events), 5):
        assert (
            play_with_program(match_header, bad_bot_command("fine"), complete_events[:event_count])
            == complete_events
        )
    assert len(started_programs) == count


@pytest.mark.slow
def test_a_match_continues_the_same_from_every_prefix():
    match_header = make_program_header("damn", 3, deals=2)
    complete_events = play_with_program(match_header, python_command(TINY_BOT_PATH))
    for event_count in range(0, len(complete_events), 4):
        assert (
            play_with_program(
                match_header, python_command(TINY_BOT_PATH), complete_events[:event_count]
            )
            == complete_events
        )


@pytest.mark.slow
@pytest.mark.parametrize("in_own_process", [False, True])
def test_the_replacement_plays_the_same_in_any_process(in_own_process, started_programs):
    match_header = make_program_header("damn", 3, deals=2)
    events = play_with_program(
        match_header, bad_bot_command("illegal"), in_own_process=in_own_process
    )
    assert events == play_with_program(match_header, bad_bot_command("illegal"))
    assert len(started_programs) == (3 + 1 + 1 if in_own_process else 1 + 1)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), [("damn", 3), ("blackout", 2), ("ass", 2)])
def test_a_program_is_sent_only_what_its_seat_may_know(name, seats, tmp_path, started_programs):
    options = {"refill": True, "deal_limit": 3} if name == "ass" else {}
    match_header = make_program_header(name, seats, **options)  # type: ignore[arg-type]
    script_path, log_path = tmp_path / "spy.py", tmp_path / "log"
    script_path.write_text(SPY_SCRIPT)
    events = play_with_program(match_header, python_command(script_path, log_path))
    wait_for_programs(started_programs)
    game, codec = GAMES[name], event_codec(GAMES[name])
    view_tracker = ViewTracker(game, seats, match_header.options, 1)
    expected = [encode_line(match_header.redact_for(1).to_line())]
    state = game.initial_state(seats, match_header.options)
    for event in events:
        state = game.fold(state, event)
        expected.append(encode_line(codec.encode_line(view_tracker.redact_event(event, state))))
    sent_lines = log_path.read_bytes().splitlines(keepends=True)
    assert [line for line in sent_lines if not line.startswith(b'{"type": "ask"')] == expected
    assert b"seed" not in expected[0]
    questions = [json.loads(line) for line in sent_lines if line.startswith(b'{"type": "ask"')]
    own_decisions = [event for event in events if event.type in ("bid", "play", "stake", "trump")]
    own_decisions = iter([codec.encode_line(event) for event in own_decisions if event.seat == 1])
    # In order. The blind deal of Blackout is played without questions.
    assert all(question["legal"][-1] in own_decisions for question in questions)
    assert len(questions) > 3
    assert {question["think_ms"] for question in questions} == {500}
    assert {question["seat"] for question in questions} == {1}


def test_the_record_has_a_name_and_no_path():
    match_header = make_program_header("damn", 3, deals=2)
    header_fields = json.loads(encode_record(match_header, ()).splitlines()[0])
    assert header_fields["seats"][1] == {"name": "P1", "kind": "bot", "program": "theirs"}
    assert str(shlex.quote(sys.executable)) not in json.dumps(header_fields)
