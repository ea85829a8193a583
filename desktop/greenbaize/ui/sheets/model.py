"""A score sheet as a table model: what each box holds, and what it says in words."""

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from greenbaize.rules.sheets import Box, Kind, Row, Sheet, Tone, is_written
from greenbaize.ui.plain import tip_text
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.sheet_words import row_label, row_text, row_title, value_text
from greenbaize.words.titles import column_phrase, number_text, place_title, yours

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
"""Whether the row sums up: totals, places, and the halves of a match."""
WRONG: Final = Qt.ItemDataRole.UserRole + 4
"""Whether a box of the player in the row is part of a sum that does not come out."""

MOST_LEVEL: Final = 7
"""Up to how many players have columns wide enough for level names and for places in words."""

NOTHING: Final = Sheet((), (), ())


class SheetModel(QAbstractTableModel):
    """A sheet: one row a deal, then the results as far as known; one column a player."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.sheet = NOTHING
        self._names: tuple[str, ...] = ()
        self._you: int | None = None
        self._rows: tuple[Row, ...] = ()

    def show_sheet(self, sheet: Sheet, names: Sequence[str], you: int | None) -> bool:
        """Hold another sheet; returns whether its size or its players changed."""
        names = tuple(map(shown_name, names))
        if (sheet, names, you) == (self.sheet, self._names, self._you):
            return False
        rows = sheet.all_rows
        same = (names, you, len(sheet.rows), len(rows)) == (
            self._names,
            self._you,
            len(self.sheet.rows),
            len(self._rows),
        )
        if not same:
            self.beginResetModel()
        before, self._rows = self._rows, rows
        self.sheet, self._names, self._you = sheet, names, you
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
        done = [number for number, row in enumerate(self.sheet.rows) if is_written(row)]
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
        return len(self._rows)

    def columnCount(self, parent: Index | None = None) -> int:
        """One column for every player."""
        return 0 if parent is not None and parent.isValid() else len(self._names)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What the box holds, or says, for a role."""
        number, seat = index.row(), index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(number, seat)
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                said = self._sentence(number, seat)
                return tip_text(said) if role == Qt.ItemDataRole.ToolTipRole else said
            case _ if role == WRITTEN:
                return self.written(number, seat)
            case _ if role == CURRENT:
                return self._rows[number].current
            case _ if role == SUMMARY:
                return self._rows[number].kind is not Kind.DEAL
            case _ if role == WRONG:
                return any(box.wrong for box in self._rows[number].boxes[seat])
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
                    said = self._head(section)
                    return tip_text(said) if role == Qt.ItemDataRole.ToolTipRole else said
                case _ if role == YOURS:
                    return section == self._you
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row_label(self._rows[section])
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                said = self._about(section)
                return tip_text(said) if role == Qt.ItemDataRole.ToolTipRole else said
            case _ if role == CURRENT:
                return self._rows[section].current
            case _ if role == SUMMARY:
                return self._rows[section].kind is not Kind.DEAL
            case _ if role == WRONG:
                return any(box.wrong for box in self._rows[section].side)
        return None

    def in_words(self) -> str:
        """The deal being played, the totals and the places in sentences, to be read aloud."""
        current = [number for number, row in enumerate(self._rows) if row.current]
        rows = (*current, *range(len(self.sheet.rows), self.rowCount()))
        seats = range(len(self._names))
        return "\n".join(self._sentence(row, seat) for row in rows for seat in seats)

    def _deal(self, number: int) -> str:
        row = self._rows[number]
        deal = tr("deal {number}").format(number=row.label)
        return f"{deal}, {row_title(row)}" if row.title else deal

    def _about(self, number: int) -> str:
        """What a row is, with the boxes at its side."""
        row = self._rows[number]
        title = self._deal(number) if row.kind is Kind.DEAL else row_title(row)
        phrases = [
            column_phrase(column, value_text(column, box.value, self._names), box.value)
            for column, box in zip(self.sheet.side, row.side, strict=False)
            if box.value is not None
        ]
        return ", ".join((title, *phrases))

    def _head(self, seat: int) -> str:
        name = self._names[seat]
        return yours(name) if seat == self._you else name

    def written(self, number: int, seat: int) -> Written:
        """What is written in a player's boxes of a row."""
        row = self._rows[number]
        boxes = row.boxes[seat]
        columns = (*self.sheet.columns, *("" for _ in boxes))
        return tuple(
            (self._brief(row_text(column, row, box), box), box.tone)
            for column, box in zip(columns, boxes, strict=False)
            if box.value is not None
        )

    def _brief(self, text: str, box: Box) -> str:
        """A text as short as many narrow columns ask for: of a place the number alone."""
        if len(self._names) <= MOST_LEVEL or box.value is None:
            return text
        shared = "=" if text.startswith("=") else ""
        return (
            shared + number_text(box.value) if text.lstrip("=") == place_title(box.value) else text
        )

    def _text(self, number: int, seat: int) -> str:
        row = self._rows[number]
        if len(row.boxes[seat]) == 1:
            return " ".join(row_text("", row, box) for box in row.boxes[seat])
        columns = zip(self.sheet.columns, row.boxes[seat], strict=False)
        return " ".join(
            value_text("stake" if column == "stake" else "", box.value)
            for column, box in columns
            if box.value is not None
        )

    def _sentence(self, number: int, seat: int) -> str:
        row, who = self._rows[number], self._head(seat)
        if row.kind is Kind.RESULT and row.title != "total":
            return self._result_sentence(row, who, seat)
        if row.kind is Kind.RESULT and len(row.boxes[seat]) == 1:
            return tr("{name}: {total} in all").format(
                name=who, total=number_text(self.sheet.totals[seat])
            )
        phrases = [
            column_phrase(column, value_text(_plain(column), box.value), box.value)
            for column, box in zip(self.sheet.columns, row.boxes[seat], strict=False)
            if box.value is not None
        ]
        deal = self._deal(number) if row.kind is Kind.DEAL else row_title(row)
        if not phrases:
            return tr("{name}, {deal}: nothing yet").format(name=who, deal=deal)
        words = {"name": who, "deal": deal, "phrases": ", ".join(phrases)}
        return tr("{name}, {deal}: {phrases}").format(**words)

    def _result_sentence(self, row: Row, who: str, seat: int) -> str:
        box = row.boxes[seat][0]
        if row.title == "place" and box.value is not None:
            shared = sum(own[0].value == box.value for own in row.boxes) > 1
            text = tr("{name}: {place} place, shared") if shared else tr("{name}: {place} place")
            return text.format(name=who, place=place_title(box.value))
        words = {"name": who, "title": row_title(row), "value": row_text("", row, box)}
        return tr("{name}, {title}: {value}").format(**words)


def _plain(column: str) -> str:
    """The column in whose way a number is said: a spoken one needs no plus sign."""
    return "" if column == "points" else column
