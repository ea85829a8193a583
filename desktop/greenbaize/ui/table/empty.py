"""A table on which nothing lies: its cloth, which takes no scene to be painted."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from greenbaize.ui.table.cloth import Cloth
from greenbaize.ui.table.geometry import card_width
from greenbaize.ui.table.motion import Motion
from greenbaize.ui.widgets.fonts import share


class EmptyTable(QWidget):
    """The table of so many seats."""

    def __init__(self, seats: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.motion = Motion(self)
        self._seats = seats
        self._cloth = Cloth()
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    @property
    def card_width(self) -> float:
        """How wide a card would be here, in pixels."""
        return card_width(self.width(), self.height(), self._seats, share())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._cloth.paint(painter, QRectF(event.rect()), self, self.card_width)
        painter.end()
