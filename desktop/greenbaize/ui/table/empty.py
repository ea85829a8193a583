"""A table on which nothing lies: its cloth, which takes no scene to be painted."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from greenbaize.ui.table.cloth import woven
from greenbaize.ui.table.geometry import card_width
from greenbaize.ui.table.motion import Motion
from greenbaize.ui.widgets.fonts import share
from greenbaize.ui.widgets.theme import Theme


class EmptyTable(QWidget):
    """The table of so many seats."""

    def __init__(self, seats: int, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.motion = Motion(self)
        self._seats = seats
        self._theme = theme
        self._cloth = QPixmap()
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    @property
    def card_width(self) -> float:
        """How wide a card would be here, in pixels."""
        return card_width(self.width(), self.height(), self._seats, share())

    def paintEvent(self, event: QPaintEvent) -> None:
        ratio, size = self.devicePixelRatioF(), self.size()
        if self._cloth.size() != size * ratio:
            self._cloth = woven(self._theme, size, ratio, self.card_width)
        part = QRectF(event.rect())
        painter = QPainter(self)
        painter.drawPixmap(part, self._cloth, QRectF(part.topLeft() * ratio, part.size() * ratio))
        painter.end()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._cloth = QPixmap()
        self.update()
