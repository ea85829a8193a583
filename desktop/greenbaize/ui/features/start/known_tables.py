"""The tables at which one has a seat still, looked up beside the window: it never waits for it."""

from contextlib import suppress
from functools import cache
from threading import Thread
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from greenbaize.store import folders


class _Messenger(QObject):
    """Brings what a thread has found to whoever asked, who may be gone by then; it stays itself."""

    came = Signal(object, object)
    """The question, and the tables."""


@cache
def _messenger() -> _Messenger:
    return _Messenger()


class KnownTables(QObject):
    """Looks once; ``found`` carries the tables, and never comes before control is given back."""

    found = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._question = object()
        _messenger().came.connect(self._on_came, Qt.ConnectionType.QueuedConnection)

    def look(self) -> None:
        """Look in a thread, for what reads them takes its time to be imported."""
        asked = (_messenger(), self._question)
        try:
            Thread(target=_look, args=asked, name="known tables", daemon=True).start()
        except RuntimeError:  # there is no memory for a thread: the window waits for it
            _look(*asked)

    def _on_came(self, question: object, tables: tuple[Any, ...]) -> None:
        if question is self._question:
            self.found.emit(tables)


def _look(messenger: _Messenger, question: object) -> None:
    tables = known_tables()
    with suppress(RuntimeError):  # the program has ended meanwhile
        messenger.came.emit(question, tables)


def known_tables() -> tuple[Any, ...]:
    """The tables, the latest first; most people have none."""
    if not folders.has_seats():
        return ()
    from greenbaize.app.network import seat_secrets  # noqa: PLC0415

    return seat_secrets.known_tables()
