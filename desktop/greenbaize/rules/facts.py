"""What is remembered of deals beyond their points: facts that can be counted over many matches."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from greenbaize.rules.messages import Message

POINTS: Final = "points"
"""The kind under which the points of deals are counted."""
MATCH: Final = "match"
"""The kind under which matches are counted, by the place at the end."""
MATCHES: Final = "matches"
"""The kind under which matches are counted once, however many seats somebody had there."""
OURS: Final = frozenset((POINTS, MATCH, MATCHES))
"""What is counted of every game alike; no fact of a game is of such a kind."""

SHORT: Final = "/short"
"""Behind the name of a game: its short matches, which are counted by themselves."""


def counted_as(game: str, *, short: bool) -> str:
    return game + SHORT if short else game


def full_name(counted: str) -> str:
    """The game whose matches, full or short, are counted under a name."""
    return counted.removesuffix(SHORT)


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

    @property
    def mean(self) -> float | None:
        return self.sum / self.times if self.times else None


Sums = Mapping[tuple[str, str], Counted]
"""What has been counted of somebody, by kind and key; the points of deals under ``POINTS``."""


def counted(deals: Iterable[tuple[int, Sequence[Fact]]]) -> dict[tuple[str, str], Counted]:
    """What deals, points and facts, told of a seat; ``ValueError`` for a kind of ours."""
    sums: dict[tuple[str, str], list[int]] = {}
    for points, facts in deals:
        for kind, _, _ in facts:
            if kind in OURS:
                raise ValueError(f"no fact of a game can be of the kind {kind!r}")
        for kind, key, value in ((POINTS, "", points), *facts):
            times_sum = sums.setdefault((kind, key), [0, 0])
            times_sum[0] += 1
            times_sum[1] += value
    return {key: Counted(*times_sum) for key, times_sum in sums.items()}


def points_in(sums: Sums) -> Counted:
    """How many deals were counted, and their points."""
    return sums.get((POINTS, ""), Counted(0, 0))


class Rate(NamedTuple):
    """One line of statistics: what it is about, and the mean of what was counted."""

    label: Message
    counted: Counted
    share: bool = False
    """Whether the mean is a share of all, to be said in percent."""
    part: bool = False
    """Whether all lines of the table are parts of the same deals, of which this is one."""

    @property
    def often(self) -> int:
        """How often there was that which the line is about."""
        return self.counted.sum if self.part else self.counted.times

    @property
    def mean(self) -> float | None:
        """The mean, None where nothing has been counted."""
        return self.counted.mean


class Figures(NamedTuple):
    """A table of statistics: its title, and its lines."""

    title: Message
    rates: tuple[Rate, ...]
