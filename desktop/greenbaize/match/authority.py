"""The authority: the only one that appends events to a match.

It judges commands, appends their events and all that follows, and passes each event with the state
after it to listeners (the record, the seats' tellers).
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
    """A running match with settled options; ``chance`` gives lots, shuffles and flips."""

    def __init__(self, game: Game[Any], seats: int, options: Settings, chance: Chance) -> None:
        self.game: Final = game
        self.seats: Final = seats
        self._chance = chance
        self._listeners: list[Listener] = []
        self.state: Any = game.start(seats, options)

    def listen(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def go_on_from(self, state: Any) -> None:
        """Begin in the middle of a match; listeners know its past already."""
        self.state = state

    def proceed(self, *, ready: bool = False) -> None:
        """Append what follows until a seat must act; ``ready``: what lies open is closed."""
        follows, chance = self.game.follows, self._chance
        while (event := follows(self.state, chance, ready=ready)) is not None:
            self._append(event)

    def submit(self, command: Command, *, ready: bool = False) -> Message | None:
        """Judge a command; append its events and what follows, or return why it was refused."""
        verdict = self.game.judge(self.state, command)
        if isinstance(verdict, Refused):
            return verdict.reason
        for event in verdict.events:
            self._append(event)
        self.proceed(ready=ready)
        return None

    def play_out(self, decide: Callable[[int], Command]) -> None:
        """Play the match to its end; ``decide`` returns an allowed command for a seat."""
        self.proceed(ready=True)
        while (seat := self.game.turn(self.state)) is not None:
            refusal = self.submit(decide(seat), ready=True)
            assert refusal is None, f"seat {seat} chose what the rules refuse: {refusal}"

    def give_seat(self, seat: int, kind: str, why: str) -> None:
        """Let somebody else act for a seat; ``ValueError`` for a bad seat or a finished match."""
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
