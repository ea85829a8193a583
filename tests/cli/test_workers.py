import multiprocessing
import os
import signal
import sys
from concurrent.futures import Executor, Future
from itertools import islice

import pytest

from cli.bad_workers import wait_for_ever
from greenbaize.cli import workers


class Noting(Executor):
    """Does everything at once, and notes what it was given."""

    def __init__(self):
        self.given = []

    def submit(self, task, /, *words, **more):
        self.given.append(words)
        future = Future()
        future.set_result(task(*words, **more))
        return future


def test_results_come_in_order_however_long_each_takes():
    with workers.workers(2) as pool:
        assert list(islice(workers.in_order(pool, abs, 3), 10)) == list(range(10))


def test_no_more_is_begun_than_asked_for():
    pool = Noting()
    results = workers.in_order(pool, abs, 3)
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
            yield from workers.in_order(pool, wait_for_ever, 2)

    unfinished = results()
    assert next(unfinished) == 0
    unfinished.close()
    assert multiprocessing.active_children() == []


@pytest.mark.skipif(sys.platform == "win32", reason="what POSIX hands down to a process")
@pytest.mark.parametrize("begin", [True, False])
def test_workers_never_hear_what_ends_the_program(begin, monkeypatch):
    """Neither while they start nor later."""
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
        next(workers.in_order(silent, abs, 2, lambda: True))
