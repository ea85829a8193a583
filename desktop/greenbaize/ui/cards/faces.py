"""Cached card pixmaps of one table, faces and backs, in the current size.

The table paints only finished pixmaps; no paint event draws from vectors.
"""

from functools import lru_cache, partial
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QPainter, QPixmap

from greenbaize.ui.cards import pips
from greenbaize.ui.cards.card_painter import blank, kept, turned_size
from greenbaize.ui.cards.card_renderer import CardRenderer
from greenbaize.ui.cards.look import Face

DIM: Final = QColor(24, 46, 38, 104)
"""Shade over a card that may not be played, thin enough to read through."""

_KEPT: Final = 160
"""Number of cached pixmaps of one size."""
_HINTS: Final = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform


class FaceStore:
    """A cache of card pixmaps of one width and look, 1.4 times as high, rendered on demand.

    Sizes are device-independent pixels; pixmaps have their device pixel ratio set. For the GUI
    thread only.
    """

    def __init__(self, renderer: CardRenderer, width: float, ratio: float = 1.0) -> None:
        self._ratio = ratio
        self.pixels = max(1, round(width * ratio)), max(1, round(width * pips.HEIGHT * ratio))
        """Width and height of cards (device pixels)."""
        # A function's cache: that of a method would keep this object alive until garbage
        # collection.
        self._picture = lru_cache(_KEPT)(partial(_picture, renderer, (*self.pixels, ratio)))

    def size(self) -> QSizeF:
        """Return the size of a rendered card in device-independent pixels."""
        width, height = self.pixels
        return QSizeF(width / self._ratio, height / self._ratio)

    def face(self, face: Face | None) -> QPixmap:
        return self._picture(face, 0, False)

    def turned(self, face: Face | None, degrees: float, *, dim: bool = False) -> QPixmap:
        """Return a card rotated clockwise, to a tenth of a degree; None is a back.

        The pixmap is transparent around the card and just large enough; their centres coincide. A
        dimmed card is opaque and still readable.
        """
        return self._picture(face, round(degrees * 10) % 3600, dim)


def _picture(
    renderer: CardRenderer, size: tuple[int, int, float], face: Face | None, tenths: int, dim: bool
) -> QPixmap:
    degrees = tenths / 10
    key = (*renderer.key, face, *size, degrees)
    picture = kept(key, lambda: _drawn(renderer, size, face, degrees))
    return _dimmed(picture.copy()) if dim else picture


def _dimmed(pixmap: QPixmap) -> QPixmap:
    with QPainter(pixmap) as painter:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceAtop)
        painter.fillRect(QRectF(QPointF(), pixmap.deviceIndependentSize()), DIM)
    return pixmap


def _drawn(
    renderer: CardRenderer, size: tuple[int, int, float], face: Face | None, degrees: float
) -> QPixmap:
    width, height, ratio = size
    across, down = turned_size(width, height, degrees)
    image = blank(across, down)
    with QPainter(image) as painter:
        painter.setRenderHints(_HINTS)
        if degrees:
            painter.translate(across / 2, down / 2)
            painter.rotate(degrees)
            painter.translate(-width / 2, -height / 2)
        if face is None:
            renderer.draw_back(painter, width, height)
        else:
            renderer.draw_face(painter, face, width, height)
    pixmap = QPixmap.fromImage(image)
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
