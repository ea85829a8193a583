"""The score sheet as data: rows of deals, and for every player the same few columns.

A sheet is written from what was entered and never mended: sums are those of the entries, and a
check that fails names its sum, by how much it is wrong, and the boxes it is about.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from greenbaize.rules.messages import Message


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
        total = self.results or (_total_row(self),)
        places = () if self.places is None else (_places_row(self.places, self.partners),)
        ratings = () if self.ratings is None else (_ratings_row(self.ratings),)
        return (*total, *places, *ratings)

    @property
    def all_rows(self) -> tuple[Row, ...]:
        """The deals and halves, then the results."""
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


def _places_row(places: tuple[int, ...], partners: tuple[int, ...]) -> Row:
    boxes = tuple((Box(one, Tone.STRONG if one == 1 else Tone.PLAIN),) for one in places)
    return Row(0, boxes, kind=Kind.RESULT, title="place", partners=partners)


def _ratings_row(ratings: tuple[int, ...]) -> Row:
    boxes = tuple((Box(one),) for one in ratings)
    return Row(0, boxes, kind=Kind.RESULT, title="rating")


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
