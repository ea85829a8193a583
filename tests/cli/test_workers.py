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

from cli.failing_workers import finish_first_task_only, start_worker_without_threads
from cli.host_processes import BOT_COMMAND, decode_output, read_port_and_code, running_host
from greenbaize.cli import workers
from greenbaize.cli.main import main


class RecordingExecutor(Executor):
    """Executor that runs everything at once and records its tasks."""

    def __init__(self):
        self.submitted = []

    def submit(self, task, /, *args, **kwargs):
        self.submitted.append(args)
        future = Future()
        future.set_result(task(*args, **kwargs))
        return future


def test_results_come_in_order_however_long_each_takes():
    with workers.start_workers(2) as pool:
        assert list(islice(workers.map_in_order(pool, abs, count(), 3), 10)) == list(range(10))


def test_no_more_tasks_are_submitted_than_requested():
    pool = RecordingExecutor()
    results = workers.map_in_order(pool, abs, count(), 3)
    assert pool.submitted == []
    assert next(results) == 0
    assert pool.submitted == [(0,), (1,), (2,)]
    assert next(results) == 1
    assert pool.submitted == [(0,), (1,), (2,), (3,)]


def test_cores_are_those_this_process_may_use(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {1, 4, 5}, raising=False)
    assert workers.count_cores() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert workers.count_cores() == 1


def test_abandoned_work_is_ended():
    def results():
        with workers.start_workers(1) as pool:
            yield from workers.map_in_order(pool, finish_first_task_only, count(), 2)

    unfinished = results()
    assert next(unfinished) == 0
    unfinished.close()
    assert multiprocessing.active_children() == []


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("begin", [True, False])
def test_workers_ignore_signals_that_end_the_program(begin, monkeypatch):
    """Check the signals during the start of the workers and later."""
    if not begin:
        monkeypatch.setattr(workers, "_initialize_worker", None)
    ending = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    with workers.start_workers(1) as pool:
        with workers.block_signals_in_children():
            blocked = pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ())
            handlers = [pool.submit(signal.getsignal, number) for number in ending]
        if begin:
            assert {handler.result() for handler in handlers} == {signal.SIG_IGN}
        else:
            assert blocked.result() >= ending
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before


def test_a_lost_pool_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(workers, "CHECK_INTERVAL_S", 0)
    silent = RecordingExecutor()
    silent.submit = lambda task, number: Future()
    with pytest.raises(ConnectionError):
        next(workers.map_in_order(silent, abs, count(), 2, lambda: True))


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


FAILING_THREADS_SCRIPT = """
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
    result = subprocess.run(
        [
            sys.executable,
            "-c",
            FAILING_THREADS_SCRIPT,
            str(threads),
            *COMMANDS[command].split(),
        ],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    if result.returncode:
        assert (result.returncode, result.stdout) == (1, "")
        assert result.stderr.count("\n") == 1
        assert "there was no memory for it" in result.stderr
    else:
        assert threads == 2  # there was enough memory
        assert result.stderr == ""


@pytest.mark.long
@pytest.mark.parametrize("threads", range(3))
@pytest.mark.parametrize("role", [("--program", BOT_COMMAND), ()], ids=["program", "person"])
def test_a_guest_leaves_the_table_with_one_line(role, threads, tmp_path):
    table = ("--game", "damn", "--seats", "3", "--option", "deals=2", "--bots", "random")
    with running_host(tmp_path / "match.jsonl", *table) as host:
        port, code = read_port_and_code(host)
        words = ["join", f"127.0.0.1:{port}", "--code", code, "--name", "Anna", *role]
        with subprocess.Popen(
            [sys.executable, "-c", FAILING_THREADS_SCRIPT, str(threads), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as guest:
            try:
                errors = decode_output(guest.communicate(timeout=30)[1])
            finally:
                guest.kill()
    assert guest.returncode == 1
    assert "Traceback" not in errors
    assert "a fault of its own" not in errors


@pytest.mark.slow
def test_a_worker_without_its_thread_is_lost_silently(monkeypatch, capfd):
    monkeypatch.setattr(workers, "_initialize_worker", start_worker_without_threads)
    assert main(COMMANDS["simulate"].split()) == 1
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert multiprocessing.active_children() == []
