"""The list of matches: order, filter, and rows, a few at a time as they are scrolled."""

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple

from greenbaize.match.header import RecordHeader, begin_time
from greenbaize.rules.facts import (
    HINTS_SUFFIX,
    SHORT_SUFFIX,
    game_of_statistics_name,
    list_statistics_names,
)
from greenbaize.rules.name_text import fold_name
from greenbaize.store.history import (
    ABANDONED_PREFIX,
    IS_OPEN_SQL,
    HistoryDatabase,
    match_rules_condition,
    people_key,
)

_MATCH_COLUMNS: Final = f"""
id, identity, file, game, begun, deal, over, practice,
(SELECT max(seeded) FROM files WHERE match = identity),
NOT over AND NOT {IS_OPEN_SQL}
"""
"""The columns of a match that ``_match_rows`` expects."""
_CHANGED_TIME_SQL: Final = "strftime('%Y%m%dT%H%M%S', changed / 1000000000, 'unixepoch')"
"""Modification time of a file, written as times in records."""

MATCHES_PER_QUERY: Final = 500
"""Matches per query: SQL limits the number of values."""


class MatchStatus(StrEnum):
    """The status of a match in the list."""

    OVER = "over"
    OPEN = "open"
    ABANDONED = "abandoned"
    PRACTICE = "practice"
    """Practice, which counts in no statistics."""
    HINTS = "hints"
    """With hints, which counts separately."""
    DAMAGED = "damaged"
    """A file that is no readable record."""


class MatchSorting(StrEnum):
    """The sort key of the list."""

    TIME = "when"
    GAME = "game"
    PEOPLE = "people"
    DEAL = "deal"
    ENDING = "ending"


_STATUS_SQL: Final = {
    MatchStatus.OVER: "over AND NOT practice",
    MatchStatus.OPEN: f"NOT over AND {IS_OPEN_SQL}",
    MatchStatus.ABANDONED: f"NOT over AND NOT {IS_OPEN_SQL}",
    MatchStatus.PRACTICE: "practice",
    MatchStatus.HINTS: f"game GLOB '*{HINTS_SUFFIX}' AND NOT practice",
}
_SORTING_SQL: Final = {
    MatchSorting.TIME: "begun",
    MatchSorting.PEOPLE: (
        "people || ', ' || ifnull((SELECT group_concat(folded) FROM players"
        " WHERE match = matches.id AND kind = 'bot'), '')"
    ),
    MatchSorting.DEAL: "deal",
    MatchSorting.ENDING: f"iif(over, '0' || won, iif({IS_OPEN_SQL}, '1', '2'))",
}


class PlayerRow(NamedTuple):
    """A player in a match.

    ``was_substituted``: a bot acted for them at some time; ``is_credited``: it counts for them
    (``crediting.py``); ``score`` is what the game shows at a glance, not always the total.
    """

    name: str
    kind: str
    level: str
    total: int
    rank: int | None
    was_substituted: bool
    is_credited: bool = False
    score: int = 0


class MatchRow(NamedTuple):
    """A match; ``file`` is its most complete record, with ``has_seed`` it can be continued."""

    identity: str
    file: str
    game: str
    begun: str
    deal: int
    is_over: bool
    is_practice: bool
    players: tuple[PlayerRow, ...]
    is_abandoned: bool = False
    has_seed: bool = True
    is_short: bool = False
    has_hints: bool = False


class MatchFilter(NamedTuple):
    """A filter for matches; empty values match all.

    Each of ``words`` must be in a player's name or the game's title. ``person`` and
    ``former_names`` are one person's names, ``begun_since`` and ``begun_before`` times as in
    records. ``rules_keys`` are those of ``encode_match_rules``, None for any rules.
    """

    words: tuple[str, ...] = ()
    game: str = ""
    person: str = ""
    status: MatchStatus | None = None
    begun_since: str = ""
    begun_before: str = ""
    former_names: tuple[str, ...] = ()
    rules_keys: tuple[str, ...] | None = None


ALL_MATCHES: Final = MatchFilter()

RowKey = str
"""Key of a row: the match's identity, or ``DAMAGED_KEY_PREFIX`` and the name of a damaged file."""
DAMAGED_KEY_PREFIX: Final = "/"
"""Prefix that no identity or file name has."""


class DamagedFileRow(NamedTuple):
    """An unreadable file: its modification time, and the message code."""

    file: str
    begun: str
    fault: str


HistoryRow = MatchRow | DamagedFileRow


def load_row_keys(
    history: HistoryDatabase,
    match_filter: MatchFilter,
    titles: Mapping[str, str],
    sorting: MatchSorting = MatchSorting.TIME,
    *,
    descending: bool = True,
) -> list[RowKey]:
    """Return the keys of matches, sorted, equal ones latest first.

    ``titles`` are the searchable titles by game, in sorting order.
    """
    damaged = _load_damaged_keys(history, match_filter)
    if match_filter.status is MatchStatus.DAMAGED:
        return [key for _, key in (damaged if descending else damaged[::-1])]
    condition, values = _filter_sql(match_filter, titles)
    order, order_values = _order_sql(sorting, titles)
    direction = "DESC" if descending else "ASC"
    sql = f"FROM matches {condition} ORDER BY {order} {direction}, begun DESC, id DESC"
    sql_values = (*values, *order_values)
    if not damaged:
        return [identity for (identity,) in history.run_sql(f"SELECT identity {sql}", sql_values)]
    rows = history.run_sql(f"SELECT begun, identity {sql}", sql_values)
    if sorting is not MatchSorting.TIME:
        # They have no values to sort by: they come last, or first.
        rows = [*rows, *damaged] if not descending else [*damaged, *rows]
    else:
        rows = sorted([*rows, *damaged], key=lambda one: one[0], reverse=descending)
    return [key for _, key in rows]


def load_matches(
    history: HistoryDatabase, match_filter: MatchFilter = ALL_MATCHES, limit: int = -1
) -> list[MatchRow]:
    """Return at most ``limit`` matches (all if negative), latest first; raises ``HistoryError``."""
    condition, values = _filter_sql(match_filter, {})
    sql = f"SELECT {_MATCH_COLUMNS} FROM matches {condition} ORDER BY begun DESC, id LIMIT ?"
    return _match_rows(history, history.run_sql(sql, [*values, limit]))


def load_rows(history: HistoryDatabase, keys: Sequence[RowKey]) -> dict[RowKey, HistoryRow]:
    """Return the rows of some matches that still exist; raises ``HistoryError``."""
    identities, damaged = _split_keys(keys)
    sql = (
        f"SELECT {_MATCH_COLUMNS} FROM matches WHERE identity IN ({_sql_placeholders(identities)})"
    )
    rows: dict[RowKey, HistoryRow] = {}
    for match in _match_rows(history, history.run_sql(sql, identities)):
        rows[match.identity] = match
    sql = (
        f"SELECT name, {_CHANGED_TIME_SQL}, fault FROM files"
        f" WHERE fault IS NOT NULL AND name IN ({_sql_placeholders(damaged)})"
    )
    for name, begun, fault in history.run_sql(sql, damaged):
        rows[DAMAGED_KEY_PREFIX + name] = DamagedFileRow(
            history.check_file_name(name), begun or "", fault
        )
    return rows


def load_files(history: HistoryDatabase, keys: Sequence[RowKey]) -> list[str]:
    """Return all files of some matches; raises ``HistoryError``."""
    return _query_files(history, keys, "SELECT name FROM files WHERE match")


def load_best_files(history: HistoryDatabase, keys: Sequence[RowKey]) -> list[str]:
    """Return the most complete file of each of some matches; raises ``HistoryError``."""
    return _query_files(history, keys, "SELECT file FROM matches WHERE identity")


def load_people(history: HistoryDatabase, limit: int) -> list[str]:
    """Return at most ``limit`` names of people, most matches first; raises ``HistoryError``."""
    rows = history.run_sql(
        "SELECT max(name), count(*) FROM players WHERE kind <> 'bot'"
        " GROUP BY folded ORDER BY 2 DESC, folded LIMIT ?",
        (limit,),
    )
    return [name for name, _ in rows]


def count_rows(history: HistoryDatabase) -> int:
    """Return the number of matches and of unreadable files; raises ``HistoryError``."""
    ((matches, files),) = history.run_sql(
        "SELECT (SELECT count(*) FROM matches),"
        " (SELECT count(*) FROM files WHERE fault IS NOT NULL)"
    )
    return int(matches + files)


def _query_files(history: HistoryDatabase, keys: Sequence[RowKey], sql: str) -> list[str]:
    """Return the damaged files, and the names that ``sql`` selects for the other matches."""
    identities, names = _split_keys(keys)
    for first in range(0, len(identities), MATCHES_PER_QUERY):
        batch = identities[first : first + MATCHES_PER_QUERY]
        names += [
            name for (name,) in history.run_sql(f"{sql} IN ({_sql_placeholders(batch)})", batch)
        ]
    return [history.check_file_name(name) for name in names]


def count_earlier_matches(history: HistoryDatabase, header: RecordHeader) -> int:
    """Return how many earlier matches of the game the same people began; ``HistoryError``.

    Practice does not count.
    """
    names = list_statistics_names(header.game)
    ((count,),) = history.run_sql(
        "SELECT count(*) FROM matches WHERE begun < ? AND begun <> ''"
        f" AND game IN ({_sql_placeholders(names)}) AND people = ? AND NOT practice",
        (begin_time(header), *names, people_key(header.players)),
    )
    return int(count)


def load_resumable_files(history: HistoryDatabase, limit: int) -> list[str]:
    """Return files of at most ``limit`` unfinished matches, latest first; ``HistoryError``."""
    rows = history.run_sql(
        "SELECT f.name FROM matches m JOIN files f ON f.match = m.identity"
        " WHERE NOT m.over AND f.seeded AND NOT f.over AND f.name NOT LIKE ?"
        " ORDER BY m.begun DESC LIMIT ?",
        (f"{ABANDONED_PREFIX}%", limit),
    )
    return [history.check_file_name(name) for (name,) in rows]


def _match_rows(history: HistoryDatabase, rows: Sequence[tuple[Any, ...]]) -> list[MatchRow]:
    """Return the matches in rows with the columns of ``_MATCH_COLUMNS``."""
    return [
        MatchRow(
            identity,
            history.check_file_name(file),
            game_of_statistics_name(game),
            begun,
            deal,
            is_over=bool(over),
            is_practice=bool(practice),
            players=_load_players(history, number),
            is_abandoned=bool(abandoned),
            has_seed=bool(seeded),
            is_short=game.removesuffix(HINTS_SUFFIX).endswith(SHORT_SUFFIX),
            has_hints=game.endswith(HINTS_SUFFIX),
        )
        for number, identity, file, game, begun, deal, over, practice, seeded, abandoned in rows
    ]


def _load_players(history: HistoryDatabase, number: int) -> tuple[PlayerRow, ...]:
    rows = history.run_sql(
        "SELECT name, kind, level, total, place, stood_in, EXISTS (SELECT 1 FROM credits c"
        " WHERE c.match = players.match AND c.seat = players.seat), score"
        " FROM players WHERE match = ? ORDER BY seat",
        (number,),
    )
    return tuple(
        PlayerRow(name, kind, level, total, rank, bool(stood_in), bool(credited), score)
        for name, kind, level, total, rank, stood_in, credited, score in rows
    )


def _filter_sql(match_filter: MatchFilter, titles: Mapping[str, str]) -> tuple[str, list[Any]]:
    parts: list[str] = []
    values: list[Any] = []
    for word in match_filter.words:
        games = [game for game, title in titles.items() if word in fold_name(title)]
        parts.append(
            f"(game IN ({_sql_placeholders(games)})"
            " OR id IN (SELECT match FROM players WHERE instr(folded, ?)))"
        )
        values += [*games, word]
    if match_filter.game:
        names = list_statistics_names(match_filter.game)
        parts.append(f"game IN ({_sql_placeholders(names)})")
        values += names
    if match_filter.person:
        people = [fold_name(name) for name in (match_filter.person, *match_filter.former_names)]
        parts.append(
            f"id IN (SELECT match FROM players WHERE folded IN ({_sql_placeholders(people)})"
            " AND kind <> 'bot')"
        )
        values += people
    if match_filter.rules_keys is not None:
        parts.append(match_rules_condition(match_filter.rules_keys, "id"))
        values += match_filter.rules_keys
    if match_filter.begun_since:
        parts.append("begun >= ?")
        values.append(match_filter.begun_since)
    if match_filter.begun_before:
        parts.append("begun < ? AND begun <> ''")
        values.append(match_filter.begun_before)
    if match_filter.status in _STATUS_SQL:
        parts.append(_STATUS_SQL[match_filter.status])
    return f"WHERE {' AND '.join(parts)}" if parts else "", values


def _order_sql(sorting: MatchSorting, titles: Mapping[str, str]) -> tuple[str, list[str]]:
    """Return the SQL expression to sort by, and its values."""
    if sorting is MatchSorting.GAME:
        whens = " ".join(f"WHEN ? THEN {index}" for index in range(len(titles)))
        return f"CASE game {whens} END", list(titles)
    return _SORTING_SQL[sorting], []


def _load_damaged_keys(
    history: HistoryDatabase, match_filter: MatchFilter
) -> list[tuple[str, RowKey]]:
    """Return the keys of unreadable files with their times, the latest first."""
    if (
        match_filter.status not in (None, MatchStatus.DAMAGED)
        or match_filter.game
        or match_filter.person
        or match_filter.rules_keys is not None
    ):
        return []
    parts = ["fault IS NOT NULL", *("instr(lower(name), ?)" for _ in match_filter.words)]
    values: list[Any] = [*match_filter.words]
    for sign, time in ((">=", match_filter.begun_since), ("<", match_filter.begun_before)):
        if time:
            parts.append(f"{_CHANGED_TIME_SQL} {sign} ?")
            values.append(time)
    rows = history.run_sql(
        f"SELECT {_CHANGED_TIME_SQL}, name FROM files WHERE {' AND '.join(parts)}"
        " ORDER BY changed DESC",
        values,
    )
    return [(begun, DAMAGED_KEY_PREFIX + name) for begun, name in rows]


def _split_keys(keys: Sequence[RowKey]) -> tuple[list[str], list[str]]:
    """Return the identities of matches, and the names of damaged files."""
    damaged = [
        key.removeprefix(DAMAGED_KEY_PREFIX) for key in keys if key.startswith(DAMAGED_KEY_PREFIX)
    ]
    return [key for key in keys if not key.startswith(DAMAGED_KEY_PREFIX)], damaged


def _sql_placeholders(values: Collection[Any]) -> str:
    return ", ".join("?" * len(values))
