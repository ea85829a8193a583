"""Whose turn is being shown, and how far it has gone: long turns go faster and faster."""

from greenbaize.rules.events import CardPlayed, Event
from greenbaize.rules.pictures import Picture

STEP, FASTEST = 0.2, 2.4


class Turn:
    """A turn of several cards, read off the table as its events come to be seen."""

    def __init__(self) -> None:
        self.seat: int | None = None
        self.number = 0
        """Counts the turns."""
        self._cards = 0

    @property
    def tempo(self) -> float:
        """How much faster than at first the turn goes by now."""
        return min(1 + STEP * max(0, self._cards - 1), FASTEST)

    def begin(self, event: Event) -> None:
        """Follow an event that begins to be shown."""
        self._cards += isinstance(event, CardPlayed)

    def end(self, picture: Picture) -> None:
        """Follow an event that has been shown; ``picture`` is the table after it."""
        if picture.mover != self.seat:
            self.seat, self._cards = picture.mover, 0
            self.number += 1
