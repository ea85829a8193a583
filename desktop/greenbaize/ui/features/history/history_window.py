"""Base of the windows that query the history database."""

from collections.abc import Callable
from typing import Final, TypeVar

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from greenbaize.rules.errors import GameError, HistoryDamagedError
from greenbaize.store import folders
from greenbaize.store.history import History
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.boxes import STRETCH, column_of, row_of
from greenbaize.ui.widgets.lettering import normal
from greenbaize.ui.widgets.notes import note, subheading
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker

PATIENCE_S: Final = 0.3
"""Wait for a database that others are writing to (s)."""

_Answer = TypeVar("_Answer")


class HistoryWindow(QWidget):
    """Window that shows data from the history database and reloads when it changes."""

    def __init__(self, services: Services, title: str) -> None:
        super().__init__(services.window, Qt.WindowType.Window)
        self.setWindowTitle(title)
        self._services, self.updater = services, services.history.updater
        self._history: History | None = None
        self._trouble = ""
        self._troubled = False
        """An error of the database is on display."""
        self.news = note(parent=self, quiet=False)
        self.news.hide()
        self.updater.changed.connect(self.see_changes)

    def tell(self, text: str) -> None:
        self.news.setText(text)
        self.news.setVisible(bool(text))

    @property
    def trouble(self) -> str:
        """Reason why the database cannot be read or updated, as a sentence; empty if it can."""
        return self._trouble or self.updater.trouble

    def read_all(self) -> None:
        """Show the current content of the database."""
        raise NotImplementedError

    def see_changes(self) -> None:
        """Reload, unless the window is hidden: it reloads when it is shown."""
        if self.isVisible():
            self.read_all()

    def ask(self, question: Callable[[History], _Answer]) -> _Answer | None:
        """Run a query on the database, opening it first if needed.

        Returns None after showing the error if the database cannot be read.
        """
        try:
            if self._history is not None and self._history.moved:
                self._let_go()  # the file has been replaced by a new database
            if self._history is None:
                self._history = History.open(folders.history(), PATIENCE_S)
            answer = question(self._history)
        except HistoryDamagedError:
            self._begin_anew()
        except GameError as error:
            self._trouble = Speaker().say(error.message)
            self._tell_trouble(self._trouble)
        else:
            self._trouble = ""
            return answer
        return None

    def _begin_anew(self) -> None:
        """Move a damaged database aside; the updater rebuilds it from the records."""
        damaged, self._history = self._history, None
        try:
            if damaged is not None:
                damaged.put_aside()
        except GameError as error:
            self._tell_trouble(Speaker().say(error.message))
        else:
            words = tr("The list was damaged and is being rebuilt. Your matches are safe.")
            self._tell_trouble(words)
            self.updater.look()

    def _tell_trouble(self, text: str) -> None:
        self._troubled = True
        self.tell(text)

    def _let_go(self) -> None:
        if self._history is not None:
            self._history.close()
            self._history = None

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.updater.look()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._let_go()
        super().closeEvent(event)


def show_rows(table: QTableView, around: int) -> None:
    """Set a table up to show rows that are selected as a whole.

    ``row_padding`` is the extra height of a row over its text, in pixels.
    """
    table.setFont(normal(fixed=True))
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
    table.setTabKeyNavigation(False)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setFrameShape(QFrame.Shape.NoFrame)
    upright = table.verticalHeader()
    upright.hide()
    upright.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    upright.setDefaultSectionSize(table.fontMetrics().height() + around)
    table.horizontalHeader().setHighlightSections(False)


class EmptyPage(QWidget):
    """Page for a window without data: the reason, advice, and optional buttons below."""

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
