"""The way of a card over the table: a slight arc, along which its size and its tilt change.

Pure arithmetic, in pixels and degrees.
"""

from collections.abc import Iterator, Sequence
from math import cos, pi
from typing import Final, NamedTuple

from greenbaize.ui.table.geometry import TALL, Geometry, Spot

BOW: Final = 0.09
"""How far an arc rises beside the straight line, against its length."""
INWARDS: Final = 0.62
"""How far the bend of a way round the table is drawn to the middle."""
ALONG: Final = 0.1
"""How much lower than its end, in card widths, a way bends that comes along the near edge."""

Point = tuple[float, float]


class Way:
    """From a place to a spot, past a bend."""

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
        """The same way, to ``end``, on a table so many times as wide and as high."""
        start, bend = self.start, self.bend
        start = start._replace(x=start.x * across, y=start.y * down)
        return Way(start, self.tilt, end, (bend[0] * across, bend[1] * down))


def rising(start: Spot, end: Spot, bow: float = BOW) -> Point:
    """The bend of an arc, a slight one, which rises as what is thrown does."""
    across, down = end.x - start.x, end.y - start.y
    side = bow if across >= 0 else -bow
    # A quadratic curve comes half as near to its bend as the bend is off the line.
    return (start.x + end.x) / 2 + 2 * side * down, (start.y + end.y) / 2 - 2 * side * across


def round_the_middle(geometry: Geometry, start: Spot, end: Spot, seat: int | None = None) -> Point:
    """The bend of a way across the table that keeps clear of the plates, which stand at its edges.

    It comes to a seat's hand from where there is no plate: from the inner side, to one in the
    middle of the far edge from below, and to what lies below one's own plate along the near edge.
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
"""How wide a card is that is seen from its edge, against its width."""


class Turning(NamedTuple):
    """In what part of its way, as shares of it, a card is turned over."""

    begin: float
    end: float

    def turned(self, share: float) -> float:
        """How far it is turned after this share of its way: 0 not yet, 1 altogether."""
        return min(max((share - self.begin) / (self.end - self.begin), 0.0), 1.0)


AT_ONCE: Final = Turning(0.0, 0.6)
"""A card that is played: everybody wants to see it."""
AT_LAST: Final = Turning(0.5, 1.0)
"""A card that is taken up: its owner looks at it as it comes into the hand."""
ALL_THE_WAY: Final = Turning(0.0, 1.0)
"""A card that is turned over where it lies."""


def width(turned: float) -> float:
    """How wide a card looks that is turned so far, against its width."""
    return max(NARROW, abs(cos(pi * turned)))


BESIDE: Final = 0.16
"""Between the dealer's plate or hand and the pack, in card widths."""


def in_order(sizes: Sequence[int], first: int) -> Iterator[tuple[int, int]]:
    """Seat and place in the hand of each card as it is dealt, one to each in turn."""
    for place in range(max(sizes)):
        for step in range(len(sizes)):
            seat = (first + step) % len(sizes)
            if place < sizes[seat]:
                yield seat, place


def dealers_spot(geometry: Geometry, dealer: int) -> Spot:
    """Where the pack lies while a seat deals: beside its hand, on the inner side."""
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
