"""A laurel: two branches around whoever has won, open at the top."""

from math import cos, pi, sin
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform

LEAVES: Final = 8
"""So many pairs of leaves are on a branch."""
FIRST: Final = 0.10
LAST: Final = 0.79
"""Where they begin and end, in parts of the way from the lowest point up to the highest."""
LONG: Final = 0.30
"""How long a leaf is in the middle of its branch, in parts of the laurel's reach."""
LEAN: Final = 34.0
"""How far a leaf leans away from its branch, in degrees."""


def draw_laurel(painter: QPainter, middle: QPointF, reach: float, light: str, dark: str) -> None:
    """Draw a laurel around a point.

    Args:
        painter: draws smoothly.
        middle: the point.
        reach: how far the branches are from it.
        light: the colour of the leaves outside, ``#rrggbb``.
        dark: the colour of the leaves inside and of the branches.
    """
    painter.save()
    painter.translate(middle)
    stalk = QPen(QColor(dark), max(1.0, 0.03 * reach))
    stalk.setCapStyle(Qt.PenCapStyle.RoundCap)
    for side in (-1, 1):
        painter.save()
        painter.scale(side, 1)
        painter.setPen(stalk)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        box = QRectF(-reach, -reach, 2 * reach, 2 * reach)
        # Qt counts angles from the right, against the clock, in sixteenths of a degree.
        painter.drawArc(box, round(16 * (-90 + 180 * 0.03)), round(16 * 180 * (LAST - 0.05)))
        painter.setPen(Qt.PenStyle.NoPen)
        for place in range(LEAVES):
            share = FIRST + (LAST - FIRST) * place / (LEAVES - 1)
            # The leaves grow smaller towards both ends.
            size = LONG * reach * (0.72 + 0.28 * sin(pi * (place + 1) / (LEAVES + 1)))
            for lean, colour in ((-LEAN, dark), (LEAN, light)):
                painter.fillPath(_leaf(share, size, lean, reach), QColor(colour))
        painter.fillPath(_leaf(LAST + 0.015, 0.72 * LONG * reach, 0, reach), QColor(light))
        painter.restore()
    painter.restore()


def _leaf(share: float, size: float, lean: float, reach: float) -> QPainterPath:
    """A leaf at this part of the right branch, its tip upwards along it."""
    angle = pi / 2 - pi * share
    along = -180 * share  # the way of the branch, in degrees clockwise from the right
    path = QPainterPath(QPointF(0, 0))
    path.cubicTo(0.3 * size, -0.30 * size, 0.75 * size, -0.22 * size, size, 0)
    path.cubicTo(0.75 * size, 0.16 * size, 0.3 * size, 0.20 * size, 0, 0)
    turn = QTransform()
    turn.translate(reach * cos(angle), reach * sin(angle))
    turn.rotate(along + lean)
    return turn.map(path)
