"""Worker processes of a command, and their tasks."""

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from itertools import count
from threading import ExceptHookArgs, Thread
from typing import Any, Final, TypeVar

from greenbaize.app.signals import ENDING
from greenbaize.store.log import keep_error

T = TypeVar("T")

LOOK_S: Final = 0.5
"""Seconds between two checks while waiting."""


def cores() -> int:
    """How many cores this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)  # where the system can set some apart
    return len(allowed(0)) if allowed else os.cpu_count() or 1


class Pool(ProcessPoolExecutor):
    """Processes as a pool; ``BrokenProcessPool`` if there is no memory for them."""

    def __init__(self, jobs: int) -> None:
        # A fresh process instead of a copy: it is safe with any threads, and alike on all systems.
        context = multiprocessing.get_context("spawn")
        super().__init__(jobs, mp_context=context, initializer=_begin_worker)
        self._lost = False

    def submit(self, task: Callable[..., T], /, *words: Any, **more: Any) -> Future[T]:
        """Submit a task."""
        try:
            return super().submit(task, *words, **more)
        except BrokenProcessPool:
            raise
        except (RuntimeError, OSError) as error:
            raise BrokenProcessPool from error

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Shut down."""
        with suppress(RuntimeError):  # of a thread that could not be started
            super().shutdown(wait, cancel_futures=cancel_futures)

    def lost(self) -> bool:
        """Whether a thread of the pool has failed, so that its tasks get no result."""
        return self._lost

    def lose(self, failed: ExceptHookArgs) -> None:
        """Note that a thread of this process has failed."""
        self._lost = True
        if failed.exc_value is not None:
            keep_error(failed.exc_value)


@contextmanager
def workers(jobs: int) -> Iterator[Pool]:
    """A pool of ``jobs`` processes, killed on errors.

    Raises ``BrokenProcessPool`` if one ended, or there was no memory for another.
    """
    before = set(multiprocessing.active_children())
    with signals_for_us_alone():
        pool = Pool(jobs)
    hook = threading.excepthook
    threading.excepthook = pool.lose
    try:
        yield pool
    except BaseException as error:
        for process in set(multiprocessing.active_children()) - before:
            process.kill()  # it has nothing to put away
        if isinstance(error, ConnectionError):
            raise BrokenProcessPool from error
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        threading.excepthook = hook


@contextmanager
def signals_for_us_alone() -> Iterator[None]:
    """Block signals in processes begun meanwhile: we end them. On Windows only Ctrl-C.

    This process handles signals that came meanwhile afterwards.
    """
    if sys.platform == "win32":
        handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, handler)
    else:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def in_order(
    pool: Executor,
    task: Callable[[int], T],
    ahead: int,
    lost: Callable[[], bool] = lambda: False,
) -> Iterator[T]:
    """The results of ``task(0)``, ``task(1)`` … without end, in order.

    ``task`` can be pickled; ``ahead`` numbers are computed at a time. ``lost`` tells of a lost pool
    that fails no task; then ``ConnectionError`` is raised.
    """
    numbers = count()
    running: deque[Future[T]] = deque()
    while True:
        with signals_for_us_alone():
            while len(running) < ahead:
                running.append(pool.submit(task, next(numbers)))
        wait_for([running[0]], lost)
        yield running.popleft().result()


def wait_for(running: Collection[Future[T]], lost: Callable[[], bool]) -> set[Future[T]]:
    """Wait for any of ``running``; returns those done. ``ConnectionError`` if the pool is lost."""
    while not (done := wait(running, LOOK_S, return_when=FIRST_COMPLETED).done):
        if lost():
            raise ConnectionError
    return done


def _begin_worker() -> None:
    # What reaches all processes of a terminal or a group is for the first of them to answer.
    for number in ENDING:
        signal.signal(number, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    try:
        Thread(target=_end_with_parent, daemon=True).start()
    except RuntimeError:
        os._exit(1)  # rather than be left behind one day


def _end_with_parent() -> None:
    # A parent that is killed cannot end its workers; without this they would wait for ever.
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
