"""The view of one seat: events redacted for it, and the state they fold to."""

from typing import Any

from greenbaize.rules.events import Event, SeatReassigned
from greenbaize.rules.game import Game
from greenbaize.rules.options import OptionValues


class ViewTracker:
    """The view of a seat, built from redacted events; seat None: a spectator, who sees no hand."""

    def __init__(
        self, game: Game[Any], seats: int, options: OptionValues, seat: int | None
    ) -> None:
        self._game = game
        self.seat = seat
        self.view: Any = game.initial_state(seats, options)

    def redact_event(self, event: Event, state: Any) -> Event:
        """Redact an event (``state`` is after it), change the view by it, and return it."""
        view_event = self._game.tell(event, state, self.seat)
        self.apply_event(view_event)
        return view_event

    def apply_event(self, view_event: Event) -> None:
        if not isinstance(view_event, SeatReassigned):
            self.view = self._game.fold(self.view, view_event)
