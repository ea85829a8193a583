"""Statistics from the database: sums, timelines, streaks, ratings, and honours.

Only what ``crediting.py`` credits is used. Each query reads a small part of the database, so twenty
thousand matches take no noticeable time. Queries raise ``HistoryError``.

Each credited seat has its player's rating after the match. A change to a match invalidates all
ratings of its game from its time on; the table ``unrated`` has that time.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from greenbaize.rules.facts import MATCH_KIND, MATCHES_KIND, FactSum
from greenbaize.rules.name_text import fold_name
from greenbaize.store.history import HistoryDatabase, match_rules_condition

MAX_TIMELINE_POINTS: Final = 200
"""Largest number of points of a timeline that can be distinguished."""
CONFIDENCE_FACTOR: Final = 1.96
"""Standard deviations to either side of a 95 % interval."""


class StatisticsSubject(NamedTuple):
    """A person by any of their names, or the built-in bots of a level.

    Each of several at one table is counted, but in timelines and streaks their match is one.
    """

    names: tuple[str, ...]
    level: str = ""


class StatisticsQuery(NamedTuple):
    """The subject, game and kind of opponents of statistics; an empty kind means all.

    ``rules_keys`` are those of ``encode_match_rules``, None for any rules.
    """

    subject: StatisticsSubject
    game: str
    opponent_kind: str = ""
    rules_keys: tuple[str, ...] | None = None


class StreakLength(NamedTuple):
    """Lengths of the current and the longest run of matches."""

    current: int = 0
    longest: int = 0


class MatchStreaks(NamedTuple):
    """Runs of matches won, and of matches not finished last."""

    won: StreakLength = StreakLength()
    not_last: StreakLength = StreakLength()


class TimelinePoint(NamedTuple):
    """One match of a timeline, or several merged.

    ``begun`` is the last one's time as in records; ``points`` are over all ``deal_count`` deals;
    ``rank_share`` is the mean share of others ahead, 0 for the first to 1 for the last, ties count
    half; ``rating`` is after the last; ``source_rating`` the mean of the ratings of the game's
    source in percent (over all matches use ``Game.rating(load_sums(…))``); in ``won_matches``
    matches the first rank was reached.
    """

    begun: str
    match_count: int
    deal_count: int
    points: float
    rank_share: float
    rating: float | None
    source_rating: float | None
    won_matches: int


class PlayerRating(NamedTuple):
    """The strength of a person (``name``) or of the bots of a level (``level``) in a game.

    ``rating`` starts at 1000; 400 more means coming first ten times as often. ``plus_minus`` is
    half the 95 % interval, ``match_count`` the sample size.
    """

    name: str
    level: str
    rating: float
    plus_minus: float
    match_count: int


class ReviewLoss(NamedTuple):
    """The loss in points of reviewed choices, by adviser (level and version)."""

    adviser: str
    deal_count: int
    choice_count: int
    points: float


class ParStrokes(NamedTuple):
    """The strokes of a deal against par: its match, the level that set par, and each unit's."""

    begun: str
    identity: str
    level: str
    strokes: tuple[int, ...]


class HonourRow(NamedTuple):
    """An honour, and the match it is from."""

    code: str
    game: str
    begun: str
    identity: str


def load_played_games(history: HistoryDatabase, subject: StatisticsSubject) -> list[str]:
    """Return the games with anything counted, by name."""
    condition, values = _subject_condition(subject)
    rows = history.run_sql(
        f"SELECT DISTINCT game FROM tallies WHERE {condition} AND kind = '{MATCH_KIND}'"
        " AND times > 0 ORDER BY game",
        values,
    )
    return [game for (game,) in rows]


def has_played(history: HistoryDatabase, names: Sequence[str]) -> bool:
    """Return True if anybody of these names played in any match, credited or not."""
    folded_names = sorted({fold_name(name) for name in names})
    return bool(
        history.run_sql(
            "SELECT 1 FROM players WHERE kind <> 'bot'"
            f" AND folded IN ({', '.join('?' * len(folded_names))}) LIMIT 1",
            folded_names,
        )
    )


def load_opponent_kinds(
    history: HistoryDatabase,
    subject: StatisticsSubject,
    game: str,
    rules_keys: tuple[str, ...] | None = None,
) -> list[str]:
    """Return the kinds of opponents so far, as in ``StatisticsQuery.opponent_kind``."""
    if rules_keys is not None:
        query = StatisticsQuery(subject, game, rules_keys=rules_keys)
        condition, values = _query_condition(query)
        sql = f"SELECT DISTINCT against FROM credits WHERE {condition} ORDER BY against"
        return [against for (against,) in history.run_sql(sql, values)]
    condition, values = _subject_condition(subject)
    rows = history.run_sql(
        f"SELECT DISTINCT against FROM tallies WHERE {condition} AND game = ?"
        f" AND kind = '{MATCH_KIND}' AND times > 0 ORDER BY against",
        [*values, game],
    )
    return [against for (against,) in rows]


def load_sums(history: HistoryDatabase, query: StatisticsQuery) -> dict[tuple[str, str], FactSum]:
    """Return sums over all matches, by kind and key.

    Beside the game's facts: ``(MATCH, rank)`` counts matches ended at that rank, with totals as
    sum; ``(POINTS, "")`` are the points of the deals, ``(MATCHES, "")`` the matches, regardless of
    how many seats the subject had.
    """
    if query.rules_keys is not None:
        return _load_sums_by_rules(history, query)
    condition, values = _query_condition(query)
    rows = history.run_sql(
        f"SELECT kind, key, sum(times), sum(sum) FROM tallies WHERE {condition}"
        " GROUP BY kind, key HAVING sum(times) > 0",
        values,
    )
    return {(kind, key): FactSum(times, total) for kind, key, times, total in rows}


def _load_sums_by_rules(
    history: HistoryDatabase, query: StatisticsQuery
) -> dict[tuple[str, str], FactSum]:
    """Return the sums over some matches, from the facts of each: tallies are over all."""
    condition, values = _query_condition(query, "c.")
    rows = history.run_sql(
        "SELECT f.kind, f.key, sum(f.times), sum(f.sum)"
        " FROM credits c JOIN facts f ON f.match = c.match AND f.seat = c.seat"
        f" WHERE {condition} GROUP BY f.kind, f.key HAVING sum(f.times) > 0",
        values,
    )
    ((match_count,),) = history.run_sql(
        f"SELECT count(DISTINCT c.match) FROM credits c WHERE {condition}", values
    )
    sums = {(kind, key): FactSum(times, total) for kind, key, times, total in rows}
    return sums | ({(MATCHES_KIND, ""): FactSum(match_count, 0)} if match_count else {})


def load_streaks(history: HistoryDatabase, query: StatisticsQuery) -> MatchStreaks:
    """Return the runs of matches won, by any bot of a level, and of those not finished last."""
    won, last = ("min(place)", "max(place)") if query.subject.level else ("place", "place")
    sql, values = _ordered_matches_sql(query, f"{won} = 1, {won} = 1 OR {last} < worst")
    rows = history.run_sql(f"SELECT * FROM ({sql})", values)
    return MatchStreaks(
        _measure_streak([one[0] for one in rows]), _measure_streak([one[1] for one in rows])
    )


def load_timeline(
    history: HistoryDatabase, query: StatisticsQuery, max_points: int = MAX_TIMELINE_POINTS
) -> list[TimelinePoint]:
    """Return the timeline, oldest first, in at most ``max_points`` points.

    Consecutive matches are merged if there are more. Several bots of the level have won if one of
    them has; their points and ranks are the mean.
    """
    mean, first = ("avg", "min") if query.subject.level else ("", "")
    share = f"{mean}((seats - 1 - behind - tied / 2.0) / max(seats - 1, 1)) AS share"
    others = f"rating, {mean}(source) AS source, {first}(place) = 1 AS won"
    sql, values = _ordered_matches_sql(query, f"deals, {mean}(points) AS points, {share}, {others}")
    count = history.run_sql(f"SELECT count(*) FROM ({sql})", values)[0][0]
    # SQLite takes the rating from the merged row with the largest number, the latest.
    rows = history.run_sql(
        f"""
        SELECT begun, max(number), count(*), sum(deals), sum(points), avg(share), rating,
            avg(source), sum(won)
        FROM (SELECT row_number() OVER () AS number, * FROM ({sql}))
        GROUP BY (number - 1) * ? / ?
        """,
        [*values, min(max(1, max_points), count), count],
    )
    return [
        TimelinePoint(begun, matches, deals, points, rank_share, rating, source, won)
        for begun, _, matches, deals, points, rank_share, rating, source, won in rows
    ]


def load_ratings(history: HistoryDatabase, game: str) -> list[PlayerRating]:
    """Return all ratings of a game, people by name and bots by level, highest first."""
    rows = history.run_sql(
        f"SELECT bot, who, sum(times) FROM tallies WHERE game = ? AND kind = '{MATCHES_KIND}'"
        " GROUP BY bot, who HAVING sum(times) > 0",
        (game,),
    )
    ratings = []
    for bot, who, matches in rows:
        standing = load_rating(history, game, RatedPlayer(bot, who))
        if standing is not None:
            name, level = ("", who) if bot else (_last_spelling(history, who), "")
            error = CONFIDENCE_FACTOR * standing.deviation
            ratings.append(PlayerRating(name, level, standing.rating, error, matches))
    return sorted(ratings, key=lambda one: (-one.rating, one.name, one.level))


def _last_spelling(history: HistoryDatabase, folded_name: str) -> str:
    """Return a name as it was last written."""
    rows = history.run_sql(
        "SELECT name FROM players WHERE folded = ? AND kind <> 'bot' ORDER BY match DESC LIMIT 1",
        (folded_name,),
    )
    return str(rows[0][0]) if rows else folded_name


def load_review_losses(history: HistoryDatabase, query: StatisticsQuery) -> list[ReviewLoss]:
    """Return the losses in reviewed deals, by adviser version, latest review first."""
    condition, values = _query_condition(query, "c.")
    rows = history.run_sql(
        "SELECT r.adviser, count(*), sum(r.choices), sum(r.points)"
        " FROM reviews r JOIN matches m ON m.identity = r.identity"
        " JOIN credits c ON c.match = m.id AND c.seat = r.seat"
        f" WHERE {condition} GROUP BY r.adviser ORDER BY max(r.made) DESC, r.adviser",
        values,
    )
    return [ReviewLoss(*row) for row in rows]


def load_par_strokes(history: HistoryDatabase, query: StatisticsQuery) -> list[ParStrokes]:
    """Return the strokes of all deals with par, oldest match first."""
    condition, values = _query_condition(query, "c.")
    rows = history.run_sql(
        "SELECT c.begun, p.identity, p.level, p.strokes"
        " FROM pars p JOIN matches m ON m.identity = p.identity"
        " JOIN credits c ON c.match = m.id AND c.seat = p.seat"
        f" WHERE {condition} ORDER BY c.begun, p.identity, p.deal",
        values,
    )
    return [
        ParStrokes(begun, identity, level, tuple(json.loads(strokes)))
        for begun, identity, level, strokes in rows
    ]


def load_honours(history: HistoryDatabase, names: tuple[str, ...]) -> list[HonourRow]:
    """Return the honours of a person by any of their names, the latest first."""
    condition, values = _subject_condition(StatisticsSubject(names))
    rows = history.run_sql(
        "SELECT h.code, c.game, c.begun, c.identity"
        " FROM honours h JOIN credits c ON c.match = h.match AND c.seat = h.seat"
        f" WHERE {condition} ORDER BY c.begun DESC, c.identity, h.code",
        values,
    )
    return [HonourRow(*row) for row in rows]


def _subject_condition(subject: StatisticsSubject) -> tuple[str, list[Any]]:
    if subject.level:
        return "bot = 1 AND who = ?", [subject.level]
    names = sorted({fold_name(name) for name in subject.names})
    return f"bot = 0 AND who IN ({', '.join('?' * len(names))})", [*names]


def _query_condition(query: StatisticsQuery, table: str = "") -> tuple[str, list[Any]]:
    condition, values = _subject_condition(query.subject)
    condition, values = f"{condition} AND {table}game = ?", [*values, query.game]
    if query.opponent_kind:
        condition, values = f"{condition} AND {table}against = ?", [*values, query.opponent_kind]
    if query.rules_keys is not None:
        condition += f" AND {match_rules_condition(query.rules_keys, f'{table}match')}"
        values += query.rules_keys
    return condition, values


def _ordered_matches_sql(query: StatisticsQuery, columns: str) -> tuple[str, list[Any]]:
    """Return the query for matches in order of time.

    It has one part per name, for each name's matches are stored in that order. ``columns`` are
    aggregates for a level; for a person there is one row per match.
    """
    grouped = "GROUP BY begun, identity" if query.subject.level else ""
    names = (
        [query.subject.level]
        if query.subject.level
        else sorted(map(fold_name, query.subject.names))
    )
    by_rules = ""
    if query.rules_keys is not None:
        by_rules = f" AND {match_rules_condition(query.rules_keys, 'match')}"
    parts: list[str] = []
    values: list[Any] = []
    for name in dict.fromkeys(names):
        parts.append(
            f"SELECT {columns}, begun, identity FROM credits WHERE game = ? AND bot = ? AND who = ?"
            f" AND ? IN ('', against){by_rules} {grouped}"
        )
        values += [query.game, bool(query.subject.level), name, query.opponent_kind]
        values += query.rules_keys or ()
    return f"{' UNION ALL '.join(parts)} ORDER BY begun, identity", values


def _measure_streak(flags: list[int]) -> StreakLength:
    current = longest = 0
    for one in flags:
        current = current + 1 if one else 0
        longest = max(longest, current)
    return StreakLength(current, longest)


SEATS_PER_BATCH: Final = 4000
"""Seats read at once; matches begun at the same time stay together."""
_SINCE_SQL: Final = "FROM credits WHERE game = ? AND begun >= ?"
_BEFORE_SQL: Final = "begun < coalesce(?, 'ever')"
"""Before a time, or at any where that is NULL: times are digits."""


class RatedPlayer(NamedTuple):
    """A rated player: a person by case-folded name, or a level's bots."""

    is_bot: bool
    key: str


class RatingEstimate(NamedTuple):
    """A rating and its standard deviation."""

    rating: float
    deviation: float


class CreditedSeat(NamedTuple):
    """A credited seat of a match."""

    begun: str
    identity: str
    seat: int
    player: RatedPlayer
    rank: int


def load_unrated(history: HistoryDatabase) -> dict[str, str]:
    """Return the games with matches to rate, and the time from which on."""
    return dict(history.run_sql("SELECT game, since FROM unrated ORDER BY game"))


def count_unrated(history: HistoryDatabase) -> int:
    """Return the number of seats to be rated."""
    count = f"SELECT count(*) {_SINCE_SQL}"
    return sum(history.run_sql(count, one)[0][0] for one in load_unrated(history).items())


def load_next_seats(
    history: HistoryDatabase, game: str, since: str
) -> tuple[list[CreditedSeat], str | None]:
    """Return the seats to rate next, match by match, and the time of the following, or None."""
    sql = f"SELECT begun {_SINCE_SQL} ORDER BY begun LIMIT ?"
    times = [begun for (begun,) in history.run_sql(sql, (game, since, SEATS_PER_BATCH + 1))]
    # All matches begun at the same time are rated together, for progress is stored as a time.
    following = times[-1] if len(times) > SEATS_PER_BATCH else None
    if times[:1] == [following]:
        later = "SELECT min(begun) FROM credits WHERE game = ? AND begun > ?"
        following = history.run_sql(later, (game, following))[0][0]
    rows = history.run_sql(
        f"SELECT begun, identity, seat, bot, who, place {_SINCE_SQL} AND {_BEFORE_SQL}"
        " ORDER BY begun, identity, seat",
        (game, since, following),
    )
    seats = [
        CreditedSeat(begun, identity, seat, RatedPlayer(bool(bot), who), rank)
        for begun, identity, seat, bot, who, rank in rows
    ]
    return seats, following


def load_rating(
    history: HistoryDatabase, game: str, player: RatedPlayer, before: str | None = None
) -> RatingEstimate | None:
    """Return a player's rating before a time, or the latest; None without any."""
    rows = history.run_sql(
        "SELECT rating, spread FROM credits WHERE game = ? AND bot = ? AND who = ?"
        f" AND {_BEFORE_SQL} AND rating IS NOT NULL"
        " ORDER BY begun DESC, identity DESC LIMIT 1",
        (game, player.is_bot, player.key, before),
    )
    return RatingEstimate(*rows[0]) if rows else None


def write_ratings(
    history: HistoryDatabase,
    game: str,
    rated_seats: Iterable[tuple[CreditedSeat, RatingEstimate | None]],
    following: str | None,
) -> None:
    """Write ratings within a transaction; more are to be rated from ``following`` on, if set."""
    for one, standing in rated_seats:
        history.run_sql(
            "UPDATE credits SET rating = ?, spread = ?"
            " WHERE game = ? AND bot = ? AND who = ? AND begun = ? AND identity = ? AND seat = ?",
            (*(standing or (None, None)), game, *one.player, one.begun, one.identity, one.seat),
        )
    if following is None:
        history.run_sql("DELETE FROM unrated WHERE game = ?", (game,))
    else:
        history.run_sql("UPDATE unrated SET since = ? WHERE game = ?", (following, game))
