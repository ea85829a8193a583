"""The database of matches: its tables, their migrations, and a connection that says its faults.

Raises ``HistoryError`` for trouble with the disk or another window, and ``HistoryDamagedError`` for
invalid content.
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
from greenbaize.store.files import BAD

TABLES: Final = """
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
STEPS: Final[Mapping[int, str]] = {}
"""The statements that migrate from each older version to the next; they end at ``TABLES``' text."""
VERSION: Final = 1 + max(STEPS, default=0)
"""The version written."""


LONGEST_S: Final = 60.0
"""Seconds that one statement may take."""
_LOOK_OPERATIONS: Final = 1_000_000
"""Operations of SQLite, some ten milliseconds, between two looks at the clock."""
JOURNAL: Final = "-journal"
"""The suffix of SQLite's rollback journal."""
_LOW_BYTE: Final = 0xFF
"""The part of an extended error code that is the primary code."""
_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CONSTRAINT)
_TROUBLES: Final = {
    sqlite3.SQLITE_FULL: Message("history-full"),
    sqlite3.SQLITE_BUSY: Message("history-busy"),
    sqlite3.SQLITE_LOCKED: Message("history-busy"),
    sqlite3.SQLITE_INTERRUPT: Message("history-slow"),
}
_UNWRITABLE: Final = (
    *(sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH),
)


class _Deadline:
    """When the statement that runs must be over; apart from the connection, which has it."""

    def __init__(self) -> None:
        self._end = 0.0

    def renew(self) -> None:
        self._end = monotonic() + LONGEST_S

    def is_over(self) -> bool:
        return monotonic() > self._end


class Base(sqlite3.Connection):
    """The connection; its errors are ours."""

    path: Path
    _deadline: "_Deadline"

    @classmethod
    def opened(cls, path: Path, patience: float) -> Self:
        """Open the database, made or migrated as needed; ``GameError`` for a newer program's.

        ``patience`` is in seconds, for another writer.
        """
        # Private, whatever the folder's permissions: it says who has played.
        with suppress(OSError):  # it is there, or what is wrong is told below
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        return cls._connected(str(path), path, patience)

    @classmethod
    def fleeting(cls, path: Path) -> Self:
        """A database in memory, where the one at ``path`` cannot be written."""
        return cls._connected(":memory:", path, 0.0)

    @classmethod
    def _connected(cls, where: str, path: Path, patience: float) -> Self:
        try:
            base = sqlite3.connect(where, timeout=patience, isolation_level=None, factory=cls)
        except sqlite3.Error as error:
            raise trouble(path, error) from error
        base.path = path
        base._deadline = _Deadline()
        base.set_progress_handler(base._deadline.is_over, _LOOK_OPERATIONS)
        try:
            base.ask("PRAGMA trusted_schema = OFF")
            base.ask("PRAGMA synchronous = NORMAL")
            # Or a large writing would keep all others from reading long before its end.
            base.ask("PRAGMA cache_spill = OFF")
            base._bring_up()
        except BaseException:
            base.close()
            raise
        return base

    def _bring_up(self) -> None:
        """Make the tables, or migrate those of an older program."""
        ((version,),) = self.ask("PRAGMA user_version")
        if version > VERSION:
            raise GameError(Message("history-newer", {"version": version}))
        if version < 0:
            raise HistoryDamagedError(self.path)
        if version == VERSION:
            # Or a view or trigger that somebody put there would run with the first question.
            there = self.ask(
                "SELECT sql FROM sqlite_master WHERE sql NOT NULL AND name NOT GLOB 'sqlite_*'"
            )
            if sorted(sql for (sql,) in there) != sorted(_statements(TABLES)):
                raise HistoryDamagedError(self.path)
            return
        if version == 0 and self.ask("SELECT 1 FROM sqlite_master"):
            raise HistoryDamagedError(self.path)  # it is another program's
        with self.writing():
            ((version,),) = self.ask("PRAGMA user_version")  # another window may have
            wanted = [STEPS[n] for n in range(version, VERSION)] if version else [TABLES]
            for statement in (one for step in wanted for one in _statements(step)):
                self.ask(statement)
            self.ask(f"PRAGMA user_version = {VERSION}")

    def ask(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows of a statement; all are read, for what is half read keeps the file open."""
        self._deadline.renew()
        try:
            return super().execute(sql, values).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise trouble(self.path, error) from error

    def insert(self, table: str, row: Sequence[Any]) -> None:
        """Insert a row into a table, within a transaction."""
        self.ask(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A transaction: all of it is on disk afterwards, or nothing; raises ``HistoryError``."""
        self.ask("BEGIN IMMEDIATE")
        try:
            yield
            self.ask("COMMIT")
        except BaseException:
            with suppress(HistoryError):  # which has undone it itself, where the disk is full
                self.ask("ROLLBACK")
            raise


def _statements(text: str) -> list[str]:
    return [one.strip() for one in text.split(";") if one.strip()]


def trouble(path: Path, error: sqlite3.Error | UnicodeDecodeError) -> HistoryError:
    """The message for an error."""
    if isinstance(error, UnicodeDecodeError):
        return HistoryDamagedError(path)  # what SQLite itself was to say has been damaged
    kind = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _LOW_BYTE
    text = str(error)
    # Tables or their content are not ours.
    foreign = text.startswith(("no such ", "Could not decode ")) or text.endswith("already exists")
    if kind in _DAMAGED or (kind == sqlite3.SQLITE_ERROR and foreign):
        return HistoryDamagedError(path)
    if kind in _UNWRITABLE:
        return HistoryError(Message("history-unwritable", {"path": str(path)}))
    if kind in _TROUBLES:
        return HistoryError(_TROUBLES[kind])
    return blocked(path, OSError(text))


def blocked(path: Path, error: OSError) -> HistoryError:
    """The message that a file cannot be used, with the system's words."""
    reason = error.strerror or str(error)
    return HistoryError(Message("history-trouble", {"path": str(path), "reason": reason}))


def take_the_place(fresh: Path, path: Path) -> None:
    """Replace a possibly damaged database by one nobody has open; raises ``HistoryError``."""
    try:
        # First, or it would be taken for that of the new one.
        path.with_name(path.name + JOURNAL).unlink(missing_ok=True)
        fresh.replace(path)
    except OSError as error:
        raise blocked(path, error) from error


def set_aside(path: Path, found: stat_result | None) -> None:
    """Put a damaged database aside, replacing one put aside before: the records have all data.

    ``found`` is the file found damaged (None: there was none). If another is there now, somebody
    else has put it aside already, and nothing is done. Raises ``HistoryError`` if it cannot be
    moved.
    """
    try:
        if found is not None and not samestat(path.stat(), found):
            return
        # First, or it would be taken for that of the new database if this is cut off in between.
        path.with_name(path.name + JOURNAL).unlink(missing_ok=True)
        path.replace(path.with_name(path.name + BAD))
    except FileNotFoundError:
        return
    except OSError as error:
        raise blocked(path, error) from error
