"""The sheet of Ass (``ass.md``), and every sum of points that tricks can bring."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import ClassVar, Final

from greenbaize.games.beat.banks import (
    FIRST_BANKS,
    Targets,
    banking_of,
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
"""What four sixes bring, and nothing else."""
SHIFT: Final = 8
"""No tricks bring less than four sixes do, so this keeps every sum above zero."""
_NOTHING: Final = 1 << SHIFT
_PLAIN: Final = (16, 12, 10, -1, 0, 0)
"""What a card of each rank brings that is in no pair: eight, ace, ten, six, nine and seven."""
_ALL_CARDS: Final = 4 * sum((*_PLAIN, 5, 3, 1))
_ROYAL, _YOUNG, _ONE_SUIT = 17, 11, 10
"""What king and queen, jack and queen, and four of one suit bring more than their cards."""


def holds(sums: int, points: int) -> bool:
    """Whether a number of points is among the sums."""
    return points >= -SHIFT and bool(sums >> (points + SHIFT) & 1)


def limits(sums: int) -> tuple[int, int]:
    """The lowest and the highest of some sums."""
    return (sums & -sums).bit_length() - 1 - SHIFT, sums.bit_length() - 1 - SHIFT


_Ways = dict[tuple[int, int, int, tuple[int, ...]], int]
"""Sums that kings, queens and jacks bring, by how many of each lie in the tricks, and by how many
ranks more each trick needs that shall have four of one suit."""


@cache
def sums_of(players: int) -> tuple[int, ...]:
    """What 0 to 4 tricks can bring with so many players and no refilling."""
    found = [_NOTHING]
    ways: _Ways = {(0, 0, 0, ()): 1}
    for tricks in range(1, TRICKS + 1):
        ways = _one_more(ways, players)
        found.append(_with_plain_cards(ways, tricks * players))
    return tuple(found)


def _one_more(ways: _Ways, players: int) -> _Ways:
    more: _Ways = {}
    for (kings, queens, jacks, wants), sums in ways.items():
        for k, q, j, points, want in _trick(players):
            if max(kings + k, queens + q, jacks + j) > 4:
                continue
            wanted = tuple(sorted((*wants, want), reverse=True)) if want else wants
            key = (kings + k, queens + q, jacks + j, wanted)
            more[key] = more.get(key, 0) | sums << points
    return more


@cache
def _trick(players: int) -> tuple[tuple[int, int, int, int, int], ...]:
    """Kings, queens and jacks in a trick, what they bring, and the ranks needed for one suit."""
    tricks = []
    for k, q, j in product(range(5), repeat=3):
        if k + q + j > players:
            continue
        royal = min(k, q)
        young = min(j, q - royal)
        points = 5 * k + 3 * q + j + _ROYAL * royal + _YOUNG * young
        tricks.append((k, q, j, points, 0))
        # Cards of one suit are of different ranks.
        want = 4 - sum(count > 0 for count in (k, q, j))
        if want <= players - k - q - j:
            tricks.append((k, q, j, points + _ONE_SUIT, want))
    return tuple(tricks)


def _with_plain_cards(ways: _Ways, cards: int) -> int:
    """The sums once the other ranks have made the tricks full."""
    alike: dict[tuple[int, tuple[int, ...]], int] = {}
    for (kings, queens, jacks, wants), sums in ways.items():
        key = (cards - kings - queens - jacks, wants)
        alike[key] = alike.get(key, 0) | sums
    found = 0
    for (count, wants), sums in alike.items():
        plain = 0
        for ranks, others in _plain_sums().get(count, {}).items():
            if all(sum(wants[: n + 1]) <= ranks[n] for n in range(len(wants))):
                plain |= others
        for points in _members(sums):
            found |= plain << points
    return found


def _members(sums: int) -> Iterator[int]:
    while sums:
        lowest = sums & -sums
        yield lowest.bit_length() - 1
        sums ^= lowest


@cache
def _plain_sums() -> dict[int, dict[tuple[int, ...], int]]:
    """Sums of the other ranks by their cards, and by how many of them 1 to 4 tricks can share.

    So many cards can be laid into that many tricks with no rank twice in a trick.
    """
    ways: dict[tuple[int, ...], int] = {(0,) * TRICKS: _NOTHING}
    for each in _PLAIN:
        more: dict[tuple[int, ...], int] = {}
        for shared, sums in ways.items():
            for count in range(5):
                with_them = tuple([n + min(count, most) for most, n in enumerate(shared, 1)])
                moved = sums << count * each if each > 0 else sums >> -count * each
                more[with_them] = more.get(with_them, 0) | moved
        ways = more
    found: dict[int, dict[tuple[int, ...], int]] = {}
    for shared, sums in ways.items():
        # Four tricks can share all cards: there are four of a rank.
        found.setdefault(shared[-1], {})[shared] = sums
    return found


@cache
def refilled_sums(players: int) -> int:
    """What a whole deal can bring in all where hands are filled up (``ass.md 2``).

    All cards are played, or with five players all but one: what they bring is known, and only
    pairs and suits are open.
    """
    tricks = 36 // players
    # Each suit has nine cards, enough for two tricks with four of it.
    most_of_one_suit = 0 if players < 4 else min(8, tricks)
    left_over = (*_PLAIN, 5, 3, 1) if 36 % players else (0,)
    found = 0
    for left, royal, suits in product(left_over, range(5), range(most_of_one_suit + 1)):
        for young in range(5 - royal):
            pairs = _ROYAL * royal + _YOUNG * young
            found |= 1 << (_ALL_CARDS - left + pairs + _ONE_SUIT * suits + SHIFT)
    return found


def together(points: Sequence[int | None], players: int, *, refill: bool) -> bool:
    """Whether players can have these points in one deal; None where nobody knows yet."""
    known = [one for one in points if one is not None]
    whole = len(known) == players
    if refill:
        every, got = refilled_sums(players), sum(known)
        # Whoever is still open may have all four sixes.
        return holds(every, got) if whole else LOWEST <= got <= limits(every)[1] - LOWEST
    sums = sums_of(players)
    reach = {0}
    for one in known:
        own = [tricks for tricks in range(TRICKS + 1) if holds(sums[tricks], one)]
        reach = {before + more for before in reach for more in own if before + more <= TRICKS}
    if whole:
        reach &= {TRICKS}
    return any(holds(sums[tricks], sum(known)) for tricks in reach)


@cache
def of_one(players: int, *, refill: bool) -> int:
    """What one player can have in a deal."""
    if refill:
        highest = limits(refilled_sums(players))[1]
        return sum(1 << (points + SHIFT) for points in range(LOWEST, highest + 1))
    every = 0
    for sums in sums_of(players):
        every |= sums
    return every


COLUMNS: Final = ("stake", "target", "card_points", "banks")
POINTS: Final = 2


def rating(points: int, banks_shed: int, deals: int, targets: int) -> Fraction:
    """The rating of one or more matches with these sums: 1/2 is the middle (``ass.md 6``)."""
    return Fraction(points * banks_shed, deals * targets) + Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class _Deal:
    """A deal that has been scored, and the banks after it."""

    targets: tuple[int, ...]
    points: tuple[int, ...]
    banks: tuple[int, ...]
    over: bool
    """Whether it ended the match."""
    late: bool
    """Whether the match was over before it."""


def ass_sheet(
    seats: int,
    entries: Sequence[Entry],
    *,
    limit: int,
    aims: Targets | None = None,
    current: int | None = None,
) -> Sheet:
    """The sheet of deals from 1 on."""
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
    """What is entered of a deal of Ass: who went, and the points taken."""

    fields: ClassVar = (Field("stake", Sort.STAKE), Field("card_points"))
    options = ("refill", "targets", "deal_limit")

    def deals(self, seats: int, options: Settings) -> int:
        return options.number("deal_limit")

    def span(self, column: str, deal: int, seats: int, options: Settings) -> tuple[int, int]:
        """A stake is one of two; points may be below nothing, for sixes cost one."""
        if column == "stake":
            return 0, 1
        return limits(of_one(seats, refill=bool(options.get("refill"))))

    def faults(
        self, deal: int, entries: Sequence[Entry], seats: int, options: Settings
    ) -> Iterator[Fault]:
        """Points that no tricks bring, one player's or all together (``ass.md 5``)."""
        refill = bool(options.get("refill"))
        every, points = of_one(seats, refill=refill), entries[deal - 1].field(1)
        low, high = limits(every)
        wrong = [one is not None and not holds(every, one) for one in points]
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
        """The sheet, with one blank deal at its end while the match goes on."""
        limit, aims = options.number("deal_limit"), targets(seats, options)
        kept = list(entries)
        while kept and kept[-1].empty:
            kept.pop()
        current = current_deal(kept, limit)
        if (
            current == len(kept) + 1
            and ass_sheet(seats, kept, limit=limit, aims=aims).places is None
        ):
            kept.append(self.blank(seats))
        elif current == len(kept) + 1:
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
    """The score sheet of a match so far."""
    aims = targets(view.seats, view.options)
    entries = [_entry(score, aims) for score in view.scores if isinstance(score, BanksScored)]
    current = None
    if view.deal > len(view.scores):
        current = view.deal
        points = view.points if view.play.taken else (None,) * view.seats
        stakes = [None if go is None else int(go) for go in banking_of(view).stakes]
        entries.append(Entry(tuple(zip(stakes, points, strict=True))))
    limit = view.options.number("deal_limit")
    return ass_sheet(view.seats, entries, limit=limit, aims=aims, current=current)


def _entry(score: BanksScored, aims: Targets) -> Entry:
    stakes = [int(wanted == aims.go) for wanted in score.targets]
    return Entry(tuple(zip(stakes, score.points, strict=True)))
