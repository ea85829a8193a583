"""The common pile, and the animation of a trick that moves to its winner."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtGui import QTransform

from greenbaize.ui.table.card_atlas import CardItem
from greenbaize.ui.table.geometry import PILE_SHOWN, Geometry, Spot
from greenbaize.ui.table.motion import eased, swung
from greenbaize.ui.table.way import Turning, Way, rising, width

PILE_Z = 300


class LaidPile:
    """Visible top cards of the pile, the top one last; the cards below are only counted."""

    def __init__(self) -> None:
        self.items: list[CardItem] = []
        self._buried = 0

    def lay(self, item: CardItem) -> list[CardItem]:
        """Put a card on top; return the cards that are no longer visible."""
        item.rest_at(PILE_Z + self._buried + len(self.items))
        self.items.append(item)
        gone = self.items[:-PILE_SHOWN]
        self.items = self.items[-PILE_SHOWN:]
        self._buried += len(gone)
        self._show_height()
        return gone

    def bury(self, count: int) -> None:
        self._buried += count
        self._show_height()

    def _show_height(self) -> None:
        """Show the lowest visible card on top of the hidden ones."""
        if self.items:
            self.items[0].count = self._buried + 1

    def spots(self, geometry: Geometry) -> list[tuple[CardItem, Spot]]:
        top = len(self.items) - 1
        return [
            (item, geometry.pile(top - place, self._buried + place))
            for place, item in enumerate(self.items)
        ]


RISE_MS: Final = 120.0
"""Rise of the winning card (ms); then the others slide under it."""
UNDER_MS: Final = 280.0
TAKE_MS: Final = 500.0
"""Whole duration (ms), until the packet lies with the winner."""
RAISED: Final = 1.08
"""Scale of the winning card when it has risen."""
ARC: Final = 0.2
"""Height of the packet's arc beside the straight line, in its lengths."""
TURN: Final = Turning(0.0, 0.55)
OVER: Final = 320.0
"""Z value above everything in a trick."""


def _between(now: float, begin: float, end: float) -> float:
    """Return the elapsed fraction of a time span, from 0 to 1."""
    return min(max((now - begin) / (end - begin), 0.0), 1.0)


class Gathering:
    """Animation of a trick's cards to its winner; needs linear progress.

    Args:
        items: cards at their placements.
        best: card that has won.
        end: final placement of the packet.
    """

    def __init__(self, items: Sequence[CardItem], best: CardItem, end: Spot) -> None:
        self.items = tuple(items)
        self.best = best
        self._others = [item for item in items if item is not best]
        self._starts = [item.spot for item in self._others]
        self._lead(best.spot, end)

    def _lead(self, start: Spot, end: Spot) -> None:
        self._start = start
        seen = start._replace(scale=start.scale * RAISED)
        self._way = Way(seen, start.tilt, end, rising(seen, end, ARC))

    def lay_out(self, across: float, down: float, start: Spot, end: Spot) -> None:
        """Adapt to a table resized by these factors, with new placements."""
        self._starts = [spot._replace(x=spot.x * across, y=spot.y * down) for spot in self._starts]
        self._lead(start, end)
        for item in self.items:
            item.refresh()
            item.setPos(round(item.x() * across), round(item.y() * down))

    def depart(self) -> None:
        self.best.setZValue(OVER)

    def carry(self, share: float) -> None:
        now = share * TAKE_MS
        if now < UNDER_MS:
            self.best.hover(1 + (RAISED - 1) * eased(_between(now, 0, RISE_MS)))
            self._slide(swung(_between(now, RISE_MS, UNDER_MS)))
        else:
            self._take(swung(_between(now, UNDER_MS, TAKE_MS)))

    def _slide(self, share: float) -> None:
        end = self._start
        for item, start in zip(self._others, self._starts, strict=True):
            item.setPos(
                round(start.x + (end.x - start.x) * share),
                round(start.y + (end.y - start.y) * share),
            )
            item.setRotation((end.tilt - start.tilt) * share)

    def _take(self, share: float) -> None:
        best, way = self.best, self._way
        turned = TURN.turned(share)
        for item in self._others:
            item.setVisible(False)  # The packet hides them.
        best.outline = None
        if turned > 0.5 and best.face is not None:
            # From here on the packet shows only its back.
            best.face = None
            best.lie(self._start._replace(tilt=0))
            best.refresh()
            best.setZValue(OVER)
        if turned > 0:
            best.setTransform(QTransform.fromScale(width(turned), 1))
        best.hover(way.scale(share) / self._start.scale)
        best.setRotation(way.tilted(share) - best.spot.tilt)
        best.setPos(round(way.x(share)), round(way.y(share)))

    def arrive(self) -> None:
        for item in self.items:
            item.setVisible(False)
