"""The last turns of a deal without tricks: who has done what, and why."""

from collections import deque
from dataclasses import dataclass, field
from typing import Any, Final

from greenbaize.rules.events import Dealt, Event
from greenbaize.rules.messages import Message
from greenbaize.rules.pictures import TurnLogEntry

MOST_TURNS: Final = 30
"""So many turns are kept to be read."""


@dataclass(slots=True)
class LoggedTurn:
    """A turn of a seat, and what was done in it."""

    seat: int
    entries: list[TurnLogEntry] = field(default_factory=list)
    why: Message | None = None
    """Why they had to do the last of it, where nobody asked them."""


class TurnLog:
    """Collects the turns of the deal under way from events with the view after each."""

    def __init__(self) -> None:
        self.turns: deque[LoggedTurn] = deque(maxlen=MOST_TURNS)
        self._mover: int | None = None
        self._fresh = True

    def note(self, game: Any, event: Event, view: Any) -> None:
        """Write down an event; a deal begins a new log."""
        if isinstance(event, Dealt):
            self.clear()
        entry = game.log_entry(event)
        if entry is not None:
            if self._fresh or not self.turns:
                seat = entry.seat if self._mover is None else self._mover
                self.turns.append(LoggedTurn(seat))
                self._fresh = False
            self.turns[-1].entries.append(entry)
        if entry is not None and entry.seat == self.turns[-1].seat:
            self.turns[-1].why = game.explain_forced(event, view)
        mover = game.picture(view).mover
        if mover != self._mover:
            self._mover, self._fresh = mover, True

    def clear(self) -> None:
        """Forget all turns."""
        self.turns.clear()
        self._mover, self._fresh = None, True
