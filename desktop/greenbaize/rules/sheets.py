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
from greenbaize.rules.options import Settings


class Tone(Enum):
    """The style of a box; a screen or printer chooses how to show it."""

    PLAIN = auto()
    QUIET = auto()
    STRONG = auto()
    FAILED = auto()


class Kind(Enum):
    """The subject of a row."""

    DEAL = auto()
    HALF = auto()
    RESULT = auto()


@dataclass(frozen=True, slots=True)
class Box:
    """One box of the sheet, empty while its value is None.

    A value is a number; in columns that name a player it is a seat, and in the column of stakes 1
    for
    *go* and 0 for *stay*. ``is_wrong`` marks it as part of a sum that is not correct.
    """

    value: int | None = None
    tone: Tone = Tone.PLAIN
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One deal, half or result: each seat's boxes, in the order of the sheet's columns.

    A single box for a seat in a sheet of several columns spans all of them. ``label`` is the number
    of the deal or half. ``title`` is the code of a contract or of a result. ``side_boxes`` belong
    to no seat, in the order of the sheet's side columns. ``partners`` has the number of each seat's
    side, where there are partners.
    """

    label: int
    boxes: tuple[tuple[Box, ...], ...]
    current: bool = False
    kind: Kind = Kind.DEAL
    title: str = ""
    side: tuple[Box, ...] = ()
    partners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """The position of a box: its row, its seat (None for the side), and its index among these."""

    row: int
    seat: int | None
    place: int


@dataclass(frozen=True, slots=True)
class Check:
    """A failed check: a message, and the boxes it is about."""

    message: Message
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A complete score sheet.

    ``columns`` name the boxes each player has in a row, ``side_columns`` those behind the last
    player. ``results`` are the rows below the deals; where a game gives none they are made from the
    totals and ranks. ``partners`` are the sides of the seats, where the game has partners
    (``Game.sides``). ``ratings`` are in hundredths of a percent. Row numbers in checks continue
    from the deals into the results.
    """

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...] | None = None
    side: tuple[str, ...] = ()
    results: tuple[Row, ...] = ()
    partners: tuple[int, ...] = ()
    ratings: tuple[int, ...] | None = None
    checks: tuple[Check, ...] = ()

    @property
    def summary(self) -> tuple[Row, ...]:
        """The rows below the deals: the result, and the ranks and ratings where they are known."""
        rows = list(self.results or (_total_row(self),))
        if self.places is not None:
            tones = [Tone.STRONG if place == 1 else Tone.PLAIN for place in self.places]
            boxes = tuple((Box(*one),) for one in zip(self.places, tones, strict=True))
            place = Row(0, boxes, kind=Kind.RESULT, title="place", partners=self.partners)
            rows.append(place)
        if self.ratings is not None:
            boxes = tuple((Box(one),) for one in self.ratings)
            rows.append(Row(0, boxes, kind=Kind.RESULT, title="rating"))
        return tuple(rows)

    @property
    def all_rows(self) -> tuple[Row, ...]:
        return (*self.rows, *self.summary)


def is_written(row: Row) -> bool:
    """Return True if any seat has a score in the row."""
    return any(
        box.value is not None and box.tone in (Tone.STRONG, Tone.FAILED)
        for boxes in row.boxes
        for box in boxes
    )


def half_after(sheet: Sheet, deal: int) -> Row | None:
    """Return the row of the half that ends with a deal; None if none does or the match ends."""
    for place, row in enumerate(sheet.rows[:-2]):
        if row.kind is Kind.DEAL and row.label == deal:
            after = sheet.rows[place + 1]
            return after if after.kind is Kind.HALF else None
    return None


def _total_row(sheet: Sheet) -> Row:
    top = max(sheet.totals, default=0)
    begun = any(map(is_written, sheet.rows))
    boxes = tuple(
        (Box(total, Tone.STRONG if begun and total == top else Tone.PLAIN),)
        for total in sheet.totals
    )
    return Row(0, boxes, kind=Kind.RESULT, title="total")


def marked(sheet: Sheet, checks: Iterable[Check]) -> Sheet:
    """Return the sheet with failed checks added and their boxes marked as wrong."""
    failed = tuple(checks)
    if not failed:
        return sheet
    wrong = {cell for check in failed for cell in check.cells}
    rows = [_marked_row(number, row, wrong) for number, row in enumerate(sheet.rows)]
    first = len(rows)
    results = [_marked_row(first + n, row, wrong) for n, row in enumerate(sheet.results)]
    return replace(sheet, rows=tuple(rows), results=tuple(results), checks=failed)


def _marked_row(number: int, row: Row, wrong: set[Cell]) -> Row:
    if not any(cell.row == number for cell in wrong):
        return row
    boxes = [_marked_boxes(boxes, number, seat, wrong) for seat, boxes in enumerate(row.boxes)]
    side = _marked_boxes(row.side, number, None, wrong)
    return replace(row, boxes=tuple(boxes), side=side)


def _marked_boxes(
    boxes: Sequence[Box], number: int, seat: int | None, wrong: set[Cell]
) -> tuple[Box, ...]:
    return tuple(
        replace(box, wrong=True) if Cell(number, seat, place) in wrong else box
        for place, box in enumerate(boxes)
    )


Entered = int | None
"""The value entered in a box: a number, or None."""


class Sort(Enum):
    """The kind of value that a field takes."""

    NUMBER = auto()
    SEAT = auto()
    """A player, as the number of the seat."""
    STAKE = auto()
    """*Go* or *stay*, as 1 or 0."""


@dataclass(frozen=True, slots=True)
class Field:
    """A value to be entered of a deal; ``column`` is its column in the sheet."""

    column: str
    sort: Sort = Sort.NUMBER


@dataclass(frozen=True, slots=True)
class Spot:
    """The position of a field in a deal: its seat (None for the deal's own), and its index."""

    seat: int | None
    place: int


@dataclass(frozen=True, slots=True)
class Fault:
    """A contradiction in the entries of a deal, with the fields involved."""

    message: Message
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """The entries of one deal.

    ``player_values`` are the values of the form's fields by seat; ``side_values`` those of its side
    fields.
    """

    players: tuple[tuple[Entered, ...], ...]
    side: tuple[Entered, ...] = ()

    @property
    def empty(self) -> bool:
        values = [value for own in (*self.players, self.side) for value in own]
        return all(value is None for value in values)

    @property
    def filled(self) -> bool:
        """True if every player's values have been entered."""
        return all(value is not None for own in self.players for value in own)

    def field(self, place: int) -> tuple[Entered, ...]:
        """Return the values of a field by seat."""
        return tuple(own[place] for own in self.players)

    def at(self, spot: Spot) -> Entered:
        return self.side[spot.place] if spot.seat is None else self.players[spot.seat][spot.place]

    def put(self, spot: Spot, value: Entered) -> "Entry":
        seat, place = spot.seat, spot.place
        if seat is None:
            return replace(self, side=(*self.side[:place], value, *self.side[place + 1 :]))
        own = self.players[seat]
        own = (*own[:place], value, *own[place + 1 :])
        return replace(self, players=(*self.players[:seat], own, *self.players[seat + 1 :]))


class SheetForm(ABC):
    """The rules of a game for keeping its sheet by hand."""

    fields: ClassVar[tuple[Field, ...]]
    """The values entered for every player in a deal, in the order of play."""
    side_fields: ClassVar[tuple[Field, ...]] = ()
    """The values entered for the deal itself."""
    options: tuple[str, ...] = ()
    """The keys of the game's options that change its sheet."""
    first: ClassVar[tuple[str, ...]] = ()
    """The codes of faults to report first for complete deals, in this order."""

    @abstractmethod
    def deals(self, seats: int, options: Settings) -> int:
        """Return the maximum number of deals of a match, 0 if it is unknown."""

    @abstractmethod
    def span(self, column: str, deal: int, seats: int, options: Settings) -> tuple[int, int]:
        """Return the lowest and the highest number that a field can have."""

    @abstractmethod
    def faults(
        self, deal: int, entries: Sequence[Entry], seats: int, options: Settings
    ) -> Iterator[Fault]:
        """Yield the faults of a deal (counted from 1), whatever is still empty."""

    @abstractmethod
    def sheet(self, seats: int, options: Settings, entries: Sequence[Entry]) -> Sheet:
        """Return the sheet of these deals, the first entry being deal 1, with sums and checks."""

    def sign(self, column: str, deal: int) -> int:
        """Return the sign (1 or -1) of a number written without one on this game's sheet."""
        return 1

    def blank(self, seats: int) -> Entry:
        return Entry(((None,) * len(self.fields),) * seats, (None,) * len(self.side_fields))

    def column(self, spot: Spot) -> str:
        """Return the sheet's column of a field."""
        return (self.side_fields if spot.seat is None else self.fields)[spot.place].column

    def checked(
        self, sheet: Sheet, entries: Sequence[Entry], seats: int, options: Settings
    ) -> Sheet:
        """Return the sheet with all errors: its own checks, the faults of deals, and gaps."""
        rows = {row.label: at for at, row in enumerate(sheet.rows) if row.kind is Kind.DEAL}
        said = [check.message for check in sheet.checks]  # Message values cannot be hashed.
        found = [
            (deal, fault)
            for deal, entry in enumerate(entries, 1)
            if deal in rows and not entry.empty
            for fault in self.faults(deal, entries, seats, options)
            if fault.message not in said
        ]
        found.sort(key=lambda one: self._turn(one[0], entries[one[0] - 1], one[1]))
        last = max((deal for deal, entry in enumerate(entries, 1) if not entry.empty), default=0)
        found += [(deal, gap) for deal in range(1, last) if (gap := self._gap(deal, entries))]
        checks = [
            Check(fault.message, tuple(self._cell(sheet, rows[deal], spot) for spot in fault.spots))
            for deal, fault in found
        ]
        return marked(sheet, (*sheet.checks, *checks))

    def _turn(self, deal: int, entry: Entry, fault: Fault) -> tuple[bool, int, int]:
        """Return the sort key of a fault: priority faults by deal first, the others after them."""
        if entry.filled and fault.message.code in self.first:
            return False, deal, self.first.index(fault.message.code)
        return True, 0, 0

    @staticmethod
    def _gap(deal: int, entries: Sequence[Entry]) -> Fault | None:
        """Return the fault of values missing from a deal although a later one was entered."""
        spots = tuple(
            Spot(seat, place)
            for seat, own in enumerate(entries[deal - 1].players)
            for place, value in enumerate(own)
            if value is None
        )
        return Fault(Message("sheet-gap", {"deal": deal}), spots) if spots else None

    def _cell(self, sheet: Sheet, row: int, spot: Spot) -> Cell:
        columns = sheet.side if spot.seat is None else sheet.columns
        return Cell(row, spot.seat, columns.index(self.column(spot)))


def total_of(values: Sequence[Entered]) -> int:
    return sum(value or 0 for value in values)


def current_deal(entries: Sequence[Entry], deals: int) -> int | None:
    """Return the deal being entered, counted from 1: the first incomplete one, if any is left."""
    for deal, entry in enumerate(entries, 1):
        if not entry.filled:
            return deal
    return len(entries) + 1 if not deals or len(entries) < deals else None


@dataclass(frozen=True, slots=True)
class Writing:
    """A partly filled sheet; ``entries`` are its deals from 1 on."""

    form: SheetForm
    seats: int
    options: Settings
    entries: Sequence[Entry]

    def possible(self, deal: int, spot: Spot) -> tuple[int, ...]:
        """Return the values of a field that are consistent with the other entries, lowest first."""
        column = self.form.column(spot)
        low, high = self.form.span(column, deal, self.seats, self.options)
        every = range(low, high + 1)
        return tuple(value for value in every if self.misfit(deal, spot, value) is None)

    def misfit(self, deal: int, spot: Spot, value: int) -> Message | None:
        """Return why a value contradicts the other entries; None if it does not."""
        blank = self.form.blank(self.seats)
        entries = [*self.entries, *[blank] * (deal - len(self.entries))]
        entries[deal - 1] = entries[deal - 1].put(spot, value)
        faults = self.form.faults(deal, entries, self.seats, self.options)
        return next((fault.message for fault in faults if spot in fault.spots), None)

    def never(self, deal: int, spot: Spot, value: int) -> Message | None:
        """Return why a field can never have a value, whatever the other entries; None if it can."""
        return replace(self, entries=()).misfit(deal, spot, value)
