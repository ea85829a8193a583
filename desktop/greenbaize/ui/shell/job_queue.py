"""Jobs beside the window that run commands of this program, one after another in a thread."""

from collections import deque
from collections.abc import Callable
from functools import cache
from threading import Thread
from typing import Any, Final

from PySide6.QtCore import QObject, Qt, Signal

from greenbaize.app.memory.history_indexer import HistoryIndexer

JOIN_TIMEOUT_S: Final = 5.0
"""Maximum time that a closing queue waits for a running job (s)."""

Job = Callable[[HistoryIndexer, Callable[..., None]], None]
"""A job of the thread; it reports by the name of a signal and that signal's arguments."""


class _ThreadMessenger(QObject):
    """Carrier of messages from the threads; it outlives the queues that receive them."""

    message_received = Signal(object, str, object)


@cache
def _shared_messenger() -> _ThreadMessenger:
    return _ThreadMessenger()


class JobQueue(QObject):
    """Runner of jobs, one after another; closing it ends the job that runs."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs: deque[Job] = deque()
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

    @property
    def has_waiting_jobs(self) -> bool:
        return bool(self._jobs)

    def close(self) -> None:
        self._is_closed = True
        self._jobs.clear()
        if self._indexer is not None:
            self._indexer.close()
        if self._thread is not None:
            self._thread.join(JOIN_TIMEOUT_S)

    def enqueue_job(self, job: Job) -> None:
        if self._is_closed:
            return
        self._jobs.append(job)
        if self._thread is None:
            self._start_next_job()

    def is_waiting(self, job: Job) -> bool:
        """Return True if a job is in the queue and has not begun."""
        return job in self._jobs

    def on_job_report(self, signal_name: str, values: tuple[Any, ...]) -> None:
        """Emit the signal that a job has named."""
        getattr(self, signal_name).emit(*values)

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
        else:
            self.on_job_report(signal_name, values)
