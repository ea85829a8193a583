"""A match on record as the person who played it knew it, to be looked back on."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from greenbaize.app.advice.review import scored_deals
from greenbaize.app.tables.chairs import people_of
from greenbaize.app.tables.place import Answered, Place
from greenbaize.games import GAMES
from greenbaize.match.header import Header
from greenbaize.match.past import Watched, counting
from greenbaize.match.record import MOST_BYTES, Record
from greenbaize.match.told import is_told, read_any, told_lines
from greenbaize.rules.commands import Command
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import Ended
from greenbaize.rules.messages import Message
from greenbaize.store.plain_files import read_plain


def record_of(path: Path, watched: Watched | None = None) -> Record:
    """The record in a file, held against the rules.

    Args:
        path: the file.
        watched: is told now and then how many events have been gone through.

    Raises:
        RecordError: it does not hold.
        FileError: it cannot be read.
    """
    witness = None if watched is None else counting(watched)
    return read_any(read_plain(path, MOST_BYTES), GAMES, witness)


def own_seat(header: Header, *names: str) -> int | None:
    """The seat of the person here: whose record it is, who has one of the names, or the first."""
    if header.you is not None:
        return header.you
    people = people_of(header)
    known = {name.casefold() for name in names}
    named = (seat for seat in people if header.sitters[seat].name.casefold() in known)
    return next(named, people[0] if people else None)


class PastPlace(Place):
    """A place at a table that is no more: everything has been told, and nothing can be done.

    Args:
        record: the match.
        seat: whose place it was.

    Raises:
        GameError: the record is what somebody else was told, or no deal of it was scored.
    """

    def __init__(self, record: Record, seat: int) -> None:
        super().__init__(GAMES[record.header.game], record.header, seat)
        self._view: Final = record.state
        self._lines: Final = told_lines(record, GAMES, seat)
        self.end = next((one for one in record.events if isinstance(one, Ended)), None)
        if not scored_deals(self.game, self._lines):
            raise GameError(Message("review-no-deal"))

    @classmethod
    def of(cls, path: Path, *names: str, watched: Watched | None = None) -> "PastPlace":
        """The place that the person of these names had in the match; as ``record_of``.

        Raises:
            GameError: nobody sat there who could look back, or no deal was scored.
            RecordError: the record does not hold.
            FileError: it cannot be read.
        """
        record = record_of(path, watched)
        seat = own_seat(record.header, *names)
        if seat is None or (is_told(record) and record.header.you is None):
            raise GameError(Message("review-nobody"))
        if len(people_of(record.header)) > 1 and not GAMES[record.header.game].over(record.state):
            raise GameError(Message("review-friends"))
        place = cls(record, seat)
        place.record = path
        return place

    @property
    def view(self) -> Any:
        """The match as it ended."""
        return self._view

    @property
    def told(self) -> bytes:
        """All that the seat was told, as lines, from the header on."""
        return self._lines

    def computer(self, seat: int) -> bool:
        """Nobody acts any more."""
        del seat
        return False

    @property
    def said_ready(self) -> bool:
        """Nothing lies open that anybody waits for."""
        return False

    def submit(self, command: Command, answered: Answered) -> None:
        """Nothing can be done any more, and nothing is."""

    def begin(self) -> None:
        """It is over."""

    @property
    def others_act(self) -> bool:
        """Nobody does."""
        return False

    def let_others_act(self) -> bool:
        """Nobody does."""
        return False

    @property
    def patience(self) -> float | None:
        """Nobody is waited for."""
        return None

    def wake_by(self, woken: Callable[[], None]) -> None:
        """Nobody has to be woken."""

    def attend(self) -> None:
        """Nothing comes."""

    def leave(self) -> None:
        """There is no table to leave."""
