"""What is credited to whom: the one place that says which seats of which matches count.

A match counts once it is over, unless it is practice. Of its seats those count whose sitter played
all of it: where a computer player stood in for somebody at some time, nobody is credited with that
seat, while the others are with theirs. A person is known by their name, however it is written, a
built-in computer player by its level; programs of all kinds count together, under no level.

All statistics are read from what this writes: the table ``credits``, a row for each seat that
counts, and ``tallies``, what was counted of somebody over all their matches.
"""

from typing import Final

from greenbaize.rules.facts import MATCHES, POINTS
from greenbaize.store.base import Base

_CREDIT: Final = f"""
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
LEFT JOIN facts f ON f.match = m.id AND f.seat = p.seat AND f.kind = '{POINTS}' AND f.key = ''
WHERE m.id = ? AND m.over AND NOT m.practice AND NOT p.stood_in
"""
_TALLY: Final = """
INSERT INTO tallies
SELECT c.bot, c.who, c.game, c.against, f.kind, f.key, ? * f.times, ? * f.sum
FROM credits c JOIN facts f ON f.match = c.match AND f.seat = c.seat
WHERE c.match = ?
ON CONFLICT DO UPDATE SET times = times + excluded.times, sum = sum + excluded.sum
"""
_MATCHES: Final = f"""
INSERT INTO tallies
SELECT DISTINCT bot, who, game, against, '{MATCHES}', '', ?, 0 FROM credits WHERE match = ?
ON CONFLICT DO UPDATE SET times = times + excluded.times
"""
_UNRATED: Final = """
INSERT INTO unrated SELECT game, begun FROM credits WHERE match = ? LIMIT 1
ON CONFLICT DO UPDATE SET since = min(since, excluded.since)
"""


def credit(base: Base, match: int) -> None:
    """Credit those with a match who played it to its end themselves.

    Args:
        base: the database, within a writing.
        match: the number of the match, of which everything else has been written.
    """
    base.execute(_CREDIT, (match, match))
    _tally(base, match, 1)
    base.execute(_UNRATED, (match,))


def discredit(base: Base, match: int) -> None:
    """Take back what was credited of a match, before it is forgotten.

    Args:
        base: the database, within a writing.
        match: its number.
    """
    base.execute(_UNRATED, (match,))
    _tally(base, match, -1)
    base.execute("DELETE FROM credits WHERE match = ?", (match,))


def _tally(base: Base, match: int, sign: int) -> None:
    base.execute(_TALLY, (sign, sign, match))
    base.execute(_MATCHES, (sign, match))
