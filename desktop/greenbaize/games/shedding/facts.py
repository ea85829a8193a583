"""What is remembered of a deal of Rank: the place, and who has cried Anti-Rank."""

from collections.abc import Sequence

from greenbaize.games.shedding.events import AntiRankDeclared, PlacesScored
from greenbaize.rules.events import Ended, Event, Scored
from greenbaize.rules.facts import Counted, DealFacts, Fact, Figures, Rate, Sums, points_in
from greenbaize.rules.messages import Message


def facts_of(deal: Sequence[Event], scored: Scored) -> tuple[tuple[Fact, ...], ...]:
    """For each seat its place in the deal, and its place after every Anti-Rank of its own."""
    assert isinstance(scored, PlacesScored)
    cried = [event.seat for event in deal if isinstance(event, AntiRankDeclared)]
    return tuple(
        (Fact("place", str(place), 1), *(Fact("antirank", "", place),) * cried.count(seat))
        for seat, place in enumerate(scored.places)
    )


def figures_of(sums: Sums) -> tuple[Figures, ...]:
    """How often each place was taken, and the mean place where one has cried Anti-Rank."""
    deals = points_in(sums).times
    places = tuple(
        Rate(
            Message("figures-place", {"place": place}),
            Counted(deals, sums["place", str(place)].times),
            share=True,
            part=True,
        )
        for place in sorted(int(key) for kind, key in sums if kind == "place")
    )
    cried = sums.get(("antirank", ""))
    after = () if cried is None else (Rate(Message("figures-antirank-place"), cried),)
    return (
        Figures(Message("figures-places"), places),
        Figures(Message("figures-antirank"), after),
    )


def anti_rank_won(deals: Sequence[DealFacts], end: Ended) -> tuple[tuple[str, ...], ...]:
    """For each seat whether it was the first out in a deal in which it had cried Anti-Rank."""
    won = Fact("antirank", "", 1)
    return tuple(
        ("anti-rank-won",) if any(won in deal[seat] for deal in deals) else ()
        for seat in range(len(end.places))
    )
