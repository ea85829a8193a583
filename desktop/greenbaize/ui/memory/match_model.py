"""The rows of the list of matches, read from the database when they are first seen."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from greenbaize.store.listing import Kept, Key, Sorting
from greenbaize.ui.memory.match_words import (
    DEAL,
    ENDING,
    GAME,
    PLAYERS,
    WHEN,
    cells,
    headings,
    stood_in_text,
)
from greenbaize.ui.memory.match_words import row_text as words_of_row
from greenbaize.ui.plain import tip_text

PAGE: Final = 64
"""So many rows are read at once."""
MOST_PAGES: Final = 24
"""So many pages are kept; scrolled-by ones are read again."""
SORTINGS: Final = {
    WHEN: Sorting.WHEN,
    GAME: Sorting.GAME,
    PLAYERS: Sorting.PEOPLE,
    DEAL: Sorting.DEAL,
    ENDING: Sorting.ENDING,
}
"""What the columns are sorted by."""

Index = QModelIndex | QPersistentModelIndex
Read = Callable[[Sequence[Key]], dict[Key, Kept]]
"""Reads what is kept of some matches."""


class MatchModel(QAbstractTableModel):
    """The list as a table.

    Args:
        read: reads rows; it says itself if they cannot be read, and gives back none.
    """

    def __init__(self, read: Read, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._read = read
        self._keys: list[Key] = []
        self._pages: dict[int, dict[Key, Kept]] = {}
        self._cells: dict[int, tuple[str, ...]] = {}
        self._headings = headings()

    def show_keys(self, keys: list[Key]) -> None:
        """Be a list of these from now on."""
        self.beginResetModel()
        self._keys = keys
        self._pages.clear()
        self._cells.clear()
        self.endResetModel()

    def read_again(self) -> None:
        """The same matches are there, but may have changed."""
        self._pages.clear()
        self._cells.clear()
        if self._keys:
            last = self.index(len(self._keys) - 1, len(self._headings) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    @property
    def keys(self) -> Sequence[Key]:
        """What the rows are known by."""
        return self._keys

    def kept(self, row: int) -> Kept | None:
        """What is kept of the match in a row; None if it has gone meanwhile."""
        number = row // PAGE
        page = self._pages.get(number)
        if page is None:
            if len(self._pages) >= MOST_PAGES:
                self._pages.clear()
                self._cells.clear()
            page = self._read(self._keys[number * PAGE : (number + 1) * PAGE])
            self._pages[number] = page
        return page.get(self._keys[row])

    # Qt

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._keys)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._headings)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        wanted = Qt.ItemDataRole
        if role == wanted.TextAlignmentRole:
            return _alignment(index.column())
        if role not in (wanted.DisplayRole, wanted.ToolTipRole, wanted.AccessibleTextRole):
            return None
        row = index.row()
        kept = self.kept(row)
        if kept is None:
            return ""
        if role == wanted.ToolTipRole:
            return tip_text(f"{words_of_row(kept)}\n{stood_in_text(kept)}".strip())
        if role == wanted.AccessibleTextRole and index.column() == WHEN:
            return words_of_row(kept)
        if row not in self._cells:
            self._cells[row] = cells(kept)
        return self._cells[row][index.column()]

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation is Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.DisplayRole:
                return self._headings[section]
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(section)
        return None


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignHCenter if column == DEAL else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
