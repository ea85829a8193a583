"""The texts of a score sheet by box, in words, and as a Qt model."""

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
"""What stands in a player's boxes of one row, and how each is to be read."""

_LOUD: Final = {Tone.QUIET: 0, Tone.PLAIN: 1, Tone.FAILED: 1, Tone.STRONG: 2}
MOST_LEVEL: Final = 7
"""Up to how many players have columns wide enough for level names and for places in words."""


@dataclass(frozen=True, slots=True)
class SheetText:
    """A sheet with whose it is: the players' names, and the seat of the person at the window."""

    sheet: Sheet
    names: tuple[str, ...]
    you: int | None
    rows: tuple[Row, ...]

    @classmethod
    def of(cls, sheet: Sheet, names: Sequence[str], you: int | None = None) -> "SheetText":
        """The text of a sheet; ``names`` by seat, as they came."""
        rows = sheet.all_rows
        if len(sheet.rows) == 1 and sheet.columns[:1] == ("place",):
            # Of a single deal the place is all there is; sums and places would say it again.
            boxes = tuple(own[:1] for own in rows[0].boxes)
            sheet, rows = replace(sheet, columns=("place",)), (replace(rows[0], boxes=boxes),)
        return cls(sheet, tuple(map(shown_name, names)), you, rows)

    def spans(self, number: int, seat: int) -> bool:
        """Whether a player has one box in a row that stands for several columns."""
        return len(self.rows[number].boxes[seat]) == 1 < len(self.sheet.columns)

    @property
    def current_row(self) -> int | None:
        """The row of the deal being played, or played last; after the match the last row of all."""
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
        """A player's columns as they are read beside the table: the quiet ones first."""
        columns = self.sheet.columns
        boxes = next((row.boxes[0] for row in self.sheet.rows if row.boxes), ())
        tones = [box.tone for box in boxes] + [Tone.PLAIN] * len(columns)
        order = sorted(range(len(columns)), key=lambda at: _LOUD[tones[at]])
        return tuple(columns[at] for at in order)

    def summary(self, number: int) -> bool:
        """Whether a row sums up: totals, places, halves of a match; False outside the sheet."""
        return 0 <= number < len(self.rows) and self.rows[number].kind is not Kind.DEAL

    def full_name(self, seat: int) -> str:
        return yours(self.names[seat]) if seat == self.you else self.names[seat]

    @property
    def faults(self) -> list[str]:
        speaker = Speaker(self.names, self.you)
        return [speaker.say(check.message) for check in self.sheet.checks]

    # Boxes

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
        """Whether what counts at last are coins."""
        return self.sheet.columns[-1:] == ("banks",)

    @property
    def brief(self) -> bool:
        """Whether of a deal that is over only what differs stands beside the table."""
        return self.coins or self.sheet.columns[:1] == ("bid",)

    def figures(self, number: int, seat: int) -> Figures:
        """What stands in a player's boxes beside the table; the rest is said on pointing."""
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
        """What deals may have where places are counted; there is room for it from the first on."""
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
        """Whether nothing stands in anybody's boxes of a row."""
        return not any(box.value is not None for own in self.rows[number].boxes for box in own)

    def wrong(self, number: int, seat: int) -> bool:
        """Whether a box of the player in the row is part of a sum that does not come out."""
        return any(box.wrong for box in self.rows[number].boxes[seat])

    def plain(self, number: int, seat: int) -> str:
        """A player's boxes of a row as one line of numbers."""
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
        """The deal being played, the totals and the places in sentences, to be read aloud."""
        current = [number for number, row in enumerate(self.rows) if row.current]
        rows = (*current, *range(len(self.sheet.rows), len(self.rows))) or range(len(self.rows))
        seats = range(len(self.names))
        return "\n".join(self.sentence(row, seat) for row in rows for seat in seats)

    def label(self, number: int) -> str:
        return row_label(self.rows[number])

    def about(self, number: int) -> str:
        """What a row is, with the boxes at its side."""
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
            # A spoken number needs no plus sign.
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
    """Whether a sum is of use to the rating alone: nobody reads the targets of all deals added."""
    return column == "target" and row.kind is Kind.RESULT


NOTHING: Final = SheetText.of(Sheet((), (), ()), ())


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
