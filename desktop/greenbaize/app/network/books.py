"""What a host writes down: the record of a table's match, and the keys beside it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from greenbaize.app.network.keys_file import KeptChair, TableKeys, keys_path, write_keys
from greenbaize.app.network.record_kept import KeptMatch
from greenbaize.app.tables.matches import begun_now, new_record
from greenbaize.match.header import Header
from greenbaize.rules.errors import FileError, GameError
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.store.open_files import forget_file
from greenbaize.store.record_file import put_lock_away


class Books(Protocol):
    """Where a host writes down what is to be kept."""

    def begin(self, game: Game[Any], header: Header) -> KeptMatch:
        """The record of a match that begins."""

    def end(self) -> None:
        """The match is over, and nobody will want to come back to it."""

    def keep_chairs(self, chairs: tuple[KeptChair, ...]) -> None:
        """Who sits where, each time that changes."""

    def note_wrong_code(self, tries: int) -> None:
        """Somebody tried a wrong code; so many have been tried."""


class TableBooks:
    """The record of a table's match, and the keys beside it.

    Args:
        path: the record, where somebody has named it; the next match's gets a number behind its
            name. None for a fresh one among the matches, for each match.
        keys: the keys, which are written each time something changes.
        complain: takes what the person here should know.
    """

    def __init__(
        self, path: Path | None, keys: TableKeys, complain: Callable[[Message], object]
    ) -> None:
        self.path = path
        """The record of the match that is played; None where none has begun."""
        self.keys = keys
        self._named = path
        self._number = 1
        self._wanted = True
        """Whether anybody may want to come back to what is written down."""
        self._complain = complain

    def begin(self, game: Game[Any], header: Header) -> KeptMatch:
        """The record of a match that begins; the match goes on without one if need be."""
        self._wanted = True
        if self.path is None:
            self.path = fresh_path(game.name)
        try:
            kept = KeptMatch.begin(self.path, game, header)
        except GameError as error:
            self._complain(error.message)
            return KeptMatch(header)
        except OSError as error:
            self._complain(FileError(self.path, error).message)
            return KeptMatch(header)
        kept.tell_trouble(self._complain)
        return kept

    def end(self) -> None:
        """The match is over: its keys go, and the next one has another file."""
        self._wanted = False
        if self.path is None:
            return
        forget_file(keys_path(self.path))
        if self._named is None:
            self.path = None
            return
        while self.path.exists():
            self._number += 1
            name = f"{self._named.stem}-{self._number}{self._named.suffix}"
            self.path = self._named.with_name(name)

    def keep_chairs(self, chairs: tuple[KeptChair, ...]) -> None:
        """Who sits where."""
        self.keys.chairs = chairs
        if self.path is None or not self._wanted:
            return
        try:
            write_keys(keys_path(self.path), self.keys)
        except FileError as error:
            self._complain(error.message)

    def close(self) -> None:
        """The table is closed: keys are kept only where there is a record that they are for."""
        if self._named is None and self.path is not None and not self.path.exists():
            forget_file(keys_path(self.path))

    def note_wrong_code(self, tries: int) -> None:
        """Somebody tried a wrong code."""
        self._complain(Message("table-wrong-code", {"number": tries}))


def fresh_path(game: str) -> Path:
    """The file of a fresh record among the matches; whoever begins it locks it."""
    begun = begun_now()
    path, lock = new_record(f"{begun}-{game}")
    if lock is not None:
        put_lock_away(lock)
        lock.release()
    return path
