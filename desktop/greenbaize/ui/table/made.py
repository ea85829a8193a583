"""What a seat has made of a deal, on a slip of paper at its plate."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from greenbaize.rules.pictures import Luck
from greenbaize.ui.cards.printing import EDGE, PAPER
from greenbaize.ui.cards.suits import BLACK
from greenbaize.ui.fonts import font, grown
from greenbaize.ui.table.drawn import DrawnItem
from greenbaize.ui.theme import Theme

GLAD: Final = QColor("#23744a")
SORRY: Final = QColor("#b3261e")
LETTER: Final = 0.24
"""How large the words are, in card widths."""
SMALLEST: Final = 14.0


class MadeItem(DrawnItem):
    """A tick or a cross, so that it is told by more than a colour, and a word or two."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.words = ""
        self.luck = Luck.NEITHER
        self._size = SMALLEST
        self.setZValue(620)
        self.hide()

    def show_words(self, words: str, luck: Luck) -> None:
        """Have these words; where they stand says ``lay``."""
        self.words, self.luck = words, luck

    def lay(self, middle: tuple[float, float], card: float, room: QRectF, ratio: float) -> None:
        """Lie around a point, within the room; ``card`` is a card's width."""
        self._size = grown(max(SMALLEST, LETTER * card), 1.7)
        wide = QFontMetricsF(font(self._size, bold=True)).horizontalAdvance(self.words)
        sign = 0.0 if self.luck is Luck.NEITHER else 1.3 * self._size
        width, height = wide + sign + 1.3 * self._size, 1.8 * self._size
        self.set_size(width, height, ratio)
        self.setTransformOriginPoint(width / 2, height / 2)
        left = min(max(middle[0] - width / 2, room.left() + 4), room.right() - width - 4)
        self.setPos(round(left), round(middle[1] - height / 2))
        self.redraw()

    # Ways

    def depart(self) -> None:
        """Appear."""
        self.carry(0.0)
        self.show()

    def carry(self, share: float) -> None:
        """Grow to its size."""
        self.setScale(0.5 + 0.5 * share)
        self.setOpacity(share)

    def arrive(self) -> None:
        """Be there, unless the table has been cleared meanwhile."""
        self.carry(1.0)
        self.setVisible(bool(self.words))

    # Looks

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        """Draw the slip into its picture."""
        edge = {Luck.GOOD: GLAD, Luck.BAD: SORRY, Luck.NEITHER: EDGE}[self.luck]
        pen = max(1.5, 0.09 * self._size)
        body = QRectF(0, 0, width, height).adjusted(pen, pen, -pen, -pen)
        painter.setPen(QPen(edge, pen))
        painter.setBrush(PAPER)
        painter.drawRoundedRect(body, body.height() / 2, body.height() / 2)
        left = 0.65 * self._size
        if self.luck is not Luck.NEITHER:
            left = 0.42 * self._size
            self._draw_sign(painter, QRectF(left, (height - 1.1 * self._size) / 2, 0, 0), edge)
            left += 1.4 * self._size
        painter.setPen(BLACK if self.luck is Luck.NEITHER else edge)
        painter.setFont(font(self._size, bold=True))
        room = QRectF(left, 0, width - left, height)
        painter.drawText(
            room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self.words
        )

    def _draw_sign(self, painter: QPainter, corner: QRectF, colour: QColor) -> None:
        side = 1.1 * self._size
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawEllipse(QRectF(corner.x(), corner.y(), side, side))
        pen = QPen(PAPER, 0.14 * side)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)

        def at(x: float, y: float) -> QPointF:
            return QPointF(corner.x() + x * side, corner.y() + y * side)

        if self.luck is Luck.GOOD:
            painter.drawPolyline([at(0.28, 0.53), at(0.44, 0.68), at(0.73, 0.34)])
        else:
            painter.drawLine(at(0.33, 0.33), at(0.67, 0.67))
            painter.drawLine(at(0.67, 0.33), at(0.33, 0.67))
