"""Records to be played back: which are, who sees what of them, and reading one."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from greenbaize.app.tables.chairs import people_of
from greenbaize.app.tables.unfinished import ends_with_end
from greenbaize.games import GAMES
from greenbaize.match.header import Header
from greenbaize.match.past import STEP, Watched
from greenbaize.match.playback import OPEN, Playback, Viewer
from greenbaize.match.record import MOST_BYTES, Record, read_header
from greenbaize.match.told import is_told, read_any, told_lines
from greenbaize.rules.decoding import LONGEST_LINE
from greenbaize.rules.errors import FileError, GameError
from greenbaize.rules.events import Ended, Event
from greenbaize.store.plain_files import open_plain, read_plain

ABANDONED: Final = "abandoned"
"""The folder of matches that nobody goes on with."""


def is_for_replay(path: Path) -> bool:
    """Whether a record can only be looked at: its match is over, or nobody can go on with it.

    What cannot be read is not.
    """
    try:
        with open_plain(path) as file:
            if ends_with_end(file):
                return True
            file.seek(0)
            return read_header(file.readline(LONGEST_LINE), GAMES).seed is None
    except (OSError, GameError):
        return False


def own_seat(header: Header, *names: str) -> int | None:
    """The seat of the person here, if that is known.

    Args:
        header: the match.
        names: what they are called at tables, and were before.
    """
    if header.you is not None:
        return header.you
    people = people_of(header)
    if len(people) > 1:
        people = tuple(seat for seat in people if header.sitters[seat].name in names)
    return people[0] if len(people) == 1 else None


@dataclass(frozen=True)
class Replay:
    """A record to be played back.

    ``own`` is the seat of the person here, if that is known.
    """

    path: Path
    record: Record
    playback: Playback
    own: int | None

    @property
    def header(self) -> Header:
        """The match."""
        return self.record.header

    @cached_property
    def told(self) -> bool:
        """Whether only what somebody was told is known."""
        return is_told(self.record)

    @cached_property
    def end(self) -> Ended | None:
        """How the match ended, if it has."""
        last = self.record.events[-1] if self.record.events else None
        return last if isinstance(last, Ended) else None

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """Who may look at it, whoever usually does first.

        Nobody peeks into a match that is to be gone on with.
        """
        seats = range(len(self.header.sitters))
        if self.told:
            return (OPEN,)
        own: tuple[Viewer, ...] = () if self.own is None else (self.own,)
        if self.end is None and people_of(self.header) and self.path.parent.name != ABANDONED:
            return (*own, None)
        return (*own, OPEN, *(seat for seat in seats if seat != self.own), None)

    @property
    def can_play_on(self) -> bool:
        """Whether it is known how the match would go on from somewhere in it."""
        return self.header.seed is not None

    def told_to(self, seat: int) -> bytes:
        """What a seat was told, as lines."""
        return told_lines(self.record, GAMES, seat)


def read_replay(
    path: Path, name: str = "", watched: Watched | None = None, former: Iterable[str] = ()
) -> Replay:
    """Read a record to be played back.

    Args:
        path: the record.
        name: what the person here is called at tables.
        watched: is told now and then how many events have been gone through.
        former: what the person here was called before.

    Raises:
        RecordError: the record is damaged.
        FileError: it cannot be read, or is no file.
    """
    try:
        data = read_plain(path, MOST_BYTES)
    except OSError as error:
        raise FileError(path, error) from error
    count = 0

    def witness(_: Header) -> Callable[[Event, Any], None]:
        nonlocal count
        count = 0

        def hear(event: Event, state: Any) -> None:
            del event, state
            nonlocal count
            count += 1
            if watched is not None and count % STEP == 0:
                watched(count)

        return hear

    record = read_any(data, GAMES, witness)
    header = record.header
    # The same events once more; how many there are is known already.
    again = None if watched is None else lambda _: watched(len(record.events))
    playback = Playback(
        GAMES[header.game], len(header.sitters), header.options, record.events, again
    )
    return Replay(path, record, playback, own_seat(header, name, *former))
