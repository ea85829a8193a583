"""Score sheet of exact-bid games (bid, tricks, points, total), and statistics of a deal."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from greenbaize.games.exact_bid.events import BidsScored, TrumpDealt
from greenbaize.games.exact_bid.play import ExactBidGame
from greenbaize.games.exact_bid.state import BidState
from greenbaize.rules.events import Ended, Event, Scored
from greenbaize.rules.facts import DealFacts, Fact, Figures, Rate, Sums
from greenbaize.rules.messages import Message
from greenbaize.rules.options import Settings
from greenbaize.rules.places import ranked
from greenbaize.rules.sheets import (
    Box,
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

COLUMNS: Final = ("bid", "tricks", "points", "total")
SIDE: Final = ("cards",)
BID, TRICKS = 0, 1


def bid_sheet(
    seats: int,
    cards: Sequence[int],
    deals: Sequence[BidsScored | Entry],
    *,
    current: int | None = None,
    places: tuple[int, ...] | None = None,
) -> Sheet:
    """Return the sheet of deals from 1 on, scored or only begun, and the blank ones that follow."""
    blank = Entry(((None, None),) * seats)
    lines = [*deals, *[blank] * (len(cards) - len(deals))]
    rows = [
        Row(number, _boxes(line, number == current), number == current, side=_side(number, cards))
        for number, line in enumerate(lines, 1)
    ]
    scored = [deal for deal in deals if isinstance(deal, BidsScored)]
    totals = scored[-1].totals if scored else (0,) * seats
    return Sheet(COLUMNS, tuple(rows), totals, places, side=SIDE)


def _side(number: int, cards: Sequence[int]) -> tuple[Box, ...]:
    return (Box(cards[number - 1], Tone.QUIET),) if number <= len(cards) else ()


def _boxes(line: BidsScored | Entry, current: bool) -> tuple[tuple[Box, ...], ...]:
    if isinstance(line, BidsScored):
        return tuple(
            (
                Box(bid, Tone.QUIET),
                Box(won, Tone.QUIET),
                Box(points, Tone.PLAIN if bid == won else Tone.FAILED),
                Box(total, Tone.STRONG),
            )
            for bid, won, points, total in zip(
                line.bids, line.tricks, line.points, line.totals, strict=True
            )
        )
    if line.empty and not current:
        return ((Box(),) * len(COLUMNS),) * len(line.players)
    return tuple(
        (Box(bid, Tone.QUIET), Box(won, Tone.QUIET), Box(), Box()) for bid, won in line.players
    )


class BidForm(SheetForm):
    """Entry form of a deal of an exact-bid game: bids and tricks."""

    fields: ClassVar = (Field("bid"), Field("tricks"))
    first = ("sheet-bid-tricks", "sheet-bid-range", "sheet-hook")

    def __init__(self, game: ExactBidGame) -> None:
        self._game = game
        changing = ("deals", "first", "zero_bids", "hook")
        keys = [option.key for option in game.options]
        self.options = tuple(key for key in keys if key in changing)

    def deals(self, seats: int, options: Settings) -> int:
        return len(cards_of(self._game, seats, options))

    def span(self, column: str, deal: int, seats: int, options: Settings) -> tuple[int, int]:
        return 0, cards_of(self._game, seats, options)[deal - 1]

    def faults(
        self, deal: int, entries: Sequence[Entry], seats: int, options: Settings
    ) -> Iterator[Fault]:
        each, entry = cards_of(self._game, seats, options), entries[deal - 1]
        if deal > len(each):
            return
        cards, rule = each[deal - 1], self._game.rules["score"]
        bids, tricks = entry.field(BID), entry.field(TRICKS)
        for seat, (bid, won) in enumerate(entry.players):
            values = {"deal": deal, "seat": seat, "count": cards}
            if bid is not None and not 0 <= bid <= cards:
                message = Message("sheet-bid-range", {**values, "bid": bid}, rule)
                yield Fault(message, (Spot(seat, BID),))
            if won is not None and not 0 <= won <= cards:
                message = Message("sheet-bid-taken", {**values, "tricks": won}, rule)
                yield Fault(message, (Spot(seat, TRICKS),))
        got = total_of(tricks)
        sums = {"deal": deal, "sum": got, "due": cards, "by": got - cards}
        spots = tuple(Spot(seat, TRICKS) for seat, won in enumerate(tricks) if won is not None)
        if None not in tricks and got != cards:
            yield Fault(Message("sheet-bid-tricks", sums, rule), spots)
        elif got > cards and len(spots) > 1:
            yield Fault(Message("sheet-bid-tricks-over", sums, rule), spots)
        if options.flag("hook") and None not in bids and total_of(bids) == cards:
            spots = tuple(Spot(seat, BID) for seat in range(seats))
            yield Fault(Message("sheet-hook", {"deal": deal, "due": cards}, rule), spots)

    def sheet(self, seats: int, options: Settings, entries: Sequence[Entry]) -> Sheet:
        """Return the sheet; running totals skip deals that are not filled."""
        each = cards_of(self._game, seats, options)
        totals: tuple[int, ...] = (0,) * seats
        lines: list[Entry | BidsScored] = []
        for entry, cards in zip(entries, each, strict=False):
            if not entry.filled:
                lines.append(entry)
                continue
            bids, tricks = _numbers(entry.field(BID)), _numbers(entry.field(TRICKS))
            start = self._game.start(seats, options)._replace(cards=cards)
            points = tuple(map(self._game.points, (start,) * seats, bids, tricks))
            totals = tuple(map(sum, zip(totals, points, strict=True)))
            lines.append(BidsScored(len(lines) + 1, points, totals, bids, tricks))
        now = current_deal(entries, len(each))
        places = None if now is not None else ranked([(total,) for total in totals])
        sheet = bid_sheet(seats, each, lines, current=now, places=places)
        return self.checked(sheet, entries, seats, options)


def _numbers(values: Sequence[int | None]) -> tuple[int, ...]:
    return tuple(value or 0 for value in values)


def cards_of(game: ExactBidGame, seats: int, options: Settings) -> tuple[int, ...]:
    start = game.start(seats, options)
    return tuple(game.cards_in(start, deal) for deal in range(1, game.deals(start) + 1))


def sheet_of(game: ExactBidGame, view: BidState) -> Sheet:
    deals: list[BidsScored | Entry] = [*view.scores]
    current = None
    if view.deal > len(view.scores):
        current = view.deal
        led = view.play.trick or view.play.taken
        won = view.play.won if led else (None,) * view.seats
        deals.append(Entry(tuple(zip(view.bids, won, strict=True))))
    places = None if view.end is None else view.end.places
    cards = cards_of(game, view.seats, view.options)
    sheet = bid_sheet(view.seats, cards, deals, current=current, places=places)
    return _with_voids(replace(sheet, totals=view.totals), view)


def _with_voids(sheet: Sheet, view: BidState) -> Sheet:
    """Return the sheet with the penalties of void deals (``damn.md 10``)."""
    if view.manners is None or not view.manners.voids:
        return sheet
    penalties = view.manners.penalties(view.seats)
    boxes = tuple((Box(one, Tone.FAILED if one else Tone.QUIET),) for one in penalties)
    row = Row(0, boxes, kind=Kind.RESULT, title="penalties")
    return replace(sheet, results=(row, sheet.summary[0]))


FEWEST_DEALS: Final = 7
"""Fewest deals of a match whose bids earn an honour."""


def facts_of(deal: Sequence[Event], scored: Scored, seat: int) -> tuple[Fact, ...]:
    """Return whether a seat made its bid, by the size of the deal and by the bid."""
    assert isinstance(scored, BidsScored)
    cards = next((event.cards for event in deal if isinstance(event, TrumpDealt)), 0)
    bid, met = scored.bids[seat], int(scored.bids[seat] == scored.tricks[seat])
    return Fact("exact-by-size", str(cards), met), Fact("exact-by-bid", str(bid), met)


def figures_of(sums: Sums) -> tuple[Figures, ...]:
    """Return how often bids were made, by the size of the deal and by the bid."""
    by_size, by_bid = (
        {int(key): counted for (of, key), counted in sums.items() if of == kind}
        for kind in ("exact-by-size", "exact-by-bid")
    )
    sizes = tuple(
        Rate(Message("figures-cards", {"count": size}), by_size[size], share=True)
        for size in sorted(by_size)
    )
    bids = tuple(
        Rate(Message("choice-bid", {"count": bid}), by_bid[bid], share=True)
        for bid in sorted(by_bid)
    )
    return (Figures(Message("figures-by-size"), sizes), Figures(Message("figures-by-bid"), bids))


def every_bid_made(deals: Sequence[DealFacts], end: Ended, seat: int) -> tuple[str, ...]:
    """Return the honour of a seat that made every bid, in a match of the usual length.

    The shortest usual match is Damn's for seven, which has seven deals: fewer do not count. A void
    deal has no bids, only those of the deal that came in its place.
    """
    long = len(deals) >= FEWEST_DEALS
    return ("every-bid-made",) if long and all(_made(deal, seat) for deal in deals) else ()


def blackout_honours(deals: Sequence[DealFacts], end: Ended, seat: int) -> tuple[str, ...]:
    """Return the same honour, and that of bidding and winning none in the last deal."""
    bids, none = every_bid_made(deals, end, seat), Fact("exact-by-bid", "0", 1)
    return (*bids, "none-of-thirteen") if any(none in deal[seat] for deal in deals[-1:]) else bids


def _made(deal: DealFacts, seat: int) -> bool:
    return all(fact.value for fact in deal[seat] if fact.kind == "exact-by-bid")
