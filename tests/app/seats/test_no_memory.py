"""Tests of a computer that cannot start another thread or process: nothing blocks."""

import threading
from itertools import count

import pytest

from app.seats.foreign import TINY, finish, given, launcher, played, python
from greenbaize.app.advice.adviser import Adviser
from greenbaize.app.seats import programs
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.games import GAMES
from greenbaize.match.codecs import command_codec
from greenbaize.rules.events import SeatGiven

WRITER, OUTCRY, READER, ENDING = range(4)
"""Threads of a foreign program, in the order in which they start."""


@pytest.fixture
def no_thread(monkeypatch):
    """Let chosen threads fail to start; the argument tells by number which."""
    start = threading.Thread.start

    def let_fail(fails):
        numbers = count()

        def failing(thread):
            if fails(next(numbers)):
                raise RuntimeError("can't start new thread")
            start(thread)

        monkeypatch.setattr(threading.Thread, "start", failing)

    return let_fail


@pytest.mark.parametrize("failing_thread", [WRITER, OUTCRY, READER])
def test_a_program_without_its_threads_is_missing(failing_thread, no_thread, started, capfd):
    no_thread(lambda number: number == failing_thread)
    kept = played(launcher(python(TINY)))
    assert given(kept) == [SeatGiven(1, "bot", "missing")]
    assert kept[-1].type == "end"
    finish(started)
    assert "Traceback" not in capfd.readouterr().err


def test_one_that_nobody_can_wait_for_is_ended_at_once(no_thread, started):
    no_thread(lambda number: number == ENDING)
    assert given(played(launcher(python(TINY)))) == []
    assert len(started) == 1


def test_a_process_that_there_is_no_memory_for_is_missing(monkeypatch, started):
    def full(*_, **__):
        raise MemoryError

    monkeypatch.setattr(programs.subprocess, "Popen", full)
    assert given(played(launcher(python(TINY)))) == [SeatGiven(1, "bot", "missing")]


def test_players_of_ours_think_here(no_thread, started, capfd):
    no_thread(lambda number: True)
    here = played(BotLauncher(programs={"theirs": ""}))
    assert played(BotLauncher(apart=True, programs={"theirs": ""})) == here
    assert "Traceback" not in capfd.readouterr().err


def test_there_is_no_hint_and_it_is_told_when_somebody_looks(no_thread, started):
    no_thread(lambda number: True)
    said, woken = [], threading.Event()
    adviser = Adviser(b"{}\n", BotLauncher(apart=True), woken.set, command_codec(GAMES["damn"]))
    adviser.ask(said.append)
    adviser.ask(said.append)
    assert said == []  # Callbacks are not called before ``ask`` has returned.
    assert woken.is_set()
    adviser.attend()
    assert said == [None, None]
    adviser.ask(said.append)
    adviser.close()
    adviser.attend()
    assert said == [None, None]
