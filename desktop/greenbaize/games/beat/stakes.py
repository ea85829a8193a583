"""What banks are worth in a match of Ass: how good a place they promise (``ass.md 1``)."""

from math import erf, sqrt
from typing import Final

from greenbaize.bots.adding import added
from greenbaize.games.beat.banks import LOST, decided

PACE: Final = 8.0
"""About how many deals a match lasts for each bank that the nearest end is away."""
SWING: Final = 0.12
"""By how much two players' banks move apart in a deal: the variance."""


def promise(before: tuple[int, ...], after: tuple[int, ...], deal: int, limit: int) -> list[float]:
    """The share of the others that each seat will leave behind, equal places counting half.

    Args:
        before: the banks before a deal, by seat.
        after: the banks after it.
        deal: its number.
        limit: the option *deal limit*, 0 for none.
    """
    spread = 0.0
    if not decided(before, after, deal, limit):
        near = min(min(banks, LOST - banks) for banks in after)
        left = PACE * max(1, near)
        spread = sqrt(SWING * min(left, limit - deal if limit else left))
    others = len(after) - 1
    return [(added(_ahead(own, other, spread) for other in after) - 0.5) / others for own in after]


def _ahead(own: int, other: int, spread: float) -> float:
    """How likely one with so many banks ends with fewer than the other."""
    if not spread:
        return 0.5 + 0.5 * ((other > own) - (other < own))
    return 0.5 + 0.5 * erf((other - own) / (spread * sqrt(2)))
