"""What is remembered of a deal of exact bids: how often they were made, by bid and by size."""

from collections.abc import Sequence
from typing import Final

from greenbaize.games.exact_bid.events import BidsScored, TrumpDealt
from greenbaize.rules.events import Ended, Event, Scored
from greenbaize.rules.facts import DealFacts, Fact, Figures, Rate, Sums
from greenbaize.rules.messages import Message

FEWEST_DEALS: Final = 7
"""So many deals a match has at least whose bids are worth an honour."""


def facts_of(deal: Sequence[Event], scored: Scored) -> tuple[tuple[Fact, ...], ...]:
    """For each seat whether it made its bid, under the size of the deal and under the bid."""
    assert isinstance(scored, BidsScored)
    cards = next((event.cards for event in deal if isinstance(event, TrumpDealt)), 0)
    return tuple(
        (
            Fact("exact-by-size", str(cards), int(bid == tricks)),
            Fact("exact-by-bid", str(bid), int(bid == tricks)),
        )
        for bid, tricks in zip(scored.bids, scored.tricks, strict=True)
    )


def figures_of(sums: Sums) -> tuple[Figures, ...]:
    """How often bids were made, by the size of the deal and by the bid."""
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


def every_bid_made(deals: Sequence[DealFacts], end: Ended) -> tuple[tuple[str, ...], ...]:
    """For each seat whether it made every bid, in a match of the usual length.

    The shortest usual match is Damn's for seven, which has seven deals: fewer are no match to speak
    of. A deal that was void has no bids, but those of the deal that came in its place.
    """
    long = len(deals) >= FEWEST_DEALS
    return tuple(
        ("every-bid-made",) if long and all(_made(deal, seat) for deal in deals) else ()
        for seat in range(len(end.places))
    )


def blackout_honours(deals: Sequence[DealFacts], end: Ended) -> tuple[tuple[str, ...], ...]:
    """The same, and for each seat whether it bid none in the last deal and won none."""
    none = Fact("exact-by-bid", "0", 1)
    return tuple(
        (*bids, "none-of-thirteen") if any(none in deal[seat] for deal in deals[-1:]) else bids
        for seat, bids in enumerate(every_bid_made(deals, end))
    )


def _made(deal: DealFacts, seat: int) -> bool:
    return all(fact.value for fact in deal[seat] if fact.kind == "exact-by-bid")
