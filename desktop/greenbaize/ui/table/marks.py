"""A small mark at a plate's upper edge: who is away, for whom a computer player acts, the time."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from greenbaize.ui.cards.printing import PAPER
from greenbaize.ui.cards.suits import BLACK
from greenbaize.ui.fonts import font, grown
from greenbaize.ui.table.drawn import DrawnItem
from greenbaize.ui.table.geometry import Box
from greenbaize.ui.theme import Theme


class MarkItem(DrawnItem):
    """A word or two in a pill that lies over the right end of a plate's upper edge."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.words = ""
        self.urgent = False
        self._size = 12.0
        self.setZValue(520)
        self.hide()

    def show_words(self, words: str, plate: Box, ratio: float, *, urgent: bool = False) -> None:
        """Show words at a plate, or nothing; what is urgent is written dark on light."""
        self.setVisible(bool(words))
        if not words:
            self.words = ""
            return
        fresh = (words, urgent) != (self.words, self.urgent)
        self.words, self.urgent = words, urgent
        self._size = grown(max(12.0, 0.2 * plate.height), 1.5)
        wide = QFontMetricsF(font(self._size, bold=True)).horizontalAdvance(words)
        width, height = min(wide + 1.4 * self._size, 1.4 * plate.width), 1.5 * self._size
        self.set_size(round(width), round(height), ratio)
        left = plate.x + plate.width - width - 0.3 * plate.height
        # At the table's upper edge it lies on the plate, not beyond the cloth.
        self.setPos(round(max(4.0, left)), round(max(0.0, plate.y - 0.8 * height)))
        if fresh:
            self.redraw()

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        """Draw the pill into its picture."""
        body = QRectF(1, 1, width - 2, height - 2)
        paper, ink = QColor(self.theme.plate), QColor(self.theme.brass_text)
        if self.urgent:
            paper, ink = PAPER, BLACK
        painter.setPen(QPen(ink, 1))
        painter.setBrush(paper)
        painter.drawRoundedRect(body, body.height() / 2, body.height() / 2)
        painter.setPen(ink)
        painter.setFont(font(self._size, bold=True))
        text = painter.fontMetrics().elidedText(
            self.words, Qt.TextElideMode.ElideRight, int(width - self._size)
        )
        painter.drawText(body, Qt.AlignmentFlag.AlignCenter, text)
