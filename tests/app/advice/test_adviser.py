"""Tests for the adviser: what it receives, what it answers, and restarts after a crash."""

import json
import os
import signal
import sys
from threading import Event

import pytest

from app.seats.foreign import Clock, bad
from greenbaize.app.advice import adviser as advisers
from greenbaize.app.advice.adviser import ADVICE_S, Adviser
from greenbaize.app.seats.bot_launcher import HERE, BotLauncher, own_command
from greenbaize.app.seats.bot_supervisor import MOST_STARTS
from greenbaize.app.seats.command_lines import split_command
from greenbaize.app.tables.player_view import places_here
from greenbaize.app.tables.table import Table
from greenbaize.bots import LEVELS
from greenbaize.games import GAMES
from greenbaize.match.codecs import command_codec
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.rules.chance import seed_from
from greenbaize.rules.options import settled
from match.playing import FEW

APART = BotLauncher(apart=True)
LEVEL = "medium"
SHORT = {"damn": {"first": 5, "deals": 6}}


def session_of(name="damn", seats=3, launcher=HERE):
    """Start a match of a person against bots in this process, up to the first question."""
    game = GAMES[name]
    sitters = (Player("Ida"), *(Player(f"P{seat}", "bot", "easy") for seat in range(1, seats)))
    options = settled(game.options, seats, SHORT.get(name, {}))
    header = Header(name, sitters, options, seed_from("advice"))
    place = places_here(Table(game, header, launcher=HERE))[0]
    place.launcher = launcher
    place.table.begin()
    play_on(place)
    return place


def play_on(place):
    """Let the bots act until the person has to."""
    while place.others_act:
        place.let_others_act()


class Client:
    """A client that asks an adviser and waits for its answers."""

    def __init__(self, place, level=LEVEL):
        self.said = []
        self._woken = Event()
        place.adviser_level = level
        self.adviser = place.adviser(self._woken.set)

    def ask(self, at=None):
        self.adviser.ask(self.said.append, at)

    def wait(self, count):
        while len(self.said) < count:
            assert self._woken.wait(60)
            self._woken.clear()
            self.adviser.attend()
        return self.said


def advice(place, level=LEVEL):
    client = Client(place, level)
    client.ask()
    try:
        return client.wait(1)[0]
    finally:
        client.adviser.close()


@pytest.mark.parametrize("name", GAMES)
def test_it_weighs_every_choice_the_best_one_first(name):
    place = session_of(name, FEW[name])
    choices = advice(place)
    legal = place.game.legal(place.view, 0)
    assert sorted(map(repr, (one.command for one in choices))) == sorted(map(repr, legal))
    assert [one.expected for one in choices] == sorted(
        (one.expected for one in choices), reverse=True
    )


def test_it_says_what_a_player_of_its_level_would():
    place = session_of()
    assert advice(place, "hard") == advice(place, "hard")
    game, view = place.game, place.view
    assert advice(place, "hard")[0].command in game.legal(view, 0)
    assert {one.error >= 0 for one in advice(place, "hard")} == {True}


def test_it_is_told_what_the_person_is_and_no_more():
    place = session_of()
    header, *lines = map(json.loads, place.told.splitlines())
    assert "seed" not in header
    assert header["you"] == 0
    dealt = next(line for line in lines if line["type"] == "deal")
    assert [type(hand) for hand in dealt["hands"]] == [list, int, int]


@pytest.mark.slow
def test_apart_it_says_the_same_and_starts_with_the_first_question(started):
    place = session_of(launcher=APART)
    client = Client(place)
    assert not started
    client.ask()
    assert len(started) == 1
    (first,) = client.wait(1)
    client.adviser.close()
    assert first == advice(session_of())


@pytest.mark.slow
def test_one_program_hears_on_and_answers_again(started):
    place, here = session_of(launcher=APART), session_of()
    client = Client(place)
    for turn in range(3):
        client.ask()
        assert client.wait(turn + 1)[-1] == advice(here)
        for one in (place, here):
            one.table.submit(one.game.legal(one.view, 0)[0])
            play_on(one)
    client.adviser.close()
    assert len(started) == 1


@pytest.mark.slow
@pytest.mark.parametrize("launcher", [HERE, APART])
def test_an_answer_that_is_outdated_is_dropped(launcher, started):
    place = session_of(launcher=launcher)
    client = Client(place)
    client.ask()
    client.adviser.forget()
    place.table.submit(place.game.legal(place.view, 0)[0])
    play_on(place)
    client.ask()
    (only,) = client.wait(1)
    assert {one.command for one in only} == set(place.game.legal(place.view, 0))
    client.adviser.close()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize("is_question_pending", [True, False])
def test_one_that_is_killed_is_started_again_and_says_the_same(is_question_pending, started):
    place = session_of(launcher=APART)
    client = Client(place)
    client.ask()
    if not is_question_pending:
        client.wait(1)
    os.kill(started[0].number, signal.SIGKILL)
    if not is_question_pending:
        started[0]._reader.join()
        client.adviser.attend()
        client.ask()
    said = client.wait(1 if is_question_pending else 2)
    client.adviser.close()
    assert set(said) == {advice(session_of())}
    assert len(started) <= 2
    assert is_question_pending or len(started) == 2


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["garbage", "mute"])
def test_one_that_cannot_answer_is_given_up(fault, started, monkeypatch):
    words = {"garbage": split_command(bad("garbage")), "mute": [sys.executable, "-c", "pass"]}
    monkeypatch.setattr(advisers, "own_command", lambda *_: words[fault])
    client = Client(session_of(launcher=APART))
    client.ask()
    assert client.wait(1) == [None]
    assert len(started) == MOST_STARTS
    client.adviser.close()


def test_questions_of_the_past_are_answered_in_their_order(started):
    place = session_of(launcher=APART)
    marks, expected = [], []
    for _ in range(3):
        marks.append(len(place.told))
        expected.append(advice(session_of_here(place)))
        place.table.submit(place.game.legal(place.view, 0)[0])
        play_on(place)
    client = Client(place)
    for mark in marks:
        client.ask(mark)
    assert client.wait(3) == expected
    client.adviser.close()


def session_of_here(place):
    """Return the same view with its adviser in this process."""
    place.launcher = HERE
    return place


def test_nobody_is_called_once_it_is_closed(started):
    called = []
    place = session_of(launcher=APART)
    adviser = Adviser(
        place.told, APART, lambda: called.append("woken"), command_codec(place.game), LEVEL
    )
    adviser.ask(called.append)
    adviser.close()
    started[0].wait()
    adviser.attend()
    assert "woken" not in called[1:]
    assert all(one == "woken" for one in called)


def test_a_host_can_say_no():
    place = session_of()
    assert place.advises
    place.advises = False
    with pytest.raises(AssertionError):
        place.adviser(lambda: None)


def test_at_a_table_of_computer_players_nobody_is_advised():
    game = GAMES["damn"]
    sitters = tuple(Player(f"P{seat}", "bot", "easy") for seat in range(3))
    header = Header("damn", sitters, settled(game.options, 3, {}), seed_from("advice"))
    assert not places_here(Table(game, header))[0].advises


def test_the_usual_level_is_one_that_searches():
    assert advisers.ADVISER_LEVEL in LEVELS
    assert advice(session_of(), advisers.ADVISER_LEVEL)


def test_one_that_says_nothing_is_out_of_time_and_given_up(started, monkeypatch):
    monkeypatch.setattr(advisers, "own_command", lambda *_: split_command(bad("silent")))
    clock = Clock()
    client = Client(session_of(launcher=BotLauncher(apart=True, clock=clock)))
    client.ask()
    assert client._woken.wait(60)  # it reports that it is ready and nothing afterwards
    client.adviser.attend()
    assert not client.adviser.late
    clock.now += ADVICE_S - 1
    client.adviser.attend()
    assert client.said == []
    clock.now += 1
    client.adviser.attend()
    assert client.said == [None]
    assert client.adviser.late
    assert len(started) == 1
    client.adviser.close()


def test_somebody_looks_at_the_time_while_an_answer_is_waited_for(started, monkeypatch):
    monkeypatch.setattr(advisers, "own_command", lambda *_: split_command(bad("never_ready")))
    monkeypatch.setattr(advisers, "LOOK_S", 0.001)
    client = Client(session_of(launcher=APART))
    client.ask()
    for _ in range(3):  # although no answer ever comes
        assert client._woken.wait(60)
        client._woken.clear()
    client.adviser.close()


@pytest.mark.slow
def test_after_it_was_given_up_the_next_question_is_a_new_beginning(started, monkeypatch):
    monkeypatch.setattr(advisers, "own_command", lambda *_: [sys.executable, "-c", "pass"])
    client = Client(session_of(launcher=APART))
    client.ask()
    assert client.wait(1) == [None]
    monkeypatch.setattr(advisers, "own_command", own_command)
    client.ask()
    assert client.wait(2)[1] == advice(session_of())
    client.adviser.close()
