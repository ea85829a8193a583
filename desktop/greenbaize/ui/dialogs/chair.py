"""The dialog that asks for a seat in a match that several people have played."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from greenbaize.ui.dialogs.dialog import Dialog
from greenbaize.ui.dialogs.notes import heading, note
from greenbaize.ui.fonts import grown
from greenbaize.ui.plain import set_tip
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr

MOST_ROWS: Final = 6
"""How many chairs are seen without scrolling."""


class ChairDialog(Dialog):
    """Lists the people of a match; ``chair_chosen`` carries the seat of the one who is here."""

    chair_chosen = Signal(int)

    def __init__(
        self,
        seats: Sequence[int],
        names: Sequence[str],
        parent: QWidget | None = None,
        theme: Theme | None = None,
    ) -> None:
        super().__init__(parent, tr("Which chair is yours?"), theme)
        self._seats = tuple(seats)
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.windowTitle())
        for name in names:
            set_tip(QListWidgetItem(name, self.list), name)
        self.list.setCurrentRow(0)
        self.sit_button = QPushButton(tr("&Sit down"), self)
        self.cancel_button = QPushButton(tr("&Cancel"), self)
        self.sit_button.setDefault(True)
        self.cancel_button.setAutoDefault(False)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.cancel_button)
        buttons.addWidget(self.sit_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 18, 14)
        column.setSpacing(10)
        self._heading = heading(self.windowTitle())
        self._note = note(
            tr(
                "Several people have played this match. Computer players take the chairs of "
                "the others, until they come back."
            ),
            self,
        )
        column.addWidget(self._heading)
        column.addWidget(self.list, 1)
        column.addWidget(self._note)
        column.addLayout(buttons)
        rows = min(MOST_ROWS, len(self._seats))
        self.list.setMinimumWidth(round(grown(360)))
        self.list.setFixedHeight((rows + 1) * self.list.sizeHintForRow(0))
        self.sit_button.clicked.connect(self.accept)
        self.cancel_button.clicked.connect(self.reject)
        self.list.itemDoubleClicked.connect(self.accept)
        self.list.setFocus()

    def say(self, question: str, more: str, act: str) -> None:
        """Ask something else of those who sit there; ``act`` stands on the button."""
        self.setWindowTitle(question)
        self.list.setAccessibleName(question)
        self._heading.setText(question)
        self._note.setText(more)
        self.sit_button.setText(act)

    def accept(self) -> None:
        row = self.list.currentRow()
        super().accept()
        self.chair_chosen.emit(self._seats[row])
