"""The sheet of exact-bid games: bid, tricks, points and running total of every player."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Final

from greenbaize.games.exact_bid.play import ExactBidGame
from greenbaize.games.exact_bid.state import BidState
from greenbaize.rules.messages import Message
from greenbaize.rules.options import Settings
from greenbaize.rules.places import ranked
from greenbaize.rules.sheet_forms import (
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

COLUMNS: Final = ("bid", "tricks", "points", "total")
SIDE: Final = ("cards",)
BID, TRICKS = 0, 1


@dataclass(frozen=True, slots=True)
class Layout:
    """What a match's sheet has printed on it: the cards of each deal, and the rules it obeys."""

    cards: tuple[int, ...]
    hook: bool
    rules: str
    """The page of the rules, for checks that fail."""


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """A scored deal: by seat the bid, the tricks won, the points and the total so far."""

    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]


def bid_sheet(
    seats: int,
    layout: Layout,
    deals: Sequence[ScoredDeal | Entry],
    *,
    current: int | None = None,
    places: tuple[int, ...] | None = None,
) -> Sheet:
    """The sheet of these deals, scored or only begun, and the blank ones that follow.

    Args:
        seats: the number of players.
        layout: what is printed on the sheet.
        deals: deals from 1 on.
        current: the deal being played or entered.
        places: by seat, once the match has ended.
    """
    blank = Entry(((None, None),) * seats)
    lines = [*deals, *[blank] * (len(layout.cards) - len(deals))]
    rows = [
        Row(number, _boxes(line, number == current), number == current, side=_side(number, layout))
        for number, line in enumerate(lines, 1)
    ]
    scored = [deal for deal in deals if isinstance(deal, ScoredDeal)]
    totals = scored[-1].totals if scored else (0,) * seats
    sheet = Sheet(COLUMNS, tuple(rows), totals, places, side=SIDE)
    return marked(sheet, _checks(deals, layout))


def _side(number: int, layout: Layout) -> tuple[Box, ...]:
    return (Box(layout.cards[number - 1], Tone.QUIET),) if number <= len(layout.cards) else ()


def _boxes(line: ScoredDeal | Entry, current: bool) -> tuple[tuple[Box, ...], ...]:
    if isinstance(line, ScoredDeal):
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


def _checks(deals: Sequence[ScoredDeal | Entry], layout: Layout) -> Iterator[Check]:
    for row, (deal, cards) in enumerate(zip(deals, layout.cards, strict=False)):
        if isinstance(deal, ScoredDeal):
            yield from _deal_checks(row, deal, cards, layout)


def _deal_checks(row: int, deal: ScoredDeal, cards: int, layout: Layout) -> Iterator[Check]:
    seats, number, rule = range(len(deal.bids)), row + 1, layout.rules
    got = sum(deal.tricks)
    if got != cards:
        sums = {"deal": number, "sum": got, "due": cards, "by": got - cards}
        cells = tuple(Cell(row, seat, TRICKS) for seat in seats)
        yield Check(Message("sheet-bid-tricks", sums, rule), cells)
    for seat, bid in enumerate(deal.bids):
        if not 0 <= bid <= cards:
            values = {"deal": number, "seat": seat, "bid": bid, "count": cards}
            yield Check(Message("sheet-bid-range", values, rule), (Cell(row, seat, BID),))
    if layout.hook and sum(deal.bids) == cards:
        cells = tuple(Cell(row, seat, BID) for seat in seats)
        yield Check(Message("sheet-hook", {"deal": number, "due": cards}, rule), cells)


class BidForm(SheetForm):
    """What is entered of a deal of an exact-bid game: bids and tricks.

    Args:
        keys: the options that change the sheet.
        layout: what is printed on the sheet of so many players with these options.
        points: what a bid scores: asked with the players, the cards, the bid, the tricks won and
            the options.
    """

    fields: ClassVar = (Field("bid"), Field("tricks"))

    def __init__(
        self,
        keys: tuple[str, ...],
        layout: Callable[[int, Settings], Layout],
        points: Callable[[int, int, int, int, Settings], int],
    ) -> None:
        self.options = keys
        self._layout = layout
        self._points = points

    def deals(self, seats: int, options: Settings) -> int:
        """As many as the game has with these options."""
        return len(self._layout(seats, options).cards)

    def span(self, column: str, deal: int, seats: int, options: Settings) -> tuple[int, int]:
        """None to all of the deal's tricks."""
        del column
        return 0, self._layout(seats, options).cards[deal - 1]

    def faults(
        self, deal: int, entries: Sequence[Entry], seats: int, options: Settings
    ) -> Iterator[Fault]:
        """Bids and tricks beyond the cards, tricks that do not add up, and the hook."""
        layout, entry = self._layout(seats, options), entries[deal - 1]
        if deal > len(layout.cards):
            return
        cards, rule = layout.cards[deal - 1], layout.rules
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
        if layout.hook and None not in bids and total_of(bids) == cards:
            spots = tuple(Spot(seat, BID) for seat in range(seats))
            yield Fault(Message("sheet-hook", {"deal": deal, "due": cards}, rule), spots)

    def sheet(self, seats: int, options: Settings, entries: Sequence[Entry]) -> Sheet:
        """The sheet; running totals pass over deals that are not filled."""
        layout = self._layout(seats, options)
        totals: tuple[int, ...] = (0,) * seats
        lines: list[Entry | ScoredDeal] = []
        for entry, cards in zip(entries, layout.cards, strict=False):
            if not entry.filled:
                lines.append(entry)
                continue
            bids, tricks = _numbers(entry.field(BID)), _numbers(entry.field(TRICKS))
            points = tuple(
                self._points(seats, cards, bid, won, options)
                for bid, won in zip(bids, tricks, strict=True)
            )
            totals = tuple(map(sum, zip(totals, points, strict=True)))
            lines.append(ScoredDeal(bids, tricks, points, totals))
        now = current_deal(entries, len(layout.cards))
        places = None if now is not None else ranked([(total,) for total in totals])
        sheet = bid_sheet(seats, layout, lines, current=now, places=places)
        faults = fault_checks(self, sheet, entries, seats, options)
        return marked(sheet, (*sheet.checks, *faults, *gap_checks(entries, (BID, TRICKS))))


def _numbers(values: Sequence[int | None]) -> tuple[int, ...]:
    return tuple(value or 0 for value in values)


def layout_of(game: ExactBidGame, seats: int, options: Settings) -> Layout:
    """What is printed on the sheet of a match."""
    start = game.start(seats, options)
    deals = range(1, game.deals(start) + 1)
    cards = tuple(game.cards_in(start, deal) for deal in deals)
    return Layout(cards, options.flag("hook"), game.rules["score"])


def sheet_of(game: ExactBidGame, view: BidState) -> Sheet:
    """The score sheet of a match so far."""
    deals: list[ScoredDeal | Entry] = [
        ScoredDeal(score.bids, score.tricks, score.points, score.totals) for score in view.scores
    ]
    current = None
    if view.deal > len(view.scores):
        current = view.deal
        led = view.play.trick or view.play.taken
        won = view.play.won if led else (None,) * view.seats
        deals.append(Entry(tuple(zip(view.bids, won, strict=True))))
    places = None if view.end is None else view.end.places
    layout = layout_of(game, view.seats, view.options)
    sheet = bid_sheet(view.seats, layout, deals, current=current, places=places)
    return _with_voids(replace(sheet, totals=view.totals), view)


def _with_voids(sheet: Sheet, view: BidState) -> Sheet:
    """The sheet with what void deals have cost (``damn.md 10``)."""
    if view.manners is None or not view.manners.voids:
        return sheet
    penalties = view.manners.penalties(view.seats)
    boxes = tuple((Box(one, Tone.FAILED if one else Tone.QUIET),) for one in penalties)
    row = Row(0, boxes, kind=Kind.RESULT, title="penalties")
    return replace(sheet, results=(row, sheet.summary[0]))


def form_of(game: ExactBidGame) -> SheetForm:
    """How the sheet of a game is kept by hand."""
    keys = [option.key for option in game.options]
    printed = [key for key in keys if key not in ("in_order", "enforcement")]

    def points(seats: int, cards: int, bid: int, won: int, options: Settings) -> int:
        return game.points(game.start(seats, options)._replace(cards=cards), bid, won)

    return BidForm(tuple(printed), partial(layout_of, game), points)
