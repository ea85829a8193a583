"""A card that lies where it is and is turned over."""

from PySide6.QtGui import QTransform

from greenbaize.ui.cards.face import Face
from greenbaize.ui.table.deck import CardItem

NARROW = 0.04
"""How wide a card is that is seen from its edge, against its width."""


class Turning:
    """Carries a card over its edge from its back to its face.

    Args:
        item: the card.
        face: what it shows in the end.
    """

    def __init__(self, item: CardItem, face: Face | None) -> None:
        self._item, self._face = item, face

    def depart(self) -> None:
        """Begin with the back."""

    def carry(self, share: float) -> None:
        """Be turned this far."""
        if share > 0.5:
            self._item.turn(self._face)
        width = max(NARROW, abs(1 - 2 * share))
        self._item.setTransform(QTransform.fromScale(width, 1))

    def arrive(self) -> None:
        """Lie face up."""
        self._item.turn(self._face)
        self._item.setTransform(QTransform())
