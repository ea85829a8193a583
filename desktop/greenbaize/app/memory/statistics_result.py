"""All statistics of somebody, read from the database at once."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from greenbaize.app.tables.default_players import names_of
from greenbaize.rules.facts import MATCH, Counted, points_in
from greenbaize.rules.naming import folded
from greenbaize.store.history import History
from greenbaize.store.settings import Settings
from greenbaize.store.statistics import (
    Chosen,
    GivenAway,
    Point,
    Rated,
    Streaks,
    Who,
    course,
    given_away,
    streaks,
    sums,
)


class StatisticsResult(NamedTuple):
    """What was found of somebody in a game.

    ``course`` is oldest first; ``given`` what reviews found given away, latest adviser first.
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
        """The mean share of the others placed behind; None before the first match."""
        matches = sum(one.matches for one in self.course)
        if not matches:
            return None
        return 1 - sum(one.place * one.matches for one in self.course) / matches

    @property
    def strength(self) -> float | None:
        """The rating after the last match, if there is one."""
        known = [one.rating for one in self.course if one.rating is not None]
        return known[-1] if known else None


NOTHING_FOUND: Final = StatisticsResult()


def find(history: History, chosen: Chosen) -> StatisticsResult:
    """Query all of it; raises ``HistoryError``."""
    return StatisticsResult(
        sums(history, chosen),
        streaks(history, chosen),
        tuple(course(history, chosen)),
        tuple(given_away(history, chosen)),
    )


def persons_of(settings: Settings) -> list[Who]:
    """The persons of this computer, who plays first."""
    others = (one for one in settings.persons if one.identity != settings.who)
    return [Who(names_of(one)) for one in (settings.person, *others)]


def known_as(names: Iterable[str], persons: Sequence[Who]) -> tuple[str, ...]:
    """All names of the persons with some of these, present ones first."""
    by_name = _by_name(persons)
    found = [by_name.get(folded(name), Who((name,))).names for name in names]
    return tuple(dict.fromkeys(name for several in found for name in several))


def at_present(rated: Iterable[Rated], persons: Sequence[Who]) -> list[Rated]:
    """Everybody once, under their present names, the strongest first.

    Ratings are stored by the name in the match; of several names that with the most matches wins.
    """
    by_name, best = _by_name(persons), dict[tuple[str, str], Rated]()
    for one in rated:
        who = by_name.get(folded(one.name)) if one.name else None
        now = one if who is None else one._replace(name=who.names[0])
        key = now.level, folded(now.name)
        if key not in best or best[key].matches < now.matches:
            best[key] = now
    return sorted(best.values(), key=lambda one: (-one.rating, one.name, one.level))


def _by_name(persons: Sequence[Who]) -> Mapping[str, Who]:
    """Persons by all their names; a present name wins over a former one."""
    former = {folded(name): one for one in persons for name in one.names[1:]}
    return former | {folded(one.names[0]): one for one in persons}
