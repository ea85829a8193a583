"""Statistics of the deals of Master and Ass, with the terms of their ratings."""

from collections.abc import Sequence
from typing import Final

from greenbaize.games.beat.contracts import CONTRACTS
from greenbaize.games.beat.events import (
    BanksScored,
    ContractDealt,
    ContractScored,
    StakeMade,
)
from greenbaize.rules.events import Ended, Event, Scored
from greenbaize.rules.facts import Counted, DealFacts, Fact, Figures, Rate, Sums, points_in
from greenbaize.rules.messages import Message

FEWEST_SHED: Final = 2
"""Fewest banks shed that earn the honour, where none was gained."""


def contract_facts(deal: Sequence[Event], scored: Scored, seat: int) -> tuple[Fact, ...]:
    """Return a seat's points by contract and half, and its tricks in that half."""
    assert isinstance(scored, ContractScored)
    dealt = next((event for event in deal if isinstance(event, ContractDealt)), None)
    if dealt is None:
        return ()
    half = "2" if dealt.sign > 0 else "1"
    return (
        Fact("contract", f"{half} {dealt.contract}", scored.points[seat]),
        Fact("tricks", half, scored.tricks[seat]),
        Fact("tricks", "all", sum(scored.tricks)),
    )


def bank_facts(deal: Sequence[Event], scored: Scored, seat: int) -> tuple[Fact, ...]:
    """Return a seat's target, whether it was met, and the bank shed or gained (``ass.md 3``)."""
    assert isinstance(scored, BanksScored)
    went = {event.seat: event.go for event in deal if isinstance(event, StakeMade)}
    go, target = went.get(seat, False), scored.targets[seat]
    met = scored.points[seat] >= target
    shed = 1 if met else -1 if go else 0
    return (
        Fact("stake", "go" if go else "stay", int(met)),
        Fact("target", "", target),
        Fact("banks", "", shed),
    )


def contract_figures(sums: Sums) -> tuple[Figures, ...]:
    """Return the points a deal by contract, in each half."""
    return tuple(
        Figures(
            Message("figures-half", {"number": half}),
            tuple(
                Rate(Message("figures-contract", {"contract": one.name}), sums[found])
                for one in CONTRACTS
                if (found := ("contract", f"{half} {one.name}")) in sums
            ),
        )
        for half in (1, 2)
    )


def bank_figures(sums: Sums) -> tuple[Figures, ...]:
    """Return how often a target was met, going and staying, and the banks shed."""
    said = (("go", Message("figures-go")), ("stay", Message("figures-stay")))
    stakes = tuple(
        Rate(label, sums["stake", key], share=True) for key, label in said if ("stake", key) in sums
    )
    banks = sums.get(("banks", ""))
    shed = () if banks is None else (Rate(Message("figures-shed"), banks),)
    return (Figures(Message("figures-stakes"), stakes), Figures(Message("figures-banks"), shed))


def half_avoided(deals: Sequence[DealFacts], end: Ended, seat: int) -> tuple[str, ...]:
    """Return the honour for a seat that avoided all contracts of the first half (``master.md 4``).

    The rules say that they are to be avoided, and not how well. None of the nine tricks of *All*
    and none of anything else is beyond human power, so a contract counts as avoided by whoever
    takes less of it than an equal share: of what is not divided (the king of hearts, MAX), nothing.
    """
    half = [deal for deal in deals if deal[0] and deal[0][0].key.startswith("1 ")]
    avoided = len(half) == len(CONTRACTS) and all(_avoided(deal, seat) for deal in half)
    return ("half-avoided",) if avoided else ()


def _avoided(deal: DealFacts, seat: int) -> bool:
    points = [fact.value for told in deal for fact in told if fact.kind == "contract"]
    # The points are negative, and so less of them is more.
    return points[seat] * len(points) > sum(points)


def banks_unharmed(deals: Sequence[DealFacts], end: Ended, seat: int) -> tuple[str, ...]:
    """Return the honour of a winner who shed ``FEWEST_SHED`` banks or more and gained none.

    All three are hardly ever shed before somebody else has lost (in none of 400 hands of matches
    among computer players), and gaining none is easy for whoever always stays.
    """
    shed = [fact.value for deal in deals for fact in deal[seat] if fact.kind == "banks"]
    unharmed = end.places[seat] == 1 and sum(shed) >= FEWEST_SHED and -1 not in shed
    return ("banks-unharmed",) if unharmed else ()


HALF: Final = 50.0
"""Rating (percent) of as much won as lost."""
TWO_HALVES: Final = 448
"""Divisor of the source's formula: twice the points that it prints for a half."""


def contract_rating(sums: Sums) -> float | None:
    """Return Master's rating: WP·(HT₂ − HT₁) / (448·WA) + 50 %, None without a second half."""
    played = _sum(sums, "tricks", "all")
    if ("tricks", "2") not in sums or not played:
        return None
    more = _sum(sums, "tricks", "2") - _sum(sums, "tricks", "1")
    return 100 * points_in(sums).sum * more / (TWO_HALVES * played) + HALF


def bank_rating(sums: Sums) -> float | None:
    """Return Ass's rating: points × (banks shed − gained) / (deals × targets faced) + 50 %.

    None before any deal.
    """
    deals = points_in(sums).times
    targets = _sum(sums, "target")
    if not deals or not targets:
        return None
    return 100 * points_in(sums).sum * _sum(sums, "banks") / (deals * targets) + HALF


def _sum(sums: Sums, kind: str, key: str = "") -> int:
    return sums.get((kind, key), Counted(0, 0)).sum
