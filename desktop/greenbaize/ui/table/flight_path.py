"""Flight path of a card over the table: a slight arc that changes its size and its tilt.

Pure arithmetic, in pixels and degrees.
"""

from collections.abc import Iterator, Sequence
from math import cos, pi
from typing import Final, NamedTuple

from greenbaize.ui.table.geometry import CARD_HEIGHT_RATIO, CardPlacement, TableGeometry

ARC_HEIGHT: Final = 0.09
"""Height of an arc beside the straight line, in its lengths."""
CENTRE_PULL: Final = 0.62
"""Strength with which the control point of a path is drawn to the centre."""
NEAR_EDGE_CLEARANCE: Final = 0.1
"""Distance of the control point below the path's end along the near edge, in card widths."""

Point = tuple[float, float]


class FlightPath:
    """Quadratic curve from one placement to another, past a control point."""

    __slots__ = ("control_point", "end_placement", "start_placement", "start_tilt")

    def __init__(
        self,
        start_placement: CardPlacement,
        start_tilt: float,
        end_placement: CardPlacement,
        control_point: Point | None = None,
    ) -> None:
        self.start_placement, self.start_tilt, self.end_placement = (
            start_placement,
            start_tilt,
            end_placement,
        )
        self.control_point = (
            compute_arc_control_point(start_placement, end_placement)
            if control_point is None
            else control_point
        )

    def x_at(self, progress: float) -> float:
        remaining = 1 - progress
        start, end = self.start_placement.x, self.end_placement.x
        return (
            remaining * remaining * start
            + 2 * remaining * progress * self.control_point[0]
            + progress * progress * end
        )

    def y_at(self, progress: float) -> float:
        remaining = 1 - progress
        start, end = self.start_placement.y, self.end_placement.y
        return (
            remaining * remaining * start
            + 2 * remaining * progress * self.control_point[1]
            + progress * progress * end
        )

    def scale_at(self, progress: float) -> float:
        return (
            self.start_placement.scale
            + (self.end_placement.scale - self.start_placement.scale) * progress
        )

    def tilt_at(self, progress: float) -> float:
        return self.start_tilt + (self.end_placement.tilt - self.start_tilt) * progress

    @property
    def is_flat(self) -> bool:
        return (
            self.start_placement.scale == self.end_placement.scale
            and self.start_tilt == self.end_placement.tilt
        )

    def scaled_path(self, end: CardPlacement, factor_x: float, factor_y: float) -> "FlightPath":
        """Return this path with another end, on a table scaled by these factors."""
        start, bend = self.start_placement, self.control_point
        start = start._replace(x=start.x * factor_x, y=start.y * factor_y)
        return FlightPath(start, self.start_tilt, end, (bend[0] * factor_x, bend[1] * factor_y))


def compute_arc_control_point(
    start: CardPlacement, end: CardPlacement, arc_height: float = ARC_HEIGHT
) -> Point:
    """Return the control point of a slight arc, which rises like a throw."""
    across, down = end.x - start.x, end.y - start.y
    side = arc_height if across >= 0 else -arc_height
    # A quadratic curve deviates half as far from the line as its control point.
    return (start.x + end.x) / 2 + 2 * side * down, (start.y + end.y) / 2 - 2 * side * across


def compute_centre_control_point(
    geometry: TableGeometry, start: CardPlacement, end: CardPlacement, seat: int | None = None
) -> Point:
    """Return the control point of a path that keeps clear of the plates, which stand at the edges.

    The path reaches a seat's hand from where there is no plate: from the inner side, to a seat in
    the middle of the far edge from below, and to cards below the own plate along the near edge.
    """
    middle, level = geometry.centre
    own = geometry.plate_box(geometry.near_seat)
    if seat == geometry.near_seat:
        inner = min if geometry.near_at_right else max
        if abs(end.x - own.centre[0]) < own.width / 2 + geometry.card_width:
            return inner(middle, start.x), end.y + NEAR_EDGE_CLEARANCE * geometry.card_width
    elif (
        seat is not None and abs(geometry.plate_box(seat).centre[0] - middle) < geometry.card_width
    ):
        return end.x, max(start.y, level)
    elif seat is not None:
        return middle, end.y
    x, y = (start.x + end.x) / 2, (start.y + end.y) / 2
    return x + 2 * CENTRE_PULL * (middle - x), y + 2 * CENTRE_PULL * (level - y)


MIN_EDGE_WIDTH: Final = 0.04
"""Width of a card seen from its edge, in card widths."""


class FlipTiming(NamedTuple):
    """Part of a flight during which a card is flipped, from one progress to another."""

    start_progress: float
    end_progress: float

    def flip_fraction(self, progress: float) -> float:
        """Return how far the card is flipped at this progress (0: not yet, 1: completely)."""
        return min(
            max((progress - self.start_progress) / (self.end_progress - self.start_progress), 0.0),
            1.0,
        )


EARLY_FLIP: Final = FlipTiming(0.0, 0.6)
"""Flip of a played card: early, because everybody wants to see it."""
LATE_FLIP: Final = FlipTiming(0.5, 1.0)
"""Flip of a drawn card: late, as it comes into its owner's hand."""
FULL_FLIP: Final = FlipTiming(0.0, 1.0)
"""Flip of a card in place."""


def compute_flipped_width(flip_fraction: float) -> float:
    """Return the visible width of a card that is being flipped, in its widths."""
    return max(MIN_EDGE_WIDTH, abs(cos(pi * flip_fraction)))


DECK_GAP: Final = 0.16
"""Gap between the dealer's plate or hand and the pack, in card widths."""


def iterate_deal_order(hand_sizes: Sequence[int], first_seat: int) -> Iterator[tuple[int, int]]:
    """Yield seat and index in the hand of each card in the order of dealing."""
    for index in range(max(hand_sizes)):
        for step in range(len(hand_sizes)):
            seat = (first_seat + step) % len(hand_sizes)
            if index < hand_sizes[seat]:
                yield seat, index


def compute_dealer_placement(geometry: TableGeometry, dealer: int) -> CardPlacement:
    """Return the placement of the pack while a seat deals: beside its hand, on the inner side."""
    card, plate, near = geometry.card_width, geometry.plate_box(dealer), geometry.near_seat
    scale = geometry.hand_card_placement((near + 1) % geometry.players, 0, 2).scale
    x, y = plate.centre
    aside = plate.width / 2 + (DECK_GAP + scale / 2) * card
    if dealer == near:
        return CardPlacement(x - aside if geometry.near_at_right else x + aside, y, scale)
    if abs(x - geometry.width / 2) < card:
        return CardPlacement(
            x,
            geometry.seat_bottom(dealer) + (DECK_GAP + scale * CARD_HEIGHT_RATIO / 2) * card,
            scale,
        )
    level = geometry.hand_card_placement(dealer, 0, 2).y
    return CardPlacement(x + aside if x < geometry.width / 2 else x - aside, level, scale)
