"""Synchronisation of the match database with the records, in a thread beside the window."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer, Signal

from greenbaize.app.memory import history_indexer
from greenbaize.app.memory.history_indexer import HistoryIndexer
from greenbaize.ui.shell.job_queue import JobQueue

REFRESH_INTERVAL_S: Final = 1.0
"""Interval between updates of the list while many records are read (s)."""


class HistoryUpdater(JobQueue):
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

    def schedule_sync(self, milliseconds: int) -> None:
        """Start looking for changed records after a delay."""
        QTimer.singleShot(milliseconds, self, self.start_sync)

    def start_sync(self) -> None:
        if not self.is_waiting(_run_sync):
            self.enqueue_job(_run_sync)

    def import_records(self, paths: Sequence[Path]) -> None:
        self.enqueue_job(partial(_run_import, paths))

    def on_job_report(self, signal_name: str, values: tuple[Any, ...]) -> None:
        if signal_name == "sync_failed":
            if values[0] == self.error:
                return
            (self.error,) = values
        super().on_job_report(signal_name, values)


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
