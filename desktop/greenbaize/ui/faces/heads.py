"""Rendering of twelve heads that differ in outline and lightness, not only in colour.

A head is drawn on a disc in its owner's colour, lit from the upper left. The drawings in
``resources/faces`` have a group for each mood and placeholders in braces for the colours of the
clothes.
"""

from functools import lru_cache

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPixmap, QRadialGradient
from PySide6.QtSvg import QSvgRenderer

from greenbaize.app.avatars import AVATAR_COLOURS, Avatar, render_avatar_svg
from greenbaize.rules.table_snapshot import PlayerMood


@lru_cache(maxsize=256)
def render_avatar(avatar: Avatar, mood: PlayerMood, side: int) -> QPixmap:
    """Render a head with a mood on its disc, ``side`` device pixels wide."""
    square = QPixmap(side, side)
    disc = QColor(AVATAR_COLOURS[avatar.colour])
    with QPainter(square) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lamp = QRadialGradient(QPointF(0.36, 0.28) * side, 0.85 * side)
        lamp.setColorAt(0.0, disc.lighter(108))
        lamp.setColorAt(0.55, disc)
        lamp.setColorAt(1.0, disc.darker(126))
        painter.fillRect(square.rect(), QBrush(lamp))
        QSvgRenderer(QByteArray(render_avatar_svg(avatar, mood))).render(
            painter, QRectF(square.rect())
        )
    return _cut_disc(square)


def _cut_disc(square: QPixmap) -> QPixmap:
    """Cut the disc out of a square pixmap; clipping with a painter would leave jagged edges."""
    picture = QPixmap(square.size())
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(square))
        painter.drawEllipse(picture.rect())
    return picture
