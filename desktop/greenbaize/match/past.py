"""The events of a match as each seat may see them, and playback of a finished match.

Redacting and folding every event for each of ten seats would take ten times as long as the match.
Public events are the same for all seats, though, and what a seat knows of its cards starts afresh
with each deal.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from typing import Any, Final, Self

from greenbaize.match.codecs import event_codec
from greenbaize.match.header import Header
from greenbaize.match.record import line_bytes
from greenbaize.rules.events import CardPlayed, Dealt, Ended, Event, Scored, SeatGiven, TrickTaken
from greenbaize.rules.game import Game
from greenbaize.rules.options import Settings

Progress = Callable[[int], object]
"""Callback that is called every ``PROGRESS_INTERVAL`` events with their number."""
STEP: Final = 500


def counting(progress: Progress) -> Callable[[Header], Callable[[Event, Any], None]]:
    """Return a listener factory for ``read_record`` that reports the progress of reading."""

    def witness(_: Header) -> Callable[[Event, Any], None]:
        count = 0

        def hear(event: Event, state: Any) -> None:
            del event, state
            nonlocal count
            count += 1
            if count % STEP == 0:
                progress(count)

        return hear

    return witness


class Past:
    """The events of a match so far; ``progress`` is called with their number."""

    def __init__(self, game: Game[Any], header: Header, progress: Progress | None = None) -> None:
        self.header: Final = header
        self.state: Any = game.start(len(header.sitters), header.options)
        """The full state after the last event."""
        self.given: list[SeatGiven] = []
        self.end: Ended | None = None
        self._game = game
        self._codec = event_codec(game)
        self._progress = progress
        self._count = 0
        self._seats = range(len(header.sitters))
        self._told: list[bytearray | tuple[bytes, ...]] = []
        """Lines of the events: common ones, or one for each seat and, last, one for a spectator."""
        self._before = self.state
        """The full state before the events that are not folded into views yet."""
        self._since: list[Event | tuple[Event, ...]] = []
        """These events: common ones, or one for each seat and, last, one for a spectator."""

    @classmethod
    def of(cls, game: Game[Any], header: Header, events: Iterable[Event]) -> Self:
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
            # Everybody may see what a spectator without hands may see.
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
        if self._progress is not None and self._count % STEP == 0:
            self._progress(self._count)

    def _lines_for_all(self) -> bytearray:
        last = self._told[-1] if self._told else ()
        if isinstance(last, tuple):
            self._told.append(last := bytearray())
        return last

    def _tell_each(self, event: Event, state: Any, seen: Event) -> None:
        events = (*(self._game.tell(event, state, seat) for seat in self._seats), seen)
        lines: list[bytes] = []
        for seat, own in enumerate(events):
            # Most seats see the same event.
            same = seat and own == events[seat - 1]
            lines.append(lines[-1] if same else line_bytes(self._codec.write(own)))
        self._told.append(tuple(lines))
        self._since.append(events)

    def told(self, seat: int | None) -> bytes:
        """Return the lines of all events as a seat, or a spectator (None), may see them."""
        at = -1 if seat is None else seat
        return b"".join([one[at] if isinstance(one, tuple) else one for one in self._told])

    def view(self, seat: int | None) -> Any:
        """Return the match as a seat, or a spectator (None) without hands, knows it."""
        view = self._before
        for one in self._since:
            event = one[-1 if seat is None else seat] if isinstance(one, tuple) else one
            if not isinstance(event, SeatGiven):
                view = self._game.fold(view, event)
        return view


OPEN: Final = "open"
"""The viewer who sees all cards; other viewers are a seat's number, or None without hands."""
Viewer = int | str | None


class Playback:
    """The moments of a match: moment n is after n verified events."""

    def __init__(
        self,
        game: Game[Any],
        seats: int,
        options: Settings,
        events: Iterable[Event],
        progress: Progress | None = None,
    ) -> None:
        self.game: Final = game
        self.events: Final = tuple(events)
        self.deals: list[int] = []
        self.tricks: list[int] = []
        self.played: list[int] = []
        self.turns: list[int] = []
        """Moments when a different seat is about to act."""
        self.scored = any(isinstance(event, Scored) for event in self.events)
        """True if any deal was scored."""
        state: Any = game.start(seats, options)
        self._deal_states = [(0, state)]
        """Full state before each deal, with the number of events before it."""
        acts, turn = game.stated, None
        for moment, event in enumerate(self.events, 1):
            if isinstance(event, Dealt):
                self.deals.append(moment)
                self._deal_states.append((moment - 1, state))
            elif isinstance(event, TrickTaken):
                self.tricks.append(moment)
            elif isinstance(event, CardPlayed):
                self.played.append(moment)
            state = self._folded(state, event)
            if event.type in acts and (mover := getattr(event, "seat", turn)) != turn:
                turn = mover
                self.turns.append(moment - 1)
            if progress is not None and moment % STEP == 0:
                progress(moment)

    def __len__(self) -> int:
        return len(self.events)

    def state(self, moment: int) -> Any:
        first, state = self._before(moment)
        for event in self.events[first:moment]:
            state = self._folded(state, event)
        return state

    def view(self, moment: int, viewer: Viewer) -> Any:
        return self.walk(moment, viewer).view

    def walk(self, moment: int, viewer: Viewer) -> "Walk":
        first, state = self._before(moment) if self.game.deals_anew else self._deal_states[0]
        walk = Walk(self, viewer, first, state)
        while walk.moment < moment:
            walk.go()
        return walk

    def told(self, moment: int, viewer: Viewer) -> Event:
        """Return the event that leads to a moment, as a viewer may see it."""
        return self.walk(moment - 1, viewer).go()

    def samples(self, deals: int) -> list[Any]:
        """Return full states at the start, amid and after at most ``deals`` deals."""
        step = max(1, -(-len(self.deals) // deals))
        found = [self.state(0)]
        for at in range((len(self.deals) - 1) % step, len(self.deals), step):
            last = self.deals[at + 1] - 1 if at + 1 < len(self.deals) else len(self)
            found += [self.state((self.deals[at] + last) // 2), self.state(last)]
        return found

    @property
    def steps(self) -> list[int]:
        """Moments with a full trick on the table, or between turns in games without tricks."""
        return [moment - 1 for moment in self.tricks] if self.game.has_tricks else self.turns

    @property
    def counted(self) -> list[int]:
        """Moments after a trick was taken, or between turns in games without tricks."""
        return self.tricks if self.game.has_tricks else self.turns

    def awaits_first_card(self, moment: int) -> bool:
        """Return True if no card has been played in the current deal yet."""
        deal = self.deal_of(moment)
        before = bisect_right(self.played, self.deals[deal]) if deal >= 0 else -1
        return bisect_right(self.played, moment) == before

    def deal_of(self, moment: int) -> int:
        """Return the index in ``deal_moments`` of the deal at a moment, or -1."""
        return bisect_right(self.deals, moment) - 1

    def _before(self, moment: int) -> tuple[int, Any]:
        """Return the last stored full state before a moment, and the moment of that state."""
        # Not the state at the moment itself: it would show what its own deal has hidden.
        place = bisect_left(self._deal_states, moment, key=lambda kept: kept[0])
        return self._deal_states[max(0, place - 1)]

    def _folded(self, state: Any, event: Event) -> Any:
        return state if isinstance(event, SeatGiven) else self.game.fold(state, event)


class Walk:
    """A viewer's position in a playback, from ``moment`` on; ``state`` is the full state there."""

    def __init__(self, playback: Playback, viewer: Viewer, moment: int, state: Any) -> None:
        self.moment = moment
        self.view: Any = state
        self._playback, self._viewer = playback, viewer
        self._state = state

    def go(self) -> Event:
        """Advance by one event and return it as the viewer sees it; ``IndexError`` at the end."""
        event, game = self._playback.events[self.moment], self._playback.game
        self.moment += 1
        if isinstance(event, SeatGiven):
            return event
        self._state = game.fold(self._state, event)
        if self._viewer == OPEN:
            self.view = self._state
            return event
        assert not isinstance(self._viewer, str)
        told = game.tell(event, self._state, self._viewer)
        self.view = game.fold(self.view, told)
        return told
