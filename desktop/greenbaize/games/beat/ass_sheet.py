"""Score sheet of Ass (``ass.md``), and every sum of points that tricks can have."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import ClassVar, Final

from greenbaize.games.beat.banks import (
    INITIAL_BANKS,
    StakeTargets,
    banks_after,
    is_match_over,
    stake_targets,
    standard_targets,
)
from greenbaize.games.beat.events import BanksScored
from greenbaize.games.beat.state import BeatState
from greenbaize.rules.messages import Message
from greenbaize.rules.options import OptionValues
from greenbaize.rules.ranking import rank_seats
from greenbaize.rules.sheets import (
    BoxPosition,
    BoxTone,
    DealEntry,
    EntryFault,
    EntryField,
    FieldKind,
    FieldPosition,
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

ASS_TRICKS: Final = 4
LOWEST_POINTS: Final = -4
"""Points of four sixes, the lowest sum."""
_UNPAIRED_POINTS: Final = (16, 12, 10, -1, 0, 0)
"""Points of a card of each rank outside pairs: eight, ace, ten, six, nine and seven."""
_PACK_POINTS: Final = 4 * sum((*_UNPAIRED_POINTS, 5, 3, 1))
_KING_QUEEN_POINTS, _QUEEN_JACK_POINTS, _FOUR_SUIT_POINTS = 17, 11, 10
"""Combination points of king and queen, jack and queen, and four of one suit."""


def _numbers_except(low: int, high: int, *gaps: int) -> frozenset[int]:
    """Return all numbers from the lowest to the highest but some between."""
    return frozenset(range(low, high + 1)).difference(gaps)


POSSIBLE_SUMS: Final = {
    2: (
        _numbers_except(0, 0),
        _numbers_except(-2, 32, 7, 8, 14, 18, 23, 27, 29, 30, 31),
        _numbers_except(-4, 64, 55, 59, 61, 62, 63),
        _numbers_except(-4, 89, 87),
        _numbers_except(-4, 114),
    ),
    3: (
        _numbers_except(0, 0),
        _numbers_except(-3, 48, 39, 43, 45, 46, 47),
        _numbers_except(-4, 89, 87),
        _numbers_except(-4, 126),
        _numbers_except(-4, 164),
    ),
    4: (
        _numbers_except(0, 0),
        _numbers_except(-4, 64, 55, 59, 62),
        _numbers_except(-4, 126, 125),
        _numbers_except(-4, 189, 184, 186, 188),
        _numbers_except(0, 252, 1, 243, 245, 247, 249, 251),
    ),
    5: (
        _numbers_except(0, 0),
        _numbers_except(-4, 79, 78),
        _numbers_except(-4, 158, 149, 151, 153, 155, 157),
        _numbers_except(-1, 227, 224, 226),
        _numbers_except(12, 292, 13, 15, 278, 284, 285, 286, 287, 288, 289, 290, 291),
    ),
    6: (
        _numbers_except(0, 0),
        _numbers_except(-4, 95, 90, 92, 94),
        _numbers_except(-4, 183),
        _numbers_except(6, 262, 7, 255, 259, 261),
        _numbers_except(32, 296, 33, 34, 35, 36, 38, 40),
    ),
}
"""Possible sums of 0 to 4 tricks for each number of players, where nobody draws."""


@cache
def refill_deal_sums(players: int) -> frozenset[int]:
    """Return the possible sums of a whole deal where hands are filled up (``ass.md 2``).

    All cards are played, or with five players all but one: their points are known, and only pairs
    and suits vary.
    """
    tricks = 36 // players
    # Each suit has nine cards, enough for two tricks with four of it.
    most_of_one_suit = 0 if players < 4 else min(8, tricks)
    left_over = (*_UNPAIRED_POINTS, 5, 3, 1) if 36 % players else (0,)
    return frozenset(
        _PACK_POINTS
        - left_points
        + _KING_QUEEN_POINTS * king_queen_pairs
        + _QUEEN_JACK_POINTS * queen_jack_pairs
        + _FOUR_SUIT_POINTS * one_suit_tricks
        for left_points, king_queen_pairs, one_suit_tricks in product(
            left_over, range(5), range(most_of_one_suit + 1)
        )
        for queen_jack_pairs in range(5 - king_queen_pairs)
    )


def can_occur_together(points: Sequence[int | None], players: int, *, refill: bool) -> bool:
    """Return whether players can have these points in one deal; None where not yet known."""
    known_points = [value for value in points if value is not None]
    is_complete = len(known_points) == players
    if refill:
        possible_sums, total = refill_deal_sums(players), sum(known_points)
        # Any player still open may have all four sixes.
        return (
            total in possible_sums
            if is_complete
            else LOWEST_POINTS <= total <= max(possible_sums) - LOWEST_POINTS
        )
    sums = POSSIBLE_SUMS[players]
    trick_counts = {0}
    for value in known_points:
        possible_tricks = [tricks for tricks in range(ASS_TRICKS + 1) if value in sums[tricks]]
        trick_counts = {
            earlier_tricks + own_tricks
            for earlier_tricks in trick_counts
            for own_tricks in possible_tricks
            if earlier_tricks + own_tricks <= ASS_TRICKS
        }
    if is_complete:
        trick_counts &= {ASS_TRICKS}
    return any(sum(known_points) in sums[tricks] for tricks in trick_counts)


@cache
def player_sums(players: int, *, refill: bool) -> frozenset[int]:
    """Return the possible points of one player in a deal."""
    if refill:
        return _numbers_except(LOWEST_POINTS, max(refill_deal_sums(players)))
    return frozenset().union(*POSSIBLE_SUMS[players])


ASS_COLUMNS: Final = ("stake", "target", "card_points", "banks")
ASS_POINTS_COLUMN: Final = 2


def ass_rating(points: int, banks_shed: int, deals: int, targets: int) -> Fraction:
    """Return the rating of one or more matches with these sums; 1/2 is average (``ass.md 6``)."""
    return Fraction(points * banks_shed, deals * targets) + Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class _ScoredAssDeal:
    """A scored deal, and the banks after it."""

    targets: tuple[int, ...]
    points: tuple[int, ...]
    banks: tuple[int, ...]
    ends_match: bool
    """It ended the match."""
    is_after_end: bool
    """The match was over before it."""


def make_ass_sheet(
    seats: int,
    entries: Sequence[DealEntry],
    *,
    limit: int,
    both_targets: StakeTargets | None = None,
    current: int | None = None,
) -> ScoreSheet:
    """Return the sheet of deals from 1 on."""
    both_targets = both_targets or standard_targets(seats)
    deals = list(
        _score_deals(seats, entries, limit=limit, both_targets=both_targets, current=current)
    )
    scored_deals = [deal for deal in deals if deal is not None]
    is_over = any(deal.ends_match for deal in scored_deals)
    banks = scored_deals[-1].banks if scored_deals else (INITIAL_BANKS,) * seats
    totals = tuple(sum(deal.points[seat] for deal in scored_deals) for seat in range(seats))
    target_sums = tuple(sum(deal.targets[seat] for deal in scored_deals) for seat in range(seats))
    ratings = tuple(
        round(
            10_000 * ass_rating(points, INITIAL_BANKS - banks_left, len(scored_deals), target_sum)
        )
        for points, banks_left, target_sum in zip(totals, banks, target_sums, strict=True)
        if scored_deals
    )
    rows = [
        _deal_row(number, entry, deal, number == current, both_targets)
        for number, (entry, deal) in enumerate(zip(entries, deals, strict=True), 1)
    ]
    sheet = ScoreSheet(
        columns=ASS_COLUMNS,
        rows=tuple(rows),
        totals=totals,
        ranks=rank_seats([(-banks_left,) for banks_left in banks]) if is_over else None,
        results=(_result_row(target_sums, totals, banks, bool(scored_deals)),),
        ratings=ratings if is_over else None,
    )
    return add_checks(sheet, _late_deal_checks(deals))


class AssSheetForm(SheetForm):
    """Entry form of a deal of Ass: the stakes and the points taken."""

    fields: ClassVar = (EntryField("stake", FieldKind.STAKE), EntryField("card_points"))

    def max_deals(self, seats: int, options: OptionValues) -> int:
        return options.get_number("deal_limit")

    def value_limits(
        self, column: str, deal: int, seats: int, options: OptionValues
    ) -> tuple[int, int]:
        """Return the range of a column: a stake is 0 or 1; points may be negative, for sixes."""
        if column == "stake":
            return 0, 1
        possible_points = player_sums(seats, refill=bool(options.get("refill")))
        return min(possible_points), max(possible_points)

    def find_faults(
        self, deal: int, entries: Sequence[DealEntry], seats: int, options: OptionValues
    ) -> Iterator[EntryFault]:
        """Yield points that no tricks have, one player's or all together (``ass.md 5``)."""
        refill = bool(options.get("refill"))
        possible_points, points = (
            player_sums(seats, refill=refill),
            entries[deal - 1].field_values(1),
        )
        low, high = min(possible_points), max(possible_points)
        is_wrong = [value is not None and value not in possible_points for value in points]
        for seat, value in enumerate(points):
            if value is None or not is_wrong[seat]:
                continue
            values = {"deal": deal, "seat": seat, "points": value, "low": low, "high": high}
            code = "sheet-ass-between" if low < value < high else "sheet-ass-range"
            yield EntryFault(Message(code, values, "ass.md 5"), (FieldPosition(seat, 1),))
        positions = tuple(
            FieldPosition(seat, 1) for seat, value in enumerate(points) if value is not None
        )
        if (
            len(positions) > 1
            and not any(is_wrong)
            and not can_occur_together(points, seats, refill=refill)
        ):
            values = {"deal": deal, "sum": sum_values(points)}
            code = "sheet-ass-sum" if None not in points else "sheet-ass-together"
            yield EntryFault(Message(code, values, "ass.md 5"), positions)

    def make_sheet(
        self, seats: int, options: OptionValues, entries: Sequence[DealEntry]
    ) -> ScoreSheet:
        """Return the sheet, with one blank deal at its end while the match goes on."""
        limit, both_targets = options.get_number("deal_limit"), stake_targets(seats, options)
        written_entries = list(entries)
        while written_entries and written_entries[-1].is_empty:
            written_entries.pop()
        current = find_current_deal(written_entries, limit)
        if current == len(written_entries) + 1:
            if (
                make_ass_sheet(seats, written_entries, limit=limit, both_targets=both_targets).ranks
                is None
            ):
                written_entries.append(self.blank_entry(seats))
            else:
                current = None
        sheet = make_ass_sheet(
            seats, written_entries, limit=limit, both_targets=both_targets, current=current
        )
        return self.add_entry_checks(sheet, written_entries, seats, options)


def _score_deals(
    seats: int,
    entries: Sequence[DealEntry],
    *,
    limit: int,
    both_targets: StakeTargets,
    current: int | None,
) -> Iterator[_ScoredAssDeal | None]:
    banks, is_after_end = (INITIAL_BANKS,) * seats, False
    for number, entry in enumerate(entries, 1):
        if number == current or not entry.is_filled:
            yield None
            continue
        stakes = [bool(go) for go in entry.field_values(0)]
        points = tuple(number or 0 for number in entry.field_values(1))
        targets = tuple(both_targets.of_stake(go=go) for go in stakes)
        banks_after_deal = tuple(
            banks_after(before, seat_points >= target, go=go)
            for before, seat_points, target, go in zip(banks, points, targets, stakes, strict=True)
        )
        ends_match = is_match_over(banks, banks_after_deal, number, limit)
        yield _ScoredAssDeal(targets, points, banks_after_deal, ends_match, is_after_end)
        banks, is_after_end = banks_after_deal, is_after_end or ends_match


def _deal_row(
    number: int,
    entry: DealEntry,
    deal: _ScoredAssDeal | None,
    current: bool,
    both_targets: StakeTargets,
) -> SheetRow:
    boxes = []
    for seat, (stake, points) in enumerate(entry.player_values):
        target = None if stake is None else both_targets.of_stake(go=bool(stake))
        has_failed = deal is not None and deal.points[seat] < deal.targets[seat] and stake
        tone = BoxTone.FAILED if has_failed else BoxTone.PLAIN
        banks = SheetBox() if deal is None else SheetBox(deal.banks[seat], BoxTone.STRONG)
        seat_boxes = (
            SheetBox(stake, BoxTone.QUIET),
            SheetBox(target, BoxTone.QUIET),
            SheetBox(points, tone),
            banks,
        )
        boxes.append(seat_boxes)
    return SheetRow(number, tuple(boxes), current)


def _result_row(
    targets: tuple[int, ...], points: tuple[int, ...], banks: tuple[int, ...], has_deals: bool
) -> SheetRow:
    boxes = tuple(
        (
            SheetBox(),
            SheetBox(target if has_deals else None, BoxTone.QUIET),
            SheetBox(seat_points if has_deals else None),
            SheetBox(banks_left, BoxTone.STRONG),
        )
        for target, seat_points, banks_left in zip(targets, points, banks, strict=True)
    )
    return SheetRow(0, boxes, kind=RowKind.RESULT, title="total")


def _late_deal_checks(deals: Sequence[_ScoredAssDeal | None]) -> Iterator[SheetCheck]:
    for row, deal in enumerate(deals):
        if deal is not None and deal.is_after_end:
            cells = tuple(
                BoxPosition(row, seat, ASS_POINTS_COLUMN) for seat in range(len(deal.points))
            )
            yield SheetCheck(Message("sheet-after-end", {"deal": row + 1}, "ass.md 1"), cells)


def ass_sheet_of_view(view: BeatState) -> ScoreSheet:
    both_targets = stake_targets(view.seats, view.options)
    entries = [_entry_of_score(score, both_targets) for score in view.scores]
    current = None
    if view.deal > len(view.scores):
        current = view.deal
        points = view.points if view.play.taken_tricks else (None,) * view.seats
        stakes = [None if go is None else int(go) for go in view.game_data.stakes]
        entries.append(DealEntry(tuple(zip(stakes, points, strict=True))))
    limit = view.options.get_number("deal_limit")
    return make_ass_sheet(
        view.seats, entries, limit=limit, both_targets=both_targets, current=current
    )


def _entry_of_score(score: BanksScored, both_targets: StakeTargets) -> DealEntry:
    stakes = [int(target == both_targets.go) for target in score.targets]
    return DealEntry(tuple(zip(stakes, score.points, strict=True)))
