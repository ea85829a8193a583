"""A connection to the database of matches: opened, migrated, put aside when damaged.

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
from greenbaize.store.plain_files import BAD

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
        with self.told():
            cursor = self._cursor()
            sqlite3.Cursor.execute(cursor, sql, values)
            return cursor

    def executemany(self, sql: str, values: Any) -> "_Cursor":
        """Do something for each of several rows."""
        with self.told():
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
    def told(self) -> Iterator[None]:
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
        with self._told():
            return super().fetchone()

    def fetchall(self) -> list[Any]:
        with self._told():
            return super().fetchall()

    def __next__(self) -> Any:
        with self._told():
            return super().__next__()

    def _told(self) -> AbstractContextManager[None]:
        assert isinstance(self.connection, Base)
        return self.connection.told()


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


def opened(path: Path, patience: float, tables: str, steps: Mapping[int, str]) -> Base:
    """Open the database, made or migrated as needed.

    ``patience`` is in seconds, for another writer; ``tables`` create it; ``steps`` migrate from
    each version to the next. Raises ``GameError`` if a newer program wrote it,
    ``HistoryDamagedError``, or ``HistoryError`` if it can be neither read nor made.
    """
    # Private, whatever the folder's permissions: it says who has played.
    with suppress(OSError):  # it is there, or what is wrong is told below
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    return _connected(str(path), path, patience, tables, steps)


def fleeting(path: Path, tables: str, steps: Mapping[int, str]) -> Base:
    """The same in memory only; ``path`` is where it would be."""
    return _connected(":memory:", path, 0.0, tables, steps)


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
