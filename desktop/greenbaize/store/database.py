"""The database of matches: schema, migrations, and a connection with translated errors.

Raises ``HistoryError`` for errors of the disk or of concurrent access, and ``HistoryDamagedError``
for invalid content.
"""

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from os import stat_result
from os.path import samestat
from pathlib import Path
from time import monotonic
from typing import Any, Final, Self

from greenbaize.rules.errors import GameError, HistoryDamagedError, HistoryError
from greenbaize.rules.messages import Message
from greenbaize.store.files import SET_ASIDE_SUFFIX

_FIRST_TABLES: Final = """
CREATE TABLE files (
    name TEXT PRIMARY KEY,
    size INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    match TEXT,
    fault TEXT,
    over INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    scored INTEGER NOT NULL,
    seeded INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX files_of_match ON files (
    match, over DESC, deal DESC, scored DESC, seeded DESC, size DESC, name
);
CREATE INDEX files_at_fault ON files (changed) WHERE fault IS NOT NULL;
CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    begun TEXT NOT NULL,
    deal INTEGER NOT NULL,
    over INTEGER NOT NULL,
    practice INTEGER NOT NULL,
    origin TEXT NOT NULL,
    people TEXT NOT NULL,
    won TEXT NOT NULL,
    file TEXT NOT NULL
) STRICT;
CREATE INDEX matches_by_time ON matches (begun);
CREATE INDEX matches_left ON matches (begun) WHERE NOT over;
CREATE TABLE players (
    match INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    folded TEXT NOT NULL,
    kind TEXT NOT NULL,
    level TEXT NOT NULL,
    total INTEGER NOT NULL,
    place INTEGER,
    stood_in INTEGER NOT NULL,
    against TEXT NOT NULL,
    source REAL,
    score INTEGER NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX players_by_name ON players (folded);
CREATE INDEX players_here ON players (folded, name) WHERE kind <> 'bot';
CREATE TABLE facts (
    match INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    times INTEGER NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY (match, seat, kind, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE tallies (
    bot INTEGER NOT NULL,
    who TEXT NOT NULL,
    game TEXT NOT NULL,
    against TEXT NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    times INTEGER NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY (bot, who, game, against, kind, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE credits (
    game TEXT NOT NULL,
    bot INTEGER NOT NULL,
    who TEXT NOT NULL,
    begun TEXT NOT NULL,
    identity TEXT NOT NULL,
    seat INTEGER NOT NULL,
    match INTEGER NOT NULL,
    against TEXT NOT NULL,
    seats INTEGER NOT NULL,
    behind INTEGER NOT NULL,
    tied INTEGER NOT NULL,
    place INTEGER NOT NULL,
    worst INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    points INTEGER NOT NULL,
    source REAL,
    rating REAL,
    spread REAL,
    PRIMARY KEY (game, bot, who, begun, identity, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX credits_of_match ON credits (match, seat);
CREATE INDEX credits_by_time ON credits (game, begun, identity, seat);
CREATE TABLE unrated (
    game TEXT PRIMARY KEY,
    since TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE reviews (
    identity TEXT NOT NULL,
    deal INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    adviser TEXT NOT NULL,
    made TEXT NOT NULL,
    choices INTEGER NOT NULL,
    points REAL NOT NULL,
    PRIMARY KEY (identity, deal, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE reviews_read (
    size INTEGER NOT NULL,
    changed INTEGER NOT NULL
) STRICT;
CREATE TABLE honours (
    match INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    code TEXT NOT NULL,
    PRIMARY KEY (match, seat, code)
) STRICT, WITHOUT ROWID;
"""
_PAR_TABLES: Final = """
CREATE TABLE pars (
    identity TEXT NOT NULL,
    deal INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    level TEXT NOT NULL,
    made TEXT NOT NULL,
    strokes TEXT NOT NULL,
    PRIMARY KEY (identity, deal, seat, level)
) STRICT, WITHOUT ROWID;
CREATE TABLE pars_read (
    size INTEGER NOT NULL,
    changed INTEGER NOT NULL
) STRICT;
"""
_HINT_TABLES: Final = """
CREATE TABLE hints (
    identity TEXT NOT NULL,
    deal INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    made TEXT NOT NULL,
    PRIMARY KEY (identity, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE hints_read (
    size INTEGER NOT NULL,
    changed INTEGER NOT NULL
) STRICT;
"""
_RULES_TABLES: Final = """
CREATE TABLE match_rules (
    match INTEGER PRIMARY KEY,
    rules TEXT NOT NULL
) STRICT;
CREATE INDEX matches_by_rules ON match_rules (rules);
"""
_READ_AGAIN: Final = "UPDATE files SET size = -1 WHERE fault IS NULL;"
"""SQL that marks all records to be read again, for what older programs did not store of them."""
SCHEMA: Final = _FIRST_TABLES + _PAR_TABLES + _HINT_TABLES + _RULES_TABLES
MIGRATIONS: Final[Mapping[int, str]] = {
    1: _PAR_TABLES,
    2: _HINT_TABLES,
    3: _RULES_TABLES + _READ_AGAIN,
}
"""Statements that migrate each older version to the next; the result equals ``SCHEMA``."""
SCHEMA_VERSION: Final = 1 + max(MIGRATIONS, default=0)
"""The schema version that is written."""


MAX_STATEMENT_S: Final = 60.0
"""Longest run time of one statement (s)."""
_OPERATIONS_PER_CHECK: Final = 1_000_000
"""SQLite operations, some ten milliseconds, between two checks of the run time."""
JOURNAL_SUFFIX: Final = "-journal"
"""File suffix of SQLite's rollback journal."""
_PRIMARY_CODE_MASK: Final = 0xFF
"""Mask that reduces an extended error code to the primary code."""
_DAMAGE_CODES: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CONSTRAINT)
_ERROR_MESSAGES: Final = {
    sqlite3.SQLITE_FULL: Message("history-full"),
    sqlite3.SQLITE_BUSY: Message("history-busy"),
    sqlite3.SQLITE_LOCKED: Message("history-busy"),
    sqlite3.SQLITE_INTERRUPT: Message("history-slow"),
}
_UNWRITABLE_CODES: Final = (
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_AUTH,
)


class _StatementDeadline:
    """Deadline of the running statement.

    It is not part of the connection, which would then refer to itself.
    """

    def __init__(self) -> None:
        self._end = 0.0

    def restart(self) -> None:
        self._end = monotonic() + MAX_STATEMENT_S

    def is_exceeded(self) -> bool:
        return monotonic() > self._end


class DatabaseConnection(sqlite3.Connection):
    """A connection to the database that raises the errors of this package."""

    path: Path
    _deadline: "_StatementDeadline"

    @classmethod
    def open_file(cls, path: Path, timeout_s: float) -> Self:
        """Open the database, created or migrated as needed; ``GameError`` for a newer program's.

        ``timeout_s`` limits the wait for another writer (s).
        """
        # Readable by its owner only, whatever the folder's permissions: it says who has played.
        with suppress(OSError):  # it exists, or the error is reported below
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        return cls._connect(str(path), path, timeout_s)

    @classmethod
    def open_in_memory(cls, path: Path) -> Self:
        """Open a database in memory, where the one at ``path`` cannot be written."""
        return cls._connect(":memory:", path, 0.0)

    @classmethod
    def _connect(cls, database: str, path: Path, timeout_s: float) -> Self:
        try:
            connection = sqlite3.connect(
                database, timeout=timeout_s, isolation_level=None, factory=cls
            )
        except sqlite3.Error as error:
            raise translate_error(path, error) from error
        connection.path = path
        connection._deadline = _StatementDeadline()
        connection.set_progress_handler(connection._deadline.is_exceeded, _OPERATIONS_PER_CHECK)
        try:
            connection.run_sql("PRAGMA trusted_schema = OFF")
            connection.run_sql("PRAGMA synchronous = NORMAL")
            # Otherwise a large transaction would block all readers long before its end.
            connection.run_sql("PRAGMA cache_spill = OFF")
            connection._create_or_migrate()
        except BaseException:
            connection.close()
            raise
        return connection

    def _create_or_migrate(self) -> None:
        """Create the tables, or migrate those of an older program."""
        ((version,),) = self.run_sql("PRAGMA user_version")
        if version > SCHEMA_VERSION:
            raise GameError(Message("history-newer", {"version": version}))
        if version < 0:
            raise HistoryDamagedError(self.path)
        if version == SCHEMA_VERSION:
            # A foreign view or trigger would run with the first query.
            schema_rows = self.run_sql(
                "SELECT sql FROM sqlite_master WHERE sql NOT NULL AND name NOT GLOB 'sqlite_*'"
            )
            if sorted(sql for (sql,) in schema_rows) != sorted(_split_statements(SCHEMA)):
                raise HistoryDamagedError(self.path)
            return
        if version == 0 and self.run_sql("SELECT 1 FROM sqlite_master"):
            raise HistoryDamagedError(self.path)  # the database of another program
        with self.transaction():
            # another process may have migrated it meanwhile
            ((version,),) = self.run_sql("PRAGMA user_version")
            scripts = (
                [MIGRATIONS[n] for n in range(version, SCHEMA_VERSION)] if version else [SCHEMA]
            )
            for statement in (one for script in scripts for one in _split_statements(script)):
                self.run_sql(statement)
            self.run_sql(f"PRAGMA user_version = {SCHEMA_VERSION}")

    def run_sql(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """Run a statement and return all its rows: an unfinished query would keep the file open."""
        self._deadline.restart()
        try:
            return super().execute(sql, values).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise translate_error(self.path, error) from error

    def insert_row(self, table: str, row: Sequence[Any]) -> None:
        """Insert a row into a table, within a transaction."""
        self.run_sql(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Run a transaction: all of it is on disk afterwards, or nothing; ``HistoryError``."""
        self.run_sql("BEGIN IMMEDIATE")
        try:
            yield
            self.run_sql("COMMIT")
        except BaseException:
            with suppress(HistoryError):  # when the disk is full, SQLite has rolled back by itself
                self.run_sql("ROLLBACK")
            raise


def _split_statements(text: str) -> list[str]:
    return [one.strip() for one in text.split(";") if one.strip()]


def translate_error(path: Path, error: sqlite3.Error | UnicodeDecodeError) -> HistoryError:
    """Return the exception of this package for an error of SQLite."""
    if isinstance(error, UnicodeDecodeError):
        return HistoryDamagedError(path)  # an error text of SQLite itself is damaged
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _PRIMARY_CODE_MASK
    text = str(error)
    # The tables or their content were not written by this program.
    foreign = text.startswith(("no such ", "Could not decode ")) or text.endswith("already exists")
    if code in _DAMAGE_CODES or (code == sqlite3.SQLITE_ERROR and foreign):
        return HistoryDamagedError(path)
    if code in _UNWRITABLE_CODES:
        return HistoryError(Message("history-unwritable", {"path": str(path)}))
    if code in _ERROR_MESSAGES:
        return HistoryError(_ERROR_MESSAGES[code])
    return unusable_file_error(path, OSError(text))


def unusable_file_error(path: Path, error: OSError) -> HistoryError:
    """Return the exception for a file that cannot be used, with the system's reason."""
    reason = error.strerror or str(error)
    return HistoryError(Message("history-trouble", {"path": str(path), "reason": reason}))


def replace_database(new_path: Path, path: Path) -> None:
    """Replace a possibly damaged database by one that nobody has open; ``HistoryError``."""
    try:
        # First, otherwise it would be used as the journal of the new database.
        path.with_name(path.name + JOURNAL_SUFFIX).unlink(missing_ok=True)
        new_path.replace(path)
    except OSError as error:
        raise unusable_file_error(path, error) from error


def set_aside_database(path: Path, damaged_stat: stat_result | None) -> None:
    """Set a damaged database aside, replacing one set aside before: the records have all data.

    ``damaged_stat`` is the status of the damaged file (None: there was none). If another file is
    there now, another process has already set it aside, and nothing is done. Raises
    ``HistoryError`` if it cannot be moved.
    """
    try:
        if damaged_stat is not None and not samestat(path.stat(), damaged_stat):
            return
        # First, otherwise an interruption would leave it as the journal of the new database.
        path.with_name(path.name + JOURNAL_SUFFIX).unlink(missing_ok=True)
        path.replace(path.with_name(path.name + SET_ASIDE_SUFFIX))
    except FileNotFoundError:
        return
    except OSError as error:
        raise unusable_file_error(path, error) from error
