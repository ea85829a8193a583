"""The coin that decides where nothing else does."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from greenbaize.ui.fonts import font
from greenbaize.ui.table.drawn import DrawnItem
from greenbaize.ui.theme import Theme

TURNS: Final = 9
"""How many times it shows another side before it lies still."""
WIDE: Final = 1.5
"""Its width, in card widths."""
BRASS: Final = QColor("#e7bd6a")
RIM: Final = QColor("#8a6320")
INK: Final = QColor("#3a2a0c")


class CoinItem(DrawnItem):
    """Turns over in the air, a name on each side, and shows in the end whom it is for."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.side = ""
        """The name that is seen."""
        self._names: tuple[str, ...] = ()
        self._at = (0.0, 0.0)
        self.setZValue(4550)
        self.hide()

    def take(self, names: Sequence[str], winner: str) -> None:
        """Have these names, of which the winner's comes to lie on top."""
        first = names.index(winner) if winner in names else 0
        others = (*names[first + 1 :], *names[:first])
        self._names = (winner, *others)

    def clear(self) -> None:
        """Be put away."""
        self._names, self.side = (), ""
        self.hide()

    def lay(self, middle: tuple[float, float], card: float, ratio: float) -> None:
        """Lie around a point; ``card`` is a card's width."""
        side = WIDE * card
        self._at = (middle[0] - side / 2, middle[1] - side / 2)
        self.set_size(side, side, ratio)
        self.setTransformOriginPoint(side / 2, side / 2)
        self.setPos(round(self._at[0]), round(self._at[1]))
        self.redraw()

    # Ways

    def depart(self) -> None:
        """Leave the hand."""
        self.carry(0.0)
        self.setVisible(bool(self._names))

    def carry(self, share: float) -> None:
        """Be this far through the air."""
        left = TURNS * (1 - share)
        side = self._names[round(left) % len(self._names)] if self._names else ""
        if side != self.side:
            self.side = side
            self.redraw()
        height = abs(cos(pi * left))
        x, y = self._at
        self.setPos(round(x), round(y - 0.55 * self.boundingRect().height() * sin(pi * share)))
        self._squeeze(max(0.06, height))

    def _squeeze(self, height: float) -> None:
        """Be seen from the side: as high as this share of its width."""
        middle = self.boundingRect().height() / 2
        lying = self.transform()
        lying.reset()
        lying.translate(0, middle * (1 - height))
        lying.scale(1, height)
        self.setTransform(lying)

    def arrive(self) -> None:
        """Lie still, with the winner's name on top."""
        self.carry(1.0)
        self.setVisible(bool(self._names))

    # Looks

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        """Draw the side that is seen into its picture."""
        pen = 0.045 * width
        body = QRectF(0, 0, width, height).adjusted(pen, pen, -pen, -pen)
        painter.setPen(QPen(RIM, pen))
        painter.setBrush(BRASS)
        painter.drawEllipse(body)
        painter.setPen(QPen(RIM, 0.012 * width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(body.center(), 0.40 * width, 0.40 * height)
        self._draw_stars(painter, body.center(), width)
        size, most = 0.20 * width, 0.70 * width
        wide = QFontMetricsF(font(size, bold=True)).horizontalAdvance(self.side)
        if wide > most:
            size = max(12.0, size * most / wide)
        painter.setFont(font(size, bold=True))
        painter.setPen(INK)
        shown = painter.fontMetrics().elidedText(
            self.side, Qt.TextElideMode.ElideRight, round(most) + 2
        )
        painter.drawText(QRectF(0, 0, width, height), Qt.AlignmentFlag.AlignCenter, shown)

    @staticmethod
    def _draw_stars(painter: QPainter, middle: QPointF, width: float) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(RIM)
        for step in range(-2, 3):
            for level in (-1, 1):
                angle = level * pi / 2 + 0.32 * step
                dot = QPointF(0.34 * width * cos(angle), 0.34 * width * sin(angle))
                painter.drawEllipse(middle + dot, 0.014 * width, 0.014 * width)
