"""The sheet of Rank: everybody's place in every deal, and the sums of places (``rank.md 6``)."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import ClassVar, Final

from greenbaize.games.shedding.state import ShedState
from greenbaize.rules.messages import Message
from greenbaize.rules.options import Settings
from greenbaize.rules.places import ranked
from greenbaize.rules.sheet_forms import (
    Entered,
    Entry,
    Fault,
    Field,
    SheetForm,
    Spot,
    current_deal,
    fault_checks,
    gap_checks,
    total_of,
)
from greenbaize.rules.sheets import Box, Cell, Check, Kind, Row, Sheet, Tone, marked

COLUMNS: Final = ("place", "total")
PLACE: Final = 0


def rank_sheet(
    seats: int, entries: Sequence[Entry], *, deals: int, current: int | None = None
) -> Sheet:
    """The sheet of these entries and the blank deals that follow.

    Args:
        seats: the number of players.
        entries: deals from 1 on, with the fields of ``RankForm``.
        deals: the number of deals in the match.
        current: the deal being played or entered.
    """
    blank = Entry(((None,),) * seats)
    lines = [*entries, *[blank] * (deals - len(entries))]
    sums = [list(accumulate(own[PLACE] or 0 for own in by_seat)) for by_seat in _by_seat(lines)]
    rows = [
        Row(deal, _boxes(line, [own[deal - 1] for own in sums]), current=deal == current)
        for deal, line in enumerate(lines, 1)
    ]
    totals = tuple(own[-1] for own in sums)
    begun = any(line.filled for line in lines)
    over = all(line.filled for line in lines)
    best = min(totals) if begun else None
    result = tuple(
        (Box(total if begun else None, Tone.STRONG if total == best else Tone.PLAIN),)
        for total in totals
    )
    sheet = Sheet(
        columns=COLUMNS,
        rows=tuple(rows),
        totals=totals,
        places=ranked([(-total,) for total in totals]) if over else None,
        results=(Row(0, result, kind=Kind.RESULT, title="total"),),
    )
    return marked(sheet, _checks(lines, seats))


def sheet_of(view: ShedState) -> Sheet:
    """The score sheet of a match so far."""
    entries = [Entry(tuple((place,) for place in score.places)) for score in view.scores]
    current = view.deal if view.deal > len(view.scores) else None
    return rank_sheet(view.seats, entries, deals=view.options.number("deals"), current=current)


class RankForm(SheetForm):
    """What is entered of a deal of Rank: the places."""

    fields: ClassVar = (Field("place"),)
    options = ("deals",)

    def deals(self, seats: int, options: Settings) -> int:
        """The option *deals*."""
        del seats
        return options.number("deals")

    def span(self, column: str, deal: int, seats: int, options: Settings) -> tuple[int, int]:
        """A place."""
        del column, deal, options
        return 1, seats

    def faults(
        self, deal: int, entries: Sequence[Entry], seats: int, options: Settings
    ) -> Iterator[Fault]:
        """Places that there are not, or that two players have (``rank.md 6``)."""
        del options
        places = entries[deal - 1].field(PLACE)
        taken: dict[int, list[int]] = {}
        for seat, place in enumerate(places):
            if place is None:
                continue
            taken.setdefault(place, []).append(seat)
            if not 1 <= place <= seats:
                values = {"deal": deal, "seat": seat, "number": place, "high": seats}
                yield Fault(Message("sheet-place-range", values, "rank.md 6"), (Spot(seat, PLACE),))
        if None not in places and len(taken) < seats:
            values = {"deal": deal, "sum": total_of(places), "due": seats * (seats + 1) // 2}
            spots = tuple(Spot(seat, PLACE) for seat in range(seats))
            yield Fault(Message("sheet-places", values, "rank.md 6"), spots)
            return
        for place, those in taken.items():
            if len(those) > 1:
                spots = tuple(Spot(seat, PLACE) for seat in those)
                message = Message("sheet-place-taken", {"deal": deal, "place": place}, "rank.md 6")
                yield Fault(message, spots)

    def sheet(self, seats: int, options: Settings, entries: Sequence[Entry]) -> Sheet:
        """The sheet, with a mark at deals that lack something."""
        deals = options.number("deals")
        sheet = rank_sheet(seats, entries, deals=deals, current=current_deal(entries, deals))
        faults = fault_checks(self, sheet, entries, seats, options)
        return marked(sheet, (*sheet.checks, *faults, *gap_checks(entries, (PLACE,))))


def _by_seat(lines: Sequence[Entry]) -> Iterator[tuple[tuple[Entered, ...], ...]]:
    return zip(*[line.players for line in lines], strict=True)


def _boxes(line: Entry, sums: Sequence[int]) -> tuple[tuple[Box, Box], ...]:
    return tuple(
        (Box(place, Tone.STRONG), Box(total if line.filled else None, Tone.QUIET))
        for (place,), total in zip(line.players, sums, strict=True)
    )


def _checks(lines: Sequence[Entry], seats: int) -> Iterator[Check]:
    """In every deal each place is taken once."""
    due = seats * (seats + 1) // 2
    for row, line in enumerate(lines):
        places = line.field(PLACE)
        if line.filled and len(set(places)) < seats:
            values = {"deal": row + 1, "sum": total_of(places), "due": due}
            cells = tuple(Cell(row, seat, PLACE) for seat in range(seats))
            yield Check(Message("sheet-places", values, "rank.md 6"), cells)
