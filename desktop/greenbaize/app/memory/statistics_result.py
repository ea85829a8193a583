"""Statistics of a person or level, read from the database at once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from greenbaize.app.sheets.csv_file import PLAIN, CsvForm, begins_with, table_of
from greenbaize.app.tables.default_players import names_of
from greenbaize.games import GAMES
from greenbaize.rules.facts import MATCH, SHORT, Counted, full_name, points_in
from greenbaize.rules.naming import folded
from greenbaize.store.files import check_replaceable, write_whole
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
    games_played,
    given_away,
    opponents,
    ratings,
    streaks,
    sums,
)


class StatisticsResult(NamedTuple):
    """Statistics of a subject in a game; ``timeline`` oldest first, ``losses`` latest first."""

    sums: Mapping[tuple[str, str], Counted] = {}
    streaks: Streaks = Streaks()
    course: tuple[Point, ...] = ()
    given: tuple[GivenAway, ...] = ()

    @property
    def places(self) -> dict[int, int]:
        """Number of matches by final rank, the first rank first.

        Several computer players of a level at one table each have one.
        """
        found = {int(key): one.times for (kind, key), one in self.sums.items() if kind == MATCH}
        return dict(sorted(found.items()))

    @property
    def matches(self) -> int:
        return sum(one.matches for one in self.course)

    @property
    def won(self) -> int:
        return sum(one.won for one in self.course)

    @property
    def deals(self) -> int:
        return sum(one.deals for one in self.course)

    @property
    def points(self) -> Counted:
        """Number of deals, and their total points, counted as in ``rank_counts``."""
        return points_in(self.sums)

    @property
    def behind(self) -> float | None:
        """Mean share of the others ranked behind; None before the first match."""
        ahead = sum(one.place * one.matches for one in self.course)
        return 1 - ahead / self.matches if self.matches else None

    @property
    def strength(self) -> float | None:
        """Rating after the last match, or None."""
        known = [one.rating for one in self.course if one.rating is not None]
        return known[-1] if known else None


def find(history: History, chosen: Chosen) -> StatisticsResult:
    """Query all statistics; raises ``HistoryError``."""
    return StatisticsResult(
        sums(history, chosen),
        streaks(history, chosen),
        tuple(course(history, chosen)),
        tuple(given_away(history, chosen)),
    )


def persons_of(settings: Settings) -> list[Who]:
    """Return the persons of this computer, the current one first."""
    others = (one for one in settings.persons if one.identity != settings.who)
    return [Who(names_of(one)) for one in (settings.person, *others)]


def known_as(names: Iterable[str], persons: Sequence[Who]) -> tuple[str, ...]:
    """Return all names of the persons with some of these names, current ones first."""
    by_name = _by_name(persons)
    found = [by_name.get(folded(name), Who((name,))).names for name in names]
    return tuple(dict.fromkeys(name for several in found for name in several))


def at_present(rated: Iterable[Rated], persons: Sequence[Who]) -> list[Rated]:
    """Return ratings by current name, highest first; of several names the most played."""
    by_name, best = _by_name(persons), dict[tuple[str, str], Rated]()
    for one in rated:
        who = by_name.get(folded(one.name)) if one.name else None
        now = one if who is None else one._replace(name=who.names[0])
        key = now.level, folded(now.name)
        if key not in best or best[key].matches < now.matches:
            best[key] = now
    return sorted(best.values(), key=lambda one: (-one.rating, one.name, one.level))


def _by_name(persons: Sequence[Who]) -> Mapping[str, Who]:
    """Return persons by all their names; a current name wins over a former one."""
    former = {folded(name): one for one in persons for name in one.names[1:]}
    return former | {folded(one.names[0]): one for one in persons}


FIRST_HEADS: Final = b"game,name,level,against,kind,key,"
MOST_MATCHES: Final = 1_000_000
"""Above every count: matches are not merged in a file."""


class Line(NamedTuple):
    """A row of the statistics table; fields that do not apply are None or empty."""

    game: str
    name: str
    level: str
    against: str
    kind: str
    key: str
    times: int | None = None
    sum: float | None = None
    place: float | None = None
    rating: float | None = None
    source: float | None = None

    @property
    def known(self) -> dict[str, Any]:
        return {key: value for key, value in self._asdict().items() if value not in (None, "")}


def lines_of(history: History, who: Who, game: str = "", against: str = "") -> Iterator[Line]:
    """Yield all statistics of a person or level; raises ``HistoryError``.

    An empty ``game`` means all games, full and short; an empty ``against`` lists each kind of
    opponent.
    """
    for played in games_played(history, who):
        if game in ("", played, full_name(played)):
            for others in opponents(history, who, played):
                if against in ("", others):
                    yield from _chosen_lines(history, Chosen(who, played, others))


def _chosen_lines(history: History, chosen: Chosen) -> Iterator[Line]:
    who = chosen.who
    begin = Line(chosen.game, ", ".join(who.names), who.level, chosen.against, "", "")
    counted = sums(history, chosen)
    game = GAMES.get(full_name(chosen.game))
    places = game is not None and game.scores_places
    for (kind, key), one in counted.items():
        called = "deal-places" if places and kind == "points" else kind
        yield begin._replace(kind=called, key=key, times=one.times, sum=one.sum)
    source = game.rating(counted) if game is not None else None
    if source is not None:
        yield begin._replace(kind="source-rating", source=source)
    found = streaks(history, chosen)
    for kind, run in (("row-won", found.won), ("row-not-last", found.not_last)):
        for key, times in run._asdict().items():
            yield begin._replace(kind=kind, key=key, times=times)
    for given in given_away(history, chosen):
        yield begin._replace(
            kind="given-away", key=given.adviser, times=given.deals, sum=given.points
        )
    for point in course(history, chosen, MOST_MATCHES):
        yield begin._replace(
            kind="course",
            key=point.begun,
            times=point.deals,
            sum=point.points,
            place=point.place,
            rating=point.rating,
            source=point.source,
        )


def rated_lines(history: History, persons: Sequence[Who], game: str = "") -> Iterator[Line]:
    """Yield the ratings of one game, or all, highest first, persons by current names."""
    counted = [one for name in GAMES for one in (name, name + SHORT)]
    for played in [one for one in counted if game in ("", one, full_name(one))]:
        for one in at_present(ratings(history, played), persons):
            begin = Line(played, one.name, one.level, "", "rating", "", one.matches)
            yield begin._replace(sum=one.plus_minus, rating=one.rating)


def csv_of(lines: Sequence[Line], form: CsvForm = PLAIN) -> bytes:
    """Return the rows as a table, in UTF-8, with a head."""
    return table_of([Line._fields, *(map(_cell, line) for line in lines)], form)


def save_statistics(
    path: Path, lines: Sequence[Line], form: CsvForm = PLAIN, *, force: bool = False
) -> None:
    """Write the rows as a table; ``FileError``, or ``GameError`` over a file of another kind."""
    check_replaceable(
        path, lambda there: begins_with(there, FIRST_HEADS), "statistics-over-other", force=force
    )
    write_whole(path, csv_of(lines, form))


def _cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.4f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
