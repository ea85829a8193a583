"""Cached card pixmaps of one table, faces and backs, in the current size.

The table paints only finished pixmaps; no paint event draws from vectors.
"""

from functools import lru_cache, partial
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QPainter, QPixmap

from greenbaize.ui.cards import pips
from greenbaize.ui.cards.card_look import CardFace
from greenbaize.ui.cards.card_painter import cached_pixmap, make_transparent_image, rotated_size
from greenbaize.ui.cards.card_renderer import CardRenderer

DIM_COLOUR: Final = QColor(24, 46, 38, 104)
"""Shade over a card that may not be played, thin enough to read through."""

_CACHE_SIZE: Final = 160
"""Number of cached pixmaps of one size."""
_HINTS: Final = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform


class CardPixmapStore:
    """A cache of card pixmaps of one width and look, 1.4 times as high, rendered on demand.

    Sizes are device-independent pixels; pixmaps have their device pixel ratio set. For the GUI
    thread only.
    """

    def __init__(self, renderer: CardRenderer, width: float, ratio: float = 1.0) -> None:
        self._ratio = ratio
        self.pixel_size = max(1, round(width * ratio)), max(1, round(width * pips.HEIGHT * ratio))
        """Width and height of cards (device pixels)."""
        # A function's cache: that of a method would keep this object alive until garbage
        # collection.
        self._cached_picture = lru_cache(_CACHE_SIZE)(
            partial(_make_picture, renderer, (*self.pixel_size, ratio))
        )

    def card_size(self) -> QSizeF:
        """Return the size of a rendered card in device-independent pixels."""
        width, height = self.pixel_size
        return QSizeF(width / self._ratio, height / self._ratio)

    def face_pixmap(self, face: CardFace | None) -> QPixmap:
        return self._cached_picture(face, 0, False)

    def rotated_pixmap(
        self, face: CardFace | None, degrees: float, *, is_dimmed: bool = False
    ) -> QPixmap:
        """Return a card rotated clockwise, to a tenth of a degree; None is a back.

        The pixmap is transparent around the card and just large enough; their centres coincide. A
        dimmed card is opaque and still readable.
        """
        return self._cached_picture(face, round(degrees * 10) % 3600, is_dimmed)


def _make_picture(
    renderer: CardRenderer,
    size: tuple[int, int, float],
    face: CardFace | None,
    tenths: int,
    is_dimmed: bool,
) -> QPixmap:
    degrees = tenths / 10
    key = (*renderer.cache_key, face, *size, degrees)
    picture = cached_pixmap(key, lambda: _render_card(renderer, size, face, degrees))
    return _dim_pixmap(picture.copy()) if is_dimmed else picture


def _dim_pixmap(pixmap: QPixmap) -> QPixmap:
    with QPainter(pixmap) as painter:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceAtop)
        painter.fillRect(QRectF(QPointF(), pixmap.deviceIndependentSize()), DIM_COLOUR)
    return pixmap


def _render_card(
    renderer: CardRenderer, size: tuple[int, int, float], face: CardFace | None, degrees: float
) -> QPixmap:
    width, height, ratio = size
    across, down = rotated_size(width, height, degrees)
    image = make_transparent_image(across, down)
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
