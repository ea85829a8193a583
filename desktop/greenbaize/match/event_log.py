"""The events of a match as each seat may see them, and playback of a finished match.

Redacting and folding every event for each of ten seats would take ten times as long as the match.
Public events are the same for all seats, though, and what a seat knows of its cards starts afresh
with each deal.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from typing import Any, Final, Self

from greenbaize.match.codecs import event_codec
from greenbaize.match.header import RecordHeader
from greenbaize.match.record import encode_line
from greenbaize.rules.events import (
    CardPlayed,
    CardsDealt,
    DealScored,
    Event,
    MatchEnded,
    SeatReassigned,
    TrickTaken,
)
from greenbaize.rules.game import Game
from greenbaize.rules.options import OptionValues

ProgressCallback = Callable[[int], object]
"""Callback that is called every ``PROGRESS_INTERVAL`` events with their number."""
PROGRESS_INTERVAL: Final = 500


def progress_listener_factory(
    progress: ProgressCallback,
) -> Callable[[RecordHeader], Callable[[Event, Any], None]]:
    """Return a listener factory for ``read_record`` that reports the progress of reading."""

    def create_listener(_: RecordHeader) -> Callable[[Event, Any], None]:
        count = 0

        def on_event(event: Event, state: Any) -> None:
            del event, state
            nonlocal count
            count += 1
            if count % PROGRESS_INTERVAL == 0:
                progress(count)

        return on_event

    return create_listener


class MatchEventLog:
    """The events of a match so far; ``progress`` is called with their number."""

    def __init__(
        self, game: Game[Any], header: RecordHeader, progress: ProgressCallback | None = None
    ) -> None:
        self.header: Final = header
        self.state: Any = game.initial_state(len(header.players), header.options)
        """The full state after the last event."""
        self.events: list[Event] = []
        self.seat_changes: list[SeatReassigned] = []
        self.end_event: MatchEnded | None = None
        self._game = game
        self._codec = event_codec(game)
        self._progress = progress
        self._seats = range(len(header.players))
        self._view_lines: list[bytearray | tuple[bytes, ...]] = []
        """Lines of the events: common ones, or one for each seat and, last, one for a spectator."""
        self._base_state = self.state
        """The full state before the events that are not folded into views yet."""
        self._unfolded_events: list[Event | tuple[Event, ...]] = []
        """These events: common ones, or one for each seat and, last, one for a spectator."""

    @classmethod
    def from_events(cls, game: Game[Any], header: RecordHeader, events: Iterable[Event]) -> Self:
        event_log = cls(game, header)
        for event in events:
            is_seat_change = isinstance(event, SeatReassigned)
            event_log.add_event(
                event, event_log.state if is_seat_change else game.fold(event_log.state, event)
            )
        return event_log

    def add_event(self, event: Event, state: Any) -> None:
        """Add the next event; ``state`` is the full state after it."""
        game = self._game
        self.events.append(event)
        if isinstance(event, CardsDealt) and game.view_resets_each_deal:
            self._base_state = self.state
            self._unfolded_events = []
        public_event = game.tell(event, state, None)
        if public_event is event:
            # Everybody may see what a spectator may see, who sees no hand.
            self._common_lines().extend(encode_line(self._codec.encode_line(event)))
            self._unfolded_events.append(event)
        else:
            self._add_redacted_event(event, state, public_event)
        if isinstance(event, SeatReassigned):
            self.seat_changes.append(event)
        elif isinstance(event, MatchEnded):
            self.end_event = event
        self.state = state
        if self._progress is not None and len(self.events) % PROGRESS_INTERVAL == 0:
            self._progress(len(self.events))

    def _common_lines(self) -> bytearray:
        last = self._view_lines[-1] if self._view_lines else ()
        if isinstance(last, tuple):
            self._view_lines.append(last := bytearray())
        return last

    def _add_redacted_event(self, event: Event, state: Any, public_event: Event) -> None:
        events = (*(self._game.tell(event, state, seat) for seat in self._seats), public_event)
        lines: list[bytes] = []
        for seat, view_event in enumerate(events):
            # Most seats see the same event.
            is_same = seat and view_event == events[seat - 1]
            lines.append(lines[-1] if is_same else encode_line(self._codec.encode_line(view_event)))
        self._view_lines.append(tuple(lines))
        self._unfolded_events.append(events)

    def view_lines(self, seat: int | None) -> bytes:
        """Return the lines of all events as a seat, or a spectator (None), may see them."""
        index = -1 if seat is None else seat
        return b"".join(
            [lines[index] if isinstance(lines, tuple) else lines for lines in self._view_lines]
        )

    def view(self, seat: int | None) -> Any:
        """Return the match as a seat knows it, or a spectator (None), who sees no hand."""
        view = self._base_state
        for entry in self._unfolded_events:
            event = entry[-1 if seat is None else seat] if isinstance(entry, tuple) else entry
            if not isinstance(event, SeatReassigned):
                view = self._game.fold(view, event)
        return view


OPEN_HANDS: Final = "open"
"""The viewer who sees all cards; others are a seat's number, or None, who sees no hand."""
Viewer = int | str | None


class Playback:
    """The moments of a match: moment n is after n verified events."""

    def __init__(
        self,
        game: Game[Any],
        seats: int,
        options: OptionValues,
        events: Iterable[Event],
        progress: ProgressCallback | None = None,
    ) -> None:
        self.game: Final = game
        self.events: Final = tuple(events)
        self.deal_moments: list[int] = []
        self.trick_moments: list[int] = []
        self.play_moments: list[int] = []
        self.turn_moments: list[int] = []
        """Moments when a different seat is about to act."""
        self.has_scores = any(isinstance(event, DealScored) for event in self.events)
        """True if any deal was scored."""
        state: Any = game.initial_state(seats, options)
        self._deal_states = [(0, state)]
        """Full state before each deal, with the number of events before it."""
        action_types, turn = game.player_event_types, None
        for moment, event in enumerate(self.events, 1):
            if isinstance(event, CardsDealt):
                self.deal_moments.append(moment)
                self._deal_states.append((moment - 1, state))
            elif isinstance(event, TrickTaken):
                self.trick_moments.append(moment)
            elif isinstance(event, CardPlayed):
                self.play_moments.append(moment)
            state = self._fold_event(state, event)
            if event.type in action_types and (acting_seat := getattr(event, "seat", turn)) != turn:
                turn = acting_seat
                self.turn_moments.append(moment - 1)
            if progress is not None and moment % PROGRESS_INTERVAL == 0:
                progress(moment)

    def __len__(self) -> int:
        return len(self.events)

    def state_at(self, moment: int) -> Any:
        first, state = self._snapshot_before(moment)
        for event in self.events[first:moment]:
            state = self._fold_event(state, event)
        return state

    def view_at(self, moment: int, viewer: Viewer) -> Any:
        return self.cursor_at(moment, viewer).view

    def cursor_at(self, moment: int, viewer: Viewer) -> "PlaybackCursor":
        first, state = (
            self._snapshot_before(moment)
            if self.game.view_resets_each_deal
            else self._deal_states[0]
        )
        cursor = PlaybackCursor(self, viewer, first, state)
        while cursor.moment < moment:
            cursor.next_event()
        return cursor

    def view_event_at(self, moment: int, viewer: Viewer) -> Event:
        """Return the event that leads to a moment, as a viewer may see it."""
        return self.cursor_at(moment - 1, viewer).next_event()

    def sample_states(self, deals: int) -> list[Any]:
        """Return full states at the start, amid and after at most ``deals`` deals."""
        step = max(1, -(-len(self.deal_moments) // deals))
        states = [self.state_at(0)]
        for index in range((len(self.deal_moments) - 1) % step, len(self.deal_moments), step):
            last = (
                self.deal_moments[index + 1] - 1
                if index + 1 < len(self.deal_moments)
                else len(self)
            )
            states += [self.state_at((self.deal_moments[index] + last) // 2), self.state_at(last)]
        return states

    @property
    def full_trick_moments(self) -> list[int]:
        """Moments with a full trick on the table, or between turns in games without tricks."""
        return (
            [moment - 1 for moment in self.trick_moments]
            if self.game.has_tricks
            else self.turn_moments
        )

    @property
    def taken_trick_moments(self) -> list[int]:
        """Moments after a trick was taken, or between turns in games without tricks."""
        return self.trick_moments if self.game.has_tricks else self.turn_moments

    def awaits_first_card(self, moment: int) -> bool:
        """Return True if no card has been played in the current deal yet."""
        deal = self.deal_index_at(moment)
        before = bisect_right(self.play_moments, self.deal_moments[deal]) if deal >= 0 else -1
        return bisect_right(self.play_moments, moment) == before

    def deal_index_at(self, moment: int) -> int:
        """Return the index in ``deal_moments`` of the deal at a moment, or -1."""
        return bisect_right(self.deal_moments, moment) - 1

    def _snapshot_before(self, moment: int) -> tuple[int, Any]:
        """Return the last stored full state before a moment, and the moment of that state."""
        # Not the state at the moment itself: it would show what its own deal has hidden.
        index = bisect_left(self._deal_states, moment, key=lambda deal_state: deal_state[0])
        return self._deal_states[max(0, index - 1)]

    def _fold_event(self, state: Any, event: Event) -> Any:
        return state if isinstance(event, SeatReassigned) else self.game.fold(state, event)


class PlaybackCursor:
    """A viewer's position in a playback, from ``moment`` on; ``state`` is the full state there."""

    def __init__(self, playback: Playback, viewer: Viewer, moment: int, state: Any) -> None:
        self.moment = moment
        self.view: Any = state
        self._playback, self._viewer = playback, viewer
        self._state = state

    def next_event(self) -> Event:
        """Advance by one event and return it as the viewer sees it; ``IndexError`` at the end."""
        event, game = self._playback.events[self.moment], self._playback.game
        self.moment += 1
        if isinstance(event, SeatReassigned):
            return event
        self._state = game.fold(self._state, event)
        if self._viewer == OPEN_HANDS:
            self.view = self._state
            return event
        assert not isinstance(self._viewer, str)
        view_event = game.tell(event, self._state, self._viewer)
        self.view = game.fold(self.view, view_event)
        return view_event
