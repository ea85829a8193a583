"""What the program's own database of matches answers, whatever state it is in."""

from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING, Final, TypeVar

from greenbaize.rules.errors import GameError, HistoryDamagedError
from greenbaize.store import folders

if TYPE_CHECKING:
    from greenbaize.store.history import History

T = TypeVar("T")
PATIENCE_S: Final = 0.2
"""Seconds that are waited for the database where one can do without it."""


def asked(question: "Callable[[History], T]", patience: float = PATIENCE_S) -> T | None:
    """What the database answers; None if there is none, or none that is of use just now.

    Args:
        question: what is asked.
        patience: seconds that are waited for another window that is writing.
    """
    path = folders.history()
    if not path.exists():
        return None
    from greenbaize.store.history import History  # noqa: PLC0415  (where there is one only)

    try:
        with closing(History.open(path, patience)) as history:
            return question(history)
    except GameError:
        return None


def asked_anew(question: "Callable[[History], T]") -> T:
    """What the database answers; one that turns out damaged is put aside, and a new one asked.

    Raises:
        GameError: a newer program has written it, or it can be neither read nor made.
    """
    from greenbaize.store.history import History  # noqa: PLC0415

    path = folders.history()
    with closing(History.open(path)) as history:
        try:
            return question(history)
        except HistoryDamagedError:
            history.put_aside()
    with closing(History.open(path)) as history:
        return question(history)
