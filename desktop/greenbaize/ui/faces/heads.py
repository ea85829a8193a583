"""Twelve heads that differ in outline and lightness, so that they need no colours to be told apart.

A head is drawn on a disc in its owner's colour, lit from the upper left. The drawings in
``resources/faces`` hold a group for each mood and the colours of the clothes as names in braces.
"""

from functools import lru_cache

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPixmap, QRadialGradient
from PySide6.QtSvg import QSvgRenderer

from greenbaize.resources import resources
from greenbaize.rules.pictures import Mood
from greenbaize.ui.faces.looks import COLOURS, Look
from greenbaize.ui.widgets.theme import between


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
        QSvgRenderer(_drawing(look, mood)).render(painter, QRectF(square.rect()))
    return _cut_out(square)


def _drawing(look: Look, mood: Mood) -> QByteArray:
    """The drawing of a head, with one mood to be seen; empty where it cannot be read."""
    try:
        text = (resources() / "faces" / f"{look.head}.svg").read_text(encoding="utf-8")
    except OSError:
        text = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    cloth = QColor(between(COLOURS[look.colour], "#1b2233", 0.42))
    light, dark = cloth.lighter(108), cloth.darker(119)
    clothes = {"cloth": cloth.name(), "light": light.name(), "dark": dark.name()}
    moods = {one.value: "inline" if one is mood else "none" for one in Mood}
    return QByteArray(text.format(**clothes, **moods).encode())


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
