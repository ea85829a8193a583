"""The trumps for all, in their order: large marks on paper, with a word for how they stand."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QTransform

from greenbaize.cards import Suit
from greenbaize.ui.cards.printing import EDGE, PAPER
from greenbaize.ui.cards.suits import sign_ink, suit_path
from greenbaize.ui.fonts import font
from greenbaize.ui.table.drawn import DrawnItem
from greenbaize.ui.table.geometry import Box
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr

Trumps = tuple[tuple[Suit, ...], ...]
_SMALLEST = 12.0
"""No letter is smaller, in pixels."""
_GAP = 0.12
"""The room beside a mark, in heights of the line."""
_LEAST = 0.72
"""How large the mark of a junior trump is against the senior's."""


class TrumpsItem(DrawnItem):
    """The trumps for all, the senior one first and largest."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.trumps: Trumps = ()
        self.setZValue(400)
        self.hide()

    def show_trumps(self, trumps: Trumps) -> None:
        """Show these, or nothing if there are none."""
        self.setVisible(bool(trumps))
        if trumps != self.trumps:
            self.trumps = trumps
            self.redraw()

    @property
    def words(self) -> list[str]:
        """What is written beside the marks: the heading, and a word before every further trump."""
        many = sum(map(len, self.trumps)) > 1
        between = [
            tr("and") if place else tr("above")
            for level, equals in enumerate(self.trumps)
            for place in range(len(equals))
            if level or place
        ]
        return [tr("Trumps") if many else tr("Trump"), *between]

    def lay(self, box: Box, most: float, ratio: float) -> None:
        """Lie in a box, or beyond its right edge as far as ``most`` where it is too narrow."""
        words = sum(
            map(QFontMetricsF(font(self._letters(box.height))).horizontalAdvance, self.words)
        )
        wide = words + sum(side + 2 * _GAP * box.height for side in self._sides(box.height)) + 2
        self.set_size(min(most, max(box.width, wide)), box.height, ratio)
        self.setPos(round(box.x), round(box.y))

    @staticmethod
    def _letters(height: float) -> float:
        return max(_SMALLEST, 0.46 * height)

    def _sides(self, height: float) -> list[float]:
        """How large each mark is; those of a lower standing are smaller."""
        disc = 0.86 * height
        levels = [level for level, equals in enumerate(self.trumps) for _ in equals]
        return [disc * (_LEAST if level else 1.0) for level in levels]

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        """Draw words and marks in one line."""
        suits = [suit for equals in self.trumps for suit in equals]
        size, gap, left = self._letters(height), _GAP * height, 0.0
        painter.setFont(font(size))
        metrics = QFontMetricsF(font(size))
        for suit, side, word in zip(suits, self._sides(height), self.words, strict=True):
            painter.setPen(QColor(self.theme.plate_quiet))
            wide = metrics.horizontalAdvance(word)
            line = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(QRectF(left, 0, wide + 2, height), line, word)
            left += wide + gap
            self._draw_mark(painter, QPointF(left + side / 2, height / 2), side, suit)
            left += side + gap

    @staticmethod
    def _draw_mark(painter: QPainter, middle: QPointF, side: float, suit: Suit) -> None:
        painter.setPen(QPen(EDGE, 1))
        painter.setBrush(PAPER)
        painter.drawEllipse(middle, side / 2 - 1, side / 2 - 1)
        size = 0.62 * side
        corner = middle - QPointF(size / 2, size / 2)
        mark = QTransform(size, 0, 0, size, corner.x(), corner.y()).map(suit_path(suit.letter))
        painter.fillPath(mark, sign_ink(suit.letter, PAPER))
