"""The database of matches: an index of the records, for quick lists and statistics.

The records are the originals and everything can be read from them again, so a damaged database is
set aside without loss.
"""

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from os import stat_result
from os.path import samestat
from pathlib import Path
from typing import Any, Final, NamedTuple, Self, TypeVar

from greenbaize.match.digest import RecordDigest
from greenbaize.match.header import SOURCE_KEY, begin_time
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.errors import GameError, HistoryDamagedError
from greenbaize.rules.facts import HINTS_SUFFIX, MATCH_KIND, statistics_name, sum_facts
from greenbaize.rules.name_text import fold_name
from greenbaize.rules.players import BOT
from greenbaize.store import folders
from greenbaize.store.crediting import credit_match, remove_credits
from greenbaize.store.database import DatabaseConnection, set_aside_database, unusable_file_error
from greenbaize.store.folders import ABANDONED_FOLDER, RECORD_SUFFIX

WRITER_TIMEOUT_S: Final = 5.0
"""Longest wait for another window that is writing (s)."""
PEOPLE_OPPONENTS: Final = "people"
"""Kind of opponents that includes people; for bots alone the kind is their level."""
MIXED_OPPONENTS: Final = "mixed"
PROGRAM_OPPONENTS: Final = "programs"
"""Kind of opponents that are external programs, which have no level."""
ABANDONED_PREFIX: Final = f"{ABANDONED_FOLDER}/"
"""Prefix of the names of abandoned records."""

_MOST_COMPLETE_FIRST: Final = (
    "ORDER BY over DESC, deal DESC, scored DESC, seeded DESC, size DESC, name"
)
"""Order of a match's records, the most complete first."""
IS_OPEN_SQL: Final = f"""
EXISTS (
    SELECT 1 FROM files
    WHERE match = identity AND substr(name, 1, {len(ABANDONED_PREFIX)}) <> '{ABANDONED_PREFIX}'
)
"""
"""SQL condition: the match has a record that is not abandoned."""
_MAX_INTEGER: Final = 2**63 - 1
"""Largest integer that SQLite stores."""
_STALE_SIZE: Final = -1
"""Size stored for a file that must be read again in any case."""
T = TypeVar("T")
OPTIONAL_TIMEOUT_S: Final = 0.2
"""Longest wait for the database where it is optional (s)."""


class FileStamp(NamedTuple):
    """The state of a file when it was read: size (bytes) and modification time (ns)."""

    size: int
    changed: int

    @classmethod
    def from_stat(cls, file_stat: stat_result) -> Self:
        """Return the stamp from a file's status, within what the database can store."""
        return cls(file_stat.st_size, min(max(file_stat.st_mtime_ns, -_MAX_INTEGER), _MAX_INTEGER))


class HistoryDatabase(DatabaseConnection):
    """The open database; ``file_stat`` is its file's status, None for one in memory."""

    file_stat: stat_result | None = None

    @classmethod
    def open_or_rebuild(cls, path: Path, timeout_s: float = WRITER_TIMEOUT_S) -> Self:
        """Open the database, created anew if missing or damaged; raises ``GameError``."""
        try:
            path.parent.mkdir(0o700, parents=True, exist_ok=True)
            file_stat = path.stat() if path.exists() else None
        except OSError as error:
            raise unusable_file_error(path, error) from error
        try:
            history = cls.open_file(path, timeout_s)
        except HistoryDamagedError:
            set_aside_database(path, file_stat)
            history = cls.open_file(path, timeout_s)
        history.file_stat = path.stat()
        return history

    @property
    def was_replaced(self) -> bool:
        """True if another database is at the path now."""
        try:
            return self.file_stat is None or not samestat(self.path.stat(), self.file_stat)
        except OSError:
            return True

    def close_and_set_aside(self) -> None:
        """Close the damaged database; set it aside unless replaced. Raises ``HistoryError``."""
        self.close()
        set_aside_database(self.path, self.file_stat)

    # Files

    def load_file_stamps(self) -> dict[str, FileStamp]:
        """Return the stamps of the indexed files by name."""
        unknown_files = self.run_sql(
            "SELECT 1 FROM matches WHERE file NOT IN (SELECT name FROM files) LIMIT 1"
        )
        if unknown_files:
            raise HistoryDamagedError(self.path)  # only damage leads to a match without a file
        rows = self.run_sql("SELECT name, size, changed FROM files")
        return {
            self.check_file_name(name): FileStamp(size, changed) for name, size, changed in rows
        }

    def mark_hint_changes(self) -> None:
        """Mark the matches to be read again, as hints in them have become known, or unknown."""
        rows = self.run_sql(
            "SELECT file FROM matches"
            " WHERE (identity IN (SELECT identity FROM hints)) <> (game GLOB ?)",
            (f"*{HINTS_SUFFIX}",),
        )
        if rows:
            with self.transaction():
                for row in rows:
                    self.run_sql("UPDATE files SET size = ? WHERE name = ?", (_STALE_SIZE, *row))

    def load_stale_files(self) -> list[str]:
        """Return the files to be read again, as another record of their match is gone."""
        rows = self.run_sql("SELECT name FROM files WHERE size = ?", (_STALE_SIZE,))
        return [name for (name,) in rows]

    @property
    def has_files(self) -> bool:
        """True if any file has been indexed."""
        return bool(self.run_sql("SELECT 1 FROM files LIMIT 1"))

    def write_digest(self, name: str, stamp: FileStamp, digest: RecordDigest) -> None:
        """Write a record's digest; the most complete record of a match counts."""
        self.run_sql("SAVEPOINT one")
        try:
            self._write_digest(name, stamp, digest)
        except (OverflowError, UnicodeEncodeError):
            # Numbers and characters that this program never writes.
            self.run_sql("ROLLBACK TO one")
            self.write_fault(name, stamp, "header-format")
        self.run_sql("RELEASE one")

    def _write_digest(self, name: str, stamp: FileStamp, digest: RecordDigest) -> None:
        self._delete_file(name, digest.identity)
        has_seed = digest.header.seed is not None
        self.insert_row(
            "files", (name, *stamp, digest.identity, None, *_record_progress(digest), has_seed)
        )
        if self._best_file(digest.identity) == name:
            self._delete_match(digest.identity)
            self._write_match(digest, name)
        else:
            self._refresh_match(digest.identity)

    def write_fault(self, name: str, stamp: FileStamp, fault: str) -> None:
        """Write that a file is no readable record, with the message code."""
        self._delete_file(name)
        self.insert_row("files", (name, *stamp, None, fault, 0, 0, 0, 0))

    def delete_files(self, names: Iterable[str]) -> None:
        """Delete missing files, and matches without any record left."""
        for name in names:
            self._delete_file(name)

    def load_match_files(self, identity: str) -> list[str]:
        """Return the files of a match, the most complete first."""
        rows = self.run_sql(
            f"SELECT name FROM files WHERE match = ? {_MOST_COMPLETE_FIRST}", (identity,)
        )
        return [self.check_file_name(name) for (name,) in rows]

    def load_origin_files(self, identity: str) -> list[str]:
        """Return the files of a match, and of practice that was started from it."""
        rows = self.run_sql(
            "SELECT files.name FROM files JOIN matches ON files.match = matches.identity"
            " WHERE matches.practice AND matches.origin = ?",
            (identity,),
        )
        practice_names = [self.check_file_name(name) for (name,) in rows]
        return [*self.load_match_files(identity), *practice_names]

    def load_faulty_files(self) -> list[str]:
        """Return the names of unreadable files."""
        rows = self.run_sql("SELECT name FROM files WHERE fault IS NOT NULL ORDER BY name")
        return [name for (name,) in rows]

    def has_practice_of(self, identity: str) -> bool:
        """Return True if a practice match was started from a match."""
        return bool(
            self.run_sql("SELECT 1 FROM matches WHERE practice AND origin = ? LIMIT 1", (identity,))
        )

    def _delete_file(self, name: str, identity: str | None = None) -> None:
        """Delete a file; ``identity`` is the match whose record it is now, if any."""
        for (match,) in self.run_sql("DELETE FROM files WHERE name = ? RETURNING match", (name,)):
            if match is not None and match != identity:
                self._refresh_match(match)

    def _refresh_match(self, identity: str) -> None:
        """Update a match from its most complete record, once that has been read again."""
        best_file = self._best_file(identity)
        if self.run_sql("SELECT file FROM matches WHERE identity = ?", (identity,)) == [
            (best_file,)
        ]:
            return
        if best_file is None:
            self._delete_match(identity)
            return
        self.run_sql("UPDATE files SET size = ? WHERE name = ?", (_STALE_SIZE, best_file))
        same_progress = self.run_sql(
            "UPDATE matches SET file = ? WHERE identity = ?"
            " AND (over, deal) = (SELECT over, deal FROM files WHERE name = ?) RETURNING 1",
            (best_file, identity, best_file),
        )
        if not same_progress:
            self._delete_match(identity)

    def _best_file(self, identity: str) -> str | None:
        """Return the most complete file of a match, or None."""
        rows = self.run_sql(
            f"SELECT name FROM files WHERE match = ? {_MOST_COMPLETE_FIRST} LIMIT 1", (identity,)
        )
        return str(rows[0][0]) if rows else None

    def has_as_much_as(self, digest: RecordDigest) -> bool:
        """Return True if the database knows as much of a match as its record's digest."""
        rows = self.run_sql(
            f"SELECT over, deal, scored FROM files WHERE match = ? {_MOST_COMPLETE_FIRST} LIMIT 1",
            (digest.identity,),
        )
        return any(row >= _record_progress(digest) for row in rows)

    def _delete_match(self, identity: str) -> None:
        for row in self.run_sql("SELECT id FROM matches WHERE identity = ?", (identity,)):
            remove_credits(self, *row)
            self.run_sql("DELETE FROM matches WHERE id = ?", row)
            for table in ("players", "facts", "honours", "match_rules"):
                self.run_sql(f"DELETE FROM {table} WHERE match = ?", row)

    def _write_match(self, digest: RecordDigest, name: str) -> None:
        header = digest.header
        source = header.extra.get(SOURCE_KEY)
        has_hints = bool(
            self.run_sql("SELECT 1 FROM hints WHERE identity = ? LIMIT 1", (digest.identity,))
        )
        row = (
            None,
            digest.identity,
            statistics_name(header.game, is_short=digest.is_short_match, has_hints=has_hints),
            begin_time(header),
            digest.deal,
            digest.end_event is not None,
            header.is_practice,
            source if isinstance(source, str) else "",
            people_key(header.players),
            _winners_key(digest),
            name,
        )
        self.insert_row("matches", row)
        ((number,),) = self.run_sql("SELECT last_insert_rowid()")
        for seat in range(len(header.players)):
            self.insert_row("players", (number, seat, *_player_row(digest, seat)))
        for fact in _fact_rows(digest):
            self.insert_row("facts", (number, *fact))
        for seat, codes in enumerate(() if has_hints else digest.honours):
            for code in codes:
                self.insert_row("honours", (number, seat, code))
        rules = encode_match_rules(len(header.players), header.options)
        self.insert_row("match_rules", (number, rules))
        credit_match(self, number)

    def check_file_name(self, name: str) -> str:
        """Return a record's name if it is inside the matches folder; ``HistoryDamagedError``."""
        plain = name.removeprefix(ABANDONED_PREFIX)
        if not plain.endswith(RECORD_SUFFIX) or "/" in plain or os.path.basename(plain) != plain:  # noqa: PTH119
            raise HistoryDamagedError(self.path)
        return name


def encode_match_rules(seats: int, options: Mapping[str, object]) -> str:
    """Return the number of players and the resolved options of a match as the database has them."""
    return f"{seats} {json.dumps(options, sort_keys=True)}"


def match_rules_condition(rules_keys: Sequence[str], column: str) -> str:
    """Return the SQL condition that a match, by its number, was played by one of these rules."""
    placeholders = ", ".join("?" * len(rules_keys))
    return f"{column} IN (SELECT match FROM match_rules WHERE rules IN ({placeholders}))"


def _record_progress(digest: RecordDigest) -> tuple[bool, int, int]:
    """Return a record's progress: if it has ended, the last deal, and the scored deals."""
    return digest.end_event is not None, digest.deal, len(digest.deals)


def _player_row(digest: RecordDigest, seat: int) -> Sequence[Any]:
    players, end = digest.header.players, digest.end_event
    player = players[seat]
    return (
        player.name,
        fold_name(player.name),
        player.kind,
        player.level or "",
        digest.totals[seat],
        None if end is None else end.places[seat],
        seat in digest.substituted_seats,
        _opponent_kind(players[:seat] + players[seat + 1 :]),
        digest.source_ratings[seat] if digest.source_ratings else None,
        (digest.scores or digest.totals)[seat],
    )


def people_key(players: Sequence[HeaderPlayer]) -> str:
    """Return the names of people, for sorting and counting."""
    return ", ".join(fold_name(player.name) for player in players if player.kind != BOT)


def _winners_key(digest: RecordDigest) -> str:
    """Return the names of the winners, for sorting."""
    ranks = () if digest.end_event is None else digest.end_event.places
    ranked_players = zip(digest.header.players, ranks, strict=False)
    return ", ".join(fold_name(player.name) for player, rank in ranked_players if rank == 1)


def _opponent_kind(others: Sequence[HeaderPlayer]) -> str:
    """Return the kind of opponents: people, a level, or ``mixed`` levels."""
    if any(other.kind != BOT for other in others):
        return PEOPLE_OPPONENTS
    levels = {other.level or PROGRAM_OPPONENTS for other in others}
    return levels.pop() if len(levels) == 1 else MIXED_OPPONENTS


def _fact_rows(digest: RecordDigest) -> list[Sequence[Any]]:
    rows: list[Sequence[Any]] = []
    for seat in range(len(digest.totals)):
        sums = sum_facts((deal.points[seat], deal.facts[seat]) for deal in digest.deals)
        rows += [(seat, *key, *values) for key, values in sums.items()]
    if digest.end_event is not None:
        for seat, rank in enumerate(digest.end_event.places):
            rows.append((seat, MATCH_KIND, str(rank), 1, digest.totals[seat]))
    return rows


def query_history(
    query: Callable[[HistoryDatabase], T], timeout_s: float = OPTIONAL_TIMEOUT_S
) -> T | None:
    """Return a query's result, or None if the database is missing or unusable."""
    path = folders.history_path()
    if not path.exists():
        return None
    try:
        with closing(HistoryDatabase.open_or_rebuild(path, timeout_s)) as history:
            return query(history)
    except GameError:
        return None


def query_or_rebuild_history(query: Callable[[HistoryDatabase], T]) -> T:
    """Return a query's result, rebuilding a damaged database; ``GameError`` if unusable."""
    with closing(HistoryDatabase.open_or_rebuild(folders.history_path())) as history:
        try:
            return query(history)
        except HistoryDamagedError:
            history.close_and_set_aside()
    with closing(HistoryDatabase.open_or_rebuild(folders.history_path())) as history:
        return query(history)
