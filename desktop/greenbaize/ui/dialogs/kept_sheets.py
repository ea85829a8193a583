"""The dialog to open a sheet kept by hand."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from greenbaize.app.sheets.blank import BlankSheet
from greenbaize.rules.errors import GameError
from greenbaize.ui.dates import date_text
from greenbaize.ui.dialogs.dialog import Dialog
from greenbaize.ui.dialogs.notes import heading, note
from greenbaize.ui.fonts import grown
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name, shown_words
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import game_title

MOST_ROWS: Final = 6
"""How many sheets are seen without scrolling."""
LINES: Final = 2


class KeptSheetsDialog(Dialog):
    """Lists sheets kept by hand; ``path_chosen`` carries the path of the one chosen."""

    path_chosen = Signal(str)
    other_asked = Signal()
    """One is wanted that is not in the list."""

    def __init__(
        self, paths: Sequence[Path], parent: QWidget | None = None, theme: Theme | None = None
    ) -> None:
        super().__init__(parent, tr("Open a sheet"), theme)
        self._paths = list(paths)
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.windowTitle())
        self.list.setSpacing(1)
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for path in self._paths:
            QListWidgetItem(sheet_line(path), self.list)
        self.list.setCurrentRow(0)
        self.empty = note(tr("No sheet has been kept by hand here yet."), self)
        self.empty.setVisible(not self._paths)
        self.list.setVisible(bool(self._paths))
        self.open_button = QPushButton(tr("&Open"), self)
        self.open_button.setEnabled(bool(self._paths))
        self.other_button = QPushButton(tr("Another &file…"), self)
        self.cancel_button = QPushButton(tr("&Cancel"), self)
        self.open_button.setDefault(True)
        for button in (self.other_button, self.cancel_button):
            button.setAutoDefault(False)
        buttons = QHBoxLayout()
        buttons.addWidget(self.other_button)
        buttons.addStretch(1)
        buttons.addWidget(self.open_button)
        buttons.addWidget(self.cancel_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 18, 14)
        column.setSpacing(10)
        column.addWidget(heading(tr("Which sheet?")))
        column.addWidget(self.list, 1)
        column.addWidget(self.empty)
        column.addLayout(buttons)
        rows = min(MOST_ROWS, len(self._paths))
        self.list.setMinimumWidth(round(grown(420)))
        row = LINES * self.list.fontMetrics().height()
        self.list.setMinimumHeight(row + 12)
        self.resize(round(grown(480)), round(grown(150)) + rows * (row + 8))
        self.open_button.clicked.connect(self._on_open)
        self.list.itemActivated.connect(self._on_open)
        self.other_button.clicked.connect(self._on_other)
        self.cancel_button.clicked.connect(self.reject)
        (self.list if self._paths else self.other_button).setFocus()

    def _on_open(self) -> None:
        row = self.list.currentRow()
        if 0 <= row < len(self._paths) and self.isVisible():
            self.accept()
            self.path_chosen.emit(str(self._paths[row]))

    def _on_other(self) -> None:
        self.reject()
        self.other_asked.emit()


def sheet_line(path: Path) -> str:
    """A sheet in a list: its game, its players and the day it was begun."""
    try:
        card = BlankSheet.open(path).card
    except GameError as error:
        return f"{shown_words(path.name)}\n{Speaker().say(error.message)}"
    names = ", ".join(map(shown_name, card.names))
    first = tr("{game}: {names}").format(game=game_title(card.game), names=names)
    if not card.date:
        return first
    return f"{first}\n" + tr("begun {begun}").format(begun=date_text(card.date))
