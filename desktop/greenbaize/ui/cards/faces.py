"""The rendered cards of one table: pixmaps of faces and backs for the size in use.

Everything the table paints is a finished pixmap from here; nothing is drawn from vectors in a
paint event. Pixmaps are kept until the size, the pixel ratio or the look changes.
"""

from collections import OrderedDict
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QPainter, QPixmap

from greenbaize.ui.cards import pips
from greenbaize.ui.cards.card_painter import blank, kept, turned_size
from greenbaize.ui.cards.card_renderer import CardRenderer
from greenbaize.ui.cards.look import CardLook, Face

DIM: Final = QColor(24, 46, 38, 104)
"""Laid over a card that may not be played: the table's shade, thin enough to read through."""

_TURNED_KEPT: Final = 48
_HINTS: Final = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform


class FaceStore:
    """Card pixmaps, rendered when first asked for and kept for the size set.

    Sizes are device-independent pixels; pixmaps have their device pixel ratio set. For the GUI
    thread only. ``crowded`` cards lie as close together as others hold them.
    """

    def __init__(
        self, cards_folder: Path, look: CardLook | None = None, *, crowded: bool = False
    ) -> None:
        self._renderer = CardRenderer(cards_folder, look or CardLook(), crowded=crowded)
        self._ratio = 1.0
        self._pixels = (100, 140)
        self._faces: dict[Face | None, QPixmap] = {}
        self._dimmed: dict[Face | None, QPixmap] = {}
        self._turned: OrderedDict[tuple[Face | None, int, bool], QPixmap] = OrderedDict()

    def set_size(self, width: float, ratio: float) -> None:
        """Render cards of this width, 1.4 times as high, from now on; other sizes are dropped."""
        pixels = (max(1, round(width * ratio)), max(1, round(width * pips.HEIGHT * ratio)))
        if (pixels, ratio) != (self._pixels, self._ratio):
            self._pixels, self._ratio = pixels, ratio
            self._drop()

    def set_look(self, look: CardLook) -> None:
        """Print cards with another look, and drop the pixmaps of the old one."""
        if look != self._renderer.look:
            self._renderer.look = look
            self._drop()

    def size(self) -> QSizeF:
        """The size of a card as rendered, in device-independent pixels."""
        width, height = self._pixels
        return QSizeF(width / self._ratio, height / self._ratio)

    def face(self, face: Face | None) -> QPixmap:
        if face not in self._faces:
            self._faces[face] = self._rendered(face)
        return self._faces[face]

    def dimmed(self, face: Face | None) -> QPixmap:
        """The face of a card that may not be played: dim, opaque, still readable."""
        if face not in self._dimmed:
            self._dimmed[face] = self._dim(self.face(face).copy())
        return self._dimmed[face]

    def turned(self, face: Face | None, degrees: float, dim: bool = False) -> QPixmap:
        """A card drawn at an angle, clockwise, to a tenth of a degree; None is a back.

        The pixmap is transparent around the card and just large enough; their middles coincide.
        """
        key = (face, round(degrees * 10) % 3600, dim)
        if key[1] == 0:
            return self.dimmed(key[0]) if dim else self.face(key[0])
        if key not in self._turned:
            pixmap = self._rendered(key[0], key[1] / 10)
            self._turned[key] = self._dim(pixmap.copy()) if dim else pixmap
            if len(self._turned) > _TURNED_KEPT:
                self._turned.popitem(last=False)
        self._turned.move_to_end(key)
        return self._turned[key]

    def _dim(self, pixmap: QPixmap) -> QPixmap:
        with QPainter(pixmap) as painter:
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceAtop)
            painter.fillRect(QRectF(QPointF(), pixmap.deviceIndependentSize()), DIM)
        return pixmap

    def _drop(self) -> None:
        self._faces.clear()
        self._dimmed.clear()
        self._turned.clear()

    def _rendered(self, face: Face | None, degrees: float = 0) -> QPixmap:
        key = (*self._renderer.key, face, *self._pixels, self._ratio, degrees)
        return kept(key, lambda: self._drawn(face, degrees))

    def _drawn(self, face: Face | None, degrees: float) -> QPixmap:
        width, height = self._pixels
        across, down = turned_size(width, height, degrees)
        image = blank(across, down)
        with QPainter(image) as painter:
            painter.setRenderHints(_HINTS)
            if degrees:
                painter.translate(across / 2, down / 2)
                painter.rotate(degrees)
                painter.translate(-width / 2, -height / 2)
            if face is None:
                self._renderer.draw_back(painter, width, height)
            else:
                self._renderer.draw_face(painter, face, width, height)
        pixmap = QPixmap.fromImage(image)
        pixmap.setDevicePixelRatio(self._ratio)
        return pixmap
