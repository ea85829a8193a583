"""Flight path of a card over the table: a slight arc that changes its size and its tilt.

Pure arithmetic, in pixels and degrees.
"""

from collections.abc import Iterator, Sequence
from math import cos, pi
from typing import Final, NamedTuple

from greenbaize.ui.table.geometry import TALL, Geometry, Spot

BOW: Final = 0.09
"""Height of an arc beside the straight line, in its lengths."""
INWARDS: Final = 0.62
"""Strength with which the control point of a path is drawn to the centre."""
ALONG: Final = 0.1
"""Distance of the control point below the path's end along the near edge, in card widths."""

Point = tuple[float, float]


class Way:
    """Quadratic curve from one placement to another, past a control point."""

    __slots__ = ("bend", "end", "start", "tilt")

    def __init__(self, start: Spot, tilt: float, end: Spot, bend: Point | None = None) -> None:
        self.start, self.tilt, self.end = start, tilt, end
        self.bend = rising(start, end) if bend is None else bend

    def x(self, share: float) -> float:
        rest = 1 - share
        start, end = self.start.x, self.end.x
        return rest * rest * start + 2 * rest * share * self.bend[0] + share * share * end

    def y(self, share: float) -> float:
        rest = 1 - share
        start, end = self.start.y, self.end.y
        return rest * rest * start + 2 * rest * share * self.bend[1] + share * share * end

    def scale(self, share: float) -> float:
        return self.start.scale + (self.end.scale - self.start.scale) * share

    def tilted(self, share: float) -> float:
        return self.tilt + (self.end.tilt - self.tilt) * share

    @property
    def is_flat(self) -> bool:
        return self.start.scale == self.end.scale and self.tilt == self.end.tilt

    def stretched(self, end: Spot, across: float, down: float) -> "Way":
        """Return this path with another end, on a table scaled by these factors."""
        start, bend = self.start, self.bend
        start = start._replace(x=start.x * across, y=start.y * down)
        return Way(start, self.tilt, end, (bend[0] * across, bend[1] * down))


def rising(start: Spot, end: Spot, bow: float = BOW) -> Point:
    """Return the control point of a slight arc, which rises like a throw."""
    across, down = end.x - start.x, end.y - start.y
    side = bow if across >= 0 else -bow
    # A quadratic curve deviates half as far from the line as its control point.
    return (start.x + end.x) / 2 + 2 * side * down, (start.y + end.y) / 2 - 2 * side * across


def round_the_middle(geometry: Geometry, start: Spot, end: Spot, seat: int | None = None) -> Point:
    """Return the control point of a path that keeps clear of the plates, which stand at the edges.

    The path reaches a seat's hand from where there is no plate: from the inner side, to a seat in
    the middle of the far edge from below, and to cards below the own plate along the near edge.
    """
    middle, level = geometry.centre
    own = geometry.plate(geometry.near)
    if seat == geometry.near:
        inner = min if geometry.near_at_right else max
        if abs(end.x - own.centre[0]) < own.width / 2 + geometry.card:
            return inner(middle, start.x), end.y + ALONG * geometry.card
    elif seat is not None and abs(geometry.plate(seat).centre[0] - middle) < geometry.card:
        return end.x, max(start.y, level)
    elif seat is not None:
        return middle, end.y
    x, y = (start.x + end.x) / 2, (start.y + end.y) / 2
    return x + 2 * INWARDS * (middle - x), y + 2 * INWARDS * (level - y)


NARROW: Final = 0.04
"""Width of a card seen from its edge, in card widths."""


class Turning(NamedTuple):
    """Part of a flight during which a card is flipped, from one progress to another."""

    begin: float
    end: float

    def turned(self, share: float) -> float:
        """Return how far the card is flipped at this progress (0: not yet, 1: completely)."""
        return min(max((share - self.begin) / (self.end - self.begin), 0.0), 1.0)


AT_ONCE: Final = Turning(0.0, 0.6)
"""Flip of a played card: early, because everybody wants to see it."""
AT_LAST: Final = Turning(0.5, 1.0)
"""Flip of a drawn card: late, as it comes into its owner's hand."""
ALL_THE_WAY: Final = Turning(0.0, 1.0)
"""Flip of a card in place."""


def width(turned: float) -> float:
    """Return the visible width of a card that is being flipped, in its widths."""
    return max(NARROW, abs(cos(pi * turned)))


BESIDE: Final = 0.16
"""Gap between the dealer's plate or hand and the pack, in card widths."""


def in_order(sizes: Sequence[int], first: int) -> Iterator[tuple[int, int]]:
    """Yield seat and index in the hand of each card in the order of dealing."""
    for place in range(max(sizes)):
        for step in range(len(sizes)):
            seat = (first + step) % len(sizes)
            if place < sizes[seat]:
                yield seat, place


def dealers_spot(geometry: Geometry, dealer: int) -> Spot:
    """Return the placement of the pack while a seat deals: beside its hand, on the inner side."""
    card, plate, near = geometry.card, geometry.plate(dealer), geometry.near
    scale = geometry.hand((near + 1) % geometry.players, 0, 2).scale
    x, y = plate.centre
    aside = plate.width / 2 + (BESIDE + scale / 2) * card
    if dealer == near:
        return Spot(x - aside if geometry.near_at_right else x + aside, y, scale)
    if abs(x - geometry.width / 2) < card:
        return Spot(x, geometry.foot(dealer) + (BESIDE + scale * TALL / 2) * card, scale)
    level = geometry.hand(dealer, 0, 2).y
    return Spot(x + aside if x < geometry.width / 2 else x - aside, level, scale)
