"""Search for tables with friends where the person still has a seat, in a thread of its own."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from threading import Thread
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from greenbaize.lazy_import import lazy
from greenbaize.store import folders

_list_free_known_tables: Callable[[], tuple[Any, ...]] = lazy(
    "greenbaize.app.network.seat_secrets:list_free_known_tables"
)


class _SearchMessenger(QObject):
    """Emitter of a thread's result; it outlives the searches that wait for it."""

    search_done = Signal(object, object)
    """The identity of the search, and the tables."""


@cache
def _search_messenger() -> _SearchMessenger:
    return _SearchMessenger()


class KnownTableSearch(QObject):
    """A single search; ``tables_found`` is emitted with the tables, always from the event loop."""

    tables_found = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._search_id = object()
        _search_messenger().search_done.connect(
            self._on_search_done, Qt.ConnectionType.QueuedConnection
        )

    def start_search(self) -> None:
        """Search in a thread, as importing the reader of the tables is slow."""
        arguments = (_search_messenger(), self._search_id)
        try:
            Thread(target=_run_search, args=arguments, name="known tables", daemon=True).start()
        except RuntimeError:  # no memory for a thread: search here
            _run_search(*arguments)

    def _on_search_done(self, search_id: object, tables: tuple[Any, ...]) -> None:
        if search_id is self._search_id:
            self.tables_found.emit(tables)


def _run_search(messenger: _SearchMessenger, search_id: object) -> None:
    tables = load_known_tables()
    with suppress(RuntimeError):  # the program has ended in the meantime
        messenger.search_done.emit(search_id, tables)


def load_known_tables() -> tuple[Any, ...]:
    """Return the known tables that no other window sits at, the latest first."""
    if not folders.has_seat_secrets():
        return ()
    return _list_free_known_tables()
