"""Tests of worker processes, also without memory for a thread."""

import multiprocessing
import os
import signal
import subprocess
import sys
from concurrent.futures import Executor, Future
from itertools import count, islice
from multiprocessing.context import SpawnContext

import pytest

from cli.bad_workers import begin_without_threads, wait_for_ever
from cli.test_host_and_join import BOT, hosting, opened_at, text_of
from greenbaize.cli import workers
from greenbaize.cli.main import main


class Noting(Executor):
    """Executor that runs everything at once and records its tasks."""

    def __init__(self):
        self.given = []

    def submit(self, task, /, *words, **more):
        self.given.append(words)
        future = Future()
        future.set_result(task(*words, **more))
        return future


def test_results_come_in_order_however_long_each_takes():
    with workers.workers(2) as pool:
        assert list(islice(workers.in_order(pool, abs, count(), 3), 10)) == list(range(10))


def test_no_more_is_begun_than_asked_for():
    pool = Noting()
    results = workers.in_order(pool, abs, count(), 3)
    assert pool.given == []
    assert next(results) == 0
    assert pool.given == [(0,), (1,), (2,)]
    assert next(results) == 1
    assert pool.given == [(0,), (1,), (2,), (3,)]


def test_cores_are_those_this_process_may_use(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {1, 4, 5}, raising=False)
    assert workers.cores() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert workers.cores() == 1


def test_work_that_nobody_waits_for_any_more_is_ended():
    def results():
        with workers.workers(1) as pool:
            yield from workers.in_order(pool, wait_for_ever, count(), 2)

    unfinished = results()
    assert next(unfinished) == 0
    unfinished.close()
    assert multiprocessing.active_children() == []


@pytest.mark.skipif(sys.platform == "win32", reason="what POSIX hands down to a process")
@pytest.mark.parametrize("begin", [True, False])
def test_workers_never_hear_what_ends_the_program(begin, monkeypatch):
    """Check the signals during the start of the workers and later."""
    if not begin:
        monkeypatch.setattr(workers, "_begin_worker", None)
    ending = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    with workers.workers(1) as pool:
        with workers.signals_for_us_alone():
            blocked = pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ())
            handlers = [pool.submit(signal.getsignal, number) for number in ending]
        if begin:
            assert {handler.result() for handler in handlers} == {signal.SIG_IGN}
        else:
            assert blocked.result() >= ending
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before


def test_a_pool_that_was_lost_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(workers, "LOOK_S", 0)
    silent = Noting()
    silent.submit = lambda task, number: Future()
    with pytest.raises(ConnectionError):
        next(workers.in_order(silent, abs, count(), 2, lambda: True))


COMMANDS = {
    "simulate": "simulate --game damn --players 3 --option deals=2 --matches 4 --seed 1 --jobs 2",
    "duel": "duel --game damn --a easy --b random --option deals=2 --deals 8 --jobs 2",
}


class WithoutSemaphores(SpawnContext):
    """multiprocessing context as in a container without ``/dev/shm``."""

    def Lock(self):  # noqa: N802  (as in multiprocessing)
        raise FileNotFoundError(2, "No such file or directory")


@pytest.mark.parametrize("command", COMMANDS)
def test_without_semaphores_this_process_plays_with_the_same_result(command, monkeypatch, capsys):
    words = [*COMMANDS[command].split(), "--seed", "1"]
    assert main([*words, "--jobs", "1"]) == 0
    alone = capsys.readouterr()
    monkeypatch.setattr(workers.multiprocessing, "get_context", lambda _: WithoutSemaphores())
    assert main(words) == 0
    assert capsys.readouterr() == alone


FAILING = """
import itertools, sys, threading
from greenbaize.cli.main import main

start, numbers = threading.Thread.start, itertools.count()

def failing(thread):
    if next(numbers) >= int(sys.argv[1]):
        raise RuntimeError("can't start new thread")
    start(thread)

threading.Thread.start = failing
sys.exit(main(sys.argv[2:]))
"""


@pytest.mark.long
@pytest.mark.parametrize("threads", range(3))
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_ends_with_one_line(threads, command):
    done = subprocess.run(
        [sys.executable, "-c", FAILING, str(threads), *COMMANDS[command].split()],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    if done.returncode:
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.count("\n") == 1
        assert "there was no memory for it" in done.stderr
    else:
        assert threads == 2  # there was enough memory
        assert done.stderr == ""


@pytest.mark.long
@pytest.mark.parametrize("threads", range(3))
@pytest.mark.parametrize("role", [("--program", BOT), ()], ids=["program", "person"])
def test_a_guest_leaves_the_table_with_one_line(role, threads, tmp_path):
    table = ("--game", "damn", "--seats", "3", "--option", "deals=2", "--bots", "random")
    with hosting(tmp_path / "match.jsonl", *table) as host:
        port, code = opened_at(host)
        words = ["join", f"127.0.0.1:{port}", "--code", code, "--name", "Anna", *role]
        with subprocess.Popen(
            [sys.executable, "-c", FAILING, str(threads), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as guest:
            try:
                wrong = text_of(guest.communicate(timeout=30)[1])
            finally:
                guest.kill()
    assert guest.returncode == 1
    assert "Traceback" not in wrong
    assert "a fault of its own" not in wrong


@pytest.mark.slow
def test_a_worker_without_its_thread_is_lost_without_a_word(monkeypatch, capfd):
    monkeypatch.setattr(workers, "_begin_worker", begin_without_threads)
    assert main(COMMANDS["simulate"].split()) == 1
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert multiprocessing.active_children() == []
