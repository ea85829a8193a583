"""Tests for the adviser: what it receives, what it answers, and restarts after a crash."""

import json
import os
import signal
import sys
from threading import Event
from typing import Any

import pytest

from app.seats.foreign_programs import SteppedClock, bad_bot_command
from greenbaize.app.advice import adviser as advisers
from greenbaize.app.advice.adviser import ADVICE_TIMEOUT_S, Adviser, AdviserBot
from greenbaize.app.seats.bot_launcher import IN_PROCESS_LAUNCHER, BotLauncher, build_bot_command
from greenbaize.app.seats.bot_supervisor import MAX_STARTS
from greenbaize.app.seats.command_lines import split_command
from greenbaize.app.tables.player_view import create_local_views
from greenbaize.app.tables.table import Table
from greenbaize.bots import BOT_FACTORIES
from greenbaize.games import GAMES
from greenbaize.match.codecs import command_codec
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.options import resolve_options
from match.random_matches import SMALL_TABLE_SEATS

APART_LAUNCHER = BotLauncher(separate_processes=True)
LEVEL = "medium"
SHORT_OPTIONS = {"damn": {"first": 5, "deals": 6}}


def start_session(name="damn", seats=3, launcher=IN_PROCESS_LAUNCHER):
    """Start a match of a person against bots in this process, up to the first question."""
    game = GAMES[name]
    players = (
        HeaderPlayer("Ida"),
        *(HeaderPlayer(f"P{seat}", "bot", "easy") for seat in range(1, seats)),
    )
    options = resolve_options(game.options, seats, SHORT_OPTIONS.get(name, {}))
    header = RecordHeader(name, players, options, seed_from_text("advice"))
    player_view = create_local_views(Table(game, header, launcher=IN_PROCESS_LAUNCHER))[0]
    player_view.launcher = launcher
    player_view.table.start_match()
    play_until_question(player_view)
    return player_view


def play_until_question(player_view):
    """Let the bots act until the person has to."""
    while player_view.waits_for_others:
        player_view.let_others_act()


class AdviserClient:
    """A client that asks an adviser and waits for its answers."""

    def __init__(self, player_view, level=LEVEL):
        self.answers = []
        self._wake_event = Event()
        player_view.adviser_level = level
        self.adviser = player_view.create_adviser(self._wake_event.set)

    def ask_adviser(self, line_count=None):
        self.adviser.ask_advice(self.answers.append, line_count)

    def wait_for_answers(self, count):
        while len(self.answers) < count:
            assert self._wake_event.wait(60), f"{len(self.answers)} of {count} answers came"
            self._wake_event.clear()
            self.adviser.process_pending()
        return self.answers


def get_advice(player_view, level=LEVEL):
    client = AdviserClient(player_view, level)
    client.ask_adviser()
    try:
        return client.wait_for_answers(1)[0]
    finally:
        client.adviser.close()


@pytest.mark.parametrize("name", GAMES)
def test_choices_are_ordered_best_first(name):
    player_view = start_session(name, SMALL_TABLE_SEATS[name])
    choices = get_advice(player_view)
    legal = player_view.game.legal(player_view.view, 0)
    assert sorted(map(repr, (choice.command for choice in choices))) == sorted(map(repr, legal))
    assert [choice.expected_score for choice in choices] == sorted(
        (choice.expected_score for choice in choices), reverse=True
    )


def test_advice_is_repeatable_and_legal():
    player_view = start_session()
    assert get_advice(player_view, "hard") == get_advice(player_view, "hard")
    game, view = player_view.game, player_view.view
    assert get_advice(player_view, "hard")[0].command in game.legal(view, 0)
    assert {choice.standard_error >= 0 for choice in get_advice(player_view, "hard")} == {True}


def test_adviser_receives_only_the_view():
    player_view = start_session()
    header, *lines = map(json.loads, player_view.view_lines.splitlines())
    assert "seed" not in header
    assert header["you"] == 0
    dealt = next(line for line in lines if line["type"] == "deal")
    assert [type(hand) for hand in dealt["hands"]] == [list, int, int]


@pytest.mark.slow
def test_process_starts_with_the_first_question_and_agrees(started_programs):
    player_view = start_session(launcher=APART_LAUNCHER)
    client = AdviserClient(player_view)
    assert not started_programs
    client.ask_adviser()
    assert len(started_programs) == 1
    (first,) = client.wait_for_answers(1)
    client.adviser.close()
    assert first == get_advice(start_session())


@pytest.mark.slow
def test_one_process_answers_several_questions(started_programs):
    player_view, local_view = start_session(launcher=APART_LAUNCHER), start_session()
    client = AdviserClient(player_view)
    for turn in range(3):
        client.ask_adviser()
        assert client.wait_for_answers(turn + 1)[-1] == get_advice(local_view)
        for view in (player_view, local_view):
            view.table.submit(view.game.legal(view.view, 0)[0])
            play_until_question(view)
    client.adviser.close()
    assert len(started_programs) == 1


@pytest.mark.slow
@pytest.mark.parametrize("launcher", [IN_PROCESS_LAUNCHER, APART_LAUNCHER])
def test_outdated_answer_is_dropped(launcher, started_programs):
    player_view = start_session(launcher=launcher)
    client = AdviserClient(player_view)
    client.ask_adviser()
    client.adviser.discard_questions()
    player_view.table.submit(player_view.game.legal(player_view.view, 0)[0])
    play_until_question(player_view)
    client.ask_adviser()
    (answer,) = client.wait_for_answers(1)
    assert {choice.command for choice in answer} == set(player_view.game.legal(player_view.view, 0))
    client.adviser.close()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize("is_question_pending", [True, False])
def test_killed_adviser_is_restarted_and_agrees(is_question_pending, started_programs):
    player_view = start_session(launcher=APART_LAUNCHER)
    client = AdviserClient(player_view)
    client.ask_adviser()
    if not is_question_pending:
        client.wait_for_answers(1)
    os.kill(started_programs[0].process_id, signal.SIGKILL)
    if not is_question_pending:
        started_programs[0]._reader_thread.join()
        client.adviser.process_pending()
        client.ask_adviser()
    answers = client.wait_for_answers(1 if is_question_pending else 2)
    client.adviser.close()
    assert set(answers) == {get_advice(start_session())}
    assert len(started_programs) <= 2
    assert is_question_pending or len(started_programs) == 2


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["garbage", "mute"])
def test_failing_adviser_is_given_up(fault, started_programs, monkeypatch):
    words = {
        "garbage": split_command(bad_bot_command("garbage")),
        "mute": [sys.executable, "-c", "pass"],
    }
    monkeypatch.setattr(advisers, "build_bot_command", lambda *_: words[fault])
    client = AdviserClient(start_session(launcher=APART_LAUNCHER))
    client.ask_adviser()
    assert client.wait_for_answers(1) == [None]
    assert len(started_programs) == MAX_STARTS
    client.adviser.close()


def test_earlier_questions_are_answered_in_order(started_programs):
    player_view = start_session(launcher=APART_LAUNCHER)
    marks, expected = [], []
    for _ in range(3):
        marks.append(len(player_view.view_lines))
        expected.append(get_advice(use_in_process_launcher(player_view)))
        player_view.table.submit(player_view.game.legal(player_view.view, 0)[0])
        play_until_question(player_view)
    client = AdviserClient(player_view)
    for mark in marks:
        client.ask_adviser(mark)
    assert client.wait_for_answers(3) == expected
    client.adviser.close()


def use_in_process_launcher(player_view):
    """Return the same view with its adviser in this process."""
    player_view.launcher = IN_PROCESS_LAUNCHER
    return player_view


def test_closed_adviser_calls_nobody(started_programs):
    called: list[Any] = []
    player_view = start_session(launcher=APART_LAUNCHER)
    adviser = Adviser(
        player_view.view_lines,
        APART_LAUNCHER,
        lambda: called.append("woken"),
        command_codec(player_view.game),
        AdviserBot(LEVEL),
    )
    adviser.ask_advice(called.append)
    adviser.close()
    started_programs[0].wait_for_end()
    adviser.process_pending()
    assert "woken" not in called[1:]
    assert all(call == "woken" for call in called)


def test_host_can_forbid_advice():
    player_view = start_session()
    assert player_view.has_advice
    player_view.has_advice = False
    with pytest.raises(AssertionError):
        player_view.create_adviser(lambda: None)


def test_bot_match_has_no_advice():
    game = GAMES["damn"]
    players = tuple(HeaderPlayer(f"P{seat}", "bot", "easy") for seat in range(3))
    header = RecordHeader(
        "damn", players, resolve_options(game.options, 3, {}), seed_from_text("advice")
    )
    assert not create_local_views(Table(game, header))[0].has_advice


def test_default_level_searches():
    assert advisers.ADVISER_LEVEL in BOT_FACTORIES
    assert get_advice(start_session(), advisers.ADVISER_LEVEL)


def test_silent_adviser_times_out(started_programs, monkeypatch):
    monkeypatch.setattr(
        advisers, "build_bot_command", lambda *_: split_command(bad_bot_command("silent"))
    )
    clock = SteppedClock()
    client = AdviserClient(
        start_session(launcher=BotLauncher(separate_processes=True, clock=clock))
    )
    client.ask_adviser()
    assert client._wake_event.wait(60)  # it reports that it is ready and nothing afterwards
    client.adviser.process_pending()
    assert not client.adviser.is_late
    clock.now += ADVICE_TIMEOUT_S - 1
    client.adviser.process_pending()
    assert client.answers == []
    clock.now += 1
    client.adviser.process_pending()
    assert client.answers == [None]
    assert client.adviser.is_late
    assert len(started_programs) == 1
    client.adviser.close()


def test_wake_callback_polls_the_timeout(started_programs, monkeypatch):
    monkeypatch.setattr(
        advisers, "build_bot_command", lambda *_: split_command(bad_bot_command("never_ready"))
    )
    monkeypatch.setattr(advisers, "CLOCK_POLL_S", 0.001)
    client = AdviserClient(start_session(launcher=APART_LAUNCHER))
    client.ask_adviser()
    for _ in range(3):  # although no answer ever comes
        assert client._wake_event.wait(60)
        client._wake_event.clear()
    client.adviser.close()


@pytest.mark.slow
def test_adviser_restarts_after_giving_up(started_programs, monkeypatch):
    monkeypatch.setattr(advisers, "build_bot_command", lambda *_: [sys.executable, "-c", "pass"])
    client = AdviserClient(start_session(launcher=APART_LAUNCHER))
    client.ask_adviser()
    assert client.wait_for_answers(1) == [None]
    monkeypatch.setattr(advisers, "build_bot_command", build_bot_command)
    client.ask_adviser()
    assert client.wait_for_answers(2)[1] == get_advice(start_session())
    client.adviser.close()
