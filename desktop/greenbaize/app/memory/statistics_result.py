"""Statistics of a person or level, read from the database at once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from greenbaize.app.memory.par_statistics import average_strokes
from greenbaize.app.sheets.sheet_csv import PLAIN_FORMAT, CsvFormat, encode_table, has_csv_head
from greenbaize.app.tables.default_players import get_person_names
from greenbaize.games import GAMES
from greenbaize.rules.facts import (
    HINTS_SUFFIX,
    MATCH_KIND,
    FactSum,
    game_of_statistics_name,
    list_statistics_names,
    points_sum,
)
from greenbaize.rules.name_text import fold_name
from greenbaize.store.files import check_replaceable, write_atomically
from greenbaize.store.history import HistoryDatabase
from greenbaize.store.settings import UserSettings
from greenbaize.store.statistics import (
    MatchStreaks,
    ParStrokes,
    PlayerRating,
    ReviewLoss,
    StatisticsQuery,
    StatisticsSubject,
    TimelinePoint,
    load_opponent_kinds,
    load_par_strokes,
    load_played_games,
    load_ratings,
    load_review_losses,
    load_streaks,
    load_sums,
    load_timeline,
)


class StatisticsResult(NamedTuple):
    """Statistics of a subject in a game.

    ``timeline`` and ``par_strokes`` are oldest first, ``losses`` latest first.
    """

    sums: Mapping[tuple[str, str], FactSum] = {}
    streaks: MatchStreaks = MatchStreaks()
    timeline: tuple[TimelinePoint, ...] = ()
    losses: tuple[ReviewLoss, ...] = ()
    par_strokes: tuple[ParStrokes, ...] = ()

    @property
    def rank_counts(self) -> dict[int, int]:
        """Number of matches by final rank, the first rank first.

        Several computer players of a level at one table each have one.
        """
        counts = {
            int(key): counted.occurrences
            for (kind, key), counted in self.sums.items()
            if kind == MATCH_KIND
        }
        return dict(sorted(counts.items()))

    @property
    def match_count(self) -> int:
        return sum(point.match_count for point in self.timeline)

    @property
    def won_count(self) -> int:
        return sum(point.won_matches for point in self.timeline)

    @property
    def deal_count(self) -> int:
        return sum(point.deal_count for point in self.timeline)

    @property
    def points(self) -> FactSum:
        """Number of deals, and their total points, counted as in ``rank_counts``."""
        return points_sum(self.sums)

    @property
    def share_behind(self) -> float | None:
        """Mean share of the others ranked behind; None before the first match."""
        ahead = sum(point.rank_share * point.match_count for point in self.timeline)
        return 1 - ahead / self.match_count if self.match_count else None

    @property
    def current_rating(self) -> float | None:
        """Rating after the last match, or None."""
        ratings_so_far = [point.rating for point in self.timeline if point.rating is not None]
        return ratings_so_far[-1] if ratings_so_far else None


def find_statistics(history: HistoryDatabase, query: StatisticsQuery) -> StatisticsResult:
    """Query all statistics; raises ``HistoryError``."""
    return StatisticsResult(
        load_sums(history, query),
        load_streaks(history, query),
        tuple(load_timeline(history, query)),
        tuple(load_review_losses(history, query)),
        tuple(load_par_strokes(history, query)),
    )


def list_persons(settings: UserSettings) -> list[StatisticsSubject]:
    """Return the persons of this computer, the current one first."""
    other_persons = (
        person for person in settings.persons if person.identity != settings.current_identity
    )
    return [
        StatisticsSubject(get_person_names(person))
        for person in (settings.current_person, *other_persons)
    ]


def expand_names(names: Iterable[str], persons: Sequence[StatisticsSubject]) -> tuple[str, ...]:
    """Return all names of the persons with some of these names, current ones first."""
    by_name = _index_by_name(persons)
    name_groups = [by_name.get(fold_name(name), StatisticsSubject((name,))).names for name in names]
    return tuple(dict.fromkeys(name for group in name_groups for name in group))


def merge_by_current_name(
    ratings_by_name: Iterable[PlayerRating], persons: Sequence[StatisticsSubject]
) -> list[PlayerRating]:
    """Return ratings by current name, highest first; of several names the most played."""
    by_name, best = _index_by_name(persons), dict[tuple[str, str], PlayerRating]()
    for rated in ratings_by_name:
        who = by_name.get(fold_name(rated.name)) if rated.name else None
        current = rated if who is None else rated._replace(name=who.names[0])
        key = current.level, fold_name(current.name)
        if key not in best or best[key].match_count < current.match_count:
            best[key] = current
    return sorted(best.values(), key=lambda rated: (-rated.rating, rated.name, rated.level))


def _index_by_name(persons: Sequence[StatisticsSubject]) -> Mapping[str, StatisticsSubject]:
    """Return persons by all their names; a current name wins over a former one."""
    former = {fold_name(name): person for person in persons for name in person.names[1:]}
    return former | {fold_name(person.names[0]): person for person in persons}


STATISTICS_CSV_HEAD: Final = b"game,name,level,against,kind,key,"
NO_MERGE_LIMIT: Final = 1_000_000
"""Above every count: matches are not merged in a file."""


class StatisticsRow(NamedTuple):
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
    hints: str = ""

    @property
    def present_values(self) -> dict[str, Any]:
        return {key: value for key, value in self._asdict().items() if value not in (None, "")}


class MatchCondition(NamedTuple):
    """The matches that statistics are asked for.

    An empty ``game`` means all games, short and with hints too; an empty ``against`` each kind of
    opponent; ``rules_keys`` are those of ``StatisticsQuery``.
    """

    game: str = ""
    against: str = ""
    rules_keys: tuple[str, ...] | None = None


ANY_MATCH: Final = MatchCondition()


def list_queries(
    history: HistoryDatabase, subject: StatisticsSubject, matching: MatchCondition = ANY_MATCH
) -> Iterator[StatisticsQuery]:
    """Yield a query for each game and kind of opponents; raises ``HistoryError``."""
    for game_key in load_played_games(history, subject):
        if matching.game in ("", game_key, game_of_statistics_name(game_key)):
            kinds = load_opponent_kinds(history, subject, game_key, matching.rules_keys)
            for opponent_kind in kinds:
                if matching.against in ("", opponent_kind):
                    yield StatisticsQuery(subject, game_key, opponent_kind, matching.rules_keys)


def list_statistics_rows(
    history: HistoryDatabase, subject: StatisticsSubject, matching: MatchCondition = ANY_MATCH
) -> Iterator[StatisticsRow]:
    """Yield all statistics of a person or level; raises ``HistoryError``."""
    for query in list_queries(history, subject, matching):
        yield from _list_query_rows(history, query)


def _list_query_rows(history: HistoryDatabase, query: StatisticsQuery) -> Iterator[StatisticsRow]:
    who = query.subject
    base_row = StatisticsRow(
        query.game,
        ", ".join(who.names),
        who.level,
        query.opponent_kind,
        "",
        "",
        hints=_hints_cell(query.game),
    )
    counted = load_sums(history, query)
    game = GAMES.get(game_of_statistics_name(query.game))
    scores_ranks = game is not None and game.scores_ranks
    for (kind, key), value in counted.items():
        row_kind = "deal-places" if scores_ranks and kind == "points" else kind
        yield base_row._replace(kind=row_kind, key=key, times=value.occurrences, sum=value.total)
    source = game.rating(counted) if game is not None else None
    if source is not None:
        yield base_row._replace(kind="source-rating", source=source)
    found_streaks = load_streaks(history, query)
    for kind, run in (("row-won", found_streaks.won), ("row-not-last", found_streaks.not_last)):
        for key, times in run._asdict().items():
            yield base_row._replace(kind=kind, key=key, times=times)
    for loss in load_review_losses(history, query):
        yield base_row._replace(
            kind="given-away", key=loss.adviser, times=loss.deal_count, sum=loss.points
        )
    strokes = load_par_strokes(history, query)
    for mean in average_strokes(game, strokes) if game is not None and strokes else ():
        yield base_row._replace(
            kind="against-par",
            key=f"{mean.level} {mean.unit.value}",
            times=mean.sample_size,
            sum=mean.mean * mean.sample_size,
        )
    for point in load_timeline(history, query, NO_MERGE_LIMIT):
        yield base_row._replace(
            kind="course",
            key=point.begun,
            times=point.deal_count,
            sum=point.points,
            place=point.rank_share,
            rating=point.rating,
            source=point.source_rating,
        )


def list_rating_rows(
    history: HistoryDatabase, persons: Sequence[StatisticsSubject], game: str = ""
) -> Iterator[StatisticsRow]:
    """Yield the ratings of one game, or all, highest first, persons by current names."""
    game_keys = [one for name in GAMES for one in list_statistics_names(name)]
    for game_key in [one for one in game_keys if game in ("", one, game_of_statistics_name(one))]:
        for one in merge_by_current_name(load_ratings(history, game_key), persons):
            base_row = StatisticsRow(
                game_key, one.name, one.level, "", "rating", "", one.match_count
            )
            yield base_row._replace(
                sum=one.plus_minus, rating=one.rating, hints=_hints_cell(game_key)
            )


def _hints_cell(game_key: str) -> str:
    return "yes" if game_key.endswith(HINTS_SUFFIX) else ""


def encode_statistics_csv(rows: Sequence[StatisticsRow], form: CsvFormat = PLAIN_FORMAT) -> bytes:
    """Return the rows as a table, in UTF-8, with a head."""
    return encode_table([StatisticsRow._fields, *(map(_format_cell, line) for line in rows)], form)


def save_statistics(
    path: Path,
    rows: Sequence[StatisticsRow],
    form: CsvFormat = PLAIN_FORMAT,
    *,
    force: bool = False,
) -> None:
    """Write the rows as a table; ``FileError``, or ``GameError`` over a file of another kind."""
    check_replaceable(
        path,
        lambda there: has_csv_head(there, STATISTICS_CSV_HEAD),
        "statistics-over-other",
        force=force,
    )
    write_atomically(path, encode_statistics_csv(rows, form))


def _format_cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.4f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
