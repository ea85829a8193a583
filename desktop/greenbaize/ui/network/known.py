"""The tables at which one has a seat still, looked up beside the window: it never waits for it."""

from threading import Thread
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal


class KnownTables(QObject):
    """Looks once; ``found`` carries the tables, and never comes before control is given back."""

    found = Signal(object)
    _seen = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._seen.connect(self.found, Qt.ConnectionType.QueuedConnection)

    def look(self) -> None:
        """Look in a thread, for what reads them takes its time to be imported."""
        Thread(target=self._look, name="known tables", daemon=True).start()

    def _look(self) -> None:
        tables = known_tables()
        try:
            self._seen.emit(tables)
        except RuntimeError:
            return  # the window is gone


def known_tables() -> tuple[Any, ...]:
    """The tables, the latest first."""
    from greenbaize.app.network import session  # noqa: PLC0415

    return session.known_tables()
