"""A match on record as the person who played it knew it, to be looked back on."""

from pathlib import Path
from typing import Any, Final

from greenbaize.app.advice.review import scored_deals
from greenbaize.app.memory.reading import record_of
from greenbaize.app.tables.chairs import own_seat, people_of
from greenbaize.app.tables.place import QuietPlace
from greenbaize.games import GAMES
from greenbaize.match.past import Watched
from greenbaize.match.record import Record
from greenbaize.match.told import is_told, told_lines
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import Ended
from greenbaize.rules.messages import Message


class PastPlace(QuietPlace):
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
        people = people_of(record.header)
        seat = own_seat(record.header, names)
        if seat is None and people:
            seat = people[0]  # of several, none of whom is known here
        if seat is None or (is_told(record) and record.header.you is None):
            raise GameError(Message("review-nobody"))
        if len(people) > 1 and not GAMES[record.header.game].over(record.state):
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
