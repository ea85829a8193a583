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
from greenbaize.rules.events import DealScored, Event, MatchEnded
from greenbaize.rules.facts import (
    DealFact,
    FactsBySeat,
    FactSum,
    FactSums,
    StatisticsTable,
    StatisticsTableRow,
    points_sum,
)
from greenbaize.rules.messages import Message

MIN_HONOUR_BANKS: Final = 2
"""Fewest banks shed that earn the honour, where none was gained."""


def contract_facts(deal: Sequence[Event], scored: DealScored, seat: int) -> tuple[DealFact, ...]:
    """Return a seat's points by contract and half, and its tricks in that half."""
    assert isinstance(scored, ContractScored)
    dealt = next((event for event in deal if isinstance(event, ContractDealt)), None)
    if dealt is None:
        return ()
    half_key = "2" if dealt.sign > 0 else "1"
    return (
        DealFact("contract", f"{half_key} {dealt.contract}", scored.points[seat]),
        DealFact("tricks", half_key, scored.tricks[seat]),
        DealFact("tricks", "all", sum(scored.tricks)),
    )


def bank_facts(deal: Sequence[Event], scored: DealScored, seat: int) -> tuple[DealFact, ...]:
    """Return a seat's target, whether it was met, and the bank shed or gained (``ass.md 3``)."""
    assert isinstance(scored, BanksScored)
    stakes = {event.seat: event.go for event in deal if isinstance(event, StakeMade)}
    go, target = stakes.get(seat, False), scored.targets[seat]
    is_target_met = scored.points[seat] >= target
    banks_shed = 1 if is_target_met else -1 if go else 0
    return (
        DealFact("stake", "go" if go else "stay", int(is_target_met)),
        DealFact("target", "", target),
        DealFact("banks", "", banks_shed),
    )


def contract_figures(sums: FactSums) -> tuple[StatisticsTable, ...]:
    """Return the points a deal by contract, in each half."""
    return tuple(
        StatisticsTable(
            Message("figures-half", {"number": half}),
            tuple(
                StatisticsTableRow(
                    Message("figures-contract", {"contract": contract.name}), sums[key]
                )
                for contract in CONTRACTS
                if (key := ("contract", f"{half} {contract.name}")) in sums
            ),
        )
        for half in (1, 2)
    )


def bank_figures(sums: FactSums) -> tuple[StatisticsTable, ...]:
    """Return how often a target was met, going and staying, and the banks shed."""
    labels = (("go", Message("figures-go")), ("stay", Message("figures-stay")))
    stakes = tuple(
        StatisticsTableRow(label, sums["stake", key], is_share=True)
        for key, label in labels
        if ("stake", key) in sums
    )
    banks = sums.get(("banks", ""))
    shed_rates = () if banks is None else (StatisticsTableRow(Message("figures-shed"), banks),)
    return (
        StatisticsTable(Message("figures-stakes"), stakes),
        StatisticsTable(Message("figures-banks"), shed_rates),
    )


def contract_honours(deals: Sequence[FactsBySeat], end: MatchEnded, seat: int) -> tuple[str, ...]:
    """Return the honour for a seat that avoided all contracts of the first half (``master.md 4``).

    The rules do not say how well they must be avoided. Taking nothing in any of them is practically
    impossible. So a contract counts as avoided by a seat that takes less than an equal share of it,
    and nothing of what cannot be shared (the king of hearts, MAX).
    """
    first_half = [deal for deal in deals if deal[0] and deal[0][0].key.startswith("1 ")]
    is_half_avoided = len(first_half) == len(CONTRACTS) and all(
        _avoids_contract(deal, seat) for deal in first_half
    )
    return ("half-avoided",) if is_half_avoided else ()


def _avoids_contract(deal: FactsBySeat, seat: int) -> bool:
    points = [fact.value for seat_facts in deal for fact in seat_facts if fact.kind == "contract"]
    # The points are negative, and so less of them is more.
    return points[seat] * len(points) > sum(points)


def bank_honours(deals: Sequence[FactsBySeat], end: MatchEnded, seat: int) -> tuple[str, ...]:
    """Return the honour of a winner who shed ``MIN_HONOUR_BANKS`` banks or more and gained none.

    All three are hardly ever shed before somebody else has lost (in none of 400 hands of matches
    among computer players), and gaining none is easy for whoever always stays.
    """
    banks_shed = [fact.value for deal in deals for fact in deal[seat] if fact.kind == "banks"]
    is_unharmed = (
        end.places[seat] == 1 and sum(banks_shed) >= MIN_HONOUR_BANKS and -1 not in banks_shed
    )
    return ("banks-unharmed",) if is_unharmed else ()


MIDDLE_RATING: Final = 50.0
"""Rating (percent) of as much won as lost."""
RATING_DIVISOR: Final = 448
"""Divisor of the source's formula: twice the points that it prints for a half."""


def contract_rating(sums: FactSums) -> float | None:
    """Return Master's rating: WP·(HT₂ − HT₁) / (448·WA) + 50 %, None without a second half."""
    all_tricks = _sum_of(sums, "tricks", "all")
    if ("tricks", "2") not in sums or not all_tricks:
        return None
    tricks_gained = _sum_of(sums, "tricks", "2") - _sum_of(sums, "tricks", "1")
    return (
        100 * points_sum(sums).total * tricks_gained / (RATING_DIVISOR * all_tricks) + MIDDLE_RATING
    )


def bank_rating(sums: FactSums) -> float | None:
    """Return Ass's rating: points × (banks shed − gained) / (deals × targets faced) + 50 %.

    None before any deal.
    """
    deals = points_sum(sums).occurrences
    targets = _sum_of(sums, "target")
    if not deals or not targets:
        return None
    return 100 * points_sum(sums).total * _sum_of(sums, "banks") / (deals * targets) + MIDDLE_RATING


def _sum_of(sums: FactSums, kind: str, key: str = "") -> int:
    return sums.get((kind, key), FactSum(0, 0)).total
