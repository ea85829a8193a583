"""Synchronisation of the match database with the records, in a thread beside the window."""

from collections import deque
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any, Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from greenbaize.app.memory import history_indexer
from greenbaize.app.memory.history_indexer import HistoryIndexer

REFRESH_INTERVAL_S: Final = 1.0
"""Interval between updates of the list while many records are read (s)."""
JOIN_TIMEOUT_S: Final = 5.0
"""Maximum time that a closing window waits for a running job (s)."""

_Job = Callable[[HistoryIndexer, Callable[..., None]], None]
"""A job of the thread; it reports by the name of a signal and that signal's arguments."""


class _ThreadMessenger(QObject):
    """Carrier of messages from the threads; it outlives the updaters that receive them."""

    message_received = Signal(object, str, object)


@cache
def _shared_messenger() -> _ThreadMessenger:
    return _ThreadMessenger()


class HistoryUpdater(QObject):
    """Runner of the jobs that read new and changed records, one job after another."""

    changed = Signal()
    progressed = Signal(int, int)
    """Emitted with the numbers of files read and of files in all; equal when reading is done."""
    import_finished = Signal(object)
    """Emitted with the result (``ImportResult``) when records have been imported."""
    sync_failed = Signal(str)
    """Emitted with the reason why the database cannot be updated; empty once it can again."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.error = ""
        """The reason why the last update failed, as a sentence; empty if it succeeded."""
        self._jobs: deque[_Job] = deque()
        self._thread: Thread | None = None
        self._indexer: HistoryIndexer | None = None
        self._is_closed = False
        self._token = object()
        _shared_messenger().message_received.connect(
            self._on_message, Qt.ConnectionType.QueuedConnection
        )

    @property
    def is_busy(self) -> bool:
        return self._thread is not None

    def schedule_sync(self, milliseconds: int) -> None:
        """Start looking for changed records after a delay."""
        QTimer.singleShot(milliseconds, self, self.start_sync)

    def start_sync(self) -> None:
        if _run_sync not in self._jobs:
            self._enqueue_job(_run_sync)

    def import_records(self, paths: Sequence[Path]) -> None:
        self._enqueue_job(partial(_run_import, paths))

    def close(self) -> None:
        self._is_closed = True
        self._jobs.clear()
        if self._indexer is not None:
            self._indexer.close()
        if self._thread is not None:
            self._thread.join(JOIN_TIMEOUT_S)

    def _enqueue_job(self, job: _Job) -> None:
        if self._is_closed:
            return
        self._jobs.append(job)
        if self._thread is None:
            self._start_next_job()

    def _start_next_job(self) -> None:
        self._thread = None
        if not self._jobs:
            return
        job, token = self._jobs.popleft(), self._token
        indexer = self._indexer = HistoryIndexer()
        messenger = _shared_messenger()

        def emit_signal(signal_name: str, *values: Any) -> None:
            messenger.message_received.emit(token, signal_name, values)

        def run_job() -> None:
            try:
                job(indexer, emit_signal)
            except Exception as error:
                emit_signal("error", error)
            finally:
                emit_signal("done")

        self._thread = Thread(target=run_job, name="updater", daemon=True)
        self._thread.start()

    def _on_message(self, token: object, signal_name: str, values: tuple[Any, ...]) -> None:
        if token is not self._token or self._is_closed:
            return
        if signal_name == "done":
            self._start_next_job()
        elif signal_name == "error":
            raise values[0]
        elif signal_name != "sync_failed" or values[0] != self.error:
            if signal_name == "sync_failed":
                (self.error,) = values
            getattr(self, signal_name).emit(*values)


def _run_sync(indexer: HistoryIndexer, emit_signal: Callable[..., None]) -> None:
    errors: list[str] = []
    last_refresh = monotonic()

    def on_progress(read: int, count: int) -> None:
        nonlocal last_refresh
        emit_signal("progressed", read, count)
        if monotonic() - last_refresh >= REFRESH_INTERVAL_S:
            last_refresh = monotonic()
            emit_signal("changed")

    if history_indexer.update_history_index(indexer, on_progress, errors.append):
        emit_signal("changed")
    emit_signal("sync_failed", errors[0] if errors else "")


def _run_import(
    paths: Sequence[Path], indexer: HistoryIndexer, emit_signal: Callable[..., None]
) -> None:
    result = history_indexer.run_import(indexer, paths, partial(emit_signal, "progressed"))
    emit_signal("changed")
    emit_signal("import_finished", result)
