"""Score sheet of exact-bid games (bid, tricks, points, total), and statistics of a deal."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from greenbaize.games.exact_bid.events import BidsScored, TrumpDealt
from greenbaize.games.exact_bid.play import ExactBidGame
from greenbaize.games.exact_bid.state import BidState
from greenbaize.rules.events import DealScored, Event, MatchEnded
from greenbaize.rules.facts import (
    DealFact,
    FactsBySeat,
    FactSums,
    StatisticsTable,
    StatisticsTableRow,
)
from greenbaize.rules.messages import Message
from greenbaize.rules.options import OptionValues
from greenbaize.rules.ranking import rank_seats
from greenbaize.rules.sheets import (
    BoxTone,
    DealEntry,
    EntryFault,
    EntryField,
    FieldPosition,
    RowKind,
    ScoreSheet,
    SheetBox,
    SheetForm,
    SheetRow,
    find_current_deal,
    sum_values,
)

BID_COLUMNS: Final = ("bid", "tricks", "points", "total")
BID_SIDE_COLUMNS: Final = ("cards",)
BID_FIELD, TRICKS_FIELD = 0, 1


def make_bid_sheet(
    seats: int,
    hand_sizes: Sequence[int],
    deals: Sequence[BidsScored | DealEntry],
    *,
    current: int | None = None,
    ranks: tuple[int, ...] | None = None,
) -> ScoreSheet:
    """Return the sheet of deals from 1 on, scored or only begun, and the blank ones that follow."""
    blank = DealEntry(((None, None),) * seats)
    lines = [*deals, *[blank] * (len(hand_sizes) - len(deals))]
    rows = [
        SheetRow(
            number,
            _seat_boxes(line, number == current),
            number == current,
            side_boxes=_side_boxes(number, hand_sizes),
        )
        for number, line in enumerate(lines, 1)
    ]
    scored_deals = [deal for deal in deals if isinstance(deal, BidsScored)]
    totals = scored_deals[-1].totals if scored_deals else (0,) * seats
    return ScoreSheet(BID_COLUMNS, tuple(rows), totals, ranks, side_columns=BID_SIDE_COLUMNS)


def _side_boxes(number: int, hand_sizes: Sequence[int]) -> tuple[SheetBox, ...]:
    return (SheetBox(hand_sizes[number - 1], BoxTone.QUIET),) if number <= len(hand_sizes) else ()


def _seat_boxes(line: BidsScored | DealEntry, current: bool) -> tuple[tuple[SheetBox, ...], ...]:
    if isinstance(line, BidsScored):
        return tuple(
            (
                SheetBox(bid, BoxTone.QUIET),
                SheetBox(won, BoxTone.QUIET),
                SheetBox(points, BoxTone.PLAIN if bid == won else BoxTone.FAILED),
                SheetBox(total, BoxTone.STRONG),
            )
            for bid, won, points, total in zip(
                line.bids, line.tricks, line.points, line.totals, strict=True
            )
        )
    if line.is_empty and not current:
        return ((SheetBox(),) * len(BID_COLUMNS),) * len(line.player_values)
    return tuple(
        (SheetBox(bid, BoxTone.QUIET), SheetBox(won, BoxTone.QUIET), SheetBox(), SheetBox())
        for bid, won in line.player_values
    )


class BidSheetForm(SheetForm):
    """Entry form of a deal of an exact-bid game: bids and tricks."""

    fields: ClassVar = (EntryField("bid"), EntryField("tricks"))
    priority_fault_codes = ("sheet-bid-tricks", "sheet-bid-range", "sheet-hook")

    def __init__(self, game: ExactBidGame) -> None:
        self._game = game

    def max_deals(self, seats: int, options: OptionValues) -> int:
        return len(hand_sizes_of_match(self._game, seats, options))

    def value_limits(
        self, column: str, deal: int, seats: int, options: OptionValues
    ) -> tuple[int, int]:
        return 0, hand_sizes_of_match(self._game, seats, options)[deal - 1]

    def find_faults(
        self, deal: int, entries: Sequence[DealEntry], seats: int, options: OptionValues
    ) -> Iterator[EntryFault]:
        sizes, entry = hand_sizes_of_match(self._game, seats, options), entries[deal - 1]
        if deal > len(sizes):
            return
        cards, rule = sizes[deal - 1], self._game.rule_references["score"]
        bids, tricks = entry.field_values(BID_FIELD), entry.field_values(TRICKS_FIELD)
        for seat, (bid, won) in enumerate(entry.player_values):
            values = {"deal": deal, "seat": seat, "count": cards}
            if bid is not None and not 0 <= bid <= cards:
                message = Message("sheet-bid-range", {**values, "bid": bid}, rule)
                yield EntryFault(message, (FieldPosition(seat, BID_FIELD),))
            if won is not None and not 0 <= won <= cards:
                message = Message("sheet-bid-taken", {**values, "tricks": won}, rule)
                yield EntryFault(message, (FieldPosition(seat, TRICKS_FIELD),))
        total = sum_values(tricks)
        sums = {"deal": deal, "sum": total, "due": cards, "by": total - cards}
        positions = tuple(
            FieldPosition(seat, TRICKS_FIELD) for seat, won in enumerate(tricks) if won is not None
        )
        if None not in tricks and total != cards:
            yield EntryFault(Message("sheet-bid-tricks", sums, rule), positions)
        elif total > cards and len(positions) > 1:
            yield EntryFault(Message("sheet-bid-tricks-over", sums, rule), positions)
        if options.get_flag("hook") and None not in bids and sum_values(bids) == cards:
            positions = tuple(FieldPosition(seat, BID_FIELD) for seat in range(seats))
            yield EntryFault(Message("sheet-hook", {"deal": deal, "due": cards}, rule), positions)

    def make_sheet(
        self, seats: int, options: OptionValues, entries: Sequence[DealEntry]
    ) -> ScoreSheet:
        """Return the sheet; running totals skip deals that are not filled."""
        sizes = hand_sizes_of_match(self._game, seats, options)
        totals: tuple[int, ...] = (0,) * seats
        lines: list[DealEntry | BidsScored] = []
        for entry, cards in zip(entries, sizes, strict=False):
            if not entry.is_filled:
                lines.append(entry)
                continue
            bids, tricks = (
                _zero_filled(entry.field_values(BID_FIELD)),
                _zero_filled(entry.field_values(TRICKS_FIELD)),
            )
            start = self._game.initial_state(seats, options)._replace(cards=cards)
            points = tuple(map(self._game.points_of_bid, (start,) * seats, bids, tricks))
            totals = tuple(map(sum, zip(totals, points, strict=True)))
            lines.append(BidsScored(len(lines) + 1, points, totals, bids, tricks))
        current = find_current_deal(entries, len(sizes))
        ranks = None if current is not None else rank_seats([(total,) for total in totals])
        sheet = make_bid_sheet(seats, sizes, lines, current=current, ranks=ranks)
        sheet = _mark_no_trump(sheet, self._game, self._game.initial_state(seats, options))
        return self.add_entry_checks(sheet, entries, seats, options)


def _zero_filled(values: Sequence[int | None]) -> tuple[int, ...]:
    return tuple(value or 0 for value in values)


def hand_sizes_of_match(game: ExactBidGame, seats: int, options: OptionValues) -> tuple[int, ...]:
    start = game.initial_state(seats, options)
    return tuple(
        game.hand_size_in_deal(start, deal) for deal in range(1, game.max_deals(start) + 1)
    )


def bid_sheet_of_view(game: ExactBidGame, view: BidState) -> ScoreSheet:
    deals: list[BidsScored | DealEntry] = [*view.scores]
    current = None
    if view.deal > len(view.scores):
        current = view.deal
        has_cards_played = view.play.trick or view.play.taken_tricks
        won = view.play.tricks_won if has_cards_played else (None,) * view.seats
        deals.append(DealEntry(tuple(zip(view.bids, won, strict=True))))
    ranks = None if view.end is None else view.end.places
    hand_sizes = hand_sizes_of_match(game, view.seats, view.options)
    sheet = make_bid_sheet(view.seats, hand_sizes, deals, current=current, ranks=ranks)
    sheet = _mark_no_trump(replace(sheet, totals=view.totals), game, view)
    return _with_voids(sheet, view)


def _mark_no_trump(sheet: ScoreSheet, game: ExactBidGame, state: BidState) -> ScoreSheet:
    """Return the sheet with the deals without trump marked, if some are by an option.

    One of them is usual, and where all are, the rules of the table say so.
    """
    marks = [not game.has_trump(state, row.label) for row in sheet.rows]
    if not 1 < sum(marks) < len(marks):
        return sheet
    rows = (
        replace(row, title="no-trump" if is_marked else "")
        for row, is_marked in zip(sheet.rows, marks, strict=True)
    )
    return replace(sheet, rows=tuple(rows))


def _with_voids(sheet: ScoreSheet, view: BidState) -> ScoreSheet:
    """Return the sheet with the penalties of void deals (``damn.md 10``)."""
    if view.manners is None or not view.manners.voids:
        return sheet
    penalties = view.manners.penalties(view.seats)
    boxes = tuple(
        (SheetBox(penalty, BoxTone.FAILED if penalty else BoxTone.QUIET),) for penalty in penalties
    )
    row = SheetRow(0, boxes, kind=RowKind.RESULT, title="penalties")
    return replace(sheet, results=(row, sheet.result_rows[0]))


MIN_HONOUR_DEALS: Final = 7
"""Fewest deals of a match whose bids earn an honour."""


def bid_facts(deal: Sequence[Event], scored: DealScored, seat: int) -> tuple[DealFact, ...]:
    """Return whether a seat made its bid, by the size of the deal and by the bid."""
    assert isinstance(scored, BidsScored)
    cards = next((event.cards for event in deal if isinstance(event, TrumpDealt)), 0)
    bid, is_met = scored.bids[seat], int(scored.bids[seat] == scored.tricks[seat])
    return DealFact("exact-by-size", str(cards), is_met), DealFact("exact-by-bid", str(bid), is_met)


def bid_figures(sums: FactSums) -> tuple[StatisticsTable, ...]:
    """Return how often bids were made, by the size of the deal and by the bid."""
    by_size, by_bid = (
        {int(key): counts for (fact_kind, key), counts in sums.items() if fact_kind == kind}
        for kind in ("exact-by-size", "exact-by-bid")
    )
    sizes = tuple(
        StatisticsTableRow(Message("figures-cards", {"count": size}), by_size[size], is_share=True)
        for size in sorted(by_size)
    )
    bids = tuple(
        StatisticsTableRow(Message("choice-bid", {"count": bid}), by_bid[bid], is_share=True)
        for bid in sorted(by_bid)
    )
    return (
        StatisticsTable(Message("figures-by-size"), sizes),
        StatisticsTable(Message("figures-by-bid"), bids),
    )


def bid_honours(deals: Sequence[FactsBySeat], end: MatchEnded, seat: int) -> tuple[str, ...]:
    """Return the honour of a seat that made every bid, in a match of the usual length.

    The shortest usual match is Damn's for seven, which has seven deals: fewer do not count. A void
    deal has no bids, only those of the deal that came in its place.
    """
    is_long_match = len(deals) >= MIN_HONOUR_DEALS
    return (
        ("every-bid-made",)
        if is_long_match and all(_is_bid_met(deal, seat) for deal in deals)
        else ()
    )


def blackout_honours(deals: Sequence[FactsBySeat], end: MatchEnded, seat: int) -> tuple[str, ...]:
    """Return the same honour, and that of bidding and winning none in the last deal."""
    honours, zero_bid_met = bid_honours(deals, end, seat), DealFact("exact-by-bid", "0", 1)
    return (
        (*honours, "none-of-thirteen")
        if any(zero_bid_met in deal[seat] for deal in deals[-1:])
        else honours
    )


def _is_bid_met(deal: FactsBySeat, seat: int) -> bool:
    return all(fact.value for fact in deal[seat] if fact.kind == "exact-by-bid")
