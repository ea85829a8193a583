"""The last turns of a deal in games without tricks."""

from collections import deque
from dataclasses import dataclass, field
from typing import Any, Final

from greenbaize.rules.events import Dealt, Event
from greenbaize.rules.messages import Message
from greenbaize.rules.pictures import TurnLogEntry

MOST_TURNS: Final = 30
"""The maximum number of logged turns."""


@dataclass(slots=True)
class LoggedTurn:
    """A turn of a seat, and its actions."""

    seat: int
    entries: list[TurnLogEntry] = field(default_factory=list)
    why: Message | None = None
    """The reason for the last action, where the seat had to act without being asked."""


class TurnLog:
    """Log of the turns of the current deal, built from events with the view after each."""

    def __init__(self) -> None:
        self.turns: deque[LoggedTurn] = deque(maxlen=MOST_TURNS)
        self._mover: int | None = None
        self._fresh = True

    def note(self, game: Any, event: Event, view: Any) -> None:
        """Add an event; a deal starts a new log."""
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
        """Remove all turns."""
        self.turns.clear()
        self._mover, self._fresh = None, True
