"""The sheet of Ass: stake, target, points and banks of every deal (``ass.md``)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Final

from greenbaize.games.beat.ass_points import holds, limits, of_one, together
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
from greenbaize.rules.sheet_forms import (
    Entry,
    Fault,
    Field,
    SheetForm,
    Sort,
    Spot,
    current_deal,
    fault_checks,
    gap_checks,
    total_of,
)
from greenbaize.rules.sheets import Box, Cell, Check, Kind, Row, Sheet, Tone, marked

COLUMNS: Final = ("stake", "target", "card_points", "banks")
STAKE, TARGET, POINTS, BANKS = range(4)


def rating(points: int, banks_shed: int, deals: int, targets: int) -> Fraction:
    """The rating of a match, or of several with these sums: 1/2 is the middle (``ass.md 6``).

    Args:
        points: the points scored.
        banks_shed: banks shed less banks gained.
        deals: the deals played.
        targets: the sum of the targets faced.
    """
    return Fraction(points * banks_shed, deals * targets) + Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class _Deal:
    """A deal that has been scored: banks before and after it, as written and as they follow."""

    targets: tuple[int, ...]
    points: tuple[int, ...]
    banks: tuple[int, ...]
    due: tuple[int, ...]
    over: bool
    """Whether it ended the match."""
    late: bool
    """Whether the match was over before it."""


def ass_sheet(  # noqa: PLR0913 - all that a sheet says
    seats: int,
    entries: Sequence[Entry],
    *,
    limit: int,
    aims: Targets | None = None,
    current: int | None = None,
    written: Sequence[tuple[int, ...]] = (),
) -> Sheet:
    """The sheet of these entries.

    Args:
        seats: the number of players.
        entries: deals from 1 on, with the fields of ``AssForm``.
        limit: the option *deal limit*, 0 for none.
        aims: the targets, else those of the source.
        current: the deal being played or entered.
        written: the banks after each deal that somebody wrote down; the rest is computed.
    """
    aims = aims or source_targets(seats)
    deals = list(_scored(seats, entries, limit=limit, aims=aims, current=current, written=written))
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
        """The limit, as nobody knows how long a match lasts otherwise."""
        del seats
        return options.number("deal_limit")

    def span(self, column: str, deal: int, seats: int, options: Settings) -> tuple[int, int]:
        """A stake is one of two; points may be below nothing, for sixes cost one."""
        del deal
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
        faults = fault_checks(self, sheet, kept, seats, options)
        return marked(sheet, (*sheet.checks, *faults, *gap_checks(kept, (STAKE, POINTS))))


def _scored(  # noqa: PLR0913 - all that it follows from
    seats: int,
    entries: Sequence[Entry],
    *,
    limit: int,
    aims: Targets,
    current: int | None,
    written: Sequence[tuple[int, ...]],
) -> Iterator[_Deal | None]:
    banks, late = (FIRST_BANKS,) * seats, False
    for number, entry in enumerate(entries, 1):
        if number == current or not entry.filled:
            yield None
            continue
        stakes = [bool(go) for go in entry.field(0)]
        points = tuple(number or 0 for number in entry.field(1))
        wanted = tuple(aims.of(go=go) for go in stakes)
        due = tuple(
            banks_after(before, got >= aim, go=go)
            for before, got, aim, go in zip(banks, points, wanted, stakes, strict=True)
        )
        after = written[number - 1] if number <= len(written) else due
        over = decided(banks, after, number, limit)
        yield _Deal(wanted, points, after, due, over, late)
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
        if deal is None:
            continue
        for seat, (left, due) in enumerate(zip(deal.banks, deal.due, strict=True)):
            if left != due:
                values = {"deal": row + 1, "seat": seat, "sum": left, "due": due, "by": left - due}
                message = Message("sheet-banks", values, "ass.md 3")
                yield Check(message, (Cell(row, seat, BANKS),))
        if deal.late:
            cells = tuple(Cell(row, seat, POINTS) for seat in range(len(deal.points)))
            yield Check(Message("sheet-after-end", {"deal": row + 1}, "ass.md 1"), cells)


def sheet_of(view: BeatState) -> Sheet:
    """The score sheet of a match so far."""
    aims = targets(view.seats, view.options)
    scores = [score for score in view.scores if isinstance(score, BanksScored)]
    entries = [_entry(score, aims) for score in scores]
    current = None
    if view.deal > len(view.scores):
        current = view.deal
        points = view.points if view.play.taken else (None,) * view.seats
        stakes = [None if go is None else int(go) for go in banking_of(view).stakes]
        entries.append(Entry(tuple(zip(stakes, points, strict=True))))
    banks = [score.banks for score in scores]
    limit = view.options.number("deal_limit")
    return ass_sheet(view.seats, entries, limit=limit, aims=aims, current=current, written=banks)


def _entry(score: BanksScored, aims: Targets) -> Entry:
    stakes = [int(wanted == aims.go) for wanted in score.targets]
    return Entry(tuple(zip(stakes, score.points, strict=True)))
