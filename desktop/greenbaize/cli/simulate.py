"""``greenbaize simulate``: computer players play matches on all cores, without a window."""

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from threading import Thread
from types import TracebackType
from typing import Self

from greenbaize.cli.playing import Outcome, Run, play_matches
from greenbaize.cli.summary import Summary
from greenbaize.cli.terminal import tell, warn
from greenbaize.rules.messages import Message
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker


def simulate(run: Run, jobs: int | None = None) -> int:
    """Play the matches and print the summary.

    Args:
        run: what to play.
        jobs: how many processes play; None for one on every core.

    Returns:
        The exit code: 1 if a record could not be written whole.
    """
    summary = Summary(run)
    say = Speaker().say
    try:
        with _Bar(run.matches) as bar:
            for outcome in _played(run, jobs or _cores()):
                if outcome.trouble is not None and not summary.incomplete:
                    bar.clear()
                    trouble = {"trouble": say(outcome.trouble)}
                    warn(say(Message("records-trouble", trouble)))
                summary.add(outcome)
                bar.advance()
    except BrokenProcessPool:
        warn(say(Message("workers-lost")))
        return 1
    tell(summary.text())
    return 1 if summary.incomplete else 0


def _cores() -> int:
    allowed = getattr(os, "sched_getaffinity", None)  # where the system can set some apart
    return len(allowed(0)) if allowed else os.cpu_count() or 1


class _Bar:
    """A progress bar, shown only to a person at a terminal."""

    def __init__(self, matches: int) -> None:
        self._bar = None
        if matches > 1 and sys.stderr is not None and sys.stderr.isatty():
            from tqdm import tqdm  # noqa: PLC0415  (only where somebody sees it)

            self._bar = tqdm(total=matches, unit=f" {tr('matches')}", leave=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.close()

    def advance(self) -> None:
        """One match more has been played."""
        if self._bar is not None:
            self._bar.update()

    def clear(self) -> None:
        """Make room for a line; the bar comes back by itself."""
        if self._bar is not None:
            self._bar.clear()


def _played(run: Run, jobs: int) -> Iterator[Outcome]:
    """Play all matches, in no fixed order."""
    # Portions large enough to be worth sending, small enough to end together.
    size = max(1, min(16, run.matches // (8 * jobs)))
    portions = [
        range(first, min(first + size, run.matches + 1))
        for first in range(1, run.matches + 1, size)
    ]
    jobs = min(jobs, len(portions))
    if jobs == 1:
        for number in range(1, run.matches + 1):
            yield from play_matches(run, range(number, number + 1))
        return
    with _workers(jobs) as pool:
        waiting = iter(portions)
        running: set[Future[list[Outcome]]] = set()
        while True:
            # The queue is kept short, so that a long run does not lie in memory.
            with _ctrl_c_for_us_alone():
                for portion in islice(waiting, 2 * jobs - len(running)):
                    running.add(pool.submit(play_matches, run, portion))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield from future.result()


@contextmanager
def _workers(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that are ended at once if anything goes wrong."""
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
def _ctrl_c_for_us_alone() -> Iterator[None]:
    """Let processes begun meanwhile ignore Ctrl-C, which reaches all at a terminal."""
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


def _begin_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    # A parent that is killed cannot end its workers; without this they would wait for ever.
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
