"""The events of a match so far as each seat was told them, computed once for all seats.

Folding every event for each of ten seats would take ten times as long as the match. But what is
public is told to all alike, and what a seat knows of its cards begins anew each deal.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final, Self

from greenbaize.match.codecs import event_codec
from greenbaize.match.header import Header
from greenbaize.match.record import line_bytes
from greenbaize.rules.events import Dealt, Ended, Event, SeatGiven
from greenbaize.rules.game import Game

Watched = Callable[[int], object]
"""Called now and then with the number of events processed."""
STEP: Final = 500
"""The number of events between two such calls."""


def counting(watched: Watched) -> Callable[[Header], Callable[[Event, Any], None]]:
    """A witness for reading a record that reports progress."""

    def witness(_: Header) -> Callable[[Event, Any], None]:
        count = 0

        def hear(event: Event, state: Any) -> None:
            del event, state
            nonlocal count
            count += 1
            if count % STEP == 0:
                watched(count)

        return hear

    return witness


class Past:
    """The events of a match until now; ``watched`` gets the progress."""

    def __init__(self, game: Game[Any], header: Header, watched: Watched | None = None) -> None:
        self.header: Final = header
        self.state: Any = game.start(len(header.sitters), header.options)
        """The full state after it."""
        self.given: list[SeatGiven] = []
        """The changes of seats."""
        self.end: Ended | None = None
        self._game = game
        self._codec = event_codec(game)
        self._watched = watched
        self._count = 0
        self._seats = range(len(header.sitters))
        self._told: list[bytearray | tuple[bytes, ...]] = []
        """The lines of the events: common ones, or one for each seat."""
        self._before = self.state
        """The full state before the events not folded into views yet."""
        self._since: list[Event | tuple[Event, ...]] = []
        """These events: common ones, or one for each seat and, last, a spectator."""

    @classmethod
    def of(cls, game: Game[Any], header: Header, events: Iterable[Event]) -> Self:
        """The past made of verified events."""
        past = cls(game, header)
        for event in events:
            given = isinstance(event, SeatGiven)
            past.hear(event, past.state if given else game.fold(past.state, event))
        return past

    def hear(self, event: Event, state: Any) -> None:
        """Add the next event; ``state`` is the full state after it."""
        game = self._game
        if isinstance(event, Dealt) and game.deals_anew:
            self._before = self.state
            self._since = []
        seen = game.tell(event, state, None)
        if seen is event:
            # What somebody is told who sees no hand is told to all.
            self._lines_for_all().extend(line_bytes(self._codec.write(event)))
            self._since.append(event)
        else:
            self._tell_each(event, state, seen)
        if isinstance(event, SeatGiven):
            self.given.append(event)
        elif isinstance(event, Ended):
            self.end = event
        self.state = state
        self._count += 1
        if self._watched is not None and self._count % STEP == 0:
            self._watched(self._count)

    def _lines_for_all(self) -> bytearray:
        last = self._told[-1] if self._told else ()
        if isinstance(last, tuple):
            self._told.append(last := bytearray())
        return last

    def _tell_each(self, event: Event, state: Any, seen: Event) -> None:
        events = tuple(self._game.tell(event, state, seat) for seat in self._seats)
        lines: list[bytes] = []
        for seat, own in enumerate(events):
            # Most are told the same.
            same = seat and own == events[seat - 1]
            lines.append(lines[-1] if same else line_bytes(self._codec.write(own)))
        self._told.append(tuple(lines))
        self._since.append((*events, seen))

    def told(self, seat: int) -> bytes:
        """The lines of all events as told to a seat."""
        return b"".join([one[seat] if isinstance(one, tuple) else one for one in self._told])

    def view(self, seat: int | None) -> Any:
        """The match as a seat knows it, or a spectator (None), without hands."""
        view = self._before
        for one in self._since:
            event = one[-1 if seat is None else seat] if isinstance(one, tuple) else one
            if not isinstance(event, SeatGiven):
                view = self._game.fold(view, event)
        return view
