"""The ratings that the sources print, of one match or of many (``master.md``, ``ass.md 6``)."""

from typing import Final

from greenbaize.rules.facts import Counted, Sums, points_in

HALF: Final = 50.0
"""Percent: as much won as lost."""
TWO_HALVES: Final = 448
"""Of the source's formula: twice the points it prints for a half."""


def contract_rating(sums: Sums) -> float | None:
    """Master's: WP·(HT₂ − HT₁) / (448·WA) + 50 %, None where there is no second half."""
    played = _sum(sums, "tricks", "all")
    if ("tricks", "2") not in sums or not played:
        return None
    more = _sum(sums, "tricks", "2") - _sum(sums, "tricks", "1")
    return 100 * points_in(sums).sum * more / (TWO_HALVES * played) + HALF


def bank_rating(sums: Sums) -> float | None:
    """Ass's: points × (banks shed − gained) / (deals × targets faced) + 50 %, None before any."""
    deals = points_in(sums).times
    targets = _sum(sums, "target")
    if not deals or not targets:
        return None
    return 100 * points_in(sums).sum * _sum(sums, "banks") / (deals * targets) + HALF


def _sum(sums: Sums, kind: str, key: str = "") -> int:
    return sums.get((kind, key), Counted(0, 0)).sum
