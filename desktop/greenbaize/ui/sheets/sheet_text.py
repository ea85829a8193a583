"""Texts of a score sheet: cell by cell, in words, and as a Qt model."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from greenbaize.rules.sheets import Box, Cell, Kind, Row, Sheet, Tone, is_written
from greenbaize.ui.widgets.plain import tip_text
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.sheet_words import RATING_LINE, row_label, row_text, row_title, value_text
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import aloud, together
from greenbaize.words.titles import column_phrase, number_text, place_title, yours

Figures = tuple[tuple[str, Tone], ...]
"""Texts of a player's cells in one row, each with its tone."""

_LOUD: Final = {Tone.QUIET: 0, Tone.PLAIN: 1, Tone.FAILED: 1, Tone.STRONG: 2}
MOST_LEVEL: Final = 7
"""Maximum number of players for horizontal names and for ranks in words."""


@dataclass(frozen=True, slots=True)
class SheetText:
    """A sheet with its players' names and the seat of the person at the window."""

    sheet: Sheet
    names: tuple[str, ...]
    you: int | None
    rows: tuple[Row, ...]

    @classmethod
    def of(cls, sheet: Sheet, names: Sequence[str], you: int | None = None) -> "SheetText":
        """Build the text of a sheet; ``names`` are by seat, as in the record."""
        rows = sheet.all_rows
        if len(sheet.rows) == 1 and sheet.columns[:1] == ("place",):
            # For a single deal the rank is everything; totals and results would only repeat it.
            boxes = tuple(own[:1] for own in rows[0].boxes)
            sheet, rows = replace(sheet, columns=("place",)), (replace(rows[0], boxes=boxes),)
        return cls(sheet, tuple(map(shown_name, names)), you, rows)

    def spans(self, number: int, seat: int) -> bool:
        """Return True if a player has a single cell that spans all columns of a row."""
        return len(self.rows[number].boxes[seat]) == 1 < len(self.sheet.columns)

    @property
    def current_row(self) -> int | None:
        """Row of the current or last deal; after the match the last row of all."""
        for number, row in enumerate(self.rows):
            if row.current:
                return number
        if self.sheet.places is not None:
            return len(self.rows) - 1
        deals = [n for n, row in enumerate(self.sheet.rows) if row.kind is Kind.DEAL]
        done = [number for number in deals if is_written(self.sheet.rows[number])]
        return done[-1] if done else None

    @property
    def read_columns(self) -> tuple[str, ...]:
        """A player's columns in the order of the panel, quiet ones first."""
        columns = self.sheet.columns
        boxes = next((row.boxes[0] for row in self.sheet.rows if row.boxes), ())
        tones = [box.tone for box in boxes] + [Tone.PLAIN] * len(columns)
        order = sorted(range(len(columns)), key=lambda at: _LOUD[tones[at]])
        return tuple(columns[at] for at in order)

    def summary(self, number: int) -> bool:
        """Return True if a row sums up a half or the match; False outside the sheet."""
        return 0 <= number < len(self.rows) and self.rows[number].kind is not Kind.DEAL

    def full_name(self, seat: int) -> str:
        return yours(self.names[seat]) if seat == self.you else self.names[seat]

    @property
    def faults(self) -> list[str]:
        speaker = Speaker(self.names, self.you)
        return [speaker.say(check.message) for check in self.sheet.checks]

    # Cells

    def box(self, cell: Cell) -> Box:
        row = self.rows[cell.row]
        return (row.side if cell.seat is None else row.boxes[cell.seat])[cell.place]

    def text(self, cell: Cell) -> str:
        row, columns = self.rows[cell.row], self.sheet.columns
        if cell.seat is None:
            columns = self.sheet.side
        elif self.spans(cell.row, cell.seat):
            columns = ("",)
        return row_text(columns[cell.place], row, self.box(cell), self.names)

    @property
    def coins(self) -> bool:
        """The last column counts coins."""
        return self.sheet.columns[-1:] == ("banks",)

    @property
    def brief(self) -> bool:
        """The panel shows only the outcome of a finished deal."""
        return self.coins or self.sheet.columns[:1] == ("bid",)

    def figures(self, number: int, seat: int) -> Figures:
        """Return the texts of a player's cells in the panel; tooltips say the rest."""
        row = self.rows[number]
        boxes = row.boxes[seat]
        if self.brief and row.kind is Kind.DEAL and len(boxes) > 1:
            went, decided = boxes[0].value, boxes[-1]
            failed = any(box.tone is Tone.FAILED for box in boxes)
            if decided.value is not None:
                mark = "✗" if failed else "✓"
                if self.coins:
                    mark = value_text("stake", went or 0)
                total = number_text(decided.value)
                return (mark, Tone.FAILED if failed else Tone.PLAIN), (total, decided.tone)
        columns = (*self.sheet.columns, *("" for _ in boxes))
        return tuple(
            (self._brief(row_text(column, row, box), box), box.tone)
            for column, box in zip(columns, boxes, strict=False)
            if box.value is not None and not _means_nothing(column, row)
        )

    def _brief(self, text: str, box: Box) -> str:
        if len(self.names) <= MOST_LEVEL or box.value is None:
            return text
        if text.lstrip("=") != place_title(box.value):
            return text
        return ("=" if text.startswith("=") else "") + number_text(box.value)

    def places_to_come(self) -> set[Figures]:
        """Return the widest figures of future deals in games that count ranks, to reserve room."""
        columns, seats = self.sheet.columns, len(self.names)
        if "place" not in columns:
            return set()
        boxes = [Box(place, Tone.STRONG) for place in range(1, seats + 1)]
        sums = Box(seats * len(self.sheet.rows), Tone.QUIET)
        return {
            tuple(
                (self._brief(value_text(column, own.value or 0), own), own.tone)
                for column, own in zip(columns, (box, sums), strict=False)
            )
            for box in boxes
        }

    def empty(self, number: int) -> bool:
        """Return True if a row has no values."""
        return not any(box.value is not None for own in self.rows[number].boxes for box in own)

    def wrong(self, number: int, seat: int) -> bool:
        """Return True if one of the player's cells in a row is part of a wrong sum."""
        return any(box.wrong for box in self.rows[number].boxes[seat])

    def plain(self, number: int, seat: int) -> str:
        """Return a player's cells of a row as one line of numbers."""
        row = self.rows[number]
        if self.spans(number, seat):
            return row_text("", row, row.boxes[seat][0])
        columns = zip(self.sheet.columns, row.boxes[seat], strict=False)
        return " ".join(
            value_text("stake" if column == "stake" else "", box.value)
            for column, box in columns
            if box.value is not None
        )

    # Words

    def in_words(self) -> str:
        """Return the current deal, the totals and the ranks as sentences for screen readers."""
        current = [number for number, row in enumerate(self.rows) if row.current]
        rows = (*current, *range(len(self.sheet.rows), len(self.rows))) or range(len(self.rows))
        seats = range(len(self.names))
        return "\n".join(self.sentence(row, seat) for row in rows for seat in seats)

    def label(self, number: int) -> str:
        return row_label(self.rows[number])

    def about(self, number: int) -> str:
        """Return the label of a row together with its side cells, in words."""
        row = self.rows[number]
        phrases = [
            column_phrase(column, value_text(column, box.value, self.names), box.value)
            for column, box in zip(self.sheet.side, row.side, strict=False)
            if box.value is not None
        ]
        return ", ".join((self._title(row), *phrases))

    def sentence(self, number: int, seat: int) -> str:
        row, who = self.rows[number], self.full_name(seat)
        if row.kind is Kind.RESULT and row.title != "total":
            return self._result_sentence(row, who, seat)
        if row.kind is Kind.RESULT and len(row.boxes[seat]) == 1:
            total = number_text(self.sheet.totals[seat])
            return tr("{name}: {total} in all").format(name=who, total=total)
        phrases = [
            # Speech needs no plus sign.
            column_phrase(
                column, value_text("" if column == "points" else column, box.value), box.value
            )
            for column, box in zip(self.sheet.columns, row.boxes[seat], strict=False)
            if box.value is not None and not _means_nothing(column, row)
        ]
        words = {"name": who, "deal": self._title(row), "phrases": ", ".join(phrases)}
        if not phrases:
            return tr("{name}, {deal}: nothing yet").format(**words)
        return tr("{name}, {deal}: {phrases}").format(**words)

    def _title(self, row: Row) -> str:
        if row.kind is not Kind.DEAL:
            return row_title(row)
        deal = tr("deal {number}").format(number=row.label)
        return f"{deal}, {row_title(row)}" if row.title else deal

    def _result_sentence(self, row: Row, who: str, seat: int) -> str:
        box = row.boxes[seat][0]
        if row.title == "place" and box.value is not None:
            shared = sum(own[0].value == box.value for own in row.boxes) > 1
            text = tr("{name}: {place} place, shared") if shared else tr("{name}: {place} place")
            return text.format(name=who, place=place_title(box.value))
        words = {"name": who, "title": row_title(row), "value": row_text("", row, box)}
        said = tr("{name}, {title}: {value}").format(**words)
        return together(said, tr(RATING_LINE)) if row.title == "rating" else said


def _means_nothing(column: str, row: Row) -> bool:
    """Return True for sums that only the rating uses: a total of all targets says nothing."""
    return column == "target" and row.kind is Kind.RESULT


NOTHING: Final = SheetText.of(Sheet((), (), ()), ())


Index = QModelIndex | QPersistentModelIndex
ROLE = Qt.ItemDataRole


class SheetModel(QAbstractTableModel):
    """A table model of a sheet: a row per deal, then the known results; a column per player."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.text = NOTHING

    def show_text(self, text: SheetText) -> bool:
        """Replace the sheet; return True if its size or its players changed."""
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
                    # Emitted only on a change, because Qt repaints the whole table for it.
                    self.headerDataChanged.emit(Qt.Orientation.Vertical, number, number)
        return False

    def rowCount(self, parent: Index | None = None) -> int:
        inside = parent is not None and parent.isValid()
        return 0 if inside or not self.text.names else len(self.text.rows)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.text.names)

    def data(self, index: Index, role: int = ROLE.DisplayRole) -> str | None:
        if role == ROLE.DisplayRole:
            return self.text.plain(index.row(), index.column())
        return _said(self.text.sentence, role, index.row(), index.column())

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = ROLE.DisplayRole
    ) -> str | None:
        across = orientation is Qt.Orientation.Horizontal
        if role == ROLE.DisplayRole:
            return self.text.names[section] if across else self.text.label(section)
        return _said(self.text.full_name if across else self.text.about, role, section)


def _said(sentence: Any, role: int, *where: int) -> str | None:
    if role == ROLE.ToolTipRole:
        return tip_text(sentence(*where))
    return aloud(str(sentence(*where))) if role == ROLE.AccessibleTextRole else None


def _shape(text: SheetText) -> tuple[object, ...]:
    return text.names, text.you, len(text.sheet.rows), len(text.rows)


def _beside(text: SheetText, number: int) -> tuple[object, ...]:
    return text.label(number), text.about(number), text.rows[number].current, text.empty(number)
