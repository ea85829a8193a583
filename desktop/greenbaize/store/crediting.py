"""Credits: which seats of which matches count in the statistics, and for whom.

A match counts once it is over, unless it is practice; in it, the seats whose player played it all.
A seat where a bot acted at some time counts for nobody, the others do. People are known by name
(case folded), built-in bots by level; external programs count together, under no level.

Statistics read only what this module writes: ``credits``, a row for each seat that counts, and
``tallies``, the sums of each player over all their matches.
"""

from typing import Final

from greenbaize.rules.facts import MATCHES_KIND, POINTS_KIND
from greenbaize.store.database import DatabaseConnection

_CREDIT_SQL: Final = f"""
INSERT INTO credits
SELECT m.game, p.kind = 'bot', iif(p.kind = 'bot', p.level, p.folded), m.begun, m.identity, p.seat,
    m.id, p.against, a.seats,
    (SELECT count(*) FROM players o WHERE o.match = m.id AND o.place > p.place),
    (SELECT count(*) - 1 FROM players o WHERE o.match = m.id AND o.place = p.place),
    p.place, a.worst, coalesce(f.times, 0), coalesce(f.sum, 0), p.source,
    NULL, NULL
FROM matches m
JOIN players p ON p.match = m.id
JOIN (SELECT count(*) seats, max(place) worst FROM players WHERE match = ?) a
LEFT JOIN facts f ON f.match = m.id AND f.seat = p.seat AND f.kind = '{POINTS_KIND}' AND f.key = ''
WHERE m.id = ? AND m.over AND NOT m.practice AND NOT p.stood_in
"""
_TALLY_SQL: Final = """
INSERT INTO tallies
SELECT c.bot, c.who, c.game, c.against, f.kind, f.key, ? * f.times, ? * f.sum
FROM credits c JOIN facts f ON f.match = c.match AND f.seat = c.seat
WHERE c.match = ?
ON CONFLICT DO UPDATE SET times = times + excluded.times, sum = sum + excluded.sum
"""
_MATCH_TALLY_SQL: Final = f"""
INSERT INTO tallies
SELECT DISTINCT bot, who, game, against, '{MATCHES_KIND}', '', ?, 0 FROM credits WHERE match = ?
ON CONFLICT DO UPDATE SET times = times + excluded.times
"""
_UNRATED_SQL: Final = """
INSERT INTO unrated SELECT game, begun FROM credits WHERE match = ? LIMIT 1
ON CONFLICT DO UPDATE SET since = min(since, excluded.since)
"""


def credit_match(connection: DatabaseConnection, match: int) -> None:
    """Credit a match that is otherwise written, within a transaction."""
    connection.run_sql(_CREDIT_SQL, (match, match))
    _update_tallies(connection, match, 1)
    connection.run_sql(_UNRATED_SQL, (match,))


def remove_credits(connection: DatabaseConnection, match: int) -> None:
    """Remove the credits of a match within a transaction, before it is deleted."""
    connection.run_sql(_UNRATED_SQL, (match,))
    _update_tallies(connection, match, -1)
    connection.run_sql("DELETE FROM credits WHERE match = ?", (match,))


def _update_tallies(connection: DatabaseConnection, match: int, sign: int) -> None:
    connection.run_sql(_TALLY_SQL, (sign, sign, match))
    connection.run_sql(_MATCH_TALLY_SQL, (sign, match))
