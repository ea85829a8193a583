"""The text of a score sheet as Qt's table views and screen readers ask for it."""

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from greenbaize.ui.plain import tip_text
from greenbaize.ui.sheets.sheet_text import NOTHING, SheetText
from greenbaize.words.spoken import aloud

Index = QModelIndex | QPersistentModelIndex
ROLE = Qt.ItemDataRole


class SheetModel(QAbstractTableModel):
    """A sheet: one row a deal, then the results as far as known; one column a player."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.text = NOTHING

    def show_text(self, text: SheetText) -> bool:
        """Hold another sheet; returns whether its size or its players changed."""
        before = self.text
        if _shape(text) != _shape(before):
            self.beginResetModel()
            self.text = text
            self.endResetModel()
            return True
        self.text = text
        last = len(text.names) - 1
        for number, (old, new) in enumerate(zip(before.rows, text.rows, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(number, 0), self.index(number, last))
                if _beside(before, number) != _beside(text, number):
                    # For which Qt paints the whole table anew.
                    self.headerDataChanged.emit(Qt.Orientation.Vertical, number, number)
        return False

    def rowCount(self, parent: Index | None = None) -> int:
        """Deals, totals and, once they are known, places."""
        inside = parent is not None and parent.isValid()
        return 0 if inside or not self.text.names else len(self.text.rows)

    def columnCount(self, parent: Index | None = None) -> int:
        """One column for every player."""
        return 0 if parent is not None and parent.isValid() else len(self.text.names)

    def data(self, index: Index, role: int = ROLE.DisplayRole) -> str | None:
        """What the boxes hold, or say, for a role."""
        if role == ROLE.DisplayRole:
            return self.text.plain(index.row(), index.column())
        return _said(self.text.sentence, role, index.row(), index.column())

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = ROLE.DisplayRole
    ) -> str | None:
        """A player's name above, a deal's number at the side."""
        across = orientation is Qt.Orientation.Horizontal
        if role == ROLE.DisplayRole:
            return self.text.who(section) if across else self.text.label(section)
        return _said(self.text.full_name if across else self.text.about, role, section)


def _said(sentence: Any, role: int, *where: int) -> str | None:
    """The sentence on something, in the two roles that want one."""
    if role == ROLE.ToolTipRole:
        return tip_text(sentence(*where))
    return aloud(str(sentence(*where))) if role == ROLE.AccessibleTextRole else None


def _shape(text: SheetText) -> tuple[object, ...]:
    return text.names, text.you, len(text.sheet.rows), len(text.rows)


def _beside(text: SheetText, number: int) -> tuple[object, ...]:
    """All that the look of a row's label and its words depend on."""
    return text.label(number), text.about(number), text.rows[number].current, text.empty(number)
