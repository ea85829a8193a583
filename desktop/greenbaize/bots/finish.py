"""What the points of a deal are worth near the end of a match, where the place counts.

While much is still to be played, points are places: who takes one more is a little likelier to
leave each of the others behind. In the last deals it depends on where everybody stands. Who leads
may be content with little as long as nobody catches up; who lies behind needs much, and from whom
it is ahead by far or behind for good, points no longer matter.

So an outcome is worth what it makes of the match: how likely each of the others is left behind,
and all of them. Both are wanted: a match has a winner, which speaks for the second alone, but who
can no longer win does not play for nothing, and is beaten by few rather than by many. It is told in
points of the deal, as many as would bring as much from where the seat stands: far from the end it
is the lead over the others' mean.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from math import ceil, log, prod, sqrt
from typing import Final, NamedTuple


def added(values: Iterable[float]) -> float:
    """The sum of the values, added one after the other; 0 for none.

    From Python 3.12 on ``sum`` carries along what rounding loses, which gives other last digits.
    """
    total = 0.0
    for value in values:
        total += value
    return total


Swings = Mapping[int, float]
"""How likely one player gets so many points more than another; those of less are as likely."""

WINNING: Final = 0.5
"""What it is worth to win the match, the rest being the share of the others left behind."""
THIN: Final = 0.01
"""Points count a little where the places are settled: so much for as many as a deal moves."""


class Finish(NamedTuple):
    """What points of this deal are worth; numbers and lists only, so that anything can reckon.

    ``totals`` is what each seat has before the deal, more being better, and ``zero`` where in the
    lists a player is level with another. ``share`` is for each lead what being so far ahead of one
    other player is worth, in points of the deal. ``win`` has for each lead a factor: their product
    over all the others, times ``first``, is what winning is worth. ``base`` is what the seat's
    standing before the deal is worth.
    """

    totals: tuple[int, ...]
    zero: int
    share: list[float]
    win: list[float]
    first: float
    base: float

    def alone(self, points: float) -> "Finish":
        """The same in own points and not in leads, where all get ``points`` together."""
        seats = len(self.totals)
        part = (seats - 1) / seats
        return self._replace(
            share=[part * share for share in self.share],
            first=part * self.first,
            base=part * self.base - points / seats,
        )

    def worth(self, points: Sequence[int]) -> list[float]:
        """What it is worth to each seat if the deal brings these points, more being better."""
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
    """What points of a deal are worth to a seat.

    ``now`` is what this deal may move, all that is possible, ``later`` the deals after it together,
    nothing after the last one. To win is worth ``first``, the share left behind the rest.
    """
    others = len(totals) - 1
    leads = [totals[seat] - one for other, one in enumerate(totals) if other != seat]
    usual = sqrt(added(chance * points * points for points, chance in now.items())) or 1.0
    thin = THIN / usual
    # Players' chances hang together: who is ahead of one is likely to be ahead of the next. So
    # winning is less hard than if they did not; level players win as often as each other.
    power = log(others + 1) / (others * log(2))

    def table(swings: Swings, reach: int) -> list[float]:
        """How likely a player is ahead in the end, who leads by -reach to reach; ties are half."""
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
    """What several things move together that do not hang together; nothing moves nothing."""
    whole = {0: 1.0}
    for part in parts:
        sums: dict[int, float] = defaultdict(float)
        for one, chance in whole.items():
            for two, other in part.items():
                sums[one + two] += chance * other
        whole = dict(sums)
    return whole


def apart(points: Mapping[int, float]) -> dict[int, float]:
    """What a deal moves in which each player gets points by itself, so likely so many."""
    return joined((points, {-one: chance for one, chance in points.items()}))


def prize(points: int, seats: int) -> dict[int, float]:
    """What it moves that one of the players gets so many points, each as likely as the others."""
    return {points: 1 / seats, -points: 1 / seats, 0: 1 - 2 / seats}
