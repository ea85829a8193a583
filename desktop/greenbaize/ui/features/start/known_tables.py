"""Search for tables with friends where the person still has a seat, in a thread of its own."""

from contextlib import suppress
from functools import cache
from threading import Thread
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from greenbaize.store import folders


class _Messenger(QObject):
    """Emitter of a thread's result; it outlives the searches that wait for it."""

    came = Signal(object, object)
    """The identity of the search, and the tables."""


@cache
def _messenger() -> _Messenger:
    return _Messenger()


class KnownTables(QObject):
    """A single search; ``tables_found`` is emitted with the tables, always from the event loop."""

    found = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._question = object()
        _messenger().came.connect(self._on_came, Qt.ConnectionType.QueuedConnection)

    def look(self) -> None:
        """Search in a thread, as importing the reader of the tables is slow."""
        asked = (_messenger(), self._question)
        try:
            Thread(target=_look, args=asked, name="known tables", daemon=True).start()
        except RuntimeError:  # no memory for a thread: search here
            _look(*asked)

    def _on_came(self, question: object, tables: tuple[Any, ...]) -> None:
        if question is self._question:
            self.found.emit(tables)


def _look(messenger: _Messenger, question: object) -> None:
    tables = known_tables()
    with suppress(RuntimeError):  # the program has ended in the meantime
        messenger.came.emit(question, tables)


def known_tables() -> tuple[Any, ...]:
    """Return the known tables, the latest first."""
    if not folders.has_seats():
        return ()
    from greenbaize.app.network import seat_secrets  # noqa: PLC0415

    return seat_secrets.known_tables()
