"""Facts recorded of deals beyond their points, to be counted over many matches."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from greenbaize.rules.messages import Message

POINTS_KIND: Final = "points"
"""The kind under which the points of deals are counted."""
MATCH_KIND: Final = "match"
"""The kind under which matches are counted, by the final rank."""
MATCHES_KIND: Final = "matches"
"""The kind under which matches are counted once, however many seats a player had."""
RESERVED_KINDS: Final = frozenset((POINTS_KIND, MATCH_KIND, MATCHES_KIND))
"""The kinds counted in every game; no fact of a game has one of them."""

SHORT_SUFFIX: Final = "/short"
"""The suffix of a game's name under which its short matches are counted separately."""


HINTS_SUFFIX: Final = "/hints"
"""The last suffix of the name under which matches with hints are counted separately."""


def statistics_name(game: str, *, is_short: bool, has_hints: bool = False) -> str:
    return game + SHORT_SUFFIX * is_short + HINTS_SUFFIX * has_hints


def list_statistics_names(game: str) -> tuple[str, ...]:
    """Return all names under which matches of a game are counted, the usual one first."""
    return tuple(
        statistics_name(game, is_short=is_short, has_hints=has_hints)
        for has_hints in (False, True)
        for is_short in (False, True)
    )


def game_of_statistics_name(statistics_name: str) -> str:
    """Return the game whose matches are counted under a name."""
    return statistics_name.removesuffix(HINTS_SUFFIX).removesuffix(SHORT_SUFFIX)


class DealFact(NamedTuple):
    """A fact of a deal about one seat.

    ``kind`` says what is counted and ``key`` under which heading (the bid, the contract, the size
    of the deal). Statistics show the mean of all values under a heading.
    """

    kind: str
    key: str
    value: int


FactsBySeat = Sequence[Sequence[DealFact]]
"""The facts of a deal, by seat."""


class FactSum(NamedTuple):
    """The number of facts, and the sum of their values."""

    occurrences: int
    total: int

    @property
    def mean(self) -> float | None:
        return self.total / self.occurrences if self.occurrences else None


FactSums = Mapping[tuple[str, str], FactSum]
"""The sums of a player's facts, by kind and key; the points of deals are under ``POINTS_KIND``."""


def sum_facts(deals: Iterable[tuple[int, Sequence[DealFact]]]) -> dict[tuple[str, str], FactSum]:
    """Return the sums of a seat's deals, given as points and facts.

    Raises:
        ValueError: a fact has a reserved kind.
    """
    sums: dict[tuple[str, str], list[int]] = {}
    for points, facts in deals:
        for kind, _, _ in facts:
            if kind in RESERVED_KINDS:
                raise ValueError(f"no fact of a game can be of the kind {kind!r}")
        for kind, key, value in ((POINTS_KIND, "", points), *facts):
            count_and_total = sums.setdefault((kind, key), [0, 0])
            count_and_total[0] += 1
            count_and_total[1] += value
    return {key: FactSum(*count_and_total) for key, count_and_total in sums.items()}


def points_sum(sums: FactSums) -> FactSum:
    """Return the number of deals and the sum of their points."""
    return sums.get((POINTS_KIND, ""), FactSum(0, 0))


class StatisticsTableRow(NamedTuple):
    """A row of a statistics table: its label and the mean of what was counted."""

    label: Message
    fact_sum: FactSum
    is_share: bool = False
    """True where the mean is a share of all, shown in percent."""
    is_part: bool = False
    """True where the rows of the table partition the same deals."""

    @property
    def occurrences(self) -> int:
        """The number of occurrences of what the row is about."""
        return self.fact_sum.total if self.is_part else self.fact_sum.occurrences

    @property
    def mean(self) -> float | None:
        """The mean, None where nothing has been counted."""
        return self.fact_sum.mean


class StatisticsTable(NamedTuple):
    """A statistics table: its title and its rows."""

    title: Message
    rows: tuple[StatisticsTableRow, ...]
