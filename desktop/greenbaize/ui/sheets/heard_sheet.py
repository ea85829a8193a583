"""A sheet that is drawn on paper, as a table of cells for those who have it read out."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.ui.sheets.model import SheetModel
from greenbaize.ui.sheets.sheet_text import SheetText
from greenbaize.words.catalogue import tr

ROOM: Final = 4000
"""How wide and high the table is, in pixels, of which nothing is seen."""


class HeardSheet(QTableView):
    """A table below the paper, in which a screen reader finds every box of the sheet."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._sheet = SheetModel(self)
        self.setModel(self._sheet)
        self.setAccessibleName(tr("Score sheet"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # A box that would have to be scrolled to is told as one that is not seen.
        self.setGeometry(0, 0, ROOM, ROOM)
        self.lower()
        self.show()

    def show_card(self, card: Scorecard) -> None:
        """Hold this sheet."""
        self._sheet.show_text(SheetText.of(card.sheet, card.names))
