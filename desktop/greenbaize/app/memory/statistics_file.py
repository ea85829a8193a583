"""Statistics as lines of a table, for other programs; docs/statistics-csv.md says what is in it."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from greenbaize.app.memory.statistics_result import at_present
from greenbaize.app.sheets.csv_file import table_of
from greenbaize.games import GAMES
from greenbaize.rules.facts import SHORT, full_name
from greenbaize.store.history import History
from greenbaize.store.statistics import (
    Chosen,
    Who,
    course,
    games_played,
    given_away,
    opponents,
    ratings,
    streaks,
    sums,
)
from greenbaize.store.whole_files import check_replaceable, write_whole

FIRST_HEADS: Final = b"game,name,level,against,kind,key,"
"""What every such file begins with."""
MOST_MATCHES: Final = 1_000_000
"""No limit: matches are not merged in a file."""


class Line(NamedTuple):
    """One counted thing; fields that do not apply are None or empty."""

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
        """What belongs to it, by column."""
        return {key: value for key, value in self._asdict().items() if value not in (None, "")}


def lines_of(history: History, who: Who, game: str = "", against: str = "") -> Iterator[Line]:
    """All that was counted of a person or level; raises ``HistoryError``.

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
    """The ratings of one game, or of all if empty, the highest first; raises ``HistoryError``.

    ``persons`` of this computer appear under their present names.
    """
    counted = [one for name in GAMES for one in (name, name + SHORT)]
    for played in [one for one in counted if game in ("", one, full_name(one))]:
        for one in at_present(ratings(history, played), persons):
            begin = Line(played, one.name, one.level, "", "rating", "", one.matches)
            yield begin._replace(sum=one.plus_minus, rating=one.rating)


def csv_of(lines: Sequence[Line]) -> bytes:
    """The lines as a table, in UTF-8, with a head."""
    return table_of([Line._fields, *(map(_cell, line) for line in lines)])


def save_statistics(path: Path, lines: Sequence[Line], *, force: bool = False) -> None:
    """Write the lines as a table; raises ``FileError``.

    Raises ``GameError`` if a file that is no such table would be replaced without ``force``.
    """
    check_replaceable(path, _is_ours, "statistics-over-other", force=force)
    write_whole(path, csv_of(lines))


def _is_ours(there: bytes) -> bool:
    return there.startswith(FIRST_HEADS)


def _cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.4f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
