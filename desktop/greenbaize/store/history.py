"""The database of matches: an index of the records, for quick lists and statistics.

The records are the originals and everything can be read from them again, so a damaged database is
set aside without loss.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from os import stat_result
from os.path import samestat
from pathlib import Path
from typing import Any, Final, NamedTuple, Self, TypeVar

from greenbaize.match.digest import Digest
from greenbaize.match.header import FROM, begun_of
from greenbaize.match.player import Player
from greenbaize.rules.errors import GameError, HistoryDamagedError
from greenbaize.rules.facts import MATCH, counted, counted_as
from greenbaize.rules.naming import folded
from greenbaize.rules.players import BOT
from greenbaize.store import folders
from greenbaize.store.base import Base, blocked, set_aside
from greenbaize.store.crediting import credit, discredit
from greenbaize.store.folders import GIVEN_UP, RECORD_SUFFIX

PATIENCE_S: Final = 5.0
"""Longest wait for another window that is writing (s)."""
PEOPLE: Final = "people"
"""Kind of opponents that includes people; for bots alone the kind is their level."""
MIXED: Final = "mixed"
PROGRAMS: Final = "programs"
"""Kind of opponents that are external programs, which have no level."""
ABANDONED: Final = f"{GIVEN_UP}/"
"""Prefix of the names of abandoned records."""

_BEST: Final = "ORDER BY over DESC, deal DESC, scored DESC, seeded DESC, size DESC, name"
"""Order of a match's records, the most complete first."""
OPEN: Final = f"""
EXISTS (
    SELECT 1 FROM files
    WHERE match = identity AND substr(name, 1, {len(ABANDONED)}) <> '{ABANDONED}'
)
"""
"""SQL condition: the match has a record that is not abandoned."""
_LATEST: Final = 2**63 - 1
"""Largest integer that SQLite stores."""
_STALE: Final = -1
"""Size stored for a file that must be read again in any case."""
T = TypeVar("T")
ASKING_S: Final = 0.2
"""Longest wait for the database where it is optional (s)."""


class Stamp(NamedTuple):
    """The state of a file when it was read: size (bytes) and modification time (ns)."""

    size: int
    changed: int

    @classmethod
    def of(cls, found: stat_result) -> Self:
        """Return the stamp from a file's status, within what the database can store."""
        return cls(found.st_size, min(max(found.st_mtime_ns, -_LATEST), _LATEST))


class History(Base):
    """The open database; ``file_stat`` is its file's status, None for one in memory."""

    found: stat_result | None = None

    @classmethod
    def open(cls, path: Path, patience: float = PATIENCE_S) -> Self:
        """Open the database, created anew if missing or damaged; raises ``GameError``."""
        try:
            path.parent.mkdir(0o700, parents=True, exist_ok=True)
            found = path.stat() if path.exists() else None
        except OSError as error:
            raise blocked(path, error) from error
        try:
            history = cls.opened(path, patience)
        except HistoryDamagedError:
            set_aside(path, found)
            history = cls.opened(path, patience)
        history.found = path.stat()
        return history

    @property
    def moved(self) -> bool:
        """True if another database is at the path now."""
        try:
            return self.found is None or not samestat(self.path.stat(), self.found)
        except OSError:
            return True

    def put_aside(self) -> None:
        """Close the damaged database; set it aside unless replaced. Raises ``HistoryError``."""
        self.close()
        set_aside(self.path, self.found)

    # Files

    def files(self) -> dict[str, Stamp]:
        """Return the stamps of the indexed files by name."""
        lost = self.ask("SELECT 1 FROM matches WHERE file NOT IN (SELECT name FROM files) LIMIT 1")
        if lost:
            raise HistoryDamagedError(self.path)  # only damage leads to a match without a file
        rows = self.ask("SELECT name, size, changed FROM files")
        return {self.checked(name): Stamp(size, changed) for name, size, changed in rows}

    def stale(self) -> list[str]:
        """Return the files to be read again, as another record of their match is gone."""
        rows = self.ask("SELECT name FROM files WHERE size = ?", (_STALE,))
        return [name for (name,) in rows]

    @property
    def files_known(self) -> bool:
        """True if any file has been indexed."""
        return bool(self.ask("SELECT 1 FROM files LIMIT 1"))

    def note(self, name: str, stamp: Stamp, digest: Digest) -> None:
        """Write a record's digest; the most complete record of a match counts."""
        self.ask("SAVEPOINT one")
        try:
            self._note(name, stamp, digest)
        except (OverflowError, UnicodeEncodeError):
            # Numbers and characters that this program never writes.
            self.ask("ROLLBACK TO one")
            self.note_fault(name, stamp, "header-format")
        self.ask("RELEASE one")

    def _note(self, name: str, stamp: Stamp, digest: Digest) -> None:
        self._strike(name, digest.identity)
        seeded = digest.header.seed is not None
        self.insert("files", (name, *stamp, digest.identity, None, *_reach(digest), seeded))
        if self._best(digest.identity) == name:
            self._drop(digest.identity)
            self._keep(digest, name)
        else:
            self._settle(digest.identity)

    def note_fault(self, name: str, stamp: Stamp, fault: str) -> None:
        """Write that a file is no readable record, with the message code."""
        self._strike(name)
        self.insert("files", (name, *stamp, None, fault, 0, 0, 0, 0))

    def forget(self, names: Iterable[str]) -> None:
        """Delete missing files, and matches without any record left."""
        for name in names:
            self._strike(name)

    def files_of(self, identity: str) -> list[str]:
        """Return the files of a match, the most complete first."""
        rows = self.ask(f"SELECT name FROM files WHERE match = ? {_BEST}", (identity,))
        return [self.checked(name) for (name,) in rows]

    def faulty(self) -> list[str]:
        """Return the names of unreadable files."""
        rows = self.ask("SELECT name FROM files WHERE fault IS NOT NULL ORDER BY name")
        return [name for (name,) in rows]

    def practised(self, identity: str) -> bool:
        """Return True if a practice match was started from a match."""
        return bool(
            self.ask("SELECT 1 FROM matches WHERE practice AND origin = ? LIMIT 1", (identity,))
        )

    def _strike(self, name: str, identity: str | None = None) -> None:
        """Delete a file; ``identity`` is the match whose record it is now, if any."""
        for (match,) in self.ask("DELETE FROM files WHERE name = ? RETURNING match", (name,)):
            if match is not None and match != identity:
                self._settle(match)

    def _settle(self, identity: str) -> None:
        """Update a match from its most complete record, once that has been read again."""
        best = self._best(identity)
        if self.ask("SELECT file FROM matches WHERE identity = ?", (identity,)) == [(best,)]:
            return
        if best is None:
            self._drop(identity)
            return
        self.ask("UPDATE files SET size = ? WHERE name = ?", (_STALE, best))
        alike = self.ask(
            "UPDATE matches SET file = ? WHERE identity = ?"
            " AND (over, deal) = (SELECT over, deal FROM files WHERE name = ?) RETURNING 1",
            (best, identity, best),
        )
        if not alike:
            self._drop(identity)

    def _best(self, identity: str) -> str | None:
        """Return the most complete file of a match, or None."""
        rows = self.ask(f"SELECT name FROM files WHERE match = ? {_BEST} LIMIT 1", (identity,))
        return str(rows[0][0]) if rows else None

    def knows(self, digest: Digest) -> bool:
        """Return True if the database knows as much of a match as its record's digest."""
        rows = self.ask(
            f"SELECT over, deal, scored FROM files WHERE match = ? {_BEST} LIMIT 1",
            (digest.identity,),
        )
        return any(row >= _reach(digest) for row in rows)

    def _drop(self, identity: str) -> None:
        for row in self.ask("SELECT id FROM matches WHERE identity = ?", (identity,)):
            discredit(self, *row)
            self.ask("DELETE FROM matches WHERE id = ?", row)
            for table in ("players", "facts", "honours"):
                self.ask(f"DELETE FROM {table} WHERE match = ?", row)

    def _keep(self, digest: Digest, name: str) -> None:
        header = digest.header
        came = header.more.get(FROM)
        row = (
            *(None, digest.identity, counted_as(header.game, short=digest.short), begun_of(header)),
            *(digest.deal, digest.end is not None, header.practice),
            *(came if isinstance(came, str) else "", people_in(header.sitters)),
            *(_winners(digest), name),
        )
        self.insert("matches", row)
        ((number,),) = self.ask("SELECT last_insert_rowid()")
        for seat in range(len(header.sitters)):
            self.insert("players", (number, seat, *_player_row(digest, seat)))
        for fact in _fact_rows(digest):
            self.insert("facts", (number, *fact))
        for seat, codes in enumerate(digest.honours):
            for code in codes:
                self.insert("honours", (number, seat, code))
        credit(self, number)

    def checked(self, name: str) -> str:
        """Return a record's name if it is inside the matches folder; ``HistoryDamagedError``."""
        plain = name.removeprefix(ABANDONED)
        if not plain.endswith(RECORD_SUFFIX) or "/" in plain or os.path.basename(plain) != plain:  # noqa: PTH119
            raise HistoryDamagedError(self.path)
        return name


def _reach(digest: Digest) -> tuple[bool, int, int]:
    """Return a record's progress: if it has ended, the last deal, and the scored deals."""
    return digest.end is not None, digest.deal, len(digest.deals)


def _player_row(digest: Digest, seat: int) -> Sequence[Any]:
    sitters, end = digest.header.sitters, digest.end
    sitter = sitters[seat]
    return (
        *(sitter.name, folded(sitter.name), sitter.kind, sitter.level or ""),
        *(digest.totals[seat], None if end is None else end.places[seat]),
        *(seat in digest.stood_in, _against(sitters[:seat] + sitters[seat + 1 :])),
        digest.source_ratings[seat] if digest.source_ratings else None,
        (digest.scores or digest.totals)[seat],
    )


def people_in(sitters: Sequence[Player]) -> str:
    """Return the names of people, for sorting and counting."""
    return ", ".join(folded(sitter.name) for sitter in sitters if sitter.kind != BOT)


def _winners(digest: Digest) -> str:
    """Return the names of the winners, for sorting."""
    places = () if digest.end is None else digest.end.places
    won = zip(digest.header.sitters, places, strict=False)
    return ", ".join(folded(sitter.name) for sitter, place in won if place == 1)


def _against(others: Sequence[Player]) -> str:
    """Return the kind of opponents: people, a level, or ``mixed`` levels."""
    if any(other.kind != BOT for other in others):
        return PEOPLE
    levels = {other.level or PROGRAMS for other in others}
    return levels.pop() if len(levels) == 1 else MIXED


def _fact_rows(digest: Digest) -> list[Sequence[Any]]:
    rows: list[Sequence[Any]] = []
    for seat in range(len(digest.totals)):
        sums = counted((deal.points[seat], deal.facts[seat]) for deal in digest.deals)
        rows += [(seat, *key, *values) for key, values in sums.items()]
    if digest.end is not None:
        for seat, place in enumerate(digest.end.places):
            rows.append((seat, MATCH, str(place), 1, digest.totals[seat]))
    return rows


def asked(question: Callable[[History], T], patience: float = ASKING_S) -> T | None:
    """Return a query's result, or None if the database is missing or unusable."""
    path = folders.history()
    if not path.exists():
        return None
    try:
        with closing(History.open(path, patience)) as history:
            return question(history)
    except GameError:
        return None


def asked_anew(question: Callable[[History], T]) -> T:
    """Return a query's result, rebuilding a damaged database; ``GameError`` if unusable."""
    with closing(History.open(folders.history())) as history:
        try:
            return question(history)
        except HistoryDamagedError:
            history.put_aside()
    with closing(History.open(folders.history())) as history:
        return question(history)
