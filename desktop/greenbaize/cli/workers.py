"""Worker processes of a command, or a Dask cluster, with their tasks and a progress bar."""

import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from itertools import islice
from threading import ExceptHookArgs, Thread
from typing import Any, Final, NamedTuple, Self, TypeVar

from tqdm import tqdm

from greenbaize import __version__
from greenbaize.app.seats.programs import is_bundled
from greenbaize.app.signals import ENDING
from greenbaize.app.working_folder import working_folder
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.store.log import keep_error

S = TypeVar("S")
T = TypeVar("T")

AHEAD: Final = 4
"""Number of tasks queued for each process, so that none is idle."""
LOOK_S: Final = 0.5
"""Interval between two checks while waiting (s)."""


def cores() -> int:
    allowed = getattr(os, "sched_getaffinity", None)  # CPU affinity, where the system has it
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def possible_jobs(jobs: int) -> int:
    """Return the number of processes, or 1, this one, where the system refuses a pool.

    A pool needs a semaphore: some containers have no ``/dev/shm``, and open files may be few.
    """
    if jobs > 1:
        working_folder()  # the semaphore tracker cannot start in a deleted folder
        try:
            # The semaphore tracker must outlive the workers.
            with signals_for_us_alone():
                multiprocessing.get_context("spawn").Lock()
        except (ImportError, NotImplementedError, OSError):
            return 1
    return jobs


class Pool(ProcessPoolExecutor):
    """Process pool; it raises ``BrokenProcessPool`` if there is no memory for processes."""

    def __init__(self, jobs: int) -> None:
        # Spawned, not forked: that is safe with any threads, and alike on all systems.
        context = multiprocessing.get_context("spawn")
        super().__init__(jobs, mp_context=context, initializer=_begin_worker)
        self._lost = False

    def submit(self, task: Callable[..., T], /, *words: Any, **more: Any) -> Future[T]:
        try:
            return super().submit(task, *words, **more)
        except BrokenProcessPool:
            raise
        except (RuntimeError, OSError) as error:
            raise BrokenProcessPool from error

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with suppress(RuntimeError):  # a thread could not be started
            super().shutdown(wait, cancel_futures=cancel_futures)

    def lost(self) -> bool:
        """Return whether a thread of the pool has failed, so that its tasks get no result."""
        return self._lost

    def lose(self, failed: ExceptHookArgs) -> None:
        """Log the failure of a thread of this process."""
        self._lost = True
        if failed.exc_value is not None:
            keep_error(failed.exc_value)


@contextmanager
def workers(jobs: int) -> Iterator[Pool]:
    """Start a pool of ``jobs`` processes, which are killed on errors.

    Raises ``BrokenProcessPool`` if one ended, or there was no memory for another.
    """
    working_folder()  # a process cannot start in a deleted folder
    before = set(multiprocessing.active_children())
    with signals_for_us_alone():
        pool = Pool(jobs)
    hook = threading.excepthook
    threading.excepthook = pool.lose
    try:
        yield pool
    except BaseException as error:
        for process in set(multiprocessing.active_children()) - before:
            process.kill()  # it has nothing to clean up
        if isinstance(error, ConnectionError):
            raise BrokenProcessPool from error
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        threading.excepthook = hook


@contextmanager
def signals_for_us_alone() -> Iterator[None]:
    """Block signals in processes started meanwhile; on Windows only Ctrl-C.

    This process ends them itself, and handles its own pending signals afterwards.
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
    task: Callable[[S], T],
    given: Iterable[S],
    ahead: int,
    lost: Callable[[], bool] = lambda: False,
) -> Iterator[T]:
    """Yield the results of ``task`` for each of ``inputs``, in their order.

    ``inputs`` may be endless; ``task`` must be picklable, and up to ``queue_size`` of them are
    submitted at a time. ``is_lost`` reports a lost pool that fails no task; then
    ``ConnectionError`` is raised.
    """
    waiting = iter(given)
    running: deque[Future[T]] = deque()
    while True:
        with signals_for_us_alone():
            running.extend(pool.submit(task, one) for one in islice(waiting, ahead - len(running)))
        if not running:
            return
        first = running.popleft()
        while not wait([first], LOOK_S).done:
            if lost():
                raise ConnectionError
        yield first.result()


def _begin_worker() -> None:
    # Signals to all processes of a terminal or a group are the parent's to handle.
    for number in ENDING:
        signal.signal(number, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    try:
        Thread(target=_end_with_parent, daemon=True).start()
    except RuntimeError:
        os._exit(1)  # without that thread it might outlive its parent


def _end_with_parent() -> None:
    # A killed parent cannot end its workers, which would wait for ever.
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


PATIENCE: Final = "10s"
"""Time limit for a cluster's answers."""


class Cluster(NamedTuple):
    """Workers of a cluster: executor, number of parallel tasks, and a check for their loss."""

    executor: Executor
    threads: int
    lost: Callable[[], bool]


@contextmanager
def cluster_workers(address: str) -> Iterator[Cluster]:
    """Connect to the workers of a Dask cluster whose scheduler is at ``address``.

    ``address`` is like ``host:8786``. Raises ``GameError`` in a bundle, without Dask, if nobody
    answers, if the cluster has another version of the program, or if it is lost.
    """
    if is_bundled():
        raise GameError(Message("cluster-bundled"))
    try:
        import distributed  # noqa: PLC0415  (heavy and optional)
    except ImportError as error:
        library = error.name or str(error)
        raise GameError(Message("cluster-library", {"library": library})) from None
    comm, named = distributed.comm, {"address": address}
    try:
        comm.get_address_host_port(comm.normalize_address(address), strict=True)
    except ValueError:
        raise GameError(Message("cluster-address", named)) from None
    with _quiet():
        try:
            client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
        except OSError:
            raise GameError(Message("cluster-silent", named)) from None
        with client:
            yield from _workers_of(client, named, distributed.scheduler.KilledWorker)


def _workers_of(client: Any, named: dict[str, str], killed: Any) -> Iterator[Cluster]:
    threads = sum(client.nthreads().values())
    if not threads:
        raise GameError(Message("cluster-empty", named))
    if not _has_the_program(client):
        raise GameError(Message("cluster-version", {**named, "version": __version__}))
    executor = client.get_executor(pure=False)
    try:
        # A lost client does not notify those who wait for its tasks.
        yield Cluster(executor, threads, lambda: client.status != "running")
    except (OSError, CancelledError, killed):
        raise GameError(Message("cluster-lost", named)) from None
    finally:
        if client.status == "running":
            executor.shutdown(wait=False)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask's log off the terminal: what matters is printed in one line."""
    before = logging.root.manager.disable
    logging.disable()
    try:
        yield
    finally:
        logging.disable(before)


def _has_the_program(client: Any) -> bool:
    """Return whether the scheduler and all workers have this version of the program."""
    try:
        scheduler = client.run_on_scheduler(program_version)
    except ImportError:
        return False
    workers = client.run(program_version, on_error="return").values()
    return all(version == __version__ for version in (scheduler, *workers))


def program_version() -> str:
    """Return the version of this program; run by the cluster's machines."""
    return __version__


class Bar:
    """Progress bar, shown only at a terminal; ``unit`` is in the plural."""

    def __init__(self, total: int, unit: str) -> None:
        self._bar = None
        if total > 1 and sys.stderr is not None and sys.stderr.isatty():
            self._bar = tqdm(total=total, unit=f" {unit}", leave=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # the terminal may have been closed
            if self._bar is not None:
                self._bar.close()

    def advance(self, steps: int = 1) -> None:
        with suppress(OSError):  # the terminal may have been closed
            if self._bar is not None:
                self._bar.update(steps)

    def clear(self) -> None:
        """Clear the line; the next update draws the bar again."""
        with suppress(OSError):  # the terminal may have been closed
            if self._bar is not None:
                self._bar.clear()
