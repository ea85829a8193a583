"""Score sheet of Rank, ranks and their sums (``rank.md 6``), and statistics of a deal."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import ClassVar, Final

from greenbaize.games.shedding.events import AntiRankDeclared
from greenbaize.games.shedding.state import ShedState
from greenbaize.rules.events import Ended, Event, Scored
from greenbaize.rules.facts import Counted, DealFacts, Fact, Figures, Rate, Sums, points_in
from greenbaize.rules.messages import Message
from greenbaize.rules.options import Settings
from greenbaize.rules.places import ranked
from greenbaize.rules.sheets import (
    Box,
    Entered,
    Entry,
    Fault,
    Field,
    Kind,
    Row,
    Sheet,
    SheetForm,
    Spot,
    Tone,
    current_deal,
    total_of,
)

COLUMNS: Final = ("place", "total")
PLACE: Final = 0


def rank_sheet(
    seats: int, entries: Sequence[Entry], *, deals: int, current: int | None = None
) -> Sheet:
    """Return the sheet of these entries from deal 1 on, and the blank deals that follow."""
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
    return Sheet(
        columns=COLUMNS,
        rows=tuple(rows),
        totals=totals,
        places=ranked([(-total,) for total in totals]) if over else None,
        results=(Row(0, result, kind=Kind.RESULT, title="total"),),
    )


def sheet_of(view: ShedState) -> Sheet:
    entries = [Entry(tuple((place,) for place in score.places)) for score in view.scores]
    current = view.deal if view.deal > len(view.scores) else None
    return rank_sheet(view.seats, entries, deals=view.options.number("deals"), current=current)


class RankForm(SheetForm):
    """Entry form of a deal of Rank: the ranks."""

    fields: ClassVar = (Field("place"),)
    options = ("deals",)
    first = ("sheet-places",)

    def deals(self, seats: int, options: Settings) -> int:
        return options.number("deals")

    def span(self, column: str, deal: int, seats: int, options: Settings) -> tuple[int, int]:
        return 1, seats

    def faults(
        self, deal: int, entries: Sequence[Entry], seats: int, options: Settings
    ) -> Iterator[Fault]:
        """Yield ranks out of range, or that two players have (``rank.md 6``)."""
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
        deals = options.number("deals")
        sheet = rank_sheet(seats, entries, deals=deals, current=current_deal(entries, deals))
        return self.checked(sheet, entries, seats, options)


def _by_seat(lines: Sequence[Entry]) -> Iterator[tuple[tuple[Entered, ...], ...]]:
    return zip(*[line.players for line in lines], strict=True)


def _boxes(line: Entry, sums: Sequence[int]) -> tuple[tuple[Box, Box], ...]:
    return tuple(
        (Box(place, Tone.STRONG), Box(total if line.filled else None, Tone.QUIET))
        for (place,), total in zip(line.players, sums, strict=True)
    )


def facts_of(deal: Sequence[Event], scored: Scored, seat: int) -> tuple[Fact, ...]:
    """Return a seat's rank in the deal, and its rank after every Anti-Rank of its own."""
    place = scored.points[seat]
    cried = [event.seat for event in deal if isinstance(event, AntiRankDeclared)]
    return Fact("place", str(place), 1), *(Fact("antirank", "", place),) * cried.count(seat)


def figures_of(sums: Sums) -> tuple[Figures, ...]:
    """Return how often each rank was taken, and the mean rank after an own Anti-Rank."""
    deals = points_in(sums).times
    places = tuple(
        Rate(
            Message("figures-place", {"place": place}),
            Counted(deals, sums["place", str(place)].times),
            share=True,
            part=True,
        )
        for place in sorted(int(key) for kind, key in sums if kind == "place")
    )
    cried = sums.get(("antirank", ""))
    after = () if cried is None else (Rate(Message("figures-antirank-place"), cried),)
    return (
        Figures(Message("figures-places"), places),
        Figures(Message("figures-antirank"), after),
    )


def anti_rank_won(deals: Sequence[DealFacts], end: Ended, seat: int) -> tuple[str, ...]:
    """Return the honour of a seat that was first out in a deal with an Anti-Rank of its own."""
    won = Fact("antirank", "", 1)
    return ("anti-rank-won",) if any(won in deal[seat] for deal in deals) else ()
