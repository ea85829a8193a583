"""The database of matches as a window asks it: whatever is wrong with it is told in a sentence."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeVar

from PySide6.QtCore import QObject, Signal

from greenbaize.rules.errors import GameError, HistoryDamagedError
from greenbaize.store import folders
from greenbaize.store.history import History
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker

if TYPE_CHECKING:
    from greenbaize.ui.memory.archive import Archive

PATIENCE_S: Final = 0.3
"""Seconds that the window waits for the database, while others write in it."""

_Answer = TypeVar("_Answer")


class Asking(QObject):
    """Asks the database, which is opened for that when it is not open.

    Args:
        archive: makes it anew from the records where it was damaged.
    """

    told = Signal(str)
    """A sentence on what has gone wrong."""

    def __init__(self, archive: "Archive", parent: QObject) -> None:
        super().__init__(parent)
        self._archive = archive
        self._history: History | None = None
        self.trouble = ""
        """Why the database could not be asked the last time, in a sentence."""

    def ask(self, question: Callable[[History], _Answer]) -> _Answer | None:
        """Ask it; None if it cannot be, which is told."""
        try:
            if self._history is not None and self._history.moved:
                self.let_go()  # it has been made anew
            if self._history is None:
                self._history = History.open(folders.history(), PATIENCE_S)
            answer = question(self._history)
        except HistoryDamagedError:
            self._begin_anew()
        except GameError as error:
            self.trouble = Speaker().say(error.message)
            self.told.emit(self.trouble)
        else:
            self.trouble = ""
            return answer
        return None

    def _begin_anew(self) -> None:
        """Put a damaged database aside; the archive makes it anew from the records."""
        damaged, self._history = self._history, None
        try:
            if damaged is not None:
                damaged.put_aside()
        except GameError as error:
            self.told.emit(Speaker().say(error.message))
        else:
            self.told.emit(tr("The list was damaged and is being rebuilt. Your matches are safe."))
            self._archive.look()

    def let_go(self) -> None:
        """Let go of the database until it is asked something again."""
        if self._history is not None:
            self._history.close()
            self._history = None
