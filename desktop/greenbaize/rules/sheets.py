"""Score sheets as data, and forms to keep one by hand: a row per deal with the same columns.

A sheet shows what was entered without corrections: sums are those of the entries, and a failed
check names its sum, the difference, and the boxes it is about.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import ClassVar

from greenbaize.rules.messages import Message
from greenbaize.rules.options import OptionValues


class BoxTone(Enum):
    """The style of a box; a screen or printer chooses how to show it."""

    PLAIN = auto()
    QUIET = auto()
    STRONG = auto()
    FAILED = auto()


class RowKind(Enum):
    """The subject of a row."""

    DEAL = auto()
    HALF = auto()
    RESULT = auto()


@dataclass(frozen=True, slots=True)
class SheetBox:
    """One box of the sheet, empty while its value is None.

    A value is a number; in columns that name a player it is a seat, and in the column of stakes 1
    for
    *go* and 0 for *stay*. ``is_wrong`` marks it as part of a sum that is not correct.
    """

    value: int | None = None
    tone: BoxTone = BoxTone.PLAIN
    is_wrong: bool = False


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One deal, half or result: each seat's boxes, in the order of the sheet's columns.

    A single box for a seat in a sheet of several columns spans all of them. ``label`` is the number
    of the deal or half. ``title`` is the code of a contract or of a result. ``side_boxes`` belong
    to no seat, in the order of the sheet's side columns. ``partners`` has the number of each seat's
    side, where there are partners.
    """

    label: int
    boxes: tuple[tuple[SheetBox, ...], ...]
    is_current: bool = False
    kind: RowKind = RowKind.DEAL
    title: str = ""
    side_boxes: tuple[SheetBox, ...] = ()
    partners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BoxPosition:
    """The position of a box: its row, its seat (None for the side), and its index among these."""

    row: int
    seat: int | None
    box_index: int


@dataclass(frozen=True, slots=True)
class SheetCheck:
    """A failed check: a message, and the boxes it is about."""

    message: Message
    positions: tuple[BoxPosition, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A complete score sheet.

    ``columns`` name the boxes each player has in a row, ``side_columns`` those behind the last
    player. ``results`` are the rows below the deals; where a game gives none they are made from the
    totals and ranks. ``partners`` are the sides of the seats, where the game has partners
    (``Game.sides``). ``ratings`` are in hundredths of a percent. Row numbers in checks continue
    from the deals into the results.
    """

    columns: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...] | None = None
    side_columns: tuple[str, ...] = ()
    results: tuple[SheetRow, ...] = ()
    partners: tuple[int, ...] = ()
    ratings: tuple[int, ...] | None = None
    checks: tuple[SheetCheck, ...] = ()

    @property
    def result_rows(self) -> tuple[SheetRow, ...]:
        """The rows below the deals: the result, and the ranks and ratings where they are known."""
        rows = list(self.results or (_total_row(self),))
        if self.ranks is not None:
            tones = [BoxTone.STRONG if rank_row == 1 else BoxTone.PLAIN for rank_row in self.ranks]
            boxes = tuple((SheetBox(*value),) for value in zip(self.ranks, tones, strict=True))
            rank_row = SheetRow(
                0, boxes, kind=RowKind.RESULT, title="place", partners=self.partners
            )
            rows.append(rank_row)
        if self.ratings is not None:
            boxes = tuple((SheetBox(value),) for value in self.ratings)
            rows.append(SheetRow(0, boxes, kind=RowKind.RESULT, title="rating"))
        return tuple(rows)

    @property
    def all_rows(self) -> tuple[SheetRow, ...]:
        return (*self.rows, *self.result_rows)


def is_row_written(row: SheetRow) -> bool:
    """Return True if any seat has a score in the row."""
    return any(
        box.value is not None and box.tone in (BoxTone.STRONG, BoxTone.FAILED)
        for boxes in row.boxes
        for box in boxes
    )


def find_half_after(sheet: ScoreSheet, deal: int) -> SheetRow | None:
    """Return the row of the half that ends with a deal; None if none does or the match ends."""
    for index, row in enumerate(sheet.rows[:-2]):
        if row.kind is RowKind.DEAL and row.label == deal:
            next_row = sheet.rows[index + 1]
            return next_row if next_row.kind is RowKind.HALF else None
    return None


def _total_row(sheet: ScoreSheet) -> SheetRow:
    best_total = max(sheet.totals, default=0)
    has_scores = any(map(is_row_written, sheet.rows))
    boxes = tuple(
        (SheetBox(total, BoxTone.STRONG if has_scores and total == best_total else BoxTone.PLAIN),)
        for total in sheet.totals
    )
    return SheetRow(0, boxes, kind=RowKind.RESULT, title="total")


def add_checks(sheet: ScoreSheet, checks: Iterable[SheetCheck]) -> ScoreSheet:
    """Return the sheet with failed checks added and their boxes marked as wrong."""
    failed_checks = tuple(checks)
    if not failed_checks:
        return sheet
    wrong_positions = {cell for check in failed_checks for cell in check.positions}
    rows = [_mark_row(number, row, wrong_positions) for number, row in enumerate(sheet.rows)]
    first_result_row = len(rows)
    results = [
        _mark_row(first_result_row + n, row, wrong_positions) for n, row in enumerate(sheet.results)
    ]
    return replace(sheet, rows=tuple(rows), results=tuple(results), checks=failed_checks)


def _mark_row(row_index: int, row: SheetRow, wrong_positions: set[BoxPosition]) -> SheetRow:
    if not any(cell.row == row_index for cell in wrong_positions):
        return row
    boxes = [
        _mark_boxes(boxes, row_index, seat, wrong_positions) for seat, boxes in enumerate(row.boxes)
    ]
    side = _mark_boxes(row.side_boxes, row_index, None, wrong_positions)
    return replace(row, boxes=tuple(boxes), side_boxes=side)


def _mark_boxes(
    boxes: Sequence[SheetBox], row_index: int, seat: int | None, wrong_positions: set[BoxPosition]
) -> tuple[SheetBox, ...]:
    return tuple(
        replace(box, is_wrong=True)
        if BoxPosition(row_index, seat, box_index) in wrong_positions
        else box
        for box_index, box in enumerate(boxes)
    )


EnteredValue = int | None
"""The value entered in a box: a number, or None."""


class FieldKind(Enum):
    """The kind of value that a field takes."""

    NUMBER = auto()
    SEAT = auto()
    """A player, as the number of the seat."""
    STAKE = auto()
    """*Go* or *stay*, as 1 or 0."""


@dataclass(frozen=True, slots=True)
class EntryField:
    """A value to be entered of a deal; ``column`` is its column in the sheet."""

    column: str
    kind: FieldKind = FieldKind.NUMBER


@dataclass(frozen=True, slots=True)
class FieldPosition:
    """The position of a field in a deal: its seat (None for the deal's own), and its index."""

    seat: int | None
    field_index: int


@dataclass(frozen=True, slots=True)
class EntryFault:
    """A contradiction in the entries of a deal, with the fields involved."""

    message: Message
    positions: tuple[FieldPosition, ...]


@dataclass(frozen=True, slots=True)
class DealEntry:
    """The entries of one deal.

    ``player_values`` are the values of the form's fields by seat; ``side_values`` those of its side
    fields.
    """

    player_values: tuple[tuple[EnteredValue, ...], ...]
    side_values: tuple[EnteredValue, ...] = ()

    @property
    def is_empty(self) -> bool:
        values = [value for row in (*self.player_values, self.side_values) for value in row]
        return all(value is None for value in values)

    @property
    def is_filled(self) -> bool:
        """True if every player's values have been entered."""
        return all(value is not None for row in self.player_values for value in row)

    def field_values(self, field_index: int) -> tuple[EnteredValue, ...]:
        """Return the values of a field by seat."""
        return tuple(values[field_index] for values in self.player_values)

    def value_at(self, position: FieldPosition) -> EnteredValue:
        return (
            self.side_values[position.field_index]
            if position.seat is None
            else self.player_values[position.seat][position.field_index]
        )

    def with_value(self, position: FieldPosition, value: EnteredValue) -> "DealEntry":
        seat, field_index = position.seat, position.field_index
        if seat is None:
            return replace(
                self,
                side_values=(
                    *self.side_values[:field_index],
                    value,
                    *self.side_values[field_index + 1 :],
                ),
            )
        seat_values = self.player_values[seat]
        seat_values = (*seat_values[:field_index], value, *seat_values[field_index + 1 :])
        return replace(
            self,
            player_values=(
                *self.player_values[:seat],
                seat_values,
                *self.player_values[seat + 1 :],
            ),
        )


class SheetForm(ABC):
    """The rules of a game for keeping its sheet by hand."""

    fields: ClassVar[tuple[EntryField, ...]]
    """The values entered for every player in a deal, in the order of play."""
    side_fields: ClassVar[tuple[EntryField, ...]] = ()
    """The values entered for the deal itself."""
    priority_fault_codes: ClassVar[tuple[str, ...]] = ()
    """The codes of faults to report first for complete deals, in this order."""

    @abstractmethod
    def max_deals(self, seats: int, options: OptionValues) -> int:
        """Return the maximum number of deals of a match, 0 if it is unknown."""

    @abstractmethod
    def value_limits(
        self, column: str, deal: int, seats: int, options: OptionValues
    ) -> tuple[int, int]:
        """Return the lowest and the highest number that a field can have."""

    @abstractmethod
    def find_faults(
        self, deal: int, entries: Sequence[DealEntry], seats: int, options: OptionValues
    ) -> Iterator[EntryFault]:
        """Yield the faults of a deal (counted from 1), whatever is still empty."""

    @abstractmethod
    def make_sheet(
        self, seats: int, options: OptionValues, entries: Sequence[DealEntry]
    ) -> ScoreSheet:
        """Return the sheet of these deals, the first entry being deal 1, with sums and checks."""

    def default_sign(self, column: str, deal: int) -> int:
        """Return the sign (1 or -1) of a number written without one on this game's sheet."""
        return 1

    def blank_entry(self, seats: int) -> DealEntry:
        return DealEntry(((None,) * len(self.fields),) * seats, (None,) * len(self.side_fields))

    def column_of(self, position: FieldPosition) -> str:
        """Return the sheet's column of a field."""
        return (self.side_fields if position.seat is None else self.fields)[
            position.field_index
        ].column

    def add_entry_checks(
        self, sheet: ScoreSheet, entries: Sequence[DealEntry], seats: int, options: OptionValues
    ) -> ScoreSheet:
        """Return the sheet with all errors: its own checks, the faults of deals, and gaps."""
        rows = {
            row.label: row_index
            for row_index, row in enumerate(sheet.rows)
            if row.kind is RowKind.DEAL
        }
        check_messages = [
            check.message for check in sheet.checks
        ]  # Message values cannot be hashed.
        deal_faults = [
            (deal, fault)
            for deal, entry in enumerate(entries, 1)
            if deal in rows and not entry.is_empty
            for fault in self.find_faults(deal, entries, seats, options)
            if fault.message not in check_messages
        ]
        deal_faults.sort(
            key=lambda deal_fault: self._fault_order(
                deal_fault[0], entries[deal_fault[0] - 1], deal_fault[1]
            )
        )
        last_deal = max(
            (deal for deal, entry in enumerate(entries, 1) if not entry.is_empty), default=0
        )
        deal_faults += [
            (deal, gap) for deal in range(1, last_deal) if (gap := self._find_gap(deal, entries))
        ]
        checks = [
            SheetCheck(
                fault.message,
                tuple(
                    self._box_position(sheet, rows[deal], position) for position in fault.positions
                ),
            )
            for deal, fault in deal_faults
        ]
        return add_checks(sheet, (*sheet.checks, *checks))

    def _fault_order(self, deal: int, entry: DealEntry, fault: EntryFault) -> tuple[bool, int, int]:
        """Return the sort key of a fault: priority faults by deal first, the others after them."""
        if entry.is_filled and fault.message.code in self.priority_fault_codes:
            return False, deal, self.priority_fault_codes.index(fault.message.code)
        return True, 0, 0

    @staticmethod
    def _find_gap(deal: int, entries: Sequence[DealEntry]) -> EntryFault | None:
        """Return the fault of values missing from a deal although a later one was entered."""
        positions = tuple(
            FieldPosition(seat, field_index)
            for seat, values in enumerate(entries[deal - 1].player_values)
            for field_index, value in enumerate(values)
            if value is None
        )
        return EntryFault(Message("sheet-gap", {"deal": deal}), positions) if positions else None

    def _box_position(self, sheet: ScoreSheet, row: int, position: FieldPosition) -> BoxPosition:
        columns = sheet.side_columns if position.seat is None else sheet.columns
        return BoxPosition(row, position.seat, columns.index(self.column_of(position)))


def sum_values(values: Sequence[EnteredValue]) -> int:
    return sum(value or 0 for value in values)


def find_current_deal(entries: Sequence[DealEntry], deals: int) -> int | None:
    """Return the deal being entered, counted from 1: the first incomplete one, if any is left."""
    for deal, entry in enumerate(entries, 1):
        if not entry.is_filled:
            return deal
    return len(entries) + 1 if not deals or len(entries) < deals else None


@dataclass(frozen=True, slots=True)
class SheetEntries:
    """A partly filled sheet; ``entries`` are its deals from 1 on."""

    form: SheetForm
    seats: int
    options: OptionValues
    entries: Sequence[DealEntry]

    def possible_values(self, deal: int, position: FieldPosition) -> tuple[int, ...]:
        """Return the values of a field that are consistent with the other entries, lowest first."""
        column = self.form.column_of(position)
        low, high = self.form.value_limits(column, deal, self.seats, self.options)
        candidates = range(low, high + 1)
        return tuple(
            value for value in candidates if self.find_misfit(deal, position, value) is None
        )

    def find_misfit(self, deal: int, position: FieldPosition, value: int) -> Message | None:
        """Return why a value contradicts the other entries; None if it does not."""
        blank = self.form.blank_entry(self.seats)
        entries = [*self.entries, *[blank] * (deal - len(self.entries))]
        entries[deal - 1] = entries[deal - 1].with_value(position, value)
        faults = self.form.find_faults(deal, entries, self.seats, self.options)
        return next((fault.message for fault in faults if position in fault.positions), None)

    def find_impossibility(self, deal: int, position: FieldPosition, value: int) -> Message | None:
        """Return why a field can never have a value, whatever the other entries; None if it can."""
        return replace(self, entries=()).find_misfit(deal, position, value)
