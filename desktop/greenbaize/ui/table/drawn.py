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


class FadingItem(DrawnItem):
    """Copies two pictures while it fades; neither is drawn more than once."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._before: QPixmap | None = None
        self._share = 1.0

    def fading_part(self) -> QRectF:
        """What fades, in the item's own pixels."""
        return self.boundingRect()

    def redraw_fading(self) -> None:
        """Draw anew when painted next, over which the picture of now fades as ``fade`` says."""
        self._before, self._share = self._picture, 0.0
        self.redraw()

    def fade(self, share: float) -> None:
        """Have faded so far, from 0 to 1."""
        if self._before is not None:
            self._share = share
            if share >= 1:
                self._before = None
            self.update(self.fading_part())

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Copy the picture, and over it what is left of the one before."""
        super().paint(painter, option, widget)
        before, now = self._before, self._picture
        if before is None or now is None or before.size() != now.size():
            return
        part, opacity = self.fading_part(), painter.opacity()
        painter.setOpacity(opacity * (1 - self._share))
        source = QRectF(part.topLeft() * self.ratio, part.size() * self.ratio)
        painter.drawPixmap(part, before, source)
        painter.setOpacity(opacity)
