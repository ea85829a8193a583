"""A table on which nothing lies: its cloth, which takes no scene to be painted."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from greenbaize.ui.table.cloth import woven
from greenbaize.ui.table.geometry import card_width
from greenbaize.ui.table.motion import Motion
from greenbaize.ui.widgets.fonts import share
from greenbaize.ui.widgets.theme import Theme, worn


class EmptyTable(QWidget):
    """The table of so many seats."""

    def __init__(self, seats: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.motion = Motion(self)
        self._seats = seats
        self._cloth = QPixmap()
        self._woven: tuple[Theme, QSize, float, float] | None = None
        """What the cloth was woven for."""
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    @property
    def card_width(self) -> float:
        """How wide a card would be here, in pixels."""
        return card_width(self.width(), self.height(), self._seats, share())

    def paintEvent(self, event: QPaintEvent) -> None:
        ratio, size = self.devicePixelRatioF(), self.size()
        wanted = worn(), size, ratio, self.card_width
        if self._woven != wanted:
            self._woven = wanted
            self._cloth = woven(*wanted)
        part = QRectF(event.rect())
        painter = QPainter(self)
        painter.drawPixmap(part, self._cloth, QRectF(part.topLeft() * ratio, part.size() * ratio))
        painter.end()
