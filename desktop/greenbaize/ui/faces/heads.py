"""Rendering of twelve heads that differ in outline and lightness, not only in colour.

A head is drawn on a disc in its owner's colour, lit from the upper left. The drawings in
``resources/faces`` have a group for each mood and placeholders in braces for the colours of the
clothes.
"""

from functools import lru_cache

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPixmap, QRadialGradient
from PySide6.QtSvg import QSvgRenderer

from greenbaize.app.faces import COLOURS, Look, face_drawing
from greenbaize.rules.pictures import Mood


@lru_cache(maxsize=256)
def face_picture(look: Look, mood: Mood, side: int) -> QPixmap:
    """Render a head with a mood on its disc, ``side`` device pixels wide."""
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
    """Cut the disc out of a square pixmap; clipping with a painter would leave jagged edges."""
    picture = QPixmap(square.size())
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(square))
        painter.drawEllipse(picture.rect())
    return picture
