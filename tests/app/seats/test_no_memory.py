"""Tests of a computer that cannot start another thread or process: nothing blocks."""

import threading
from itertools import count

import pytest

from app.seats.foreign_programs import (
    TINY_BOT_PATH,
    make_launcher,
    play_bot_match,
    python_command,
    select_seat_changes,
    wait_for_programs,
)
from greenbaize.app.advice.adviser import Adviser
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.games import GAMES
from greenbaize.match.codecs import command_codec
from greenbaize.rules.events import SeatReassigned

WRITER_THREAD, STDERR_THREAD, READER_THREAD, END_THREAD = range(4)
"""Threads of a foreign program, in the order in which they start."""


@pytest.fixture
def fail_threads(monkeypatch):
    """Let chosen threads fail to start; the argument tells by number which."""
    start = threading.Thread.start

    def install_failure(fails):
        numbers = count()

        def start_or_fail(thread):
            if fails(next(numbers)):
                raise RuntimeError("can't start new thread")
            start(thread)

        monkeypatch.setattr(threading.Thread, "start", start_or_fail)

    return install_failure


@pytest.mark.parametrize("failing_thread", [WRITER_THREAD, STDERR_THREAD, READER_THREAD])
def test_a_program_without_its_threads_is_missing(
    failing_thread, fail_threads, started_programs, capfd
):
    fail_threads(lambda number: number == failing_thread)
    events = play_bot_match(make_launcher(python_command(TINY_BOT_PATH)))
    assert select_seat_changes(events) == [SeatReassigned(1, "bot", "missing")]
    assert events[-1].type == "end"
    wait_for_programs(started_programs)
    assert "Traceback" not in capfd.readouterr().err


def test_a_program_without_an_end_thread_is_ended_at_once(fail_threads, started_programs):
    fail_threads(lambda number: number == END_THREAD)
    assert select_seat_changes(play_bot_match(make_launcher(python_command(TINY_BOT_PATH)))) == []
    assert len(started_programs) == 1


def test_builtin_bots_think_in_this_process(fail_threads, started_programs, capfd):
    fail_threads(lambda number: True)
    expected_events = play_bot_match(BotLauncher(programs={"theirs": ""}))
    assert (
        play_bot_match(BotLauncher(separate_processes=True, programs={"theirs": ""}))
        == expected_events
    )
    assert "Traceback" not in capfd.readouterr().err


def test_without_threads_there_is_no_hint_but_a_callback(fail_threads, started_programs):
    fail_threads(lambda number: True)
    answers, wake_event = [], threading.Event()
    adviser = Adviser(
        b"{}\n", BotLauncher(separate_processes=True), wake_event.set, command_codec(GAMES["damn"])
    )
    adviser.ask_advice(answers.append)
    adviser.ask_advice(answers.append)
    assert answers == []  # Callbacks are not called before ``ask`` has returned.
    assert wake_event.is_set()
    adviser.process_pending()
    assert answers == [None, None]
    adviser.ask_advice(answers.append)
    adviser.close()
    adviser.process_pending()
    assert answers == [None, None]
