"""Graphics item with a cached pixmap, which is drawn when it changes and copied when painted.

Cards fly over plates and notes all the time; drawing text again for each frame would be slow.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar, cast

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from greenbaize.ui.table.geometry import TableBox
from greenbaize.ui.widgets.fonts import SMALL, minimum_font_size, scale_pixels, text_scale
from greenbaize.ui.widgets.theme import Theme, current_theme


@contextmanager
def pixmap_painter(width: float, height: float, ratio: float) -> Iterator[tuple[QPixmap, QPainter]]:
    """Yield an empty pixmap of this size (px at 100 %), and its painter."""
    pixmap = QPixmap(max(1, round(width * ratio)), max(1, round(height * ratio)))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        yield pixmap, painter


def appearance_key() -> tuple[Theme, float]:
    """Return what all pixmaps depend on: the theme and the text scale."""
    return current_theme(), text_scale()


PropertyValue = TypeVar("PropertyValue")


class RedrawProperty(Generic[PropertyValue]):
    """Attribute that redraws its item when it is set to another value."""

    def __init__(self, default: PropertyValue) -> None:
        self._default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"_{name}"

    def __get__(self, item: object, owner: type) -> PropertyValue:
        return cast("PropertyValue", getattr(item, self._name, self._default))

    def __set__(self, item: Any, value: PropertyValue) -> None:
        if value != getattr(item, self._name, self._default):
            setattr(item, self._name, value)
            item.redraw()


class CachedItem(QGraphicsItem):
    """Item with its upper left corner at its position, painted from a cached pixmap."""

    z_value = 400.0
    """Z value above the cloth."""
    starts_hidden = True
    """The item is hidden until there is something to show."""
    _width = _height = 0.0
    _pixmap: QPixmap | None = None
    _redraw_key: object = None
    """Screen ratio and appearance at the last drawing of the pixmap."""

    def __init__(self) -> None:
        super().__init__()
        self.setZValue(self.z_value)
        self.setVisible(not self.starts_hidden)

    def set_size(self, width: float, height: float) -> None:
        """Set the size (px at 100 %)."""
        if (width, height) != (self._width, self._height):
            self.prepareGeometryChange()
            self._width, self._height = width, height
            self.redraw()

    def set_box(self, box: TableBox) -> None:
        self.set_size(box.width, box.height)
        self.setPos(round(box.x), round(box.y))

    def centre_at(self, centre: tuple[float, float], width: float, height: float) -> None:
        self.set_size(width, height)
        self.setTransformOriginPoint(width / 2, height / 2)
        self.setPos(round(centre[0] - width / 2), round(centre[1] - height / 2))
        self.redraw()

    @property
    def ratio(self) -> float:
        """Pixel ratio of the screen that shows the table."""
        return getattr(self.scene(), "ratio", 1.0)

    @property
    def least_letter(self) -> int:
        """Minimum letter height on this table (px)."""
        return getattr(self.scene(), "least_letter", SMALL)

    def scaled_size(self, pixels: float, max_scale: float = 2.0) -> float:
        """Return a size scaled for large text; where all text is large anyway, the size itself."""
        return pixels if self.least_letter > SMALL else scale_pixels(pixels, max_scale)

    def redraw(self) -> None:
        self._pixmap = None
        self.update()

    def paint_content(self, painter: QPainter, width: float, height: float) -> None:
        raise AssertionError("each drawn item draws itself")

    def boundingRect(self) -> QRectF:
        return QRectF(0, 0, self._width, self._height)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        redraw_key = self.ratio, *appearance_key()
        if self._pixmap is None or self._redraw_key != redraw_key:
            self._redraw_key = redraw_key
            size = self._width, self._height
            with (
                minimum_font_size(self.least_letter),
                pixmap_painter(*size, redraw_key[0]) as (self._pixmap, brush),
            ):
                self.paint_content(brush, *size)
        painter.drawPixmap(QPointF(0, 0), self._pixmap)


class AppearingItem(CachedItem):
    """Item that an animation lets appear, growing from ``min_scale``."""

    min_scale = 0.5

    @property
    def has_content(self) -> bool:
        """The item has something to show: the table may have been cleared meanwhile."""
        raise AssertionError("each item knows what it shows")

    def start_animation(self) -> None:
        self.set_progress(0.0)
        self.setVisible(self.has_content)

    def set_progress(self, progress: float) -> None:
        self.setScale(self.min_scale + (1 - self.min_scale) * progress)
        self.setOpacity(progress)

    def finish_animation(self) -> None:
        self.set_progress(1.0)
        self.setVisible(self.has_content)
