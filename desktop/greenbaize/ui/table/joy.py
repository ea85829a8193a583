"""A little joy at the plate of whoever has won, and around the result: suits that fly up."""

from math import cos, pi, sin
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from greenbaize.ui.cards.suits import suit_path

PIECES: Final = 18
REACH: Final = 1.5
"""How far they fly, in card widths."""
MANY: Final = 44
FAR: Final = 3.2
"""The same around the result of a match."""
COLOURS: Final = tuple(map(QColor, ("#f0c873", "#f4f1e4", "#ff9a8c", "#d9a441")))


class JoyItem(QGraphicsItem):
    """Suits that fly up and outwards from a plate and fade.

    Args:
        pieces: how many.
        reach: how far, in card widths.
    """

    def __init__(self, pieces: int = PIECES, reach: float = REACH) -> None:
        super().__init__()
        self._pieces, self._reach = pieces, reach
        self._card = 1.0
        self._share = 1.0
        self._plate = QRectF()
        self.setZValue(640)
        self.hide()

    def lay(self, plate: QRectF, card: float) -> None:
        """Fly from this plate; ``card`` is a card's width."""
        self.prepareGeometryChange()
        self._plate, self._card = plate, card

    # Ways

    def depart(self) -> None:
        """Begin to fly."""
        self.carry(0.0)
        self.show()

    def carry(self, share: float) -> None:
        """Have flown this far."""
        self._share = share
        self.update()

    def arrive(self) -> None:
        """Have fallen."""
        self._share = 1.0
        self.hide()

    # Looks

    def boundingRect(self) -> QRectF:
        """As far as the pieces fly."""
        reach = (self._reach + 0.4) * self._card
        return self._plate.adjusted(-reach, -reach, reach, reach)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the pieces where they are."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(max(0.0, 1.0 - self._share**3))
        for number in range(self._pieces):
            painter.fillPath(self._piece(number), COLOURS[number % len(COLOURS)])
        painter.restore()

    def _piece(self, number: int) -> QPainterPath:
        share, card = self._share, self._card
        angle = 2 * pi * (number + 0.5) / self._pieces
        # They do not all fly equally far, and fall a little at the end.
        far = (0.55 + 0.45 * ((number * 7) % 5) / 4) * self._reach * card * share
        start = self._plate.center() + QPointF(
            0.5 * self._plate.width() * cos(angle), 0.5 * self._plate.height() * sin(angle)
        )
        middle = start + QPointF(far * cos(angle), far * sin(angle) + 0.35 * card * share * share)
        side = (0.14 + 0.05 * (number % 3)) * card
        turn = QTransform()
        turn.translate(middle.x(), middle.y())
        turn.rotate(220 * share * (1 if number % 2 else -1))
        turn.scale(side, side)
        turn.translate(-0.5, -0.5)
        return turn.map(suit_path("CDHS"[number % 4]))
