"""Master's double-entry sheet: two half tables, their sums and their checks (``master.md``).

Everything is computed from the entries. Half totals and results may be entered too, as a scorer
writes them on paper; they are shown as written and checked against the deals.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, Final, Self

from greenbaize.games.beat.contracts import (
    DEALS_PER_HALF,
    DEALS_PER_MATCH,
    contract_of_deal,
    deals_in_match,
    sign_of_deal,
    tricks_in_deal,
)
from greenbaize.games.beat.events import ContractScored
from greenbaize.games.beat.master_faults import find_deal_faults, max_tricks_left
from greenbaize.games.beat.state import BeatState
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.options import OptionValues
from greenbaize.rules.ranking import rank_seats
from greenbaize.rules.sheets import (
    BoxPosition,
    BoxTone,
    DealEntry,
    EnteredValue,
    EntryFault,
    EntryField,
    FieldKind,
    RowKind,
    ScoreSheet,
    SheetBox,
    SheetCheck,
    SheetForm,
    SheetRow,
    add_checks,
    find_current_deal,
    sum_values,
)

POINTS_PER_HALF: Final = 244
"""Total points of the deals of a half."""
PRINTED_POINTS_PER_HALF: Final = 224
"""Total that older sheets print instead, and the rating's formula uses (``master.md``)."""
MASTER_COLUMNS: Final = ("tricks", "points")
MASTER_SIDE_COLUMNS: Final = ("remaining", "all_tricks", "leader", "dealer", "fixed")
TRICKS_COLUMN, POINTS_COLUMN = 0, 1
REMAINING_COLUMN, ALL_TRICKS_COLUMN, LEADER_COLUMN, DEALER_COLUMN, FIXED_COLUMN = range(5)


def tricks_in_half(seats: int) -> int:
    """Return HA, all tricks of a half: 396/V + 9."""
    return 396 // seats + 9


def master_rating(points: int, tricks_gained: int, tricks: int) -> Fraction:
    """Return the rating for WP, HT of the second half less that of the first, and WA.

    1/2 is average.
    """
    return Fraction(points * tricks_gained, 2 * PRINTED_POINTS_PER_HALF * tricks) + Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class SheetSums:
    """Tricks and points by player, and the remaining tricks, of a half or a match.

    ``is_complete``: all of it has been entered. ``has_entries``: any player's tricks or points have
    been; the leader alone, known before, is nothing to add up.
    """

    tricks: tuple[int, ...]
    points: tuple[int, ...]
    remaining: int
    is_complete: bool
    has_entries: bool

    @classmethod
    def of_deals(cls, deals: Sequence[DealEntry], seats: int) -> Self:
        players = [player_values for deal in deals for player_values in deal.player_values]
        return cls(
            tuple(
                sum_values([player_values[TRICKS_COLUMN] for player_values in players[seat::seats]])
                for seat in range(seats)
            ),
            tuple(
                sum_values([player_values[POINTS_COLUMN] for player_values in players[seat::seats]])
                for seat in range(seats)
            ),
            sum_values([deal.side_values[REMAINING_COLUMN] for deal in deals]),
            all(deal.is_filled for deal in deals),
            any(value is not None for player_values in players for value in player_values),
        )


def make_master_sheet(
    seats: int,
    entries: Sequence[DealEntry],
    *,
    deals: int = DEALS_PER_MATCH,
    current: int | None = None,
) -> ScoreSheet:
    """Return the sheet of deals from 1 on; missing ones are blank."""
    form = MasterSheetForm()
    blank = [form.blank_entry(seats)] * (deals - len(entries))
    builder = _MasterSheetBuilder(seats, (*entries, *blank), current)
    sheet = ScoreSheet(
        columns=MASTER_COLUMNS,
        rows=tuple(builder.make_rows()),
        totals=builder.result.points,
        ranks=builder.ranks,
        side_columns=MASTER_SIDE_COLUMNS,
        results=(builder.make_result_row(),),
        ratings=builder.ratings,
    )
    return add_checks(sheet, builder.make_checks())


class MasterSheetForm(SheetForm):
    """Entry form of a deal of Master: tricks and points, remaining tricks, leader and dealer."""

    fields: ClassVar = (EntryField("tricks"), EntryField("points"))
    side_fields: ClassVar = (
        EntryField("remaining"),
        EntryField("leader", FieldKind.SEAT),
        EntryField("dealer", FieldKind.SEAT),
    )

    def max_deals(self, seats: int, options: OptionValues) -> int:
        return deals_in_match(options)

    def value_limits(
        self, column: str, deal: int, seats: int, options: OptionValues
    ) -> tuple[int, int]:
        """Return the range of a column; points have the sign of the deal."""
        if column in ("leader", "dealer"):
            return 0, seats - 1
        if column == "remaining":
            return 0, max_tricks_left(deal, seats, early_end=_early_end(options))
        if column == "tricks":
            return 0, tricks_in_deal(deal, seats)
        total = sign_of_deal(deal) * contract_of_deal(deal).total_points
        return min(0, total), max(0, total)

    def find_faults(
        self, deal: int, entries: Sequence[DealEntry], seats: int, options: OptionValues
    ) -> Iterator[EntryFault]:
        return find_deal_faults(deal, entries, seats, early_end=_early_end(options))

    def default_sign(self, column: str, deal: int) -> int:
        return sign_of_deal(deal) if column == "points" else 1

    def make_sheet(
        self, seats: int, options: OptionValues, entries: Sequence[DealEntry]
    ) -> ScoreSheet:
        deals = deals_in_match(options)
        current = find_current_deal(entries, deals)
        sheet = make_master_sheet(seats, entries[:deals], deals=deals, current=current)
        return self.add_entry_checks(sheet, entries, seats, options)


def _early_end(options: OptionValues) -> bool:
    return options.get("early_end") is not False


class _MasterSheetBuilder:
    """Builder of one sheet's rows and checks."""

    def __init__(self, seats: int, entries: Sequence[DealEntry], current: int | None) -> None:
        self.seats, self.entries, self._current = seats, entries, current
        halves = [
            entries[first : first + DEALS_PER_HALF]
            for first in range(0, len(entries), DEALS_PER_HALF)
        ]
        self.halves = tuple(SheetSums.of_deals(half, seats) for half in halves)
        self.result = SheetSums.of_deals(entries, seats)

    @property
    def tricks_played(self) -> int:
        """WA: HA of each half, less the remaining tricks of all."""
        return len(self.halves) * tricks_in_half(self.seats) - self.result.remaining

    @property
    def ranks(self) -> tuple[int, ...] | None:
        """Ranks of ``master.md 6``: the highest result wins, equal ones share the rank."""
        return (
            rank_seats([(own,) for own in self.result.points]) if self.result.is_complete else None
        )

    @property
    def ratings(self) -> tuple[int, ...] | None:
        """Ratings by player, in hundredths of a percent; a short match has none."""
        if not self.result.is_complete or self.tricks_played <= 0 or len(self.halves) < 2:
            return None
        first, second = self.halves
        return tuple(
            round(10_000 * master_rating(points, after - before, self.tricks_played))
            for points, before, after in zip(
                self.result.points, first.tricks, second.tricks, strict=True
            )
        )

    # Rows

    def make_rows(self) -> Iterator[SheetRow]:
        """Yield twelve deals and their half total, for each half."""
        for half in range(len(self.halves)):
            for deal in range(
                half * DEALS_PER_HALF + 1, half * DEALS_PER_HALF + DEALS_PER_HALF + 1
            ):
                yield self._deal_row(deal)
            yield self._half_row(half)

    def _deal_row(self, deal: int) -> SheetRow:
        entry = self.entries[deal - 1]
        contract = contract_of_deal(deal)
        boxes = tuple(
            (
                SheetBox(own[TRICKS_COLUMN], BoxTone.QUIET),
                SheetBox(own[POINTS_COLUMN], BoxTone.STRONG),
            )
            for own in entry.player_values
        )
        leader, dealer = self._leader_and_dealer(deal)
        side = (
            SheetBox(entry.side_values[REMAINING_COLUMN]),
            SheetBox(tricks_in_deal(deal, self.seats), BoxTone.QUIET),
            SheetBox(leader),
            SheetBox(dealer),
            SheetBox(sign_of_deal(deal) * contract.total_points, BoxTone.STRONG),
        )
        return SheetRow(deal, boxes, deal == self._current, title=contract.name, side_boxes=side)

    def _leader_and_dealer(self, deal: int) -> tuple[EnteredValue, EnteredValue]:
        """Return leader and dealer; where not written, they follow from the first leader.

        ``master.md 3``: whoever led the deal before deals, and the dealer's left leads.
        """
        _, leader, dealer = self.entries[deal - 1].side_values
        first_leader = self.entries[0].side_values[1]
        if first_leader is None:
            return leader, dealer
        expected_leader = (first_leader + deal - 1) % self.seats
        if leader is None:
            leader = expected_leader
        if dealer is None and deal > 1:
            dealer = (expected_leader - 1) % self.seats
        return leader, dealer

    def _half_row(self, half: int) -> SheetRow:
        points = (2 * half - 1) * POINTS_PER_HALF
        row = self._sum_row(self.halves[half], tricks_in_half(self.seats), points)
        return replace(row, label=half + 1, kind=RowKind.HALF, title="half")

    def make_result_row(self) -> SheetRow:
        """Return the result of the match: WT and WP by player, the remaining tricks, and WA."""
        points = 0 if len(self.halves) > 1 else -POINTS_PER_HALF
        return self._sum_row(
            self.result, self.tricks_played if self.result.is_complete else None, points
        )

    @staticmethod
    def _sum_row(sums: SheetSums, tricks: int | None, points: int) -> SheetRow:
        has_entries = sums.has_entries
        boxes = tuple(
            (
                SheetBox(seat_tricks if has_entries else None, BoxTone.QUIET),
                SheetBox(seat_points if has_entries else None, BoxTone.STRONG),
            )
            for seat_tricks, seat_points in zip(sums.tricks, sums.points, strict=True)
        )
        remaining = SheetBox(sums.remaining if has_entries else None)
        side = (
            remaining,
            SheetBox(tricks, BoxTone.QUIET),
            SheetBox(),
            SheetBox(),
            SheetBox(points, BoxTone.STRONG),
        )
        return SheetRow(0, boxes, kind=RowKind.RESULT, title="total", side_boxes=side)

    # Checks

    def make_checks(self) -> Iterator[SheetCheck]:
        """Yield every check of ``master.md`` that fails."""
        for deal, entry in enumerate(self.entries, 1):
            if entry.is_filled:
                yield from self._deal_checks(deal, entry)
        for half, sums in enumerate(self.halves):
            if sums.is_complete:
                yield from self._half_checks(half, sums)
        if self.result.is_complete:
            row, tricks = len(self.halves) * (DEALS_PER_HALF + 1), sum(self.result.tricks)
            code = "sheet-match-tricks"
            yield from self._check_sum(
                code, {}, tricks, self.tricks_played, row, TRICKS_COLUMN, ALL_TRICKS_COLUMN
            )

    def _deal_checks(self, deal: int, entry: DealEntry) -> Iterator[SheetCheck]:
        row = deal - 1 + (deal > DEALS_PER_HALF)
        values: dict[str, Value] = {"deal": deal, "contract": contract_of_deal(deal).name}
        expected = tricks_in_deal(deal, self.seats)
        total = sum_values(
            (*entry.field_values(TRICKS_COLUMN), entry.side_values[REMAINING_COLUMN])
        )
        if not self._may_still_be_entered(deal, expected - total):
            yield from self._check_sum(
                "sheet-deal-tricks", values, total, expected, row, TRICKS_COLUMN, REMAINING_COLUMN
            )
        expected = sign_of_deal(deal) * contract_of_deal(deal).total_points
        total = sum_values(entry.field_values(POINTS_COLUMN))
        yield from self._check_sum("sheet-deal-points", values, total, expected, row, POINTS_COLUMN)

    def _may_still_be_entered(self, deal: int, missing_tricks: int) -> bool:
        """Return whether so many remaining tricks may still be entered, as none later has been."""
        if self.entries[deal - 1].side_values[REMAINING_COLUMN] is not None:
            return False
        has_later_entries = any(not entry.is_empty for entry in self.entries[deal:])
        return not has_later_entries and 0 < missing_tricks <= max_tricks_left(
            deal, self.seats, early_end=True
        )

    def _half_checks(self, half: int, sums: SheetSums) -> Iterator[SheetCheck]:
        row, values = half * (DEALS_PER_HALF + 1) + DEALS_PER_HALF, {"half": half + 1}
        expected = (2 * half - 1) * POINTS_PER_HALF
        yield from self._check_sum(
            "sheet-half-points", values, sum(sums.points), expected, row, POINTS_COLUMN
        )
        total, expected = sum(sums.tricks) + sums.remaining, tricks_in_half(self.seats)
        yield from self._check_sum(
            "sheet-half-tricks", values, total, expected, row, TRICKS_COLUMN, REMAINING_COLUMN
        )

    def _check_sum(  # noqa: PLR0913, PLR0917 - the message, and its cells
        self,
        code: str,
        values: Mapping[str, Value],
        total: int,
        expected: int,
        row: int,
        column: int,
        side: int | None = None,
    ) -> Iterator[SheetCheck]:
        """Yield a failed check of a sum across the players, and a box beside them."""
        if total != expected:
            cells = [BoxPosition(row, seat, column) for seat in range(self.seats)]
            cells += [] if side is None else [BoxPosition(row, None, side)]
            message = Message(
                code, {**values, "sum": total, "due": expected, "by": total - expected}, _RULE
            )
            yield SheetCheck(message, tuple(cells))


_RULE: Final = "master.md"


def master_sheet_of_view(view: BeatState) -> ScoreSheet:
    entries = [_entry_of_score(view, score) for score in view.scores]
    current = None
    if view.deal > len(view.scores):
        current = view.deal
        # A deal's points are written once it is over, as on paper; until then plates show them.
        blank = MasterSheetForm().blank_entry(view.seats).player_values
        entries.append(DealEntry(blank, (None, *_leader_and_dealer(view, view.deal))))
    deals = deals_in_match(view.options)
    return make_master_sheet(view.seats, entries, deals=deals, current=current)


def _entry_of_score(view: BeatState, score: ContractScored) -> DealEntry:
    players = tuple(zip(score.tricks, score.points, strict=True))
    return DealEntry(players, (score.remaining, *_leader_and_dealer(view, score.deal)))


def _leader_and_dealer(view: BeatState, deal: int) -> tuple[int, int | None]:
    """Return the leader and dealer of a deal: both pass to the left (``master.md 3``)."""
    leader = (view.leader - (view.deal - deal)) % view.seats
    return leader, view.first_dealer if deal == 1 else (leader - 1) % view.seats
