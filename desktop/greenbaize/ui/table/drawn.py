"""An item that draws itself into a picture when it changes, and is only copied when painted.

Cards fly over plates and notes all the time; drawing text again for each frame would be slow.
"""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from greenbaize.ui.theme import Theme


class DrawnItem(QGraphicsItem):
    """Lies with its upper left corner at its position."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self._picture: QPixmap | None = None
        self._width = self._height = 0.0
        self.ratio = 1.0

    def set_size(self, width: float, height: float, ratio: float) -> None:
        """Set the size in pixels at 100 % and the screen's ratio."""
        if (width, height, ratio) != (self._width, self._height, self.ratio):
            self.prepareGeometryChange()
            self._width, self._height, self.ratio = width, height, ratio
            self.redraw()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.theme = theme
        self.redraw()

    def redraw(self) -> None:
        """Draw anew when painted next."""
        self._picture = None
        self.update()

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        """Draw into an empty picture of this size."""
        raise AssertionError("each drawn item draws itself")

    def boundingRect(self) -> QRectF:
        """The whole picture."""
        return QRectF(0, 0, self._width, self._height)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Copy the picture, drawing it first if it has changed."""
        if self._picture is None:
            picture = QPixmap(
                max(1, round(self._width * self.ratio)), max(1, round(self._height * self.ratio))
            )
            picture.setDevicePixelRatio(self.ratio)
            picture.fill(Qt.GlobalColor.transparent)
            brush = QPainter(picture)
            brush.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.draw(brush, self._width, self._height)
            brush.end()
            self._picture = picture
        painter.drawPixmap(QPointF(0, 0), self._picture)
