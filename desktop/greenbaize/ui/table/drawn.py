"""Graphics item with a cached pixmap, which is drawn when it changes and copied when painted.

Cards fly over plates and notes all the time; drawing text again for each frame would be slow.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar, cast

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from greenbaize.ui.table.geometry import Box
from greenbaize.ui.widgets.fonts import SMALL, grown, no_smaller, share
from greenbaize.ui.widgets.theme import Theme, worn


@contextmanager
def drawing(width: float, height: float, ratio: float) -> Iterator[tuple[QPixmap, QPainter]]:
    """Yield an empty pixmap of this size (px at 100 %), and its painter."""
    picture = QPixmap(max(1, round(width * ratio)), max(1, round(height * ratio)))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as brush:
        brush.setRenderHint(QPainter.RenderHint.Antialiasing)
        yield picture, brush


def looks() -> tuple[Theme, float]:
    """Return what all pixmaps depend on: the theme and the text scale."""
    return worn(), share()


Value = TypeVar("Value")


class Shown(Generic[Value]):
    """Attribute that redraws its item when it is set to another value."""

    def __init__(self, first: Value) -> None:
        self._first = first

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"_{name}"

    def __get__(self, item: object, owner: type) -> Value:
        return cast("Value", getattr(item, self._name, self._first))

    def __set__(self, item: Any, value: Value) -> None:
        if value != getattr(item, self._name, self._first):
            setattr(item, self._name, value)
            item.redraw()


class DrawnItem(QGraphicsItem):
    """Item with its upper left corner at its position, painted from a cached pixmap."""

    level = 400.0
    """Z value above the cloth."""
    hidden = True
    """The item is hidden until there is something to show."""
    _width = _height = 0.0
    _picture: QPixmap | None = None
    _drawn_for: object = None
    """Screen ratio and appearance at the last drawing of the pixmap."""

    def __init__(self) -> None:
        super().__init__()
        self.setZValue(self.level)
        self.setVisible(not self.hidden)

    def set_size(self, width: float, height: float) -> None:
        """Set the size (px at 100 %)."""
        if (width, height) != (self._width, self._height):
            self.prepareGeometryChange()
            self._width, self._height = width, height
            self.redraw()

    def lie(self, box: Box) -> None:
        self.set_size(box.width, box.height)
        self.setPos(round(box.x), round(box.y))

    def stand_around(self, middle: tuple[float, float], width: float, height: float) -> None:
        self.set_size(width, height)
        self.setTransformOriginPoint(width / 2, height / 2)
        self.setPos(round(middle[0] - width / 2), round(middle[1] - height / 2))
        self.redraw()

    @property
    def ratio(self) -> float:
        """Pixel ratio of the screen that shows the table."""
        return getattr(self.scene(), "ratio", 1.0)

    @property
    def least_letter(self) -> int:
        """Minimum letter height on this table (px)."""
        return getattr(self.scene(), "least_letter", SMALL)

    def grown(self, pixels: float, most: float = 2.0) -> float:
        """Return a size scaled for large text; where all text is large anyway, the size itself."""
        return pixels if self.least_letter > SMALL else grown(pixels, most)

    def redraw(self) -> None:
        self._picture = None
        self.update()

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        raise AssertionError("each drawn item draws itself")

    def boundingRect(self) -> QRectF:
        return QRectF(0, 0, self._width, self._height)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        now = self.ratio, *looks()
        if self._picture is None or self._drawn_for != now:
            self._drawn_for = now
            size = self._width, self._height
            with no_smaller(self.least_letter), drawing(*size, now[0]) as (self._picture, brush):
                self.draw(brush, *size)
        painter.drawPixmap(QPointF(0, 0), self._picture)


class ArrivingItem(DrawnItem):
    """Item that an animation lets appear, growing from ``min_scale``."""

    least = 0.5

    @property
    def wanted(self) -> bool:
        """The item has something to show: the table may have been cleared meanwhile."""
        raise AssertionError("each item knows what it shows")

    def depart(self) -> None:
        self.carry(0.0)
        self.setVisible(self.wanted)

    def carry(self, share: float) -> None:
        self.setScale(self.least + (1 - self.least) * share)
        self.setOpacity(share)

    def arrive(self) -> None:
        self.carry(1.0)
        self.setVisible(self.wanted)
