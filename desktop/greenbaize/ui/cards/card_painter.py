"""Painting on a card, image helpers, and a cache of finished pixmaps.

Sizes are device pixels. Upright cards have their parts on whole pixels, so that strokes are sharp
and every pip of a card looks the same.
"""

from collections.abc import Callable, Hashable
from math import ceil, cos, radians, sin
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPixmap, QPixmapCache, QTransform

from greenbaize.ui.cards import pips


class CardPainter(NamedTuple):
    """A painter with its origin at the upper left corner of a card, and the card's size."""

    painter: QPainter
    width: float
    height: float

    def fill_path(self, path: QPainterPath, colour: QColor, is_rotated: bool) -> None:
        """Fill a path; if rotated, as seen by a reader at the opposite end of the card."""
        if is_rotated:
            half_turn = QTransform(-1, 0, 0, -1, self.width, self.height)
            path = half_turn.map(path)
        self.painter.fillPath(path, colour)

    def fill_shape(
        self, shape: QPainterPath, colour: QColor, rect: QRectF, is_rotated: bool
    ) -> None:
        """Fill a shape of the unit square, aligned to whole pixels."""
        side = round(rect.width())
        left, top = round(rect.center().x() - side / 2), round(rect.center().y() - side / 2)
        transform = QTransform.fromTranslate(left, top).scale(side, side)
        self.fill_path(transform.map(shape), colour, is_rotated)

    def pip_rect(self, pip: pips.Pip) -> QRectF:
        """Return the rectangle of a pip as seen by an upright reader."""
        x, y = (1 - pip.x, pips.HEIGHT - pip.y) if pip.is_rotated else (pip.x, pip.y)
        side = round(pip.side * self.width)
        side += (side + round(self.width)) % 2  # pips of the middle column lie on whole pixels
        # By the rounded height, so that the middle row is centred.
        rect = QRectF(0, 0, side, side)
        rect.moveCenter(QPointF(x * self.width, y / pips.HEIGHT * self.height))
        return rect

    def picture_panel(self) -> tuple[QRectF, float]:
        """Return the panel of a court or joker on whole pixels, and the width of its border."""
        left, top = round(pips.PICTURE.left() * self.width), round(pips.PICTURE.top() * self.width)
        rect = QRectF(left, top, self.width - 2 * left, self.height - 2 * top)
        return rect, max(1.0, float(round(self.width * 0.009)))


def scale_rect(rect: QRectF, factor: float) -> QRectF:
    """Return a rectangle with its position and size multiplied by a factor."""
    return QRectF(rect.topLeft() * factor, rect.size() * factor)


def rotated_size(wide: float, tall: float, degrees: float) -> tuple[int, int]:
    """Return the size in pixels of an image that holds a rotated card."""
    slant, rise = abs(cos(radians(degrees))), abs(sin(radians(degrees)))
    return ceil(wide * slant + tall * rise - 1e-6), ceil(wide * rise + tall * slant - 1e-6)


def make_transparent_image(across: int, down: int) -> QImage:
    """Return a transparent image of this size."""
    image = QImage(across, down, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    return image


def cached_pixmap(key: tuple[Hashable, ...], draw: Callable[[], QPixmap]) -> QPixmap:
    """Return the cached pixmap for a key of plain values, drawing it if necessary.

    For the GUI thread only. Qt's cache evicts unused pixmaps. Paint on a copy only.
    """
    name = repr(key)
    picture = QPixmap()
    if not QPixmapCache.find(name, picture):
        picture = draw()
        QPixmapCache.insert(name, picture)
    return picture
