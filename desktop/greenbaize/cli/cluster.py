"""A Dask cluster as a pool of workers: many machines play for one command."""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from greenbaize import __version__
from greenbaize.app.seats.programs import is_bundled
from greenbaize.rules.errors import ClusterError
from greenbaize.rules.messages import Message

PATIENCE: Final = "10s"
"""The time limit for a cluster's answers."""


class Cluster(NamedTuple):
    """A cluster's workers: how many tasks they run at a time, and whether they are lost."""

    executor: Executor
    threads: int
    lost: Callable[[], bool]


@contextmanager
def cluster_workers(address: str) -> Iterator[Cluster]:
    """The workers of a Dask cluster whose scheduler is at ``address`` (``host:8786``).

    Raises ``ClusterError`` in a bundle, without Dask, if nobody answers, if the cluster has another
    version of the program, or if it is lost.
    """
    if is_bundled():
        raise ClusterError(Message("cluster-bundled"))
    try:
        import distributed  # noqa: PLC0415  (heavy, and an extra)
        from distributed.comm import get_address_host_port, normalize_address  # noqa: PLC0415
    except ImportError as error:
        library = error.name or str(error)
        raise ClusterError(Message("cluster-library", {"library": library})) from None
    named = {"address": address}
    try:
        get_address_host_port(normalize_address(address), strict=True)
    except ValueError:
        raise ClusterError(Message("cluster-address", named)) from None
    with _quiet():
        try:
            client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
        except OSError:
            raise ClusterError(Message("cluster-silent", named)) from None
        with client:
            yield from _workers_of(client, named)


def _workers_of(client: Any, named: dict[str, str]) -> Iterator[Cluster]:
    from distributed.scheduler import KilledWorker  # noqa: PLC0415

    threads = sum(client.nthreads().values())
    if not threads:
        raise ClusterError(Message("cluster-empty", named))
    if not _has_the_program(client):
        raise ClusterError(Message("cluster-version", {**named, "version": __version__}))
    executor = client.get_executor(pure=False)
    try:
        # A lost client does not tell those who wait for its tasks.
        yield Cluster(executor, threads, lambda: client.status != "running")
    except (OSError, CancelledError, KilledWorker):
        raise ClusterError(Message("cluster-lost", named)) from None
    finally:
        if client.status == "running":
            executor.shutdown(wait=False)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask's log off the terminal: what matters is told in one line."""
    before = logging.root.manager.disable
    logging.disable()
    try:
        yield
    finally:
        logging.disable(before)


def _has_the_program(client: Any) -> bool:
    """Whether the scheduler and all workers have this version of the program."""
    try:
        scheduler = client.run_on_scheduler(program_version)
    except ImportError:
        return False
    workers = client.run(program_version, on_error="return").values()
    return all(version == __version__ for version in (scheduler, *workers))


def program_version() -> str:
    """The version of this program, as run by the cluster's machines."""
    return __version__
