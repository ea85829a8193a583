"""Master's double-entry sheet: two half tables, their sums and their checks (``master.md``).

Everything is computed from the entries. Half totals and results may be entered too, as a scorer
writes them on paper; they are shown as written and checked against the deals.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, Final, Self

from greenbaize.games.beat.contracts import DEALS, HALF, contract_of, deals_with, sign_of, tricks_in
from greenbaize.games.beat.events import ContractScored
from greenbaize.games.beat.master_faults import deal_faults, most_left
from greenbaize.games.beat.state import BeatState
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.options import Settings
from greenbaize.rules.places import ranked
from greenbaize.rules.sheets import (
    Box,
    Cell,
    Check,
    Entered,
    Entry,
    Fault,
    Field,
    Kind,
    Row,
    Sheet,
    SheetForm,
    Sort,
    Tone,
    current_deal,
    marked,
    total_of,
)

HALF_POINTS: Final = 244
"""Total points of the deals of a half."""
PRINTED: Final = 224
"""Total that older sheets print instead, and the rating's formula uses (``master.md``)."""
COLUMNS: Final = ("tricks", "points")
SIDE: Final = ("remaining", "all_tricks", "leader", "dealer", "fixed")
TRICKS, POINTS = 0, 1
REMAINING, ALL_TRICKS, LEADER, DEALER, FIXED = range(5)


def tricks_in_half(seats: int) -> int:
    """Return HA, all tricks of a half: 396/V + 9."""
    return 396 // seats + 9


def rating(points: int, tricks_gained: int, tricks: int) -> Fraction:
    """Return the rating for WP, HT of the second half less that of the first, and WA.

    1/2 is average.
    """
    return Fraction(points * tricks_gained, 2 * PRINTED * tricks) + Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Sums:
    """Tricks and points by player, and the remaining tricks, of a half or a match.

    ``is_complete``: all of it has been entered. ``has_entries``: any player's tricks or points have
    been; the leader alone, known before, is nothing to add up.
    """

    tricks: tuple[int, ...]
    points: tuple[int, ...]
    remaining: int
    filled: bool
    begun: bool

    @classmethod
    def of(cls, deals: Sequence[Entry], seats: int) -> Self:
        players = [own for deal in deals for own in deal.players]
        return cls(
            tuple(total_of([own[TRICKS] for own in players[seat::seats]]) for seat in range(seats)),
            tuple(total_of([own[POINTS] for own in players[seat::seats]]) for seat in range(seats)),
            total_of([deal.side[REMAINING] for deal in deals]),
            all(deal.filled for deal in deals),
            any(value is not None for own in players for value in own),
        )


def master_sheet(
    seats: int,
    entries: Sequence[Entry],
    *,
    deals: int = DEALS,
    current: int | None = None,
) -> Sheet:
    """Return the sheet of deals from 1 on; missing ones are blank."""
    form = MasterForm()
    blank = [form.blank(seats)] * (deals - len(entries))
    page = _Page(seats, (*entries, *blank), current)
    sheet = Sheet(
        columns=COLUMNS,
        rows=tuple(page.rows()),
        totals=page.result.points,
        places=page.places,
        side=SIDE,
        results=(page.result_row(),),
        ratings=page.ratings,
    )
    return marked(sheet, page.checks())


class MasterForm(SheetForm):
    """Entry form of a deal of Master: tricks and points, remaining tricks, leader and dealer."""

    fields: ClassVar = (Field("tricks"), Field("points"))
    side_fields: ClassVar = (
        Field("remaining"),
        Field("leader", Sort.SEAT),
        Field("dealer", Sort.SEAT),
    )
    options = ("length",)

    def deals(self, seats: int, options: Settings) -> int:
        return deals_with(options)

    def span(self, column: str, deal: int, seats: int, options: Settings) -> tuple[int, int]:
        """Return the range of a column; points have the sign of the deal."""
        if column in ("leader", "dealer"):
            return 0, seats - 1
        if column == "remaining":
            return 0, most_left(deal, seats, early_end=_early_end(options))
        if column == "tricks":
            return 0, tricks_in(deal, seats)
        total = sign_of(deal) * contract_of(deal).total
        return min(0, total), max(0, total)

    def faults(
        self, deal: int, entries: Sequence[Entry], seats: int, options: Settings
    ) -> Iterator[Fault]:
        return deal_faults(deal, entries, seats, early_end=_early_end(options))

    def sign(self, column: str, deal: int) -> int:
        return sign_of(deal) if column == "points" else 1

    def sheet(self, seats: int, options: Settings, entries: Sequence[Entry]) -> Sheet:
        deals = deals_with(options)
        now = current_deal(entries, deals)
        sheet = master_sheet(seats, entries[:deals], deals=deals, current=now)
        return self.checked(sheet, entries, seats, options)


def _early_end(options: Settings) -> bool:
    return options.get("early_end") is not False


class _Page:
    """Builder of one sheet's rows and checks."""

    def __init__(self, seats: int, entries: Sequence[Entry], current: int | None) -> None:
        self.seats, self.entries, self._current = seats, entries, current
        halves = [entries[first : first + HALF] for first in range(0, len(entries), HALF)]
        self.halves = tuple(Sums.of(half, seats) for half in halves)
        self.result = Sums.of(entries, seats)

    @property
    def played(self) -> int:
        """WA: HA of each half, less the remaining tricks of all."""
        return len(self.halves) * tricks_in_half(self.seats) - self.result.remaining

    @property
    def places(self) -> tuple[int, ...] | None:
        """Ranks of ``master.md 6``: the highest result wins, equal ones share the rank."""
        return ranked([(own,) for own in self.result.points]) if self.result.filled else None

    @property
    def ratings(self) -> tuple[int, ...] | None:
        """Ratings by player, in hundredths of a percent; a short match has none."""
        if not self.result.filled or self.played <= 0 or len(self.halves) < 2:
            return None
        first, second = self.halves
        return tuple(
            round(10_000 * rating(points, after - before, self.played))
            for points, before, after in zip(
                self.result.points, first.tricks, second.tricks, strict=True
            )
        )

    # Rows

    def rows(self) -> Iterator[Row]:
        """Yield twelve deals and their half total, for each half."""
        for half in range(len(self.halves)):
            for deal in range(half * HALF + 1, half * HALF + HALF + 1):
                yield self._deal_row(deal)
            yield self._half_row(half)

    def _deal_row(self, deal: int) -> Row:
        entry = self.entries[deal - 1]
        contract = contract_of(deal)
        boxes = tuple(
            (Box(own[TRICKS], Tone.QUIET), Box(own[POINTS], Tone.STRONG)) for own in entry.players
        )
        leader, dealer = self._led(deal)
        side = (
            Box(entry.side[REMAINING]),
            Box(tricks_in(deal, self.seats), Tone.QUIET),
            Box(leader),
            Box(dealer),
            Box(sign_of(deal) * contract.total, Tone.STRONG),
        )
        return Row(deal, boxes, deal == self._current, title=contract.name, side=side)

    def _led(self, deal: int) -> tuple[Entered, Entered]:
        """Return leader and dealer; where not written, they follow from the first leader.

        ``master.md 3``: whoever led the deal before deals, and the dealer's left leads.
        """
        _, leader, dealer = self.entries[deal - 1].side
        first = self.entries[0].side[1]
        if first is None:
            return leader, dealer
        due = (first + deal - 1) % self.seats
        if leader is None:
            leader = due
        if dealer is None and deal > 1:
            dealer = (due - 1) % self.seats
        return leader, dealer

    def _half_row(self, half: int) -> Row:
        points = (2 * half - 1) * HALF_POINTS
        row = self._sum_row(self.halves[half], tricks_in_half(self.seats), points)
        return replace(row, label=half + 1, kind=Kind.HALF, title="half")

    def result_row(self) -> Row:
        """Return the result of the match: WT and WP by player, the remaining tricks, and WA."""
        points = 0 if len(self.halves) > 1 else -HALF_POINTS
        return self._sum_row(self.result, self.played if self.result.filled else None, points)

    @staticmethod
    def _sum_row(sums: Sums, tricks: int | None, points: int) -> Row:
        begun = sums.begun
        boxes = tuple(
            (Box(own if begun else None, Tone.QUIET), Box(scored if begun else None, Tone.STRONG))
            for own, scored in zip(sums.tricks, sums.points, strict=True)
        )
        left = Box(sums.remaining if begun else None)
        side = (left, Box(tricks, Tone.QUIET), Box(), Box(), Box(points, Tone.STRONG))
        return Row(0, boxes, kind=Kind.RESULT, title="total", side=side)

    # Checks

    def checks(self) -> Iterator[Check]:
        """Yield every check of ``master.md`` that fails."""
        for deal, entry in enumerate(self.entries, 1):
            if entry.filled:
                yield from self._deal_checks(deal, entry)
        for half, sums in enumerate(self.halves):
            if sums.filled:
                yield from self._half_checks(half, sums)
        if self.result.filled:
            row, got = len(self.halves) * (HALF + 1), sum(self.result.tricks)
            code = "sheet-match-tricks"
            yield from self._check(code, {}, got, self.played, row, TRICKS, ALL_TRICKS)

    def _deal_checks(self, deal: int, entry: Entry) -> Iterator[Check]:
        row = deal - 1 + (deal > HALF)
        values: dict[str, Value] = {"deal": deal, "contract": contract_of(deal).name}
        due = tricks_in(deal, self.seats)
        got = total_of((*entry.field(TRICKS), entry.side[REMAINING]))
        if not self._open(deal, due - got):
            yield from self._check("sheet-deal-tricks", values, got, due, row, TRICKS, REMAINING)
        due = sign_of(deal) * contract_of(deal).total
        got = total_of(entry.field(POINTS))
        yield from self._check("sheet-deal-points", values, got, due, row, POINTS)

    def _open(self, deal: int, short: int) -> bool:
        """Return whether so many remaining tricks may still be entered, as none later has been."""
        if self.entries[deal - 1].side[REMAINING] is not None:
            return False
        later = any(not entry.empty for entry in self.entries[deal:])
        return not later and 0 < short <= most_left(deal, self.seats, early_end=True)

    def _half_checks(self, half: int, sums: Sums) -> Iterator[Check]:
        row, values = half * (HALF + 1) + HALF, {"half": half + 1}
        due = (2 * half - 1) * HALF_POINTS
        yield from self._check("sheet-half-points", values, sum(sums.points), due, row, POINTS)
        got, due = sum(sums.tricks) + sums.remaining, tricks_in_half(self.seats)
        yield from self._check("sheet-half-tricks", values, got, due, row, TRICKS, REMAINING)

    def _check(  # noqa: PLR0913, PLR0917 - the message, and its cells
        self,
        code: str,
        values: Mapping[str, Value],
        got: int,
        due: int,
        row: int,
        place: int,
        side: int | None = None,
    ) -> Iterator[Check]:
        """Yield a failed check of a sum across the players, and a box beside them."""
        if got != due:
            cells = [Cell(row, seat, place) for seat in range(self.seats)]
            cells += [] if side is None else [Cell(row, None, side)]
            message = Message(code, {**values, "sum": got, "due": due, "by": got - due}, _RULE)
            yield Check(message, tuple(cells))


_RULE: Final = "master.md"


def sheet_of(view: BeatState) -> Sheet:
    entries = [_entry(view, score) for score in view.scores]
    current = None
    if view.deal > len(view.scores):
        current = view.deal
        # A deal's points are written once it is over, as on paper; until then plates show them.
        blank = MasterForm().blank(view.seats).players
        entries.append(Entry(blank, (None, *_led(view, view.deal))))
    deals = deals_with(view.options)
    return master_sheet(view.seats, entries, deals=deals, current=current)


def _entry(view: BeatState, score: ContractScored) -> Entry:
    players = tuple(zip(score.tricks, score.points, strict=True))
    return Entry(players, (score.remaining, *_led(view, score.deal)))


def _led(view: BeatState, deal: int) -> tuple[int, int | None]:
    """Return the leader and dealer of a deal: both pass to the left (``master.md 3``)."""
    leader = (view.leader - (view.deal - deal)) % view.seats
    return leader, view.lot if deal == 1 else (leader - 1) % view.seats
