"""Twelve heads that differ in outline and lightness, so that they need no colours to be told apart.

A head is drawn in a square from 0 to 1, on a disc in its owner's colour, lit from the upper left.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPixmap, QRadialGradient

from greenbaize.rules.pictures import Mood
from greenbaize.ui.faces import hair, hats
from greenbaize.ui.faces.brush import Brush, inks_of
from greenbaize.ui.faces.features import draw_token
from greenbaize.ui.faces.looks import COLOURS, Head, Look


@lru_cache(maxsize=256)
def face_picture(look: Look, mood: Mood, side: int) -> QPixmap:
    """A head with a mood on its disc, ``side`` pixels of the screen wide."""
    square = QPixmap(side, side)
    painter = QPainter(square)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    inks = inks_of(COLOURS[look.colour])
    lamp = QRadialGradient(QPointF(0.36, 0.28), 0.85)
    lamp.setColorAt(0.0, inks.disc.lighter(108))
    lamp.setColorAt(0.55, inks.disc)
    lamp.setColorAt(1.0, inks.disc.darker(126))
    brush = Brush(painter, side, inks)
    painter.fillRect(QRectF(0, 0, 1, 1), QBrush(lamp))
    _DRAW[look.head](brush, mood)
    draw_token(brush, mood)
    painter.end()
    return _cut_out(square)


def _cut_out(square: QPixmap) -> QPixmap:
    """The disc in a square picture; a painter's clipping would leave jagged edges."""
    picture = QPixmap(square.size())
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QBrush(square))
    painter.drawEllipse(picture.rect())
    painter.end()
    return picture


_DRAW: Final[Mapping[Head, Callable[[Brush, Mood], None]]] = {
    Head.BUN: hair.draw_bun,
    Head.BEARD: hats.draw_beard,
    Head.GLASSES: hair.draw_spectacles,
    Head.PLAITS: hair.draw_plaits,
    Head.BOWLER: hats.draw_bowler,
    Head.CAP: hats.draw_cap,
    Head.CURLS: hair.draw_curls,
    Head.EARS: hats.draw_large_ears,
    Head.FRINGE: hair.draw_fringe,
    Head.SPIKES: hair.draw_spikes,
    Head.SCARF: hats.draw_scarf,
    Head.MOUSTACHE: hats.draw_moustache,
}
