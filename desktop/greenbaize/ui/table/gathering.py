"""A trick on its way to whoever has taken it: squared up first, then turned over as one packet."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtGui import QTransform

from greenbaize.ui.table.deck import CardItem
from greenbaize.ui.table.geometry import Spot
from greenbaize.ui.table.motion import swung
from greenbaize.ui.table.turning import Turning, width
from greenbaize.ui.table.way import Way

SQUARE_MS: Final = 170
CARRY_MS: Final = 320
SQUARE: Final = SQUARE_MS / (SQUARE_MS + CARRY_MS)
"""After this share of the time the cards lie on one another."""
TURN: Final = Turning(0.0, 0.55)


class Gathering:
    """Carries the cards of a trick; the time it is told is even.

    Args:
        items: the cards.
        middle: where they come together.
        end: where their packet goes.
    """

    def __init__(self, items: Sequence[CardItem], middle: Spot, end: Spot) -> None:
        self.items = tuple(items)
        self._top = max(items, key=CardItem.zValue)
        self._middle, self._end = middle, end
        self._starts = [item.spot for item in items]
        self._way = Way(middle, 0.0, end)

    def lay_out(self, across: float, down: float, middle: Spot, end: Spot) -> None:
        """The table is so many times as wide and as high now, and these places elsewhere."""
        self._starts = [spot._replace(x=spot.x * across, y=spot.y * down) for spot in self._starts]
        self._middle, self._end = middle, end
        self._way = Way(middle, 0.0, end)
        for item in self.items:
            item.refresh()
            item.setPos(round(item.x() * across), round(item.y() * down))

    def depart(self) -> None:
        """They lie above all hands already, and below the plates."""

    def carry(self, share: float) -> None:
        """Have the cards where they are after this share of the time."""
        if share < SQUARE:
            self._square(swung(share / SQUARE))
        else:
            self._take(swung((share - SQUARE) / (1 - SQUARE)))

    def _square(self, share: float) -> None:
        middle = self._middle
        for item, start in zip(self.items, self._starts, strict=True):
            item.setPos(
                round(start.x + (middle.x - start.x) * share),
                round(start.y + (middle.y - start.y) * share),
            )
            item.setRotation(-start.tilt * share)

    def _take(self, share: float) -> None:
        top, way = self._top, self._way
        turned = TURN.turned(share)
        if turned > 0.5 and top.face is not None:
            self._be_packet()
        if turned > 0:
            top.setTransform(QTransform.fromScale(width(turned), 1))
        top.setScale(way.scale(share) / way.start.scale)
        top.setRotation(way.tilted(share) - top.spot.tilt)
        top.setPos(round(way.x(share)), round(way.y(share)))
        for item in self.items:
            # Those below it are seen no more.
            item.setVisible(item is top)

    def _be_packet(self) -> None:
        """Show a back: nobody sees any more which cards these were."""
        z = self._top.zValue()
        self._top.face = None
        self._top.lie(self._middle)
        self._top.refresh()
        self._top.setZValue(z)

    def arrive(self) -> None:
        """Be taken: what is seen from now on is the packet beside the plate."""
        for item in self.items:
            item.setVisible(False)
