"""The score sheet as data, and how one is kept by hand: rows of deals, the same columns for each.

A sheet is written from what was entered and never mended: sums are those of the entries, and a
check that fails names its sum, by how much it is wrong, and the boxes it is about.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import ClassVar

from greenbaize.rules.messages import Message
from greenbaize.rules.options import Settings


class Tone(Enum):
    """How a box is to be read; a screen or printer chooses how to show that."""

    PLAIN = auto()
    QUIET = auto()
    STRONG = auto()
    FAILED = auto()


class Kind(Enum):
    """What a row is about."""

    DEAL = auto()
    HALF = auto()
    RESULT = auto()


@dataclass(frozen=True, slots=True)
class Box:
    """One box of the sheet, empty while its value is None.

    A value is a number, in columns that name a player a seat, and in the column of stakes 1 for
    *go* and 0 for *stay*.
    ``wrong`` marks it as part of a sum that does not come out.
    """

    value: int | None = None
    tone: Tone = Tone.PLAIN
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One deal, half or result: for each seat its boxes, in the order of the sheet's columns.

    A single box for a seat in a sheet of several columns stands for all of them. ``label`` is the
    number of the deal or half. ``title`` is the code of a contract or of a result. ``side`` are
    the boxes of nobody's own, in the order of the sheet's side columns. ``partners`` has the number
    of the side that each seat plays on, where there are partners.
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
    """Where a box is: its row, its seat (None for the side), and its place among those boxes."""

    row: int
    seat: int | None
    place: int


@dataclass(frozen=True, slots=True)
class Check:
    """A check that fails: what is wrong by how much, and the boxes it is about."""

    message: Message
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole sheet.

    ``columns`` name the boxes each player has in a row, ``side`` those behind the last player.
    ``results`` are the rows below the deals; where a game gives none they are made from the totals
    and places. ``partners`` are the sides that the seats play on, where the game has partners
    (``Game.sides``). ``ratings`` are in hundredths of a percent. Rows in checks count on from the
    deals into the results.
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
        """The rows below the deals: the result, the places and the ratings as far as known."""
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
    """Whether anybody has a score in the row."""
    return any(
        box.value is not None and box.tone in (Tone.STRONG, Tone.FAILED)
        for boxes in row.boxes
        for box in boxes
    )


def half_after(sheet: Sheet, deal: int) -> Row | None:
    """The row of the half that ends with a deal; None where none does, or the match ends too."""
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
    """The sheet with these failed checks, and the boxes they are about marked as wrong."""
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
"""What was entered in a box: a number, or nothing yet."""


class Sort(Enum):
    """What a field takes."""

    NUMBER = auto()
    SEAT = auto()
    """A player, as the number of the seat."""
    STAKE = auto()
    """*Go* or *stay*, as 1 or 0."""


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that is entered of a deal; ``column`` is the sheet's column it stands in."""

    column: str
    sort: Sort = Sort.NUMBER


@dataclass(frozen=True, slots=True)
class Spot:
    """One field of a deal: whose it is, None for the deal's own, and its place among those."""

    seat: int | None
    place: int


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a deal cannot have been as it is written, and the fields that do not go together."""

    message: Message
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """What has been entered of one deal.

    ``players`` are, by seat, the values of the form's fields; ``side`` those of its side fields.
    """

    players: tuple[tuple[Entered, ...], ...]
    side: tuple[Entered, ...] = ()

    @property
    def empty(self) -> bool:
        values = [value for own in (*self.players, self.side) for value in own]
        return all(value is None for value in values)

    @property
    def filled(self) -> bool:
        """Whether every player's values have been entered."""
        return all(value is not None for own in self.players for value in own)

    def field(self, place: int) -> tuple[Entered, ...]:
        """The values of a field by seat."""
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
    """What a game needs to have its sheet kept by hand."""

    fields: ClassVar[tuple[Field, ...]]
    """What is entered of every player in a deal, in the order in which it comes up."""
    side_fields: ClassVar[tuple[Field, ...]] = ()
    """What is entered of the deal itself."""
    options: tuple[str, ...] = ()
    """The keys of the game's options that change its sheet."""
    first: ClassVar[tuple[str, ...]] = ()
    """The codes of what is said first of deals that are filled, in this order."""

    @abstractmethod
    def deals(self, seats: int, options: Settings) -> int:
        """How many deals a match has at most, 0 where nobody knows."""

    @abstractmethod
    def span(self, column: str, deal: int, seats: int, options: Settings) -> tuple[int, int]:
        """The lowest and the highest number that a field can have."""

    @abstractmethod
    def faults(
        self, deal: int, entries: Sequence[Entry], seats: int, options: Settings
    ) -> Iterator[Fault]:
        """Why a deal, one of those from 1 on, cannot have been so, whatever is still open."""

    @abstractmethod
    def sheet(self, seats: int, options: Settings, entries: Sequence[Entry]) -> Sheet:
        """The sheet of these deals, the first entry being deal 1, with its sums and checks."""

    def sign(self, column: str, deal: int) -> int:
        """The sign (1 or -1) that a number written without one has on this game's sheet."""
        return 1

    def blank(self, seats: int) -> Entry:
        return Entry(((None,) * len(self.fields),) * seats, (None,) * len(self.side_fields))

    def column(self, spot: Spot) -> str:
        """The sheet's column that a field stands in."""
        return (self.side_fields if spot.seat is None else self.fields)[spot.place].column

    def checked(
        self, sheet: Sheet, entries: Sequence[Entry], seats: int, options: Settings
    ) -> Sheet:
        """The sheet with all that is wrong: its own checks, the faults of deals, and gaps."""
        rows = {row.label: at for at, row in enumerate(sheet.rows) if row.kind is Kind.DEAL}
        said = [check.message for check in sheet.checks]  # their values cannot be hashed
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
        """When a fault of a deal is said: the first ones by their deals, the others after them."""
        if entry.filled and fault.message.code in self.first:
            return False, deal, self.first.index(fault.message.code)
        return True, 0, 0

    @staticmethod
    def _gap(deal: int, entries: Sequence[Entry]) -> Fault | None:
        """What a deal lacks although a later one has been entered."""
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
    """The deal now being entered, from 1: the first that is not filled, if there is one left."""
    for deal, entry in enumerate(entries, 1):
        if not entry.filled:
            return deal
    return len(entries) + 1 if not deals or len(entries) < deals else None


@dataclass(frozen=True, slots=True)
class Writing:
    """A sheet as far as it has been filled in; ``entries`` are its deals from 1 on."""

    form: SheetForm
    seats: int
    options: Settings
    entries: Sequence[Entry]

    def possible(self, deal: int, spot: Spot) -> tuple[int, ...]:
        """The values of a field that go together with what else is written, lowest first."""
        column = self.form.column(spot)
        low, high = self.form.span(column, deal, self.seats, self.options)
        every = range(low, high + 1)
        return tuple(value for value in every if self.misfit(deal, spot, value) is None)

    def misfit(self, deal: int, spot: Spot, value: int) -> Message | None:
        """Why a value does not go together with what else is written; None if it does."""
        blank = self.form.blank(self.seats)
        entries = [*self.entries, *[blank] * (deal - len(self.entries))]
        entries[deal - 1] = entries[deal - 1].put(spot, value)
        faults = self.form.faults(deal, entries, self.seats, self.options)
        return next((fault.message for fault in faults if spot in fault.spots), None)

    def never(self, deal: int, spot: Spot, value: int) -> Message | None:
        """Why a field cannot have a value whatever else is written; None if it can."""
        return replace(self, entries=()).misfit(deal, spot, value)
