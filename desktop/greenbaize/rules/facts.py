"""What is remembered of deals beyond their points: facts that can be counted over many matches."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from greenbaize.rules.messages import Message


class Fact(NamedTuple):
    """One thing that a deal has told of a seat.

    ``kind`` says what is counted and ``key`` under which heading (the bid, the contract, the size
    of the deal); the mean of all values under a heading is what statistics show.
    """

    kind: str
    key: str
    value: int


DealFacts = Sequence[Sequence[Fact]]
"""What a deal has told, by seat."""


class Counted(NamedTuple):
    """How often there was such a fact, and the sum of the values."""

    times: int
    sum: int


Sums = Mapping[tuple[str, str], Counted]
"""What has been counted of somebody, by kind and key; a deal's points are of the kind *points*."""


def counted(deals: Iterable[tuple[int, Iterable[Fact]]]) -> dict[tuple[str, str], Counted]:
    """What some deals have told of a seat.

    Args:
        deals: of each its points, and the facts.
    """
    sums: dict[tuple[str, str], list[int]] = {}
    for points, facts in deals:
        for kind, key, value in (("points", "", points), *facts):
            times_sum = sums.setdefault((kind, key), [0, 0])
            times_sum[0] += 1
            times_sum[1] += value
    return {key: Counted(*times_sum) for key, times_sum in sums.items()}


class Rate(NamedTuple):
    """One line of statistics: what it is about, and the mean of what was counted."""

    label: Message
    counted: Counted
    share: bool = False
    """Whether the mean is a share of all, to be said in percent."""

    @property
    def mean(self) -> float | None:
        """The mean, None where nothing has been counted."""
        return self.counted.sum / self.counted.times if self.counted.times else None


class Figures(NamedTuple):
    """A table of statistics: its title, and its lines."""

    title: Message
    rates: tuple[Rate, ...]
