"""The levels of bots that a game offers at a table."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from greenbaize.rules.players import LEVEL_NAMES


@dataclass(frozen=True, slots=True)
class MissingLevel:
    """A level that was measured to be no stronger than the next lower one (docs/strength.md).

    It is missing with these numbers of players, by default with all, and only where each of these
    options has one of these values.
    """

    level: str
    seats: Collection[int] | None = None
    options: Mapping[str, Collection[object]] = field(default_factory=dict)

    def matches_table(self, seats: int, options: Mapping[str, object]) -> bool:
        """Return True if the level is missing at a table with these values of all options."""
        return (self.seats is None or seats in self.seats) and all(
            options.get(key) in values for key, values in self.options.items()
        )


def fit_level(level: str, offered_levels: Sequence[str]) -> str:
    """Return a level if it is offered, else the next lower one that is, else the lowest.

    What is no level, and every level where none is known to be offered, is returned as it is.
    """
    if not offered_levels or level in offered_levels or level not in LEVEL_NAMES:
        return level
    weaker_levels = LEVEL_NAMES[: LEVEL_NAMES.index(level)]
    offered_weaker_levels = [one for one in weaker_levels if one in offered_levels]
    return offered_weaker_levels[-1] if offered_weaker_levels else offered_levels[0]
