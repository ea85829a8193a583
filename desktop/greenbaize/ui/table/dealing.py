"""How a deal goes: where the pack lies meanwhile, and in what order the cards leave it."""

from collections.abc import Iterator, Sequence
from typing import Final

from greenbaize.ui.table.deck import CardItem
from greenbaize.ui.table.geometry import TALL, Geometry, Spot

BESIDE: Final = 0.16
"""Between the dealer's plate or hand and the pack, in card widths."""


def in_order(sizes: Sequence[int], first: int) -> Iterator[tuple[int, int]]:
    """Seat and place in the hand of each card as it is dealt, one to each in turn.

    Args:
        sizes: how many cards each seat gets.
        first: the seat that gets the first one.
    """
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
        return Spot(x + aside, y, scale)
    if abs(x - geometry.width / 2) < card:
        return Spot(x, geometry.foot(dealer) + (BESIDE + scale * TALL / 2) * card, scale)
    level = geometry.hand(dealer, 0, 2).y
    return Spot(x + aside if x < geometry.width / 2 else x - aside, level, scale)


class LastDealt:
    """Takes the place of the pack away from the table as its last card leaves."""

    def __init__(self, pack: CardItem) -> None:
        self._pack = pack

    def depart(self) -> None:
        """Nothing is seen of it until then."""

    def carry(self, share: float) -> None:
        """Nothing is seen of it until then."""

    def arrive(self) -> None:
        """Show nothing where the pack lay."""
        self._pack.setVisible(False)
