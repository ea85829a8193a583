"""The value of a deal's points near the end of a match, where the match rank counts.

While much is still to be played, points are ranks: one point more makes it slightly more likely to
beat each of the others. In the last deals it depends on the totals. A leader may be content with
little as long as nobody catches up; a player who lies behind needs much, and against players who
are far ahead or behind for good, points no longer matter.

An outcome is therefore worth what it makes of the match: the probability of beating each of the
others, and of beating all of them. Both count: a match has a winner, which speaks for the second
alone, but a player who can no longer win does not play for nothing, and prefers to be beaten by
few. The value is expressed in points of the deal with the same effect at the current totals: far
from the end it is the lead over the others' mean.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from math import ceil, log, prod, sqrt
from typing import Final, NamedTuple


def added(values: Iterable[float]) -> float:
    """Return the sum of the values, added one after the other; 0 for none.

    From Python 3.12 on ``sum`` compensates for rounding, which gives different last digits.
    """
    total = 0.0
    for value in values:
        total += value
    return total


Swings = Mapping[int, float]
"""The probability that a player gains so many points on another; losses are equally likely."""

WINNING: Final = 0.5
"""The weight of winning the match; the rest is the share of the others left behind."""
THIN: Final = 0.01
"""The small value of points where ranks are settled, per typical swing of a deal."""


class Finish(NamedTuple):
    """The values of this deal's points, in plain numbers and lists for compiled code.

    ``totals`` are each seat's points before the deal, more being better, and ``level_index`` is the
    index of a lead of 0 in the lists. ``lead_shares`` has for each lead over one other player its
    value in points of the deal. ``win_factors`` has a factor for each lead: their product over all
    the others, times ``win_weight``, is the value of winning. ``base_value`` is the value of the
    seat's position before the deal.
    """

    totals: tuple[int, ...]
    zero: int
    share: list[float]
    win: list[float]
    first: float
    base: float

    def alone(self, points: float) -> "Finish":
        """Return the values for own points instead of leads, where all get ``points`` together."""
        seats = len(self.totals)
        part = (seats - 1) / seats
        return self._replace(
            share=[part * share for share in self.share],
            first=part * self.first,
            base=part * self.base - points / seats,
        )

    def worth(self, points: Sequence[int]) -> list[float]:
        """Return the value to each seat of a deal with these points, more being better."""
        ends = [total + more for total, more in zip(self.totals, points, strict=True)]
        return [self._of(seat, ends) for seat in range(len(ends))]

    def _of(self, seat: int, ends: Sequence[int]) -> float:
        own, value, wins = ends[seat] + self.zero, 0.0, self.first
        for other, end in enumerate(ends):
            if other != seat:
                value += self.share[own - end]
                wins *= self.win[own - end]
        return value + wins - self.base


def finish(
    seat: int, totals: Sequence[int], now: Swings, later: Swings, *, first: float = WINNING
) -> Finish:
    """Return the values of a deal's points to a seat.

    ``deal_swings`` is the full distribution of this deal's swing, ``later_swings`` that of all
    deals after it, empty after the last one. ``win_share`` is the weight of winning.
    """
    others = len(totals) - 1
    leads = [totals[seat] - one for other, one in enumerate(totals) if other != seat]
    usual = sqrt(added(chance * points * points for points, chance in now.items())) or 1.0
    thin = THIN / usual
    # The chances of beating several players are correlated: ahead of one, a player is likely ahead
    # of the next. Winning is therefore less hard than with independent chances; level players win
    # equally often.
    power = log(others + 1) / (others * log(2))

    def table(swings: Swings, reach: int) -> list[float]:
        """Return the probability of ending ahead for leads from -reach to reach; ties are half."""
        width = max(reach, *swings)
        chances = [swings.get(points, 0.0) for points in range(-width, width + 1)]
        below = list(accumulate(chances, initial=0.0))
        ahead = [(one + two) / 2 for one, two in pairwise(below)]
        return [min(1.0, max(0.0, one)) for one in ahead[width - reach : width + reach + 1]]

    step = ceil(usual)
    wide = max(map(abs, leads)) + step
    before = table(joined((now, later)), wide)

    def standing(more: int) -> float:
        chances = [before[wide + lead + more] for lead in leads]
        share = added(chances) / others
        return first * prod(chances) ** power + (1 - first) * share + thin * more

    scale = 2 * step / (standing(step) - standing(-step))
    reach = max(totals) - min(totals) + max(now)
    after = table(later, reach)
    mean = sum(leads) / others
    return Finish(
        tuple(totals),
        reach,
        [
            scale * ((1 - first) * chance + thin * lead) / others
            for lead, chance in enumerate(after, -reach)
        ],
        [chance**power for chance in after],
        scale * first,
        scale * (standing(0) + thin * mean),
    )


def joined(parts: Iterable[Swings]) -> dict[int, float]:
    """Return the distribution of the sum of independent swings; without any it is always 0."""
    whole = {0: 1.0}
    for part in parts:
        sums: dict[int, float] = defaultdict(float)
        for one, chance in whole.items():
            for two, other in part.items():
                sums[one + two] += chance * other
        whole = dict(sums)
    return whole


def apart(points: Mapping[int, float]) -> dict[int, float]:
    """Return the swing of a deal in which each player's points are independently distributed."""
    return joined((points, {-one: chance for one, chance in points.items()}))


def prize(points: int, seats: int) -> dict[int, float]:
    """Return the swing of a prize of points that each player wins with equal probability."""
    return {points: 1 / seats, -points: 1 / seats, 0: 1 - 2 / seats}
