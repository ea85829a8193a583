"""Base of the windows that query the history database."""

from collections.abc import Callable
from typing import Final, TypeVar

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from greenbaize.rules.errors import GameError, HistoryDamagedError
from greenbaize.store import folders
from greenbaize.store.history import HistoryDatabase
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.font_sizes import normal_font
from greenbaize.ui.widgets.labels import make_note, make_subheading
from greenbaize.ui.widgets.layouts import STRETCH, make_column, make_row
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker

DATABASE_TIMEOUT_S: Final = 0.3
"""Wait for a database that others are writing to (s)."""

_QueryResult = TypeVar("_QueryResult")


class HistoryWindow(QWidget):
    """Window that shows data from the history database and reloads when it changes."""

    def __init__(self, services: Services, title: str) -> None:
        super().__init__(services.window, Qt.WindowType.Window)
        self.setWindowTitle(title)
        self._services, self.updater = services, services.history.updater
        self._history: HistoryDatabase | None = None
        self._query_error = ""
        self._shows_error = False
        """An error of the database is on display."""
        self.notice_label = make_note(parent=self, is_quiet=False)
        self.notice_label.hide()
        self.updater.changed.connect(self.on_history_changed)

    def show_notice(self, text: str) -> None:
        self.notice_label.setText(text)
        self.notice_label.setVisible(bool(text))

    @property
    def error(self) -> str:
        """Reason why the database cannot be read or updated, as a sentence; empty if it can."""
        return self._query_error or self.updater.error

    def reload_all(self) -> None:
        """Show the current content of the database."""
        raise NotImplementedError

    def on_history_changed(self) -> None:
        """Reload, unless the window is hidden: it reloads when it is shown."""
        if self.isVisible():
            self.reload_all()

    def query_history(
        self, query: Callable[[HistoryDatabase], _QueryResult]
    ) -> _QueryResult | None:
        """Run a query on the database, opening it first if needed.

        Returns None after showing the error if the database cannot be read.
        """
        try:
            if self._history is not None and self._history.was_replaced:
                self._close_history()  # the file has been replaced by a new database
            if self._history is None:
                self._history = HistoryDatabase.open_or_rebuild(
                    folders.history_path(), DATABASE_TIMEOUT_S
                )
            result = query(self._history)
        except HistoryDamagedError:
            self._reset_damaged_history()
        except GameError as error:
            self._query_error = Speaker().format_message(error.message)
            self._show_error(self._query_error)
        else:
            self._query_error = ""
            return result
        return None

    def _reset_damaged_history(self) -> None:
        """Move a damaged database aside; the updater rebuilds it from the records."""
        damaged_history, self._history = self._history, None
        try:
            if damaged_history is not None:
                damaged_history.close_and_set_aside()
        except GameError as error:
            self._show_error(Speaker().format_message(error.message))
        else:
            sentence = tr("The list was damaged and is being rebuilt. Your matches are safe.")
            self._show_error(sentence)
            self.updater.start_sync()

    def _show_error(self, text: str) -> None:
        self._shows_error = True
        self.show_notice(text)

    def _close_history(self) -> None:
        if self._history is not None:
            self._history.close()
            self._history = None

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.updater.start_sync()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._close_history()
        super().closeEvent(event)


def configure_row_table(table: QTableView, row_padding: int) -> None:
    """Set a table up to show rows that are selected as a whole.

    ``row_padding`` is the extra height of a row over its text, in pixels.
    """
    table.setFont(normal_font(fixed=True))
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
    table.setTabKeyNavigation(False)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setFrameShape(QFrame.Shape.NoFrame)
    vertical_header = table.verticalHeader()
    vertical_header.hide()
    vertical_header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    vertical_header.setDefaultSectionSize(table.fontMetrics().height() + row_padding)
    table.horizontalHeader().setHighlightSections(False)


class EmptyPage(QWidget):
    """Page for a window without data: the reason, advice, and optional buttons below."""

    def __init__(self, parent: QWidget, *buttons: QWidget) -> None:
        super().__init__(parent)
        self.title_label, self.detail_label = make_subheading("", self), make_note(parent=self)
        for label in (self.title_label, self.detail_label):
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        button_row = (6, make_row(STRETCH, *buttons, STRETCH)) if buttons else ()
        make_column(
            STRETCH, self.title_label, self.detail_label, *button_row, (STRETCH, 2), widget=self
        )

    def show_text(self, title: str, detail: str) -> None:
        self.title_label.setText(title)
        self.detail_label.setText(detail)
