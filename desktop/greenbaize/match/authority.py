"""The authority: the only object that appends events to a match.

It judges commands, appends their events and everything that follows from them, and publishes each
event with the state after it to its listeners (the record file, the views of the seats).
"""

from collections.abc import Callable
from typing import Any, Final

from greenbaize.rules.chance import Chance
from greenbaize.rules.commands import Command
from greenbaize.rules.events import Event, SeatGiven
from greenbaize.rules.game import Game, Refused
from greenbaize.rules.messages import Message
from greenbaize.rules.options import Settings

Listener = Callable[[Event, Any], object]


class Authority:
    """A running match with resolved options; ``chance`` supplies lots, shuffles and coin flips."""

    def __init__(self, game: Game[Any], seats: int, options: Settings, chance: Chance) -> None:
        self.game: Final = game
        self.seats: Final = seats
        self._chance = chance
        self._listeners: list[Listener] = []
        self.state: Any = game.start(seats, options)

    def listen(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def go_on_from(self, state: Any) -> None:
        """Continue from ``state``, whose earlier events the listeners already have."""
        self.state = state

    def proceed(self, *, ready: bool = False) -> None:
        """Append the events that follow until a seat must act.

        With ``ready``, everybody is ready: a moment that is still open to corrections is closed.
        """
        follows, chance = self.game.follows, self._chance
        while (event := follows(self.state, chance, ready=ready)) is not None:
            self._append(event)

    def submit(self, command: Command, *, ready: bool = False) -> Message | None:
        """Judge a command; append its events and what follows, or return the reason for refusal."""
        verdict = self.game.judge(self.state, command)
        if isinstance(verdict, Refused):
            return verdict.reason
        for event in verdict.events:
            self._append(event)
        self.proceed(ready=ready)
        return None

    def play_out(self, decide: Callable[[int], Command]) -> None:
        """Play the match to its end; ``choose_command`` returns a legal command for a seat."""
        self.proceed(ready=True)
        while (seat := self.game.turn(self.state)) is not None:
            refusal = self.submit(decide(seat), ready=True)
            assert refusal is None, f"seat {seat} chose what the rules refuse: {refusal}"

    def give_seat(self, seat: int, kind: str, why: str) -> None:
        """Record that somebody else acts for a seat from now on.

        Raises ``ValueError`` for a seat number out of range or a finished match.
        """
        if not 0 <= seat < self.seats:
            raise ValueError(f"no seat {seat}")
        if self.game.over(self.state):
            raise ValueError("the match is over")
        self._let_hear(SeatGiven(seat, kind, why), self.state)

    def _append(self, event: Event) -> None:
        self.state = state = self.game.fold(self.state, event)
        if self._listeners:
            self._let_hear(event, state)

    def _let_hear(self, event: Event, state: Any) -> None:
        for listener in self._listeners:
            listener(event, state)
