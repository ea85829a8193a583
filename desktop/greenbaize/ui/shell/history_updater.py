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

SEEN_S: Final = 1.0
"""Interval between updates of the list while many records are read (s)."""
PATIENCE_S: Final = 5.0
"""Maximum time that a closing window waits for a running job (s)."""

_Job = Callable[[HistoryIndexer, Callable[..., None]], None]
"""A job of the thread; it reports by the name of a signal and that signal's arguments."""


class _Messenger(QObject):
    """Carrier of messages from the threads; it outlives the updaters that receive them."""

    came = Signal(object, str, object)


@cache
def _messenger() -> _Messenger:
    return _Messenger()


class HistoryUpdater(QObject):
    """Runner of the jobs that read new and changed records, one job after another."""

    changed = Signal()
    progressed = Signal(int, int)
    """Emitted with the numbers of files read and of files in all; equal when reading is done."""
    brought = Signal(object)
    """Emitted with the result (``Brought``) when records have been imported."""
    troubled = Signal(str)
    """Emitted with the reason why the database cannot be updated; empty once it can again."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.trouble = ""
        """The reason why the last update failed, as a sentence; empty if it succeeded."""
        self._jobs: deque[_Job] = deque()
        self._thread: Thread | None = None
        self._beside: HistoryIndexer | None = None
        self._closed = False
        self._token = object()
        _messenger().came.connect(self._on_came, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        return self._thread is not None

    def look_in(self, milliseconds: int) -> None:
        """Start looking for changed records after a delay."""
        QTimer.singleShot(milliseconds, self, self.look)

    def look(self) -> None:
        if _look not in self._jobs:
            self._do(_look)

    def bring_in(self, paths: Sequence[Path]) -> None:
        self._do(partial(_bring_in, paths))

    def close(self) -> None:
        self._closed = True
        self._jobs.clear()
        if self._beside is not None:
            self._beside.close()
        if self._thread is not None:
            self._thread.join(PATIENCE_S)

    def _do(self, job: _Job) -> None:
        if self._closed:
            return
        self._jobs.append(job)
        if self._thread is None:
            self._next()

    def _next(self) -> None:
        self._thread = None
        if not self._jobs:
            return
        job, token = self._jobs.popleft(), self._token
        beside = self._beside = HistoryIndexer()
        messenger = _messenger()

        def told(word: str, *values: Any) -> None:
            messenger.came.emit(token, word, values)

        def run() -> None:
            try:
                job(beside, told)
            except Exception as error:
                told("error", error)
            finally:
                told("done")

        self._thread = Thread(target=run, name="updater", daemon=True)
        self._thread.start()

    def _on_came(self, token: object, word: str, values: tuple[Any, ...]) -> None:
        if token is not self._token or self._closed:
            return
        if word == "done":
            self._next()
        elif word == "error":
            raise values[0]
        elif word != "troubled" or values[0] != self.trouble:
            if word == "troubled":
                (self.trouble,) = values
            getattr(self, word).emit(*values)


def _look(beside: HistoryIndexer, told: Callable[..., None]) -> None:
    troubles: list[str] = []
    last = monotonic()

    def watched(read: int, count: int) -> None:
        nonlocal last
        told("progressed", read, count)
        if monotonic() - last >= SEEN_S:
            last = monotonic()
            told("changed")

    if history_indexer.keep_up(beside, watched, troubles.append):
        told("changed")
    told("troubled", troubles[0] if troubles else "")


def _bring_in(paths: Sequence[Path], beside: HistoryIndexer, told: Callable[..., None]) -> None:
    brought = history_indexer.bring_in(beside, paths, partial(told, "progressed"))
    told("changed")
    told("brought", brought)
