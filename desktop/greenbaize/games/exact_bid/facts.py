"""What is remembered of a deal of exact bids: how often they were made, by bid and by size."""

from collections.abc import Sequence

from greenbaize.games.exact_bid.events import BidsScored, TrumpDealt
from greenbaize.rules.events import Event, Scored
from greenbaize.rules.facts import Fact, Figures, Rate, Sums
from greenbaize.rules.messages import Message


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
