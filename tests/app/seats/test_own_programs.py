"""Tests of built-in bots in own processes: the match is the same whatever happens to them."""

import os
import signal
import sys
from dataclasses import replace
from threading import Event

import pytest

from app.seats.foreign_programs import (
    bad_bot_command,
    make_program_header,
    play_bot_match,
    select_seat_changes,
)
from app.seats.own_programs import OWN_PROCESS_LAUNCHER, make_match_header
from greenbaize.app.seats import table_seat
from greenbaize.app.seats.bot_launcher import BotLauncher, build_bot_command
from greenbaize.app.seats.bot_supervisor import CLOCK_POLL_S
from greenbaize.app.seats.command_lines import split_command
from greenbaize.app.seats.table_seat import (
    BUILTIN_TIMEOUT_S,
    MAX_THINKING_FACTOR,
    MIN_THINKING_FACTOR,
)
from greenbaize.app.tables.player_view import create_local_views
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.players import TEMPERAMENT_NAMES
from greenbaize.store import folders
from match.random_matches import encode_record

pytestmark = pytest.mark.slow


def play_record(header, launcher, first_events=()):
    return encode_record(header, tuple(play_bot_match(launcher, header, first_events)))


@pytest.mark.parametrize("name", GAMES)
def test_a_match_is_the_same_in_any_process(name, started_programs):
    match_header = make_match_header(name)
    assert play_record(match_header, OWN_PROCESS_LAUNCHER) == play_record(
        match_header, BotLauncher()
    )
    assert len(started_programs) == len(match_header.players)


def test_levels_and_temperaments_are_passed_on(started_programs):
    match_header = make_match_header("damn")
    kinds = [
        (level, temperament) for level in ("random", "easy") for temperament in TEMPERAMENT_NAMES
    ]
    players = [
        HeaderPlayer(f"P{seat}", "bot", level, temperament)
        for seat, (level, temperament) in enumerate(kinds[:3])
    ]
    match_header = replace(match_header, players=tuple(players))
    assert play_record(match_header, OWN_PROCESS_LAUNCHER) == play_record(
        match_header, BotLauncher()
    )


@pytest.mark.long
@pytest.mark.parametrize("event_count", [5, 12, 20])
def test_a_resumed_match_continues_the_same_in_own_processes(event_count, started_programs):
    match_header = make_match_header("damn")
    events = []
    Table(GAMES["damn"], match_header, write_event=events.append).play_to_end()
    assert play_record(match_header, OWN_PROCESS_LAUNCHER, events[:event_count]) == encode_record(
        match_header, tuple(events)
    )


def test_thinking_times_depend_on_how_hard_the_choice_is(started_programs):
    players = [HeaderPlayer(f"P{seat}", "bot", "medium") for seat in range(4)]
    match_header = replace(make_match_header("damn", first=2, deals=3), players=tuple(players))
    player_view = create_local_views(
        Table(GAMES["damn"], match_header, launcher=OWN_PROCESS_LAUNCHER)
    )[0]
    player_view.table.start_match()
    time_factors = []
    while not player_view.is_over:
        seat = player_view.game.turn(player_view.view)
        has_choice = len(player_view.game.legal(player_view.view, seat)) > 1
        while has_choice and player_view.table.table_seats[seat].program.poll_decision() is None:
            assert (
                player_view.thinking_time_factor == 1.0
            )  # Not known before the program has answered.
            player_view.table.wait_for_program()
        time_factors.append((has_choice, player_view.thinking_time_factor))
        while not player_view.let_others_act():
            player_view.table.wait_for_program()
    assert {time_factor for has_choice, time_factor in time_factors if not has_choice} == {0.0}
    chosen_factors = [time_factor for has_choice, time_factor in time_factors if has_choice]
    assert len(set(chosen_factors)) > 5
    assert (
        MIN_THINKING_FACTOR
        <= min(chosen_factors)
        < 1.0
        < max(chosen_factors)
        <= MAX_THINKING_FACTOR
    )


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_a_killed_program_is_restarted_and_chooses_the_same(started_programs):
    match_header = make_match_header("damn")
    events = []
    player_view = create_local_views(
        Table(GAMES["damn"], match_header, write_event=events.append, launcher=OWN_PROCESS_LAUNCHER)
    )[0]
    player_view.table.start_match()
    turn_count = 0
    while not player_view.is_over:
        if player_view.let_others_act():
            turn_count += 1
            if turn_count in (1, 2, 5, 8):
                # The newest program, whether it has a question or not.
                os.kill(started_programs[-1].process_id, signal.SIGKILL)
        else:
            player_view.table.wait_for_program()
    player_view.table.close()
    assert encode_record(match_header, tuple(events)) == play_record(match_header, BotLauncher())
    assert select_seat_changes(events) == []
    assert len(started_programs) > len(match_header.players)


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_a_program_killed_while_people_think_is_restarted_at_once(started_programs):
    player_view = create_local_views(
        Table(
            GAMES["damn"],
            make_program_header("damn", 3, foreign_seats=(), deals=2),
            launcher=OWN_PROCESS_LAUNCHER,
        )
    )[0]
    wake_event = Event()
    player_view.set_wake_callback(wake_event.set)
    for program in started_programs:
        os.kill(program.process_id, signal.SIGKILL)
    while len(started_programs) < 6:
        wake_event.wait()
        wake_event.clear()
        player_view.process_pending()
    player_view.table.play_to_end()
    player_view.table.close()
    assert len(started_programs) == 6


@pytest.mark.long
@pytest.mark.parametrize("name", ["crashes", "closes", "garbage", "illegal", "unready"])
def test_a_builtin_bot_whose_program_always_fails_thinks_in_this_process(
    name, monkeypatch, started_programs
):
    def choose_command_line(player, seed):
        return (
            split_command(bad_bot_command(name))
            if player.name == "P1"
            else build_bot_command(player, seed)
        )

    monkeypatch.setattr(table_seat, "build_bot_command", choose_command_line)
    match_header = make_match_header("damn")
    assert play_record(match_header, OWN_PROCESS_LAUNCHER) == play_record(
        match_header, BotLauncher()
    )
    assert "LostProgramError: seat 1" in folders.log_path().read_text()
    assert len(started_programs) == len(match_header.players) + 2


def test_a_program_that_hangs_is_restarted_then_replaced_in_this_process(
    monkeypatch, started_programs
):
    monkeypatch.setattr(
        table_seat,
        "build_bot_command",
        lambda player, seed: split_command(bad_bot_command("silent")),
    )
    clock = [0.0]
    match_header = make_match_header("damn")
    events = []
    launcher = BotLauncher(separate_processes=True, clock=lambda: clock[0])
    player_view = create_local_views(
        Table(GAMES["damn"], match_header, write_event=events.append, launcher=launcher)
    )[0]
    player_view.table.start_match()
    while not player_view.is_over:
        if not player_view.let_others_act():
            assert 0 < player_view.wake_timeout <= CLOCK_POLL_S
            clock[0] += BUILTIN_TIMEOUT_S
    player_view.table.close()
    assert encode_record(match_header, tuple(events)) == play_record(match_header, BotLauncher())


def test_a_returned_seat_ends_its_program(started_programs):
    match_header = make_program_header("damn", 3, foreign_seats=(), deals=2)
    player_view = create_local_views(
        Table(GAMES["damn"], match_header, launcher=OWN_PROCESS_LAUNCHER)
    )[0]
    player_view.table.start_match()
    seat = player_view.game.turn(player_view.view)
    player_view.table._authority.reassign_seat(seat, "human", "back")
    assert not player_view.waits_for_others
    started_programs[seat].wait_for_end()
    player_view.table._authority.reassign_seat(seat, "bot", "left")
    assert player_view.waits_for_others
    assert len(started_programs) == 4
    player_view.table.close()
