"""The list of matches: order, filter, and rows, a few at a time as they are scrolled."""

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple

from greenbaize.match.header import Header, begun_of
from greenbaize.rules.facts import SHORT, full_name
from greenbaize.rules.naming import folded
from greenbaize.store.history import ABANDONED, OPEN, History, people_in

_KEPT: Final = f"""
id, identity, file, game, begun, deal, over, practice,
(SELECT max(seeded) FROM files WHERE match = identity),
NOT over AND NOT {OPEN}
"""
"""The columns of a match that ``_match_rows`` expects."""
_MOMENT: Final = "strftime('%Y%m%dT%H%M%S', changed / 1000000000, 'unixepoch')"
"""Modification time of a file, written as times in records."""

AT_ONCE: Final = 500
"""Matches per query: SQL limits the number of values."""


class Ending(StrEnum):
    """The status of a match in the list."""

    OVER = "over"
    OPEN = "open"
    ABANDONED = "abandoned"
    PRACTICE = "practice"
    """Practice, which counts in no statistics."""
    DAMAGED = "damaged"
    """A file that is no readable record."""


class Sorting(StrEnum):
    """The sort key of the list."""

    WHEN = "when"
    GAME = "game"
    PEOPLE = "people"
    DEAL = "deal"
    ENDING = "ending"


_ENDINGS: Final = {
    Ending.OVER: "over AND NOT practice",
    Ending.OPEN: f"NOT over AND {OPEN}",
    Ending.ABANDONED: f"NOT over AND NOT {OPEN}",
    Ending.PRACTICE: "practice",
}
_ORDERS: Final = {
    Sorting.WHEN: "begun",
    Sorting.PEOPLE: (
        "people || ', ' || ifnull((SELECT group_concat(folded) FROM players"
        " WHERE match = matches.id AND kind = 'bot'), '')"
    ),
    Sorting.DEAL: "deal",
    Sorting.ENDING: f"iif(over, '0' || won, iif({OPEN}, '1', '2'))",
}


class PlayerKept(NamedTuple):
    """A player in a match.

    ``was_substituted``: a bot acted for them at some time; ``is_credited``: it counts for them
    (``crediting.py``); ``score`` is what the game shows at a glance, not always the total.
    """

    name: str
    kind: str
    level: str
    total: int
    place: int | None
    stood_in: bool
    credited: bool = False
    score: int = 0


class MatchKept(NamedTuple):
    """A match; ``file`` is its most complete record, with ``has_seed`` it can be continued."""

    identity: str
    file: str
    game: str
    begun: str
    deal: int
    over: bool
    practice: bool
    players: tuple[PlayerKept, ...]
    abandoned: bool = False
    seeded: bool = True
    short: bool = False


class Sought(NamedTuple):
    """A filter for matches; empty values match all.

    Each of ``words`` must be in a player's name or the game's title. ``person`` and
    ``former_names`` are one person's names, ``begun_since`` and ``begun_before`` times as in
    records.
    """

    words: tuple[str, ...] = ()
    game: str = ""
    person: str = ""
    ending: Ending | None = None
    since: str = ""
    before: str = ""
    former: tuple[str, ...] = ()


EVERYTHING: Final = Sought()

Key = str
"""Key of a row: the match's identity, or ``DAMAGED_KEY_PREFIX`` and the name of a damaged file."""
AT: Final = "/"
"""Prefix that no identity or file name has."""


class DamagedKept(NamedTuple):
    """An unreadable file: its modification time, and the message code."""

    file: str
    begun: str
    fault: str


Kept = MatchKept | DamagedKept


def keys(
    history: History,
    sought: Sought,
    titles: Mapping[str, str],
    sorting: Sorting = Sorting.WHEN,
    *,
    descending: bool = True,
) -> list[Key]:
    """Return the keys of matches, sorted, equal ones latest first.

    ``titles`` are the searchable titles by game, in sorting order.
    """
    damaged = _damaged(history, sought)
    if sought.ending is Ending.DAMAGED:
        return [key for _, key in (damaged if descending else damaged[::-1])]
    where, values = _where(sought, titles)
    order, more = _order(sorting, titles)
    way = "DESC" if descending else "ASC"
    asked = f"FROM matches {where} ORDER BY {order} {way}, begun DESC, id DESC"
    given = (*values, *more)
    if not damaged:
        return [identity for (identity,) in history.ask(f"SELECT identity {asked}", given)]
    found = history.ask(f"SELECT begun, identity {asked}", given)
    if sorting is not Sorting.WHEN:
        # They have no values to sort by: they come last, or first.
        found = [*found, *damaged] if not descending else [*damaged, *found]
    else:
        found = sorted([*found, *damaged], key=lambda one: one[0], reverse=descending)
    return [key for _, key in found]


def matches(history: History, sought: Sought = EVERYTHING, most: int = -1) -> list[MatchKept]:
    """Return at most ``limit`` matches (all if negative), latest first; raises ``HistoryError``."""
    where, values = _where(sought, {})
    asked = f"SELECT {_KEPT} FROM matches {where} ORDER BY begun DESC, id LIMIT ?"
    return _kept(history, history.ask(asked, [*values, most]))


def rows(history: History, wanted: Sequence[Key]) -> dict[Key, Kept]:
    """Return the rows of some matches that still exist; raises ``HistoryError``."""
    identities, damaged = _parted(wanted)
    asked = f"SELECT {_KEPT} FROM matches WHERE identity IN ({_marks(identities)})"
    found: dict[Key, Kept] = {}
    for match in _kept(history, history.ask(asked, identities)):
        found[match.identity] = match
    asked = (
        f"SELECT name, {_MOMENT}, fault FROM files"
        f" WHERE fault IS NOT NULL AND name IN ({_marks(damaged)})"
    )
    for name, begun, fault in history.ask(asked, damaged):
        found[AT + name] = DamagedKept(history.checked(name), begun or "", fault)
    return found


def files(history: History, wanted: Sequence[Key]) -> list[str]:
    """Return all files of some matches; raises ``HistoryError``."""
    return _files(history, wanted, "SELECT name FROM files WHERE match")


def best(history: History, wanted: Sequence[Key]) -> list[str]:
    """Return the most complete file of each of some matches; raises ``HistoryError``."""
    return _files(history, wanted, "SELECT file FROM matches WHERE identity")


def people(history: History, most: int) -> list[str]:
    """Return at most ``limit`` names of people, most matches first; raises ``HistoryError``."""
    found = history.ask(
        "SELECT max(name), count(*) FROM players WHERE kind <> 'bot'"
        " GROUP BY folded ORDER BY 2 DESC, folded LIMIT ?",
        (most,),
    )
    return [name for name, _ in found]


def count(history: History) -> int:
    """Return the number of matches and of unreadable files; raises ``HistoryError``."""
    ((matches, files),) = history.ask(
        "SELECT (SELECT count(*) FROM matches),"
        " (SELECT count(*) FROM files WHERE fault IS NOT NULL)"
    )
    return int(matches + files)


def _files(history: History, wanted: Sequence[Key], asked: str) -> list[str]:
    """Return the damaged files, and the names that ``sql`` selects for the other matches."""
    identities, found = _parted(wanted)
    for first in range(0, len(identities), AT_ONCE):
        some = identities[first : first + AT_ONCE]
        found += [name for (name,) in history.ask(f"{asked} IN ({_marks(some)})", some)]
    return [history.checked(name) for name in found]


def earlier(history: History, header: Header) -> int:
    """Return how many earlier matches of the game the same people began; ``HistoryError``.

    Practice does not count.
    """
    ((count,),) = history.ask(
        "SELECT count(*) FROM matches"
        " WHERE begun < ? AND begun <> '' AND game IN (?, ?) AND people = ? AND NOT practice",
        (begun_of(header), header.game, header.game + SHORT, people_in(header.sitters)),
    )
    return int(count)


def can_go_on(history: History, most: int) -> list[str]:
    """Return files of at most ``limit`` unfinished matches, latest first; ``HistoryError``."""
    rows = history.ask(
        "SELECT f.name FROM matches m JOIN files f ON f.match = m.identity"
        " WHERE NOT m.over AND f.seeded AND NOT f.over AND f.name NOT LIKE ?"
        " ORDER BY m.begun DESC LIMIT ?",
        (f"{ABANDONED}%", most),
    )
    return [history.checked(name) for (name,) in rows]


def _kept(history: History, rows: Sequence[tuple[Any, ...]]) -> list[MatchKept]:
    """Return the matches in rows with the columns of ``_MATCH_COLUMNS``."""
    return [
        MatchKept(
            *(identity, history.checked(file), full_name(game), begun, deal),
            over=bool(over),
            practice=bool(practice),
            players=_players(history, number),
            abandoned=bool(abandoned),
            seeded=bool(seeded),
            short=game.endswith(SHORT),
        )
        for number, identity, file, game, begun, deal, over, practice, seeded, abandoned in rows
    ]


def _players(history: History, number: int) -> tuple[PlayerKept, ...]:
    rows = history.ask(
        "SELECT name, kind, level, total, place, stood_in, EXISTS (SELECT 1 FROM credits c"
        " WHERE c.match = players.match AND c.seat = players.seat), score"
        " FROM players WHERE match = ? ORDER BY seat",
        (number,),
    )
    return tuple(
        PlayerKept(name, kind, level, total, place, bool(stood_in), bool(credited), score)
        for name, kind, level, total, place, stood_in, credited, score in rows
    )


def _where(sought: Sought, titles: Mapping[str, str]) -> tuple[str, list[Any]]:
    parts: list[str] = []
    values: list[Any] = []
    for word in sought.words:
        named = [game for game, title in titles.items() if word in folded(title)]
        parts.append(
            f"(game IN ({_marks(named)})"
            " OR id IN (SELECT match FROM players WHERE instr(folded, ?)))"
        )
        values += [*named, word]
    if sought.game:
        parts.append("game IN (?, ?)")
        values += [sought.game, sought.game + SHORT]
    if sought.person:
        names = [folded(name) for name in (sought.person, *sought.former)]
        parts.append(
            f"id IN (SELECT match FROM players WHERE folded IN ({_marks(names)}) AND kind <> 'bot')"
        )
        values += names
    if sought.since:
        parts.append("begun >= ?")
        values.append(sought.since)
    if sought.before:
        parts.append("begun < ? AND begun <> ''")
        values.append(sought.before)
    if sought.ending in _ENDINGS:
        parts.append(_ENDINGS[sought.ending])
    return f"WHERE {' AND '.join(parts)}" if parts else "", values


def _order(sorting: Sorting, titles: Mapping[str, str]) -> tuple[str, list[str]]:
    """Return the SQL expression to sort by, and its values."""
    if sorting is Sorting.GAME:
        whens = " ".join(f"WHEN ? THEN {place}" for place in range(len(titles)))
        return f"CASE game {whens} END", list(titles)
    return _ORDERS[sorting], []


def _damaged(history: History, sought: Sought) -> list[tuple[str, Key]]:
    """Return the keys of unreadable files with their times, the latest first."""
    if sought.ending not in (None, Ending.DAMAGED) or sought.game or sought.person:
        return []
    parts = ["fault IS NOT NULL", *("instr(lower(name), ?)" for _ in sought.words)]
    values: list[Any] = [*sought.words]
    for sign, moment in ((">=", sought.since), ("<", sought.before)):
        if moment:
            parts.append(f"{_MOMENT} {sign} ?")
            values.append(moment)
    found = history.ask(
        f"SELECT {_MOMENT}, name FROM files WHERE {' AND '.join(parts)} ORDER BY changed DESC",
        values,
    )
    return [(begun, AT + name) for begun, name in found]


def _parted(wanted: Sequence[Key]) -> tuple[list[str], list[str]]:
    """Return the identities of matches, and the names of damaged files."""
    damaged = [key.removeprefix(AT) for key in wanted if key.startswith(AT)]
    return [key for key in wanted if not key.startswith(AT)], damaged


def _marks(values: Collection[Any]) -> str:
    return ", ".join("?" * len(values))
