"""A record played back: the match after any of its events, as anybody sees it."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import Any, Final

from greenbaize.match.past import STEP, Watched
from greenbaize.rules.events import CardPlayed, Dealt, Event, Scored, SeatGiven, TrickTaken
from greenbaize.rules.game import Game
from greenbaize.rules.options import Settings

OPEN: Final = "open"
"""The *viewer* who sees all cards; others are a seat's number, and None without hands."""
Viewer = int | str | None


class Playback:
    """The moments of a match: moment n is after n events.

    ``events`` are verified. If they are one seat's or a spectator's, all of them are visible:
    ``OPEN``. ``watched`` gets the number of events now and then.
    """

    def __init__(
        self,
        game: Game[Any],
        seats: int,
        options: Settings,
        events: Iterable[Event],
        watched: Watched | None = None,
    ) -> None:
        self.game: Final = game
        self.events: Final = tuple(events)
        self.deals: list[int] = []
        """The moments just after a deal."""
        self.tricks: list[int] = []
        """The moments just after a trick was taken."""
        self.played: list[int] = []
        """The moments just after a card was played."""
        self.turns: list[int] = []
        """The moments when another seat is about to act."""
        self.scored = any(isinstance(event, Scored) for event in self.events)
        """Whether any deal was scored."""
        state: Any = game.start(seats, options)
        self._deal_states = [(0, state)]
        """The full state before each deal, with the number of events before it."""
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
            if watched is not None and moment % STEP == 0:
                watched(moment)

    def __len__(self) -> int:
        """The last moment."""
        return len(self.events)

    def state(self, moment: int) -> Any:
        """The full state at a moment."""
        first, state = self._before(moment)
        for event in self.events[first:moment]:
            state = self._folded(state, event)
        return state

    def view(self, moment: int, viewer: Viewer) -> Any:
        """The match at a moment as somebody sees it."""
        return self.walk(moment, viewer).view

    def walk(self, moment: int, viewer: Viewer) -> "Walk":
        """A viewer who steps on from a moment."""
        first, state = self._before(moment) if self.game.deals_anew else self._deal_states[0]
        walk = Walk(self, viewer, first, state)
        while walk.moment < moment:
            walk.go()
        return walk

    def told(self, moment: int, viewer: Viewer) -> Event:
        """The event before a moment, as told to a viewer."""
        return self.walk(moment - 1, viewer).go()

    def samples(self, deals: int) -> list[Any]:
        """Full states at the start, amid and after at most ``deals`` deals, the last included."""
        step = max(1, -(-len(self.deals) // deals))
        found = [self.state(0)]
        for at in range((len(self.deals) - 1) % step, len(self.deals), step):
            last = self.deals[at + 1] - 1 if at + 1 < len(self.deals) else len(self)
            found += [self.state((self.deals[at] + last) // 2), self.state(last)]
        return found

    @property
    def steps(self) -> list[int]:
        """The moments with a full trick on the table, or between turns in games without tricks."""
        return [moment - 1 for moment in self.tricks] if self.has_tricks else self.turns

    @property
    def counted(self) -> list[int]:
        """The moments after a trick was taken, or between turns in games without tricks."""
        return self.tricks if self.has_tricks else self.turns

    @property
    def has_tricks(self) -> bool:
        """Whether there are tricks in this game."""
        return any(issubclass(one, TrickTaken) for one in self.game.events)

    def awaits_first_card(self, moment: int) -> bool:
        """Whether the current deal has no card played yet."""
        deal = self.deal_of(moment)
        before = bisect_right(self.played, self.deals[deal]) if deal >= 0 else -1
        return bisect_right(self.played, moment) == before

    def deal_of(self, moment: int) -> int:
        """The index in ``deals`` of the deal at a moment, or -1."""
        return bisect_right(self.deals, moment) - 1

    def _before(self, moment: int) -> tuple[int, Any]:
        """The last full state kept from before a moment, with its moment."""
        # Not of the moment itself: what its own deal has hidden is known there.
        place = bisect_left(self._deal_states, moment, key=lambda kept: kept[0])
        return self._deal_states[max(0, place - 1)]

    def _folded(self, state: Any, event: Event) -> Any:
        return state if isinstance(event, SeatGiven) else self.game.fold(state, event)


class Walk:
    """A viewer stepping through a match from ``moment``.

    ``state`` is the full state there, after which nothing hidden before matters.
    """

    def __init__(self, playback: Playback, viewer: Viewer, moment: int, state: Any) -> None:
        self.moment = moment
        self.view: Any = state
        self._playback, self._viewer = playback, viewer
        self._state = state

    def go(self) -> Event:
        """The next event as told; ``IndexError`` if there is none."""
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
