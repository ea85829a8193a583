"""Score sheet of Ass (``ass.md``), and every sum of points that tricks can have."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import ClassVar, Final

from greenbaize.games.beat.banks import (
    FIRST_BANKS,
    Targets,
    banks_after,
    decided,
    source_targets,
    targets,
)
from greenbaize.games.beat.events import BanksScored
from greenbaize.games.beat.state import BeatState
from greenbaize.rules.messages import Message
from greenbaize.rules.options import Settings
from greenbaize.rules.places import ranked
from greenbaize.rules.sheets import (
    Box,
    Cell,
    Check,
    Entry,
    Fault,
    Field,
    Kind,
    Row,
    Sheet,
    SheetForm,
    Sort,
    Spot,
    Tone,
    current_deal,
    marked,
    total_of,
)

TRICKS: Final = 4
LOWEST: Final = -4
"""Points of four sixes, the lowest sum."""
_PLAIN: Final = (16, 12, 10, -1, 0, 0)
"""Points of a card of each rank outside pairs: eight, ace, ten, six, nine and seven."""
_ALL_CARDS: Final = 4 * sum((*_PLAIN, 5, 3, 1))
_ROYAL, _YOUNG, _ONE_SUIT = 17, 11, 10
"""Combination points of king and queen, jack and queen, and four of one suit."""


def _all(low: int, high: int, *never: int) -> frozenset[int]:
    """Return all numbers from the lowest to the highest but some between."""
    return frozenset(range(low, high + 1)).difference(never)


SUMS: Final = {
    2: (
        _all(0, 0),
        _all(-2, 32, 7, 8, 14, 18, 23, 27, 29, 30, 31),
        _all(-4, 64, 55, 59, 61, 62, 63),
        _all(-4, 89, 87),
        _all(-4, 114),
    ),
    3: (
        _all(0, 0),
        _all(-3, 48, 39, 43, 45, 46, 47),
        _all(-4, 89, 87),
        _all(-4, 126),
        _all(-4, 164),
    ),
    4: (
        _all(0, 0),
        _all(-4, 64, 55, 59, 62),
        _all(-4, 126, 125),
        _all(-4, 189, 184, 186, 188),
        _all(0, 252, 1, 243, 245, 247, 249, 251),
    ),
    5: (
        _all(0, 0),
        _all(-4, 79, 78),
        _all(-4, 158, 149, 151, 153, 155, 157),
        _all(-1, 227, 224, 226),
        _all(12, 292, 13, 15, 278, 284, 285, 286, 287, 288, 289, 290, 291),
    ),
    6: (
        _all(0, 0),
        _all(-4, 95, 90, 92, 94),
        _all(-4, 183),
        _all(6, 262, 7, 255, 259, 261),
        _all(32, 296, 33, 34, 35, 36, 38, 40),
    ),
}
"""Possible sums of 0 to 4 tricks for each number of players, where nobody draws."""


@cache
def refilled_sums(players: int) -> frozenset[int]:
    """Return the possible sums of a whole deal where hands are filled up (``ass.md 2``).

    All cards are played, or with five players all but one: their points are known, and only pairs
    and suits vary.
    """
    tricks = 36 // players
    # Each suit has nine cards, enough for two tricks with four of it.
    most_of_one_suit = 0 if players < 4 else min(8, tricks)
    left_over = (*_PLAIN, 5, 3, 1) if 36 % players else (0,)
    return frozenset(
        _ALL_CARDS - left + _ROYAL * royal + _YOUNG * young + _ONE_SUIT * suits
        for left, royal, suits in product(left_over, range(5), range(most_of_one_suit + 1))
        for young in range(5 - royal)
    )


def together(points: Sequence[int | None], players: int, *, refill: bool) -> bool:
    """Return whether players can have these points in one deal; None where not yet known."""
    known = [one for one in points if one is not None]
    whole = len(known) == players
    if refill:
        every, got = refilled_sums(players), sum(known)
        # Any player still open may have all four sixes.
        return got in every if whole else LOWEST <= got <= max(every) - LOWEST
    sums = SUMS[players]
    reach = {0}
    for one in known:
        own = [tricks for tricks in range(TRICKS + 1) if one in sums[tricks]]
        reach = {before + more for before in reach for more in own if before + more <= TRICKS}
    if whole:
        reach &= {TRICKS}
    return any(sum(known) in sums[tricks] for tricks in reach)


@cache
def of_one(players: int, *, refill: bool) -> frozenset[int]:
    """Return the possible points of one player in a deal."""
    if refill:
        return _all(LOWEST, max(refilled_sums(players)))
    return frozenset().union(*SUMS[players])


COLUMNS: Final = ("stake", "target", "card_points", "banks")
POINTS: Final = 2


def rating(points: int, banks_shed: int, deals: int, targets: int) -> Fraction:
    """Return the rating of one or more matches with these sums; 1/2 is average (``ass.md 6``)."""
    return Fraction(points * banks_shed, deals * targets) + Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class _Deal:
    """A scored deal, and the banks after it."""

    targets: tuple[int, ...]
    points: tuple[int, ...]
    banks: tuple[int, ...]
    over: bool
    """It ended the match."""
    late: bool
    """The match was over before it."""


def ass_sheet(
    seats: int,
    entries: Sequence[Entry],
    *,
    limit: int,
    aims: Targets | None = None,
    current: int | None = None,
) -> Sheet:
    """Return the sheet of deals from 1 on."""
    aims = aims or source_targets(seats)
    deals = list(_scored(seats, entries, limit=limit, aims=aims, current=current))
    scored = [deal for deal in deals if deal is not None]
    over = any(deal.over for deal in scored)
    banks = scored[-1].banks if scored else (FIRST_BANKS,) * seats
    totals = tuple(sum(deal.points[seat] for deal in scored) for seat in range(seats))
    faced_by = tuple(sum(deal.targets[seat] for deal in scored) for seat in range(seats))
    ratings = tuple(
        round(10_000 * rating(points, FIRST_BANKS - left, len(scored), faced))
        for points, left, faced in zip(totals, banks, faced_by, strict=True)
        if scored
    )
    rows = [
        _row(number, entry, deal, number == current, aims)
        for number, (entry, deal) in enumerate(zip(entries, deals, strict=True), 1)
    ]
    sheet = Sheet(
        columns=COLUMNS,
        rows=tuple(rows),
        totals=totals,
        places=ranked([(-left,) for left in banks]) if over else None,
        results=(_result_row(faced_by, totals, banks, bool(scored)),),
        ratings=ratings if over else None,
    )
    return marked(sheet, _checks(deals))


class AssForm(SheetForm):
    """Entry form of a deal of Ass: the stakes and the points taken."""

    fields: ClassVar = (Field("stake", Sort.STAKE), Field("card_points"))
    options = ("refill", "targets", "deal_limit")

    def deals(self, seats: int, options: Settings) -> int:
        return options.number("deal_limit")

    def span(self, column: str, deal: int, seats: int, options: Settings) -> tuple[int, int]:
        """Return the range of a column: a stake is 0 or 1; points may be negative, for sixes."""
        if column == "stake":
            return 0, 1
        every = of_one(seats, refill=bool(options.get("refill")))
        return min(every), max(every)

    def faults(
        self, deal: int, entries: Sequence[Entry], seats: int, options: Settings
    ) -> Iterator[Fault]:
        """Yield points that no tricks have, one player's or all together (``ass.md 5``)."""
        refill = bool(options.get("refill"))
        every, points = of_one(seats, refill=refill), entries[deal - 1].field(1)
        low, high = min(every), max(every)
        wrong = [one is not None and one not in every for one in points]
        for seat, one in enumerate(points):
            if one is None or not wrong[seat]:
                continue
            values = {"deal": deal, "seat": seat, "points": one, "low": low, "high": high}
            code = "sheet-ass-between" if low < one < high else "sheet-ass-range"
            yield Fault(Message(code, values, "ass.md 5"), (Spot(seat, 1),))
        spots = tuple(Spot(seat, 1) for seat, one in enumerate(points) if one is not None)
        if len(spots) > 1 and not any(wrong) and not together(points, seats, refill=refill):
            values = {"deal": deal, "sum": total_of(points)}
            code = "sheet-ass-sum" if None not in points else "sheet-ass-together"
            yield Fault(Message(code, values, "ass.md 5"), spots)

    def sheet(self, seats: int, options: Settings, entries: Sequence[Entry]) -> Sheet:
        """Return the sheet, with one blank deal at its end while the match goes on."""
        limit, aims = options.number("deal_limit"), targets(seats, options)
        kept = list(entries)
        while kept and kept[-1].empty:
            kept.pop()
        current = current_deal(kept, limit)
        if current == len(kept) + 1:
            if ass_sheet(seats, kept, limit=limit, aims=aims).places is None:
                kept.append(self.blank(seats))
            else:
                current = None
        sheet = ass_sheet(seats, kept, limit=limit, aims=aims, current=current)
        return self.checked(sheet, kept, seats, options)


def _scored(
    seats: int, entries: Sequence[Entry], *, limit: int, aims: Targets, current: int | None
) -> Iterator[_Deal | None]:
    banks, late = (FIRST_BANKS,) * seats, False
    for number, entry in enumerate(entries, 1):
        if number == current or not entry.filled:
            yield None
            continue
        stakes = [bool(go) for go in entry.field(0)]
        points = tuple(number or 0 for number in entry.field(1))
        wanted = tuple(aims.of(go=go) for go in stakes)
        after = tuple(
            banks_after(before, got >= aim, go=go)
            for before, got, aim, go in zip(banks, points, wanted, stakes, strict=True)
        )
        over = decided(banks, after, number, limit)
        yield _Deal(wanted, points, after, over, late)
        banks, late = after, late or over


def _row(number: int, entry: Entry, deal: _Deal | None, current: bool, aims: Targets) -> Row:
    boxes = []
    for seat, (stake, points) in enumerate(entry.players):
        wanted = None if stake is None else aims.of(go=bool(stake))
        failed = deal is not None and deal.points[seat] < deal.targets[seat] and stake
        tone = Tone.FAILED if failed else Tone.PLAIN
        banks = Box() if deal is None else Box(deal.banks[seat], Tone.STRONG)
        own = (Box(stake, Tone.QUIET), Box(wanted, Tone.QUIET), Box(points, tone), banks)
        boxes.append(own)
    return Row(number, tuple(boxes), current)


def _result_row(
    targets: tuple[int, ...], points: tuple[int, ...], banks: tuple[int, ...], begun: bool
) -> Row:
    boxes = tuple(
        (
            Box(),
            Box(wanted if begun else None, Tone.QUIET),
            Box(got if begun else None),
            Box(left, Tone.STRONG),
        )
        for wanted, got, left in zip(targets, points, banks, strict=True)
    )
    return Row(0, boxes, kind=Kind.RESULT, title="total")


def _checks(deals: Sequence[_Deal | None]) -> Iterator[Check]:
    for row, deal in enumerate(deals):
        if deal is not None and deal.late:
            cells = tuple(Cell(row, seat, POINTS) for seat in range(len(deal.points)))
            yield Check(Message("sheet-after-end", {"deal": row + 1}, "ass.md 1"), cells)


def sheet_of(view: BeatState) -> Sheet:
    aims = targets(view.seats, view.options)
    entries = [_entry(score, aims) for score in view.scores]
    current = None
    if view.deal > len(view.scores):
        current = view.deal
        points = view.points if view.play.taken else (None,) * view.seats
        stakes = [None if go is None else int(go) for go in view.own.stakes]
        entries.append(Entry(tuple(zip(stakes, points, strict=True))))
    limit = view.options.number("deal_limit")
    return ass_sheet(view.seats, entries, limit=limit, aims=aims, current=current)


def _entry(score: BanksScored, aims: Targets) -> Entry:
    stakes = [int(wanted == aims.go) for wanted in score.targets]
    return Entry(tuple(zip(stakes, score.points, strict=True)))
