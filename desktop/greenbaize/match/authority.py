"""The authority: the only object that appends events to a match.

It judges commands, appends their events and everything that follows from them, and publishes each
event with the state after it to its listeners (the record file, the views of the seats).
"""

from collections.abc import Callable
from typing import Any, Final

from greenbaize.rules.chance import Chance
from greenbaize.rules.commands import Command
from greenbaize.rules.events import Event, SeatReassigned
from greenbaize.rules.game import Game, RefusedVerdict
from greenbaize.rules.messages import Message
from greenbaize.rules.options import OptionValues

EventListener = Callable[[Event, Any], object]


class Authority:
    """A running match with resolved options; ``chance`` supplies lots, shuffles and coin flips."""

    def __init__(self, game: Game[Any], seats: int, options: OptionValues, chance: Chance) -> None:
        self.game: Final = game
        self.seats: Final = seats
        self._chance = chance
        self._listeners: list[EventListener] = []
        self.state: Any = game.initial_state(seats, options)

    def add_listener(self, listener: EventListener) -> None:
        self._listeners.append(listener)

    def resume_from_state(self, state: Any) -> None:
        """Continue from ``state``, whose earlier events the listeners already have."""
        self.state = state

    def append_derived_events(self, *, ready: bool = False) -> None:
        """Append the events that follow until a seat must act.

        With ``ready``, everybody is ready: a moment that is still open to corrections is closed.
        """
        next_event, chance = self.game.next_event, self._chance
        while (event := next_event(self.state, chance, is_everybody_ready=ready)) is not None:
            self._append_event(event)

    def submit(self, command: Command, *, ready: bool = False) -> Message | None:
        """Judge a command; append its events and what follows, or return the reason for refusal."""
        verdict = self.game.judge(self.state, command)
        if isinstance(verdict, RefusedVerdict):
            return verdict.reason
        for event in verdict.command_events:
            self._append_event(event)
        self.append_derived_events(ready=ready)
        return None

    def play_to_end(self, choose_command: Callable[[int], Command]) -> None:
        """Play the match to its end; ``choose_command`` returns a legal command for a seat."""
        self.append_derived_events(ready=True)
        while (seat := self.game.turn(self.state)) is not None:
            refusal = self.submit(choose_command(seat), ready=True)
            assert refusal is None, f"seat {seat} chose what the rules refuse: {refusal}"

    def reassign_seat(self, seat: int, kind: str, why: str) -> None:
        """Record that somebody else acts for a seat from now on.

        Raises ``ValueError`` for a seat number out of range or a finished match.
        """
        if not 0 <= seat < self.seats:
            raise ValueError(f"no seat {seat}")
        if self.game.is_over(self.state):
            raise ValueError("the match is over")
        self._publish_event(SeatReassigned(seat, kind, why), self.state)

    def _append_event(self, event: Event) -> None:
        self.state = state = self.game.fold(self.state, event)
        if self._listeners:
            self._publish_event(event, state)

    def _publish_event(self, event: Event, state: Any) -> None:
        for listener in self._listeners:
            listener(event, state)
