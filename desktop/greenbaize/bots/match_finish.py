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


def sum_in_order(values: Iterable[float]) -> float:
    """Return the sum of the values, added one after the other; 0 for none.

    From Python 3.12 on ``sum`` compensates for rounding, which gives different last digits.
    """
    total = 0.0
    for value in values:
        total += value
    return total


SwingChances = Mapping[int, float]
"""The probability that a player gains so many points on another; losses are equally likely."""

WIN_SHARE: Final = 0.5
"""The weight of winning the match; the rest is the share of the others left behind."""
MIN_POINT_WORTH: Final = 0.01
"""The small value of points where ranks are settled, per typical swing of a deal."""


class StandingValues(NamedTuple):
    """The values of this deal's points, in plain numbers and lists for compiled code.

    ``totals`` are the points of each seat before the deal; more is better. ``lead_shares`` and
    ``win_factors`` have one entry for each possible lead over one other player at the end of the
    deal, and ``level_index`` is the index of a lead of 0. ``lead_shares`` has the value of the
    lead in points of the deal. The value of winning is the product of the ``win_factors`` of the
    leads over all others, times ``win_weight``. ``base_value`` is the value of the points before
    the deal, which is subtracted.
    """

    totals: tuple[int, ...]
    level_index: int
    lead_shares: list[float]
    win_factors: list[float]
    win_weight: float
    base_value: float

    def in_own_points(self, points: float) -> "StandingValues":
        """Return the values for own points instead of leads, where all get ``points`` together."""
        seats = len(self.totals)
        factor = (seats - 1) / seats
        return self._replace(
            lead_shares=[factor * share for share in self.lead_shares],
            win_weight=factor * self.win_weight,
            base_value=factor * self.base_value - points / seats,
        )

    def seat_values(self, points: Sequence[int]) -> list[float]:
        """Return the value to each seat of a deal with these points, more being better.

        Raises ``ValueError`` for points that no swing of the deal reaches.
        """
        final_totals = [total + gained for total, gained in zip(self.totals, points, strict=True)]
        if max(final_totals) - min(final_totals) > self.level_index:
            raise ValueError("points beyond the swings of the deal")
        return [self._seat_value(seat, final_totals) for seat in range(len(final_totals))]

    def _seat_value(self, seat: int, final_totals: Sequence[int]) -> float:
        own_index, value, win_value = final_totals[seat] + self.level_index, 0.0, self.win_weight
        for other_seat, other_total in enumerate(final_totals):
            if other_seat != seat:
                value += self.lead_shares[own_index - other_total]
                win_value *= self.win_factors[own_index - other_total]
        return value + win_value - self.base_value


def compute_standing_values(
    seat: int,
    totals: Sequence[int],
    deal_swings: SwingChances,
    later_swings: SwingChances,
    *,
    win_share: float = WIN_SHARE,
) -> StandingValues:
    """Return the values of a deal's points to a seat.

    ``deal_swings`` is the full distribution of this deal's swing, ``later_swings`` that of all
    deals after it, empty after the last one. ``win_share`` is the weight of winning.
    """
    others = len(totals) - 1
    leads = [
        totals[seat] - other_total
        for other_seat, other_total in enumerate(totals)
        if other_seat != seat
    ]
    usual_swing = (
        sqrt(sum_in_order(chance * points * points for points, chance in deal_swings.items()))
        or 1.0
    )
    point_worth = MIN_POINT_WORTH / usual_swing
    # The chances of beating several players are correlated: ahead of one, a player is likely ahead
    # of the next. Winning is therefore less hard than with independent chances; level players win
    # equally often.
    power = log(others + 1) / (others * log(2))

    def chances_ahead(swings: SwingChances, reach: int) -> list[float]:
        """Return the probability of ending ahead for leads from -reach to reach; ties are half."""
        width = max(reach, *swings)
        chances = [swings.get(points, 0.0) for points in range(-width, width + 1)]
        cumulative_chances = list(accumulate(chances, initial=0.0))
        ahead = [(chance + two) / 2 for chance, two in pairwise(cumulative_chances)]
        return [min(1.0, max(0.0, chance)) for chance in ahead[width - reach : width + reach + 1]]

    step = ceil(usual_swing)
    max_lead = max(map(abs, leads)) + step
    chances_before = chances_ahead(combine_swings((deal_swings, later_swings)), max_lead)

    def standing_value(extra_points: int) -> float:
        chances = [chances_before[max_lead + lead + extra_points] for lead in leads]
        share = sum_in_order(chances) / others
        return (
            win_share * prod(chances) ** power
            + (1 - win_share) * share
            + point_worth * extra_points
        )

    scale = 2 * step / (standing_value(step) - standing_value(-step))
    reach = max(totals) - min(totals) + max(map(abs, deal_swings))
    chances_after = chances_ahead(later_swings, reach)
    mean = sum(leads) / others
    return StandingValues(
        tuple(totals),
        reach,
        [
            scale * ((1 - win_share) * chance + point_worth * lead) / others
            for lead, chance in enumerate(chances_after, -reach)
        ],
        [chance**power for chance in chances_after],
        scale * win_share,
        scale * (standing_value(0) + point_worth * mean),
    )


def combine_swings(swing_tables: Iterable[SwingChances]) -> dict[int, float]:
    """Return the distribution of the sum of independent swings; without any it is always 0."""
    combined = {0: 1.0}
    for swings in swing_tables:
        sums: dict[int, float] = defaultdict(float)
        for points, chance in combined.items():
            for added_points, added_chance in swings.items():
                sums[points + added_points] += chance * added_chance
        combined = dict(sums)
    return combined


def difference_swings(points: Mapping[int, float]) -> dict[int, float]:
    """Return the swing of a deal in which each player's points are independently distributed."""
    return combine_swings((points, {-value: chance for value, chance in points.items()}))


def prize_swings(points: int, seats: int) -> dict[int, float]:
    """Return the swing of a prize of points that each player wins with equal probability."""
    return {points: 1 / seats, -points: 1 / seats, 0: 1 - 2 / seats}
