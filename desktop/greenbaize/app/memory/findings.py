"""What statistics show of somebody: all that is asked of the database, read at once."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from greenbaize.rules.facts import MATCH, Counted, points_in
from greenbaize.store.history import History
from greenbaize.store.statistics import (
    Chosen,
    GivenAway,
    Point,
    Streaks,
    course,
    given_away,
    streaks,
    sums,
)


class Findings(NamedTuple):
    """What was found of somebody in a game.

    Attributes:
        sums: what was counted, by kind and key.
        streaks: matches in a row.
        course: how it went over time, oldest first.
        given: what reviews found given away, the latest version of the adviser first.
    """

    sums: Mapping[tuple[str, str], Counted] = {}
    streaks: Streaks = Streaks()
    course: tuple[Point, ...] = ()
    given: tuple[GivenAway, ...] = ()

    @property
    def places(self) -> dict[int, int]:
        """How often each place was taken at the end of a match, the first place first."""
        found = {int(key): one.times for (kind, key), one in self.sums.items() if kind == MATCH}
        return dict(sorted(found.items()))

    @property
    def matches(self) -> int:
        """How many matches have been counted."""
        return sum(self.places.values())

    @property
    def points(self) -> Counted:
        """How many deals, and the points in all of them."""
        return points_in(self.sums)

    @property
    def behind(self) -> float | None:
        """The mean share of the others that were left behind; None before the first match."""
        matches = sum(one.matches for one in self.course)
        if not matches:
            return None
        return 1 - sum(one.place * one.matches for one in self.course) / matches

    @property
    def strength(self) -> float | None:
        """The rating after the last match, if there is one."""
        known = [one.rating for one in self.course if one.rating is not None]
        return known[-1] if known else None


NOTHING_FOUND: Final = Findings()


def find(history: History, chosen: Chosen) -> Findings:
    """Ask for all of it.

    Raises:
        HistoryError: the database cannot be read.
    """
    return Findings(
        sums(history, chosen),
        streaks(history, chosen),
        tuple(course(history, chosen)),
        tuple(given_away(history, chosen)),
    )
