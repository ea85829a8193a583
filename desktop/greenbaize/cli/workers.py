"""Processes that work for a command, and what they are given to do."""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import count
from threading import Thread
from typing import Final, TypeVar

T = TypeVar("T")

LOOK_S: Final = 0.5
"""Seconds after which somebody who waits looks whether there is still something to wait for."""


def cores() -> int:
    """How many cores this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)  # where the system can set some apart
    return len(allowed(0)) if allowed else os.cpu_count() or 1


@contextmanager
def workers(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """So many processes, which are ended at once if anything goes wrong."""
    before = set(multiprocessing.active_children())
    # A fresh process instead of a copy: it is safe with any threads, and alike on all systems.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin_worker)
    terminate = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield pool
    except BaseException:
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        signal.signal(signal.SIGTERM, terminate)


@contextmanager
def ctrl_c_for_us_alone() -> Iterator[None]:
    """Let processes begun meanwhile ignore Ctrl-C, which reaches all at a terminal."""
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


@contextmanager
def ctrl_c_later() -> Iterator[None]:
    """Let what is done here be done wholly before Ctrl-C stops the program."""
    pressed = []
    handler = signal.signal(signal.SIGINT, lambda *_: pressed.append(True))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
    if pressed:
        raise KeyboardInterrupt


def in_order(
    pool: Executor,
    task: Callable[[int], T],
    ahead: int,
    lost: Callable[[], bool] = lambda: False,
) -> Iterator[T]:
    """What a task gives for 0, 1, 2 and so on without end, in this order.

    Args:
        pool: whoever does the work.
        task: what is to be done; it can be pickled.
        ahead: how many numbers are being worked on at a time.
        lost: whether the pool has been lost without its tasks being told.

    Raises:
        ConnectionError: the pool was lost.
    """
    numbers = count()
    running: deque[Future[T]] = deque()
    while True:
        with ctrl_c_for_us_alone():
            while len(running) < ahead:
                running.append(pool.submit(task, next(numbers)))
        while not wait([running[0]], LOOK_S).done:
            if lost():
                raise ConnectionError
        yield running.popleft().result()


def _begin_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    # A parent that is killed cannot end its workers; without this they would wait for ever.
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
