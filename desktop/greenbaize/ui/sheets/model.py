"""A score sheet as a table model: what each box holds, and what it says in words."""

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from greenbaize.rules.sheets import Box, Row, Sheet, Tone
from greenbaize.words.catalogue import tr
from greenbaize.words.titles import column_phrase, number_text, place_title

Index = QModelIndex | QPersistentModelIndex

Written = tuple[tuple[str, Tone], ...]
"""What is written in a player's boxes, and how each is to be read."""

WRITTEN: Final = Qt.ItemDataRole.UserRole
"""A player's boxes in one row, as ``Written``."""
CURRENT: Final = Qt.ItemDataRole.UserRole + 1
"""Whether the row is the deal being played."""
YOURS: Final = Qt.ItemDataRole.UserRole + 2
"""For a column head: whether it is the person's own."""
SUMMARY: Final = Qt.ItemDataRole.UserRole + 3
"""Whether the row sums up the match: totals or places."""

POINTS: Final = "points"
"""The code of the column whose numbers are added to the total, and shown with their sign."""

NOTHING: Final = Sheet((), (), ())


class SheetModel(QAbstractTableModel):
    """A sheet: one row a deal, then the totals and, at the end, the places; one column a player."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.sheet = NOTHING
        self._names: tuple[str, ...] = ()
        self._you: int | None = None
        self._rows: tuple[Row, ...] = ()

    def show_sheet(self, sheet: Sheet, names: Sequence[str], you: int | None) -> bool:
        """Hold another sheet; returns whether its size or its players changed."""
        if (sheet, tuple(names), you) == (self.sheet, self._names, self._you):
            return False
        rows = (*sheet.rows, _totals_row(sheet))
        same = (tuple(names), you, len(sheet.rows), sheet.places is None) == (
            self._names,
            self._you,
            len(self.sheet.rows),
            self.sheet.places is None,
        )
        if not same:
            self.beginResetModel()
        before, self._rows = self._rows, rows
        self.sheet, self._names, self._you = sheet, tuple(names), you
        if not same:
            self.endResetModel()
            return True
        last = len(names) - 1
        for number, (old, new) in enumerate(zip(before, rows, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(number, 0), self.index(number, last))
                self.headerDataChanged.emit(Qt.Orientation.Vertical, number, number)
        return False

    @property
    def current_row(self) -> int | None:
        """The row of the deal being played; after the match the last row, if there is any."""
        for number, row in enumerate(self._rows):
            if row.current:
                return number
        done = [number for number, row in enumerate(self.sheet.rows) if _is_filled(row)]
        if self.sheet.places is not None:
            return self.rowCount() - 1
        return done[-1] if done else None

    def who(self, seat: int) -> str:
        """What a player is called here."""
        return tr("You") if seat == self._you else self._names[seat]

    def rowCount(self, parent: Index | None = None) -> int:
        """Deals, totals and, once they are known, places."""
        if not self._names or (parent is not None and parent.isValid()):
            return 0
        return len(self._rows) + (self.sheet.places is not None)

    def columnCount(self, parent: Index | None = None) -> int:
        """One column for every player."""
        return 0 if parent is not None and parent.isValid() else len(self._names)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What the box holds, or says, for a role."""
        number, seat = index.row(), index.column()
        summary = number >= len(self.sheet.rows)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(number, seat)
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                return self._sentence(number, seat)
            case _ if role == WRITTEN:
                return self.written(number, seat)
            case _ if role == CURRENT:
                return not summary and self._rows[number].current
            case _ if role == SUMMARY:
                return summary
        return None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """A player's name above, a deal's number at the side."""
        if orientation is Qt.Orientation.Horizontal:
            match role:
                case Qt.ItemDataRole.DisplayRole:
                    return self.who(section)
                case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                    return self._head(section)
                case _ if role == YOURS:
                    return section == self._you
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._label(section)
            case Qt.ItemDataRole.AccessibleTextRole:
                deal = section < len(self.sheet.rows)
                return self._deal(section) if deal else self._label(section)
            case _ if role == CURRENT:
                return section < len(self._rows) and self._rows[section].current
            case _ if role == SUMMARY:
                return section >= len(self.sheet.rows)
        return None

    def in_words(self) -> str:
        """The deal being played, the totals and the places in sentences, to be read aloud."""
        current = [number for number, row in enumerate(self._rows) if row.current]
        rows = (*current, *range(len(self.sheet.rows), self.rowCount()))
        seats = range(len(self._names))
        return "\n".join(self._sentence(row, seat) for row in rows for seat in seats)

    def _is_places(self, number: int) -> bool:
        return number >= len(self._rows)

    def _boxes(self, number: int, seat: int) -> tuple[Box, ...]:
        return self._rows[number].boxes[seat]

    def _label(self, number: int) -> str:
        if number < len(self.sheet.rows):
            return str(self._rows[number].label)
        return tr("Place") if self._is_places(number) else tr("Total")

    def _deal(self, number: int) -> str:
        return tr("deal {number}").format(number=self._rows[number].label)

    def _head(self, seat: int) -> str:
        name = self._names[seat]
        return tr("{name} (you)").format(name=name) if seat == self._you else name

    def _place(self, seat: int) -> str:
        assert self.sheet.places is not None
        place = self.sheet.places[seat]
        shared = self.sheet.places.count(place) > 1
        return f"={place_title(place)}" if shared else place_title(place)

    def written(self, number: int, seat: int) -> Written:
        """What is written in a player's boxes of a row."""
        if self._is_places(number):
            assert self.sheet.places is not None
            first = self.sheet.places[seat] == 1
            return ((self._place(seat), Tone.STRONG if first else Tone.PLAIN),)
        boxes = self._boxes(number, seat)
        columns = (*self.sheet.columns, *("" for _ in boxes))
        return tuple(
            (_digits(column, box), box.tone)
            for column, box in zip(columns, boxes, strict=False)
            if box.value is not None
        )

    def _text(self, number: int, seat: int) -> str:
        if self._is_places(number):
            return self._place(seat)
        values = [box.value for box in self._boxes(number, seat) if box.value is not None]
        return " ".join(map(number_text, values))

    def _sentence(self, number: int, seat: int) -> str:
        who = self._head(seat)
        if self._is_places(number):
            assert self.sheet.places is not None
            place = self.sheet.places[seat]
            shared = self.sheet.places.count(place) > 1
            text = tr("{name}: {place} place, shared") if shared else tr("{name}: {place} place")
            return text.format(name=who, place=place_title(place))
        if number >= len(self.sheet.rows):
            return tr("{name}: {total} in all").format(
                name=who, total=number_text(self.sheet.totals[seat])
            )
        phrases = [
            column_phrase(column, box.value)
            for column, box in zip(self.sheet.columns, self._boxes(number, seat), strict=False)
            if box.value is not None
        ]
        if not phrases:
            return tr("{name}, {deal}: nothing yet").format(name=who, deal=self._deal(number))
        words = {"name": who, "deal": self._deal(number), "phrases": ", ".join(phrases)}
        return tr("{name}, {deal}: {phrases}").format(**words)


def _digits(column: str, box: Box) -> str:
    assert box.value is not None
    if box.tone is Tone.FAILED and box.value == 0:
        return "–"
    return number_text(box.value, signed=column == POINTS)


def _totals_row(sheet: Sheet) -> Row:
    top = max(sheet.totals, default=0)
    begun = any(_is_filled(row) for row in sheet.rows)
    boxes = tuple(
        (Box(total, Tone.STRONG if begun and total == top else Tone.PLAIN),)
        for total in sheet.totals
    )
    return Row(0, boxes)


def _is_filled(row: Row) -> bool:
    """Whether anybody has a score in the row."""
    return any(
        box.value is not None and box.tone in (Tone.STRONG, Tone.FAILED)
        for boxes in row.boxes
        for box in boxes
    )
