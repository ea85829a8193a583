"""Statistics from the database: sums, timelines, streaks, ratings, and honours.

Only what ``crediting.py`` credits is used. Each query reads a small part of the database, so twenty
thousand matches take no noticeable time. Queries raise ``HistoryError``.

Each credited seat has its player's rating after the match. A change to a match invalidates all
ratings of its game from its time on; the table ``unrated`` has that time.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from greenbaize.rules.facts import MATCH, MATCHES, Counted
from greenbaize.rules.naming import folded
from greenbaize.store.history import History

LONGEST_COURSE: Final = 200
"""Largest number of points of a timeline that can be distinguished."""
SURE: Final = 1.96
"""Standard deviations to either side of a 95 % interval."""


class Who(NamedTuple):
    """A person by any of their names, or the built-in bots of a level.

    Each of several at one table is counted, but in timelines and streaks their match is one.
    """

    names: tuple[str, ...]
    level: str = ""


class Chosen(NamedTuple):
    """The subject, game and kind of opponents of statistics; an empty kind means all."""

    who: Who
    game: str
    against: str = ""


class Run(NamedTuple):
    """Lengths of the current and the longest run of matches."""

    now: int = 0
    longest: int = 0


class Streaks(NamedTuple):
    """Runs of matches won, and of matches not finished last."""

    won: Run = Run()
    not_last: Run = Run()


class Point(NamedTuple):
    """One match of a timeline, or several merged.

    ``begun`` is the last one's time as in records; ``points`` are over all ``deal_count`` deals;
    ``rank_share`` is the mean share of others ahead, 0 for the first to 1 for the last, ties count
    half; ``rating`` is after the last; ``source_rating`` the mean of the ratings of the game's
    source in percent (over all matches use ``Game.rating(load_sums(…))``); in ``won_matches``
    matches the first rank was reached.
    """

    begun: str
    matches: int
    deals: int
    points: float
    place: float
    rating: float | None
    source: float | None
    won: int


class Rated(NamedTuple):
    """The strength of a person (``name``) or of the bots of a level (``level``) in a game.

    ``rating`` starts at 1000; 400 more means coming first ten times as often. ``plus_minus`` is
    half the 95 % interval, ``match_count`` the sample size.
    """

    name: str
    level: str
    rating: float
    plus_minus: float
    matches: int


class GivenAway(NamedTuple):
    """The loss in points of reviewed choices, by adviser (level and version)."""

    adviser: str
    deals: int
    choices: int
    points: float


class HonourKept(NamedTuple):
    """An honour, and the match it is from."""

    code: str
    game: str
    begun: str
    identity: str


def games_played(history: History, who: Who) -> list[str]:
    """Return the games with anything counted, by name."""
    where, values = _whose(who)
    rows = history.ask(
        f"SELECT DISTINCT game FROM tallies WHERE {where} AND kind = '{MATCH}' AND times > 0"
        " ORDER BY game",
        values,
    )
    return [game for (game,) in rows]


def has_played(history: History, names: Sequence[str]) -> bool:
    """Return True if anybody of these names played in any match, credited or not."""
    wanted = sorted({folded(name) for name in names})
    return bool(
        history.ask(
            "SELECT 1 FROM players WHERE kind <> 'bot'"
            f" AND folded IN ({', '.join('?' * len(wanted))}) LIMIT 1",
            wanted,
        )
    )


def opponents(history: History, who: Who, game: str) -> list[str]:
    """Return the kinds of opponents so far, as in ``StatisticsQuery.opponent_kind``."""
    where, values = _whose(who)
    rows = history.ask(
        f"SELECT DISTINCT against FROM tallies WHERE {where} AND game = ? AND kind = '{MATCH}'"
        " AND times > 0 ORDER BY against",
        [*values, game],
    )
    return [against for (against,) in rows]


def sums(history: History, chosen: Chosen) -> dict[tuple[str, str], Counted]:
    """Return sums over all matches, by kind and key.

    Beside the game's facts: ``(MATCH, rank)`` counts matches ended at that rank, with totals as
    sum; ``(POINTS, "")`` are the points of the deals, ``(MATCHES, "")`` the matches, regardless of
    how many seats the subject had.
    """
    where, values = _chosen(chosen)
    rows = history.ask(
        f"SELECT kind, key, sum(times), sum(sum) FROM tallies WHERE {where}"
        " GROUP BY kind, key HAVING sum(times) > 0",
        values,
    )
    return {(kind, key): Counted(times, total) for kind, key, times, total in rows}


def streaks(history: History, chosen: Chosen) -> Streaks:
    """Return the runs of matches won, by any bot of a level, and of those not finished last."""
    won, last = ("min(place)", "max(place)") if chosen.who.level else ("place", "place")
    asked, values = _in_order(chosen, f"{won} = 1, {won} = 1 OR {last} < worst")
    rows = history.ask(f"SELECT * FROM ({asked})", values)
    return Streaks(_run([one[0] for one in rows]), _run([one[1] for one in rows]))


def course(history: History, chosen: Chosen, most: int = LONGEST_COURSE) -> list[Point]:
    """Return the timeline, oldest first, in at most ``max_points`` points.

    Consecutive matches are merged if there are more. Several bots of the level have won if one of
    them has; their points and ranks are the mean.
    """
    mean, first = ("avg", "min") if chosen.who.level else ("", "")
    share = f"{mean}((seats - 1 - behind - tied / 2.0) / max(seats - 1, 1)) AS share"
    others = f"rating, {mean}(source) AS source, {first}(place) = 1 AS won"
    asked, values = _in_order(chosen, f"deals, {mean}(points) AS points, {share}, {others}")
    count = history.ask(f"SELECT count(*) FROM ({asked})", values)[0][0]
    # SQLite takes the rating from the merged row with the largest number, the latest.
    rows = history.ask(
        f"""
        SELECT begun, max(number), count(*), sum(deals), sum(points), avg(share), rating,
            avg(source), sum(won)
        FROM (SELECT row_number() OVER () AS number, * FROM ({asked}))
        GROUP BY (number - 1) * ? / ?
        """,
        [*values, min(max(1, most), count), count],
    )
    return [
        Point(begun, matches, deals, points, place, rating, source, won)
        for begun, _, matches, deals, points, place, rating, source, won in rows
    ]


def ratings(history: History, game: str) -> list[Rated]:
    """Return all ratings of a game, people by name and bots by level, highest first."""
    rows = history.ask(
        f"SELECT bot, who, sum(times) FROM tallies WHERE game = ? AND kind = '{MATCHES}'"
        " GROUP BY bot, who HAVING sum(times) > 0",
        (game,),
    )
    found = []
    for bot, who, matches in rows:
        standing = before(history, game, Player(bot, who))
        if standing is not None:
            name, level = ("", who) if bot else (_written(history, who), "")
            error = SURE * standing.spread
            found.append(Rated(name, level, standing.rating, error, matches))
    return sorted(found, key=lambda one: (-one.rating, one.name, one.level))


def _written(history: History, alike: str) -> str:
    """Return a name as it was last written."""
    rows = history.ask(
        "SELECT name FROM players WHERE folded = ? AND kind <> 'bot' ORDER BY match DESC LIMIT 1",
        (alike,),
    )
    return str(rows[0][0]) if rows else alike


def given_away(history: History, chosen: Chosen) -> list[GivenAway]:
    """Return the losses in reviewed deals, by adviser version, latest review first."""
    where, values = _chosen(chosen, "c.")
    rows = history.ask(
        "SELECT r.adviser, count(*), sum(r.choices), sum(r.points)"
        " FROM reviews r JOIN matches m ON m.identity = r.identity"
        " JOIN credits c ON c.match = m.id AND c.seat = r.seat"
        f" WHERE {where} GROUP BY r.adviser ORDER BY max(r.made) DESC, r.adviser",
        values,
    )
    return [GivenAway(*row) for row in rows]


def honours(history: History, names: tuple[str, ...]) -> list[HonourKept]:
    """Return the honours of a person by any of their names, the latest first."""
    where, values = _whose(Who(names))
    rows = history.ask(
        "SELECT h.code, c.game, c.begun, c.identity"
        " FROM honours h JOIN credits c ON c.match = h.match AND c.seat = h.seat"
        f" WHERE {where} ORDER BY c.begun DESC, c.identity, h.code",
        values,
    )
    return [HonourKept(*row) for row in rows]


def _whose(who: Who) -> tuple[str, list[Any]]:
    if who.level:
        return "bot = 1 AND who = ?", [who.level]
    names = sorted({folded(name) for name in who.names})
    return f"bot = 0 AND who IN ({', '.join('?' * len(names))})", [*names]


def _chosen(chosen: Chosen, table: str = "") -> tuple[str, list[Any]]:
    where, values = _whose(chosen.who)
    where, values = f"{where} AND {table}game = ?", [*values, chosen.game]
    if chosen.against:
        return f"{where} AND {table}against = ?", [*values, chosen.against]
    return where, values


def _in_order(chosen: Chosen, columns: str) -> tuple[str, list[Any]]:
    """Return the query for matches in order of time.

    It has one part per name, for each name's matches are stored in that order. ``columns`` are
    aggregates for a level; for a person there is one row per match.
    """
    grouped = "GROUP BY begun, identity" if chosen.who.level else ""
    names = [chosen.who.level] if chosen.who.level else sorted(map(folded, chosen.who.names))
    parts: list[str] = []
    values: list[Any] = []
    for name in dict.fromkeys(names):
        parts.append(
            f"SELECT {columns}, begun, identity FROM credits WHERE game = ? AND bot = ? AND who = ?"
            f" AND ? IN ('', against) {grouped}"
        )
        values += [chosen.game, bool(chosen.who.level), name, chosen.against]
    return f"{' UNION ALL '.join(parts)} ORDER BY begun, identity", values


def _run(good: list[int]) -> Run:
    now = longest = 0
    for one in good:
        now = now + 1 if one else 0
        longest = max(longest, now)
    return Run(now, longest)


AT_ONCE: Final = 4000
"""Seats read at once; matches begun at the same time stay together."""
_SINCE: Final = "FROM credits WHERE game = ? AND begun >= ?"
_BEFORE: Final = "begun < coalesce(?, 'ever')"
"""Before a time, or at any where that is NULL: times are digits."""


class Player(NamedTuple):
    """A rated player: a person by case-folded name, or a level's bots."""

    bot: bool
    who: str


class Standing(NamedTuple):
    """A rating and its standard deviation."""

    rating: float
    spread: float


class Seated(NamedTuple):
    """A credited seat of a match."""

    begun: str
    identity: str
    seat: int
    player: Player
    place: int


def unrated(history: History) -> dict[str, str]:
    """Return the games with matches to rate, and the time from which on."""
    return dict(history.ask("SELECT game, since FROM unrated ORDER BY game"))


def count_unrated(history: History) -> int:
    """Return the number of seats to be rated."""
    count = f"SELECT count(*) {_SINCE}"
    return sum(history.ask(count, one)[0][0] for one in unrated(history).items())


def next_seats(history: History, game: str, since: str) -> tuple[list[Seated], str | None]:
    """Return the seats to rate next, match by match, and the time of the following, or None."""
    asked = f"SELECT begun {_SINCE} ORDER BY begun LIMIT ?"
    times = [begun for (begun,) in history.ask(asked, (game, since, AT_ONCE + 1))]
    # All matches begun at the same time are rated together, for progress is stored as a time.
    following = times[-1] if len(times) > AT_ONCE else None
    if times[:1] == [following]:
        later = "SELECT min(begun) FROM credits WHERE game = ? AND begun > ?"
        following = history.ask(later, (game, following))[0][0]
    rows = history.ask(
        f"SELECT begun, identity, seat, bot, who, place {_SINCE} AND {_BEFORE}"
        " ORDER BY begun, identity, seat",
        (game, since, following),
    )
    seats = [
        Seated(begun, identity, seat, Player(bool(bot), who), place)
        for begun, identity, seat, bot, who, place in rows
    ]
    return seats, following


def before(
    history: History, game: str, player: Player, since: str | None = None
) -> Standing | None:
    """Return a player's rating before a time, or the latest; None without any."""
    rows = history.ask(
        "SELECT rating, spread FROM credits WHERE game = ? AND bot = ? AND who = ?"
        f" AND {_BEFORE} AND rating IS NOT NULL"
        " ORDER BY begun DESC, identity DESC LIMIT 1",
        (game, player.bot, player.who, since),
    )
    return Standing(*rows[0]) if rows else None


def note_ratings(
    history: History,
    game: str,
    rated: Iterable[tuple[Seated, Standing | None]],
    following: str | None,
) -> None:
    """Write ratings within a transaction; more are to be rated from ``following`` on, if set."""
    for one, standing in rated:
        history.ask(
            "UPDATE credits SET rating = ?, spread = ?"
            " WHERE game = ? AND bot = ? AND who = ? AND begun = ? AND identity = ? AND seat = ?",
            (*(standing or (None, None)), game, *one.player, one.begun, one.identity, one.seat),
        )
    if following is None:
        history.ask("DELETE FROM unrated WHERE game = ?", (game,))
    else:
        history.ask("UPDATE unrated SET since = ? WHERE game = ?", (following, game))
