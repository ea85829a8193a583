"""What the windows of matches and of statistics share: asking the database, and news below."""

from collections.abc import Callable
from typing import Final, TypeVar

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from greenbaize.rules.errors import GameError, HistoryDamagedError
from greenbaize.store import folders
from greenbaize.store.history import History
from greenbaize.ui.shell.history_updater import HistoryUpdater
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.boxes import STRETCH, column_of, row_of
from greenbaize.ui.widgets.notes import note, subheading
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker

PATIENCE_S: Final = 0.3
"""Seconds that the window waits for the database, while others write in it."""

_Answer = TypeVar("_Answer")


class HistoryQuery(QObject):
    """Opens the database when it is first asked; one that is damaged is rebuilt by the updater."""

    told = Signal(str)
    """A sentence on what has gone wrong."""

    def __init__(self, updater: HistoryUpdater, parent: QObject) -> None:
        super().__init__(parent)
        self._updater = updater
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
        """Put a damaged database aside; the updater makes it anew from the records."""
        damaged, self._history = self._history, None
        try:
            if damaged is not None:
                damaged.put_aside()
        except GameError as error:
            self.told.emit(Speaker().say(error.message))
        else:
            self.told.emit(tr("The list was damaged and is being rebuilt. Your matches are safe."))
            self._updater.look()

    def let_go(self) -> None:
        if self._history is not None:
            self._history.close()
            self._history = None


class HistoryWindow(QWidget):
    """A window of its own that shows what the database has."""

    def __init__(self, services: Services, title: str) -> None:
        super().__init__(services.window, Qt.WindowType.Window)
        self.setWindowTitle(title)
        self._services, self._updater = services, services.history.updater
        self.news = note(parent=self, quiet=False)
        self.news.hide()

    def tell(self, text: str) -> None:
        self.news.setText(text)
        self.news.setVisible(bool(text))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self._updater.look()


class EmptyPage(QWidget):
    """Says in the middle of a window why it shows nothing, and what helps; buttons stand below."""

    def __init__(self, parent: QWidget, *buttons: QWidget) -> None:
        super().__init__(parent)
        self.title, self.more = subheading("", self), note(parent=self)
        for label in (self.title, self.more):
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        below = (6, row_of(STRETCH, *buttons, STRETCH)) if buttons else ()
        column_of(STRETCH, self.title, self.more, *below, (STRETCH, 2), within=self)

    def show_words(self, title: str, more: str) -> None:
        self.title.setText(title)
        self.more.setText(more)
