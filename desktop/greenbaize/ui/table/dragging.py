"""A card that is dragged: seen over everything in the window, wherever the mouse has gone."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from greenbaize.ui.table.deck import CardItem
from greenbaize.ui.table.shadows import HIGHEST


class DraggedCard(QWidget):
    """Shows a card in place of its item, which is hidden for as long.

    Args:
        item: the card on the table.
        window: in which it is dragged; the card never leaves it.
    """

    def __init__(self, item: CardItem, window: QWidget) -> None:
        super().__init__(window)
        self._item = item
        item.rise(HIGHEST)
        item.hide()
        self._room = item.boundingRect().toAlignedRect()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.resize(self._room.size())
        self.show()
        self.raise_()

    def go_to(self, middle: QPoint) -> None:
        """Have the card's middle there in the window, or as near as the window's edges let it."""
        face = self._item.place.translated(-self._item.pos())
        window = self.window().rect()
        x = min(max(middle.x(), -face.left()), window.width() - face.right())
        y = min(max(middle.y(), -face.top()), window.height() - face.bottom())
        self.move(round(x) + self._room.left(), round(y) + self._room.top())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card as its item would."""
        painter = QPainter(self)
        painter.translate(-self._room.topLeft())
        self._item.paint(painter, QStyleOptionGraphicsItem(), self)
        painter.end()

    def end(self) -> None:
        """Let the item be seen again."""
        self._item.show()
        self.hide()
        self.deleteLater()
