"""The pile that everybody plays on, and the words on the stock beside it."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from greenbaize.ui.table.deck import CardItem
from greenbaize.ui.table.drawn import DrawnItem
from greenbaize.ui.table.geometry import DECK_CARD, PILE_SHOWN, TALL, Geometry, Spot
from greenbaize.ui.table.writing import CENTRE, write
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr, tr_count

PILE_Z = 300


class LaidPile:
    """The uppermost cards of the pile, the top one last; what lies below them is only counted."""

    def __init__(self) -> None:
        self.items: list[CardItem] = []
        self._buried = 0

    def lay(self, item: CardItem) -> list[CardItem]:
        """Lay a card on top; returns those that can be seen no more."""
        item.rest_at(PILE_Z + self._buried + len(self.items))
        self.items.append(item)
        gone = self.items[:-PILE_SHOWN]
        self.items = self.items[-PILE_SHOWN:]
        self._buried += len(gone)
        self._show_height()
        return gone

    def bury(self, count: int) -> None:
        """Let so many cards lie below all that can be seen."""
        self._buried += count
        self._show_height()

    def _show_height(self) -> None:
        """Have the lowest card that can be seen lie on all those that cannot."""
        if self.items:
            self.items[0].set_count(self._buried + 1)

    def spots(self, geometry: Geometry) -> list[tuple[CardItem, Spot]]:
        """Every card that can be seen, with its place."""
        top = len(self.items) - 1
        return [
            (item, geometry.pile(top - place, self._buried + place))
            for place, item in enumerate(self.items)
        ]


class StockWords(DrawnItem):
    """How many cards are left in the stock, below it; or its place, once it is empty."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.count = 0
        self.setZValue(400)
        self.hide()

    def show_count(self, count: int) -> None:
        """Show that so many cards are left."""
        if count != self.count:
            self.count = count
            self.redraw()

    @property
    def words(self) -> str:
        """What it says."""
        if not self.count:
            return tr("stock empty")
        return tr_count("{count} left", "{count} left", self.count).format(count=self.count)

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        """Draw the words, and the place if nothing lies there, into their picture."""
        tall = height * DECK_CARD * TALL / (DECK_CARD * TALL + 0.35)
        size = max(12.0, 0.55 * (height - tall))
        painter.setPen(QColor(self.theme.plate_text))
        if self.count:
            line = QRectF(0, tall, width, height - tall)
            write(painter, line, self.words, size, bold=True, align=CENTRE)
        else:
            card = tall / TALL
            place = QRectF(0, 0, width, height).adjusted(1, 1, -1, -1)
            room = place.adjusted(2, 2, -2, -2)
            write(painter, room, self.words, size, bold=True, align=CENTRE, lines=4)
            pen = QPen(QColor(self.theme.felt_line).lighter(150), max(1.0, 0.02 * card))
            pen.setStyle(Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(place, 0.075 * card, 0.075 * card)
