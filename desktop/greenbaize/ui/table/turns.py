"""Whose turn is being shown, and how far it has gone: long turns go faster and faster."""

from greenbaize.rules.events import (
    AntiRankDeclared,
    CardPlayed,
    CardsDrawn,
    Event,
    Leaving,
    Passed,
    WentOut,
)
from greenbaize.rules.pictures import Picture

STEP, FASTEST = 0.2, 2.4


class Turn:
    """A turn of several cards, read off the events as they come to be seen.

    The table's own word for whose turn it is will not do: while something follows by itself, as
    when a player has to draw, it is nobody's.
    """

    def __init__(self) -> None:
        self.seat: int | None = None
        self.number = 0
        """Counts the turns."""
        self._cards = 0
        self._over = True

    @property
    def tempo(self) -> float:
        """How much faster than at first the turn goes by now."""
        return min(1 + STEP * max(0, self._cards - 1), FASTEST)

    def begin(self, event: Event) -> None:
        """Follow an event that begins to be shown."""
        match event:
            case CardPlayed(seat) | Passed(seat) | AntiRankDeclared(seat):
                self._pass_to(seat)
            case CardsDrawn(seat) if self._over:
                # In the midst of a turn somebody else draws only to come back.
                self._pass_to(seat)
        self._cards += isinstance(event, CardPlayed)

    def end(self, event: Event, picture: Picture) -> None:
        """Follow an event that has been shown; ``picture`` is the table after it."""
        own_end = isinstance(event, Passed | Leaving) or (
            isinstance(event, WentOut) and event.seat == self.seat
        )
        self._over = self._over or own_end or picture.turn not in (None, self.seat)
        if self._over and picture.turn is not None:
            self._pass_to(picture.turn)

    def _pass_to(self, seat: int) -> None:
        if self._over or seat != self.seat:
            self.seat, self._cards, self._over = seat, 0, False
            self.number += 1
