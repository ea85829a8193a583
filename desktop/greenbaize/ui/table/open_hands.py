"""Hands that all lie open: each takes the room that is free beside it, so that it can be read."""

from typing import Any, Final, Protocol

WIDEST_STEP: Final = 0.62
"""Cards of an open hand lie no further apart than this, against their width."""
MIDDLE: Final = 2.0
"""So far to each side of the middle lie the trick, the pile and the stock, in card widths."""
MIDDLE_TALL: Final = 1.7
"""And so far up and down."""
GAP: Final = 0.1
"""Between an open hand and what lies beside it, in card widths."""


class Table(Protocol):
    """The places of a table (``Geometry``)."""

    width: float
    players: int
    card: float

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the table."""

    def plate(self, seat: int) -> Any:
        """The box of a plate."""

    def foot(self, seat: int) -> float:
        """Down to where a hand lies."""

    def notice(self) -> Any:
        """The box of what is written on the table."""

    def sign(self, *, beside_deck: bool) -> Any:
        """The box of the sign of trumps."""


def open_row(table: Table, seat: int, count: int, back: float) -> tuple[float, float]:
    """The row in which the cards of an open hand lie below their plate.

    Args:
        table: the places of the table.
        seat: whose hand it is.
        count: how many cards there are, two at least.
        back: how wide each is, in pixels.

    Returns:
        The middle of the leftmost card, and how far it is from one card to the next, in pixels.
    """
    left, right = _room(table, seat)
    step = min(WIDEST_STEP * back, (right - left - back) / (count - 1))
    wide = (count - 1) * step + back
    middle = table.plate(seat).centre[0]
    start = max(left, min(middle - wide / 2, right - wide))
    return start + back / 2, step


def _room(table: Table, seat: int) -> tuple[float, float]:
    """How far to the left and to the right a hand may reach, but for the plate's own width."""
    card, plate = table.card, table.plate(seat)
    top, foot = plate.y + plate.height, table.foot(seat)
    left, right = GAP * card, table.width - GAP * card
    mine = plate.x, plate.x + plate.width
    middle, level = table.centre
    if top < level + MIDDLE_TALL * card and foot > level - MIDDLE_TALL * card:
        left, right = _beside(mine, (middle - MIDDLE * card, middle + MIDDLE * card), left, right)
    for other in range(table.players):
        box = table.plate(other)
        if other != seat and top < table.foot(other) and foot > box.y:
            # What lies between two hands is shared.
            free = (box.x - mine[1]) / 2, (mine[0] - box.x - box.width) / 2
            if free[0] > 0:
                right = min(right, mine[1] + free[0] - GAP * card / 2)
            elif free[1] > 0:
                left = max(left, mine[0] - free[1] + GAP * card / 2)
    for box in (table.notice(), table.sign(beside_deck=True), table.sign(beside_deck=False)):
        if top < box.y + box.height and foot > box.y:
            left, right = _beside(mine, (box.x, box.x + box.width), left, right)
    return min(left, mine[0]), max(right, mine[1])


def _beside(
    mine: tuple[float, float], other: tuple[float, float], left: float, right: float
) -> tuple[float, float]:
    """The room between left and right that something leaves to a hand beside it."""
    middle = (other[0] + other[1]) / 2
    if middle >= mine[1]:
        return left, min(right, other[0])
    if middle <= mine[0]:
        return max(left, other[1]), right
    return left, right
