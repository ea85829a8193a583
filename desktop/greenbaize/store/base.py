"""The database of matches: its tables, their migrations, and a connection that says its faults.

Raises ``HistoryError`` for trouble with the disk or another window, and ``HistoryDamagedError`` for
invalid content.
"""

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from os import stat_result
from pathlib import Path
from typing import Any, Final
from weakref import WeakSet

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
"""The statements that migrate from each older version to the next."""
VERSION: Final = 1 + max(STEPS, default=0)
"""The version written."""


JOURNAL: Final = "-journal"
"""The suffix of SQLite's rollback journal."""
_LOW_BYTE: Final = 0xFF
"""The part of an extended error code that is the primary code."""
_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CONSTRAINT)
_UNWRITABLE: Final = (
    *(sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH),
)
_BUSY: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class Base(sqlite3.Connection):
    """The connection; its errors are ours."""

    path: Path

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._cursors: WeakSet[_Cursor] = WeakSet()

    def execute(self, sql: str, values: Any = ()) -> "_Cursor":
        """Do something once."""
        with self.own_errors():
            cursor = self._cursor()
            sqlite3.Cursor.execute(cursor, sql, values)
            return cursor

    def executemany(self, sql: str, values: Any) -> "_Cursor":
        """Do something for each of several rows."""
        with self.own_errors():
            cursor = self._cursor()
            sqlite3.Cursor.executemany(cursor, sql, values)
            return cursor

    def _cursor(self) -> "_Cursor":
        cursor = self.cursor(_Cursor)
        self._cursors.add(cursor)
        return cursor

    def close(self) -> None:
        """Close it with all open cursors, which would keep the file open."""
        for cursor in tuple(self._cursors):
            cursor.close()
        super().close()

    @contextmanager
    def own_errors(self) -> Iterator[None]:
        """Raises ``HistoryError`` for an error within."""
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise trouble(self.path, error) from error

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A transaction: all that is done within is on disk afterwards, or nothing.

        Raises ``HistoryError`` if the disk fails or another window writes for too long.
        """
        self.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.execute("COMMIT")
        except BaseException:
            with suppress(HistoryError):  # which has undone it itself, where the disk is full
                self.execute("ROLLBACK")
            raise


class _Cursor(sqlite3.Cursor):
    def fetchone(self) -> Any:
        with self._own_errors():
            return super().fetchone()

    def fetchall(self) -> list[Any]:
        with self._own_errors():
            return super().fetchall()

    def __next__(self) -> Any:
        with self._own_errors():
            return super().__next__()

    def _own_errors(self) -> AbstractContextManager[None]:
        assert isinstance(self.connection, Base)
        return self.connection.own_errors()


def trouble(path: Path, error: sqlite3.Error | UnicodeDecodeError) -> HistoryError:
    """The message for an error."""
    if isinstance(error, UnicodeDecodeError):
        return HistoryDamagedError(path)  # what SQLite itself was to say has been damaged
    kind = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _LOW_BYTE
    other = str(error)
    if kind in _DAMAGED or (kind == sqlite3.SQLITE_ERROR and _foreign(other)):
        return HistoryDamagedError(path)
    if kind == sqlite3.SQLITE_FULL:
        return HistoryError(Message("history-full"))
    if kind in _UNWRITABLE:
        return HistoryError(Message("history-unwritable", {"path": str(path)}))
    if kind in _BUSY:
        return HistoryError(Message("history-busy"))
    return blocked(path, OSError(other))


def blocked(path: Path, error: OSError) -> HistoryError:
    """The message that a file cannot be used, with the system's words."""
    reason = error.strerror or str(error)
    return HistoryError(Message("history-trouble", {"path": str(path), "reason": reason}))


def _foreign(words: str) -> bool:
    """Whether an error says that tables or their content are not ours."""
    return words.startswith(("no such ", "Could not decode ")) or words.endswith("already exists")


def opened(
    path: Path, patience: float, tables: str = TABLES, steps: Mapping[int, str] = STEPS
) -> Base:
    """Open the database, made or migrated as needed.

    ``patience`` is in seconds, for another writer. Raises ``GameError`` for a newer program's,
    ``HistoryDamagedError``, or ``HistoryError`` if it can be neither read nor made.
    """
    # Private, whatever the folder's permissions: it says who has played.
    with suppress(OSError):  # it is there, or what is wrong is told below
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    return _connected(str(path), path, patience, tables, steps)


def fleeting(path: Path) -> Base:
    """The same in memory only; ``path`` is where it would be."""
    return _connected(":memory:", path, 0.0, TABLES, STEPS)


def _connected(
    where: str, path: Path, patience: float, tables: str, steps: Mapping[int, str]
) -> Base:
    try:
        base = sqlite3.connect(where, patience, isolation_level=None, factory=Base)
    except sqlite3.Error as error:
        raise trouble(path, error) from error
    base.path = path
    try:
        base.execute("PRAGMA synchronous = NORMAL")
        # Or a large writing would keep all others from reading long before its end.
        base.execute("PRAGMA cache_spill = OFF")
        _bring_up(base, tables, steps)
    except BaseException:
        base.close()
        raise
    return base


def _bring_up(base: Base, tables: str, steps: Mapping[int, str]) -> None:
    """Make the tables, or migrate those of an older program."""
    newest = 1 + max(steps, default=0)
    (version,) = base.execute("PRAGMA user_version").fetchone()
    if version > newest:
        raise GameError(Message("history-newer", {"version": version}))
    if version < 0:
        raise HistoryDamagedError(base.path)
    if version == newest:
        base.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return
    if version == 0 and base.execute("SELECT 1 FROM sqlite_master").fetchone() is not None:
        raise HistoryDamagedError(base.path)  # it is another program's
    with base.writing():
        (version,) = base.execute("PRAGMA user_version").fetchone()  # another window may have
        wanted = [tables] if version == 0 else [steps[n] for n in range(version, newest)]
        for statement in (one for step in wanted for one in step.split(";") if one.strip()):
            base.execute(statement)
        base.execute(f"PRAGMA user_version = {newest}")


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
        if found is not None and not _is_still(path, found):
            return
        # First, or it would be taken for that of the new database if this is cut off in between.
        path.with_name(path.name + JOURNAL).unlink(missing_ok=True)
        path.replace(path.with_name(path.name + BAD))
    except FileNotFoundError:
        return
    except OSError as error:
        raise blocked(path, error) from error


def _is_still(path: Path, found: stat_result) -> bool:
    there = path.stat()
    return (there.st_dev, there.st_ino) == (found.st_dev, found.st_ino)
