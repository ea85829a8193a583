"""The last turns of a deal in games without tricks."""

from collections import deque
from dataclasses import dataclass, field
from typing import Any, Final

from greenbaize.rules.events import CardsDealt, Event
from greenbaize.rules.messages import Message
from greenbaize.rules.table_snapshot import TurnLogEntry

MAX_LOGGED_TURNS: Final = 30
"""The maximum number of logged turns."""


@dataclass(slots=True)
class LoggedTurn:
    """A turn of a seat, and its actions."""

    seat: int
    entries: list[TurnLogEntry] = field(default_factory=list)
    reason: Message | None = None
    """The reason for the last action, where the seat had to act without being asked."""


class TurnLog:
    """Log of the turns of the current deal, built from events with the view after each."""

    def __init__(self) -> None:
        self.turns: deque[LoggedTurn] = deque(maxlen=MAX_LOGGED_TURNS)
        self._acting_seat: int | None = None
        self._starts_new_turn = True

    def add_event(self, game: Any, event: Event, view: Any) -> None:
        """Add an event; a deal starts a new log."""
        if isinstance(event, CardsDealt):
            self.clear_turns()
        entry = game.turn_log_entry(event)
        if entry is not None:
            if self._starts_new_turn or not self.turns:
                seat = entry.seat if self._acting_seat is None else self._acting_seat
                self.turns.append(LoggedTurn(seat))
                self._starts_new_turn = False
            self.turns[-1].entries.append(entry)
        if entry is not None and entry.seat == self.turns[-1].seat:
            self.turns[-1].reason = game.explain_forced(event, view)
        acting_seat = game.picture(view).acting_seat
        if acting_seat != self._acting_seat:
            self._acting_seat, self._starts_new_turn = acting_seat, True

    def clear_turns(self) -> None:
        """Remove all turns."""
        self.turns.clear()
        self._acting_seat, self._starts_new_turn = None, True
