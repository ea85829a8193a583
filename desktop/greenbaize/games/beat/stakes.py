"""What banks are worth in a match of Ass: how good a place they promise (``ass.md 1``)."""

from collections.abc import Mapping
from math import erf, sqrt
from typing import Final, NamedTuple

from greenbaize.bots.adding import added
from greenbaize.games.beat.banks import LOST, decided
from greenbaize.rules.options import Settings


class Course(NamedTuple):
    """How matches go between strong players, as ``tests/bench/stakes.py`` measures it.

    ``pace`` is about how many deals a match lasts for each bank that the nearest end is away,
    ``swing`` by how much two players' banks move apart in a deal: the variance. ``well`` is the
    power of a hand with which a player goes every other time, and ``eager`` so much more of it as
    makes the odds about e times as high. ``tells`` is how far the first cards tell what a player
    will have, from 0 to 1.
    """

    pace: float
    swing: float
    well: int
    eager: int
    tells: float = 1.0


FOUR: Final = Course(8.0, 0.12, 240, 25)
"""Where four cards each make a deal, whose targets are beyond nearly all hands."""
_EVEN_FOUR: Final = Course(2.0, 1.0, 145, 25)
_EVEN: Final = Course(2.4, 1.2, 160, 50, 0.35)
_SOURCE: Final[Mapping[int, Course]] = {
    2: Course(1.0, 0.07, -100, 25, 0.35),
    3: Course(1.8, 1.4, 140, 50, 0.35),
    4: Course(4.7, 0.25, 300, 25, 0.35),
    5: Course(7.5, 0.12, 400, 25, 0.35),
    6: Course(11.3, 0.07, 400, 25, 0.35),
}


def course(seats: int, options: Settings) -> Course:
    """How matches by these options go."""
    even = options.word("targets") == "even"
    if options.flag("refill"):
        return _EVEN if even else _SOURCE[seats]
    return _EVEN_FOUR if even else FOUR


def promise(
    before: tuple[int, ...], after: tuple[int, ...], deal: int, limit: int, course: Course = FOUR
) -> list[float]:
    """The share of the others that each seat will leave behind, equal places counting half.

    Args:
        before: the banks before a deal, by seat.
        after: the banks after it.
        deal: its number.
        limit: the option *deal limit*, 0 for none.
        course: how such matches go.
    """
    spread = 0.0
    if not decided(before, after, deal, limit):
        near = min(min(banks, LOST - banks) for banks in after)
        left = course.pace * max(1, near)
        spread = sqrt(course.swing * min(left, limit - deal if limit else left))
    others = len(after) - 1
    return [(added(_ahead(own, other, spread) for other in after) - 0.5) / others for own in after]


def _ahead(own: int, other: int, spread: float) -> float:
    """How likely one with so many banks ends with fewer than the other."""
    if not spread:
        return 0.5 + 0.5 * ((other > own) - (other < own))
    return 0.5 + 0.5 * erf((other - own) / (spread * sqrt(2)))
