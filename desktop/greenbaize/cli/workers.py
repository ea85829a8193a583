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
from greenbaize.app.seats.bot_process import is_bundled
from greenbaize.app.signals import EXIT_SIGNALS
from greenbaize.app.working_folder import find_working_folder
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.store.log import log_exception

S = TypeVar("S")
T = TypeVar("T")

TASKS_PER_PROCESS: Final = 4
"""Number of tasks queued for each process, so that none is idle."""
CHECK_INTERVAL_S: Final = 0.5
"""Interval between two checks while waiting (s)."""


def count_cores() -> int:
    get_affinity = getattr(os, "sched_getaffinity", None)  # CPU affinity, where the system has it
    return len(get_affinity(0)) if get_affinity else os.cpu_count() or 1


def limit_jobs(jobs: int) -> int:
    """Return the number of processes, or 1, this one, where the system refuses a pool.

    A pool needs a semaphore: some containers have no ``/dev/shm``, and open files may be few.
    """
    if jobs > 1:
        find_working_folder()  # the semaphore tracker cannot start in a deleted folder
        try:
            # The semaphore tracker must outlive the workers.
            with block_signals_in_children():
                multiprocessing.get_context("spawn").Lock()
        except (ImportError, NotImplementedError, OSError):
            return 1
    return jobs


class WorkerPool(ProcessPoolExecutor):
    """Process pool; it raises ``BrokenProcessPool`` if there is no memory for processes."""

    def __init__(self, jobs: int) -> None:
        # Spawned, not forked: that is safe with any threads, and alike on all systems.
        context = multiprocessing.get_context("spawn")
        super().__init__(jobs, mp_context=context, initializer=_initialize_worker)
        self._is_lost = False

    def submit(self, task: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        try:
            return super().submit(task, *args, **kwargs)
        except BrokenProcessPool:
            raise
        except (RuntimeError, OSError) as error:
            raise BrokenProcessPool from error

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with suppress(RuntimeError):  # a thread could not be started
            super().shutdown(wait, cancel_futures=cancel_futures)

    def is_lost(self) -> bool:
        """Return whether a thread of the pool has failed, so that its tasks get no result."""
        return self._is_lost

    def on_thread_error(self, thread_error: ExceptHookArgs) -> None:
        """Log the failure of a thread of this process."""
        self._is_lost = True
        if thread_error.exc_value is not None:
            log_exception(thread_error.exc_value)


@contextmanager
def start_workers(jobs: int) -> Iterator[WorkerPool]:
    """Start a pool of ``jobs`` processes, which are killed on errors.

    Raises ``BrokenProcessPool`` if one ended, or there was no memory for another.
    """
    find_working_folder()  # a process cannot start in a deleted folder
    previous_children = set(multiprocessing.active_children())
    with block_signals_in_children():
        pool = WorkerPool(jobs)
    previous_hook = threading.excepthook
    threading.excepthook = pool.on_thread_error
    try:
        yield pool
    except BaseException as error:
        for process in set(multiprocessing.active_children()) - previous_children:
            process.kill()  # it has nothing to clean up
        if isinstance(error, ConnectionError):
            raise BrokenProcessPool from error
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        threading.excepthook = previous_hook


@contextmanager
def block_signals_in_children() -> Iterator[None]:
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
        previous_mask = signal.pthread_sigmask(signal.SIG_BLOCK, EXIT_SIGNALS)
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, previous_mask)


def map_in_order(
    pool: Executor,
    task: Callable[[S], T],
    inputs: Iterable[S],
    queue_size: int,
    is_lost: Callable[[], bool] = lambda: False,
) -> Iterator[T]:
    """Yield the results of ``task`` for each of ``inputs``, in their order.

    ``inputs`` may be endless; ``task`` must be picklable, and up to ``queue_size`` of them are
    submitted at a time. ``is_lost`` reports a lost pool that fails no task; then
    ``ConnectionError`` is raised.
    """
    remaining = iter(inputs)
    running: deque[Future[T]] = deque()
    while True:
        with block_signals_in_children():
            running.extend(
                pool.submit(task, item) for item in islice(remaining, queue_size - len(running))
            )
        if not running:
            return
        first_future = running.popleft()
        while not wait([first_future], CHECK_INTERVAL_S).done:
            if is_lost():
                raise ConnectionError
        yield first_future.result()


def _initialize_worker() -> None:
    # Signals to all processes of a terminal or a group are the parent's to handle.
    for number in EXIT_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, EXIT_SIGNALS)
    try:
        Thread(target=_exit_with_parent, daemon=True).start()
    except RuntimeError:
        os._exit(1)  # without that thread it might outlive its parent


def _exit_with_parent() -> None:
    # A killed parent cannot end its workers, which would wait for ever.
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


CLUSTER_TIMEOUT: Final = "10s"
"""Time limit for a cluster's answers."""


class DaskCluster(NamedTuple):
    """Workers of a cluster: executor, number of parallel tasks, and a check for their loss."""

    executor: Executor
    threads: int
    is_lost: Callable[[], bool]


@contextmanager
def connect_cluster(address: str) -> Iterator[DaskCluster]:
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
    comm, message_values = distributed.comm, {"address": address}
    try:
        comm.get_address_host_port(comm.normalize_address(address), strict=True)
    except ValueError:
        raise GameError(Message("cluster-address", message_values)) from None
    with _silence_logging():
        try:
            client = distributed.Client(address, timeout=CLUSTER_TIMEOUT, set_as_default=False)
        except OSError:
            raise GameError(Message("cluster-silent", message_values)) from None
        with client:
            yield from _open_cluster(client, message_values, distributed.scheduler.KilledWorker)


def _open_cluster(
    client: Any, message_values: dict[str, str], killed_worker_error: Any
) -> Iterator[DaskCluster]:
    threads = sum(client.nthreads().values())
    if not threads:
        raise GameError(Message("cluster-empty", message_values))
    if not _has_same_version(client):
        raise GameError(Message("cluster-version", {**message_values, "version": __version__}))
    executor = client.get_executor(pure=False)
    try:
        # A lost client does not notify those who wait for its tasks.
        yield DaskCluster(executor, threads, lambda: client.status != "running")
    except (OSError, CancelledError, killed_worker_error):
        raise GameError(Message("cluster-lost", message_values)) from None
    finally:
        if client.status == "running":
            executor.shutdown(wait=False)


@contextmanager
def _silence_logging() -> Iterator[None]:
    """Keep Dask's log off the terminal: what matters is printed in one line."""
    previous_level = logging.root.manager.disable
    logging.disable()
    try:
        yield
    finally:
        logging.disable(previous_level)


def _has_same_version(client: Any) -> bool:
    """Return whether the scheduler and all workers have this version of the program."""
    try:
        scheduler_version = client.run_on_scheduler(get_program_version)
    except ImportError:
        return False
    worker_versions = client.run(get_program_version, on_error="return").values()
    return all(version == __version__ for version in (scheduler_version, *worker_versions))


def get_program_version() -> str:
    """Return the version of this program; run by the cluster's machines."""
    return __version__


class ProgressBar:
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

    def clear_line(self) -> None:
        """Clear the line; the next update draws the bar again."""
        with suppress(OSError):  # the terminal may have been closed
            if self._bar is not None:
                self._bar.clear()
