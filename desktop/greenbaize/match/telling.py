"""The view of one seat: events redacted for it, and the state they fold to."""

from typing import Any

from greenbaize.rules.events import Event, SeatGiven
from greenbaize.rules.game import Game
from greenbaize.rules.options import Settings


class Teller:
    """The view of a seat, built from redacted events; seat None is a spectator without hands."""

    def __init__(self, game: Game[Any], seats: int, options: Settings, seat: int | None) -> None:
        self._game = game
        self.seat = seat
        self.view: Any = game.start(seats, options)

    def hear(self, event: Event, state: Any) -> Event:
        """Redact an event (``state`` is after it), apply it to the view, and return it."""
        told = self._game.tell(event, state, self.seat)
        self.take(told)
        return told

    def take(self, told: Event) -> None:
        if not isinstance(told, SeatGiven):
            self.view = self._game.fold(self.view, told)
