"""Twelve heads that differ in outline and lightness, so that they need no colours to be told apart.

A head is drawn on a disc in its owner's colour, lit from the upper left. The drawings in
``resources/faces`` hold a group for each mood and the colours of the clothes as names in braces.
"""

from functools import lru_cache

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPixmap, QRadialGradient
from PySide6.QtSvg import QSvgRenderer

from greenbaize.app.faces import COLOURS, Look, face_drawing
from greenbaize.rules.pictures import Mood


@lru_cache(maxsize=256)
def face_picture(look: Look, mood: Mood, side: int) -> QPixmap:
    """A head with a mood on its disc, ``side`` pixels of the screen wide."""
    square = QPixmap(side, side)
    disc = QColor(COLOURS[look.colour])
    with QPainter(square) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lamp = QRadialGradient(QPointF(0.36, 0.28) * side, 0.85 * side)
        lamp.setColorAt(0.0, disc.lighter(108))
        lamp.setColorAt(0.55, disc)
        lamp.setColorAt(1.0, disc.darker(126))
        painter.fillRect(square.rect(), QBrush(lamp))
        QSvgRenderer(QByteArray(face_drawing(look, mood))).render(painter, QRectF(square.rect()))
    return _cut_out(square)


def _cut_out(square: QPixmap) -> QPixmap:
    """The disc in a square picture; a painter's clipping would leave jagged edges."""
    picture = QPixmap(square.size())
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(square))
        painter.drawEllipse(picture.rect())
    return picture
