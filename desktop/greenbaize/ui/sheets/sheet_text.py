"""Texts of a score sheet: cell by cell, in words, and as a Qt model."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from greenbaize.rules.sheets import (
    BoxPosition,
    BoxTone,
    RowKind,
    ScoreSheet,
    SheetBox,
    SheetRow,
    is_row_written,
)
from greenbaize.ui.widgets.plain_text import tooltip_text
from greenbaize.words.catalogue import tr
from greenbaize.words.names import display_name
from greenbaize.words.sheet_words import (
    RATING_LINE,
    column_value_text,
    row_text,
    row_title,
    short_row_label,
)
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import join_sentences, spoken_text
from greenbaize.words.titles import column_phrase, mark_own_name, number_text, rank_title

CellFigures = tuple[tuple[str, BoxTone], ...]
"""Texts of a player's cells in one row, each with its tone."""

_TONE_ORDER: Final = {BoxTone.QUIET: 0, BoxTone.PLAIN: 1, BoxTone.FAILED: 1, BoxTone.STRONG: 2}
MAX_LEVEL_NAMES: Final = 7
"""Maximum number of players for horizontal names and for ranks in words."""


@dataclass(frozen=True, slots=True)
class SheetText:
    """A sheet with its players' names and the seat of the person at the window."""

    sheet: ScoreSheet
    names: tuple[str, ...]
    you: int | None
    rows: tuple[SheetRow, ...]
    par_texts: tuple[tuple[int, str], ...] = ()
    """Sentences about the par of the person's deals, by deal."""

    @classmethod
    def from_sheet(
        cls,
        sheet: ScoreSheet,
        names: Sequence[str],
        you: int | None = None,
        par_texts: Sequence[tuple[int, str]] = (),
    ) -> "SheetText":
        """Build the text of a sheet; ``names`` are by seat, as in the record."""
        rows = sheet.all_rows
        if len(sheet.rows) == 1 and sheet.columns[:1] == ("place",):
            # For a single deal the rank is everything; totals and results would only repeat it.
            boxes = tuple(player_boxes[:1] for player_boxes in rows[0].boxes)
            sheet, rows = replace(sheet, columns=("place",)), (replace(rows[0], boxes=boxes),)
        return cls(sheet, tuple(map(display_name, names)), you, rows, tuple(par_texts))

    def is_spanning(self, number: int, seat: int) -> bool:
        """Return True if a player has a single cell that spans all columns of a row."""
        return len(self.rows[number].boxes[seat]) == 1 < len(self.sheet.columns)

    @property
    def current_row(self) -> int | None:
        """Row of the current or last deal; after the match the last row of all."""
        for number, row in enumerate(self.rows):
            if row.is_current:
                return number
        if self.sheet.ranks is not None:
            return len(self.rows) - 1
        deals = [n for n, row in enumerate(self.sheet.rows) if row.kind is RowKind.DEAL]
        written_deals = [number for number in deals if is_row_written(self.sheet.rows[number])]
        return written_deals[-1] if written_deals else None

    @property
    def panel_columns(self) -> tuple[str, ...]:
        """A player's columns in the order of the panel, quiet ones first."""
        columns = self.sheet.columns
        boxes = next((row.boxes[0] for row in self.sheet.rows if row.boxes), ())
        tones = [box.tone for box in boxes] + [BoxTone.PLAIN] * len(columns)
        order = sorted(range(len(columns)), key=lambda index: _TONE_ORDER[tones[index]])
        return tuple(columns[index] for index in order)

    def is_summary(self, number: int) -> bool:
        """Return True if a row sums up a half or the match; False outside the sheet."""
        return 0 <= number < len(self.rows) and self.rows[number].kind is not RowKind.DEAL

    def full_name(self, seat: int) -> str:
        return mark_own_name(self.names[seat]) if seat == self.you else self.names[seat]

    @property
    def faults(self) -> list[str]:
        speaker = Speaker(self.names, self.you)
        return [speaker.format_message(check.message) for check in self.sheet.checks]

    # Cells

    def cell_box(self, cell: BoxPosition) -> SheetBox:
        row = self.rows[cell.row]
        return (row.side_boxes if cell.seat is None else row.boxes[cell.seat])[cell.box_index]

    def cell_text(self, cell: BoxPosition) -> str:
        row, columns = self.rows[cell.row], self.sheet.columns
        if cell.seat is None:
            columns = self.sheet.side_columns
        elif self.is_spanning(cell.row, cell.seat):
            columns = ("",)
        return row_text(columns[cell.box_index], row, self.cell_box(cell), self.names)

    @property
    def uses_coins(self) -> bool:
        """The last column counts coins."""
        return self.sheet.columns[-1:] == ("banks",)

    @property
    def is_brief(self) -> bool:
        """The panel shows only the outcome of a finished deal."""
        return self.uses_coins or self.sheet.columns[:1] == ("bid",)

    def cell_figures(self, number: int, seat: int) -> CellFigures:
        """Return the texts of a player's cells in the panel; tooltips say the rest."""
        row = self.rows[number]
        boxes = row.boxes[seat]
        if self.is_brief and row.kind is RowKind.DEAL and len(boxes) > 1:
            stake, outcome = boxes[0].value, boxes[-1]
            failed = any(box.tone is BoxTone.FAILED for box in boxes)
            if outcome.value is not None:
                mark = "✗" if failed else "✓"
                if self.uses_coins:
                    mark = column_value_text("stake", stake or 0)
                total = number_text(outcome.value)
                return (mark, BoxTone.FAILED if failed else BoxTone.PLAIN), (total, outcome.tone)
        columns = (*self.sheet.columns, *("" for _ in boxes))
        return tuple(
            (self._shorten_rank(row_text(column, row, box), box), box.tone)
            for column, box in zip(columns, boxes, strict=False)
            if box.value is not None and not _is_rating_only_sum(column, row)
        )

    def _shorten_rank(self, text: str, box: SheetBox) -> str:
        if len(self.names) <= MAX_LEVEL_NAMES or box.value is None:
            return text
        if text.lstrip("=") != rank_title(box.value):
            return text
        return ("=" if text.startswith("=") else "") + number_text(box.value)

    def expected_figures(self) -> set[CellFigures]:
        """Return the widest figures of future deals in games that count ranks, to reserve room."""
        columns, seats = self.sheet.columns, len(self.names)
        if "place" not in columns:
            return set()
        boxes = [SheetBox(rank, BoxTone.STRONG) for rank in range(1, seats + 1)]
        sums = SheetBox(seats * len(self.sheet.rows), BoxTone.QUIET)
        return {
            tuple(
                (
                    self._shorten_rank(
                        column_value_text(column, column_box.value or 0), column_box
                    ),
                    column_box.tone,
                )
                for column, column_box in zip(columns, (box, sums), strict=False)
            )
            for box in boxes
        }

    def is_empty(self, number: int) -> bool:
        """Return True if a row has no values."""
        return not any(
            box.value is not None
            for player_boxes in self.rows[number].boxes
            for box in player_boxes
        )

    def has_fault(self, number: int, seat: int) -> bool:
        """Return True if one of the player's cells in a row is part of a wrong sum."""
        return any(box.is_wrong for box in self.rows[number].boxes[seat])

    def plain_text(self, number: int, seat: int) -> str:
        """Return a player's cells of a row as one line of numbers."""
        row = self.rows[number]
        if self.is_spanning(number, seat):
            return row_text("", row, row.boxes[seat][0])
        columns = zip(self.sheet.columns, row.boxes[seat], strict=False)
        return " ".join(
            column_value_text("stake" if column == "stake" else "", box.value)
            for column, box in columns
            if box.value is not None
        )

    # Words

    def spoken_summary(self) -> str:
        """Return the current deal, the totals and the ranks as sentences for screen readers."""
        current = [number for number, row in enumerate(self.rows) if row.is_current]
        rows = (*current, *range(len(self.sheet.rows), len(self.rows))) or range(len(self.rows))
        seats = range(len(self.names))
        return "\n".join(self.cell_sentence(row, seat) for row in rows for seat in seats)

    def label_text(self, number: int) -> str:
        """Return a short row title; where deals are not as large as their numbers, with the size.

        The panel has no column for it.
        """
        row, sizes = self.rows[number], self._deal_sizes
        if row.label not in sizes or all(size == deal for deal, size in sizes.items()):
            return short_row_label(row)
        return f"{short_row_label(row)} ({sizes[row.label]})"

    @property
    def _deal_sizes(self) -> dict[int, int]:
        """The number of cards by deal, if the sheet has a column of it."""
        if "cards" not in self.sheet.side_columns:
            return {}
        index = self.sheet.side_columns.index("cards")
        return {
            row.label: size
            for row in self.rows
            if row.kind is RowKind.DEAL
            and len(row.side_boxes) > index
            and (size := row.side_boxes[index].value) is not None
        }

    def describe_row(self, number: int) -> str:
        """Return the label of a row together with its side cells, in words."""
        row = self.rows[number]
        phrases = [
            column_phrase(column, column_value_text(column, box.value, self.names), box.value)
            for column, box in zip(self.sheet.side_columns, row.side_boxes, strict=False)
            if box.value is not None
        ]
        return ", ".join((self._row_title(row), *phrases))

    def cell_sentence(self, number: int, seat: int) -> str:
        row, name = self.rows[number], self.full_name(seat)
        if row.kind is RowKind.RESULT and row.title != "total":
            return self._result_sentence(row, name, seat)
        if row.kind is RowKind.RESULT and len(row.boxes[seat]) == 1:
            total = number_text(self.sheet.totals[seat])
            return tr("{name}: {total} in all").format(name=name, total=total)
        phrases = [
            # Speech needs no plus sign.
            column_phrase(
                column,
                column_value_text("" if column == "points" else column, box.value),
                box.value,
            )
            for column, box in zip(self.sheet.columns, row.boxes[seat], strict=False)
            if box.value is not None and not _is_rating_only_sum(column, row)
        ]
        fields = {"name": name, "deal": self._row_title(row), "phrases": ", ".join(phrases)}
        if not phrases:
            return tr("{name}, {deal}: nothing yet").format(**fields)
        sentence = tr("{name}, {deal}: {phrases}").format(**fields)
        par_text = dict(self.par_texts).get(row.label) if seat == self.you else None
        has_par = par_text is not None and row.kind is RowKind.DEAL and is_row_written(row)
        return join_sentences(sentence, str(par_text)) if has_par else sentence

    def _row_title(self, row: SheetRow) -> str:
        if row.kind is not RowKind.DEAL:
            return row_title(row)
        deal = tr("deal {number}").format(number=row.label)
        return f"{deal}, {row_title(row)}" if row.title else deal

    def _result_sentence(self, row: SheetRow, name: str, seat: int) -> str:
        box = row.boxes[seat][0]
        if row.title == "place" and box.value is not None:
            is_shared = sum(player_boxes[0].value == box.value for player_boxes in row.boxes) > 1
            text = tr("{name}: {place} place, shared") if is_shared else tr("{name}: {place} place")
            return text.format(name=name, place=rank_title(box.value))
        fields = {"name": name, "title": row_title(row), "value": row_text("", row, box)}
        sentence = tr("{name}, {title}: {value}").format(**fields)
        return join_sentences(sentence, tr(RATING_LINE)) if row.title == "rating" else sentence


def _is_rating_only_sum(column: str, row: SheetRow) -> bool:
    """Return True for sums that only the rating uses: a total of all targets says nothing."""
    return column == "target" and row.kind is RowKind.RESULT


EMPTY_SHEET_TEXT: Final = SheetText.from_sheet(ScoreSheet((), (), ()), ())


SheetModelIndex = QModelIndex | QPersistentModelIndex
ItemRole = Qt.ItemDataRole


class SheetModel(QAbstractTableModel):
    """A table model of a sheet: a row per deal, then the known results; a column per player."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.sheet_text = EMPTY_SHEET_TEXT

    def set_sheet_text(self, text: SheetText) -> bool:
        """Replace the sheet; return True if its size or its players changed."""
        previous_text = self.sheet_text
        if _table_shape(text) != _table_shape(previous_text):
            self.beginResetModel()
            self.sheet_text = text
            self.endResetModel()
            return True
        self.sheet_text = text
        last = len(text.names) - 1
        for number, (old, new) in enumerate(zip(previous_text.rows, text.rows, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(number, 0), self.index(number, last))
                if _row_header(previous_text, number) != _row_header(text, number):
                    # Emitted only on a change, because Qt repaints the whole table for it.
                    self.headerDataChanged.emit(Qt.Orientation.Vertical, number, number)
        return False

    def rowCount(self, parent: SheetModelIndex | None = None) -> int:
        inside = parent is not None and parent.isValid()
        return 0 if inside or not self.sheet_text.names else len(self.sheet_text.rows)

    def columnCount(self, parent: SheetModelIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.sheet_text.names)

    def data(self, index: SheetModelIndex, role: int = ItemRole.DisplayRole) -> str | None:
        if role == ItemRole.DisplayRole:
            return self.sheet_text.plain_text(index.row(), index.column())
        return _role_text(self.sheet_text.cell_sentence, role, index.row(), index.column())

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = ItemRole.DisplayRole
    ) -> str | None:
        across = orientation is Qt.Orientation.Horizontal
        if role == ItemRole.DisplayRole:
            return self.sheet_text.names[section] if across else self.sheet_text.label_text(section)
        return _role_text(
            self.sheet_text.full_name if across else self.sheet_text.describe_row, role, section
        )


def _role_text(sentence: Any, role: int, *indices: int) -> str | None:
    if role == ItemRole.ToolTipRole:
        return tooltip_text(sentence(*indices))
    return spoken_text(str(sentence(*indices))) if role == ItemRole.AccessibleTextRole else None


def _table_shape(text: SheetText) -> tuple[object, ...]:
    return text.names, text.you, len(text.sheet.rows), len(text.rows)


def _row_header(text: SheetText, number: int) -> tuple[object, ...]:
    return (
        text.label_text(number),
        text.describe_row(number),
        text.rows[number].is_current,
        text.is_empty(number),
    )
