"""Facts recorded of deals beyond their points, to be counted over many matches."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from greenbaize.rules.messages import Message

POINTS: Final = "points"
"""The kind under which the points of deals are counted."""
MATCH: Final = "match"
"""The kind under which matches are counted, by the final rank."""
MATCHES: Final = "matches"
"""The kind under which matches are counted once, however many seats a player had."""
OURS: Final = frozenset((POINTS, MATCH, MATCHES))
"""The kinds counted in every game; no fact of a game has one of them."""

SHORT: Final = "/short"
"""The suffix of a game's name under which its short matches are counted separately."""


def counted_as(game: str, *, short: bool) -> str:
    return game + SHORT if short else game


def full_name(counted: str) -> str:
    """Return the game whose full or short matches are counted under a name."""
    return counted.removesuffix(SHORT)


class Fact(NamedTuple):
    """A fact of a deal about one seat.

    ``kind`` says what is counted and ``key`` under which heading (the bid, the contract, the size
    of the deal). Statistics show the mean of all values under a heading.
    """

    kind: str
    key: str
    value: int


DealFacts = Sequence[Sequence[Fact]]
"""The facts of a deal, by seat."""


class Counted(NamedTuple):
    """The number of facts, and the sum of their values."""

    times: int
    sum: int

    @property
    def mean(self) -> float | None:
        return self.sum / self.times if self.times else None


Sums = Mapping[tuple[str, str], Counted]
"""The sums of a player's facts, by kind and key; the points of deals are under ``POINTS_KIND``."""


def counted(deals: Iterable[tuple[int, Sequence[Fact]]]) -> dict[tuple[str, str], Counted]:
    """Return the sums of a seat's deals, given as points and facts.

    Raises:
        ValueError: a fact has a reserved kind.
    """
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
    """Return the number of deals and the sum of their points."""
    return sums.get((POINTS, ""), Counted(0, 0))


class Rate(NamedTuple):
    """A row of a statistics table: its label and the mean of what was counted."""

    label: Message
    counted: Counted
    share: bool = False
    """True where the mean is a share of all, shown in percent."""
    part: bool = False
    """True where the rows of the table partition the same deals."""

    @property
    def often(self) -> int:
        """The number of occurrences of what the row is about."""
        return self.counted.sum if self.part else self.counted.times

    @property
    def mean(self) -> float | None:
        """The mean, None where nothing has been counted."""
        return self.counted.mean


class Figures(NamedTuple):
    """A statistics table: its title and its rows."""

    title: Message
    rates: tuple[Rate, ...]
