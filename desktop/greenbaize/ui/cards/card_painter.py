"""A card being drawn, how shapes are put on it, and a cache of finished pictures.

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
    """A card being drawn: its painter, with the origin at the upper left corner, and its size."""

    painter: QPainter
    width: float
    height: float

    def fill(self, path: QPainterPath, colour: QColor, turned: bool) -> None:
        """Fill a path, as placed by who reads the card from this end or from the other."""
        if turned:
            about_the_middle = QTransform(-1, 0, 0, -1, self.width, self.height)
            path = about_the_middle.map(path)
        self.painter.fillPath(path, colour)

    def mark(self, shape: QPainterPath, colour: QColor, rect: QRectF, turned: bool) -> None:
        """Fill a shape of the unit square, on whole pixels."""
        side = round(rect.width())
        left, top = round(rect.center().x() - side / 2), round(rect.center().y() - side / 2)
        place = QTransform.fromTranslate(left, top).scale(side, side)
        self.fill(place.map(shape), colour, turned)

    def pip_rect(self, pip: pips.Pip) -> QRectF:
        """Where a pip lies, as seen by who reads it upright."""
        x, y = (1 - pip.x, pips.HEIGHT - pip.y) if pip.turned else (pip.x, pip.y)
        side = round(pip.side * self.width)
        side += (side + round(self.width)) % 2  # the middle column's pips lie on whole pixels
        # By the rounded height, so that the middle row lies in the middle.
        rect = QRectF(0, 0, side, side)
        rect.moveCenter(QPointF(x * self.width, y / pips.HEIGHT * self.height))
        return rect

    def panel(self) -> tuple[QRectF, float]:
        """The panel of a court or joker on whole pixels, and how broad the line around it is."""
        left, top = round(pips.PICTURE.left() * self.width), round(pips.PICTURE.top() * self.width)
        rect = QRectF(left, top, self.width - 2 * left, self.height - 2 * top)
        return rect, max(1.0, float(round(self.width * 0.009)))


def scaled(rect: QRectF, factor: float) -> QRectF:
    """A rectangle so many times as large, and as far from the corner."""
    return QRectF(rect.topLeft() * factor, rect.size() * factor)


def turned_size(wide: float, tall: float, degrees: float) -> tuple[int, int]:
    """How many pixels across and down a picture needs in which a card lies turned."""
    slant, rise = abs(cos(radians(degrees))), abs(sin(radians(degrees)))
    return ceil(wide * slant + tall * rise - 1e-6), ceil(wide * rise + tall * slant - 1e-6)


def blank(across: int, down: int) -> QImage:
    """A picture of so many pixels in which nothing is drawn yet."""
    image = QImage(across, down, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    return image


def kept(key: tuple[Hashable, ...], draw: Callable[[], QPixmap]) -> QPixmap:
    """The picture for a key of plain values, drawn if there is none; for the GUI thread only.

    Qt's cache drops what no table uses. Paint on a copy.
    """
    name = repr(key)
    picture = QPixmap()
    if not QPixmapCache.find(name, picture):
        picture = draw()
        QPixmapCache.insert(name, picture)
    return picture
