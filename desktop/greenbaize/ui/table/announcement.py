"""What is announced in large letters as a deal begins."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from greenbaize.ui.cards.printing import PAPER
from greenbaize.ui.cards.suits import BLACK
from greenbaize.ui.fonts import font, grown
from greenbaize.ui.table.drawn import DrawnItem
from greenbaize.ui.theme import Theme

LARGE: Final = 0.36
"""How large the first line is, in card widths, and how large the others are."""
SMALL: Final = 0.19
SMALLEST: Final = 13.0
QUIET: Final = QColor("#5b5f6b")


class AnnouncementItem(DrawnItem):
    """A sheet of paper in the middle of the table: a large line, and smaller ones below."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.lines: tuple[str, ...] = ()
        self._sizes: tuple[float, ...] = ()
        self.setZValue(4600)
        self.hide()

    def show_lines(self, lines: Sequence[str]) -> None:
        """Have these lines; where they stand says ``lay``."""
        self.lines = tuple(lines)

    def lay(self, middle: tuple[float, float], card: float, room: float, ratio: float) -> None:
        """Lie around a point, no wider than the room; ``card`` is a card's width."""
        most = room - 1.2 * card
        sizes, widest = [], 0.0
        for place, line in enumerate(self.lines):
            size = grown(max(SMALLEST, (SMALL if place else LARGE) * card), 1.5)
            wide = QFontMetricsF(font(size, bold=not place)).horizontalAdvance(line)
            if wide > most:
                size, wide = max(SMALLEST, 0.98 * size * most / wide), most
            sizes.append(size)
            widest = max(widest, wide)
        self._sizes = tuple(sizes)
        width, height = widest + 0.9 * card, 1.5 * sum(sizes) + 0.42 * card
        self.set_size(width, height, ratio)
        self.setTransformOriginPoint(width / 2, height / 2)
        self.setPos(round(middle[0] - width / 2), round(middle[1] - height / 2))
        self.redraw()

    # Ways

    def depart(self) -> None:
        """Appear."""
        self.carry(0.0)
        self.show()

    def carry(self, share: float) -> None:
        """Come nearer and clearer."""
        self.setScale(0.8 + 0.2 * share)
        self.setOpacity(share)

    def arrive(self) -> None:
        """Be there, unless it has been taken away meanwhile."""
        self.carry(1.0)
        self.setVisible(bool(self.lines))

    def clear(self) -> None:
        """Announce nothing any more."""
        self.lines = ()
        self.hide()

    # Looks

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        """Draw the sheet into its picture."""
        brass = QColor(self.theme.brass)
        pen = max(2.0, 0.02 * height)
        body = QRectF(0, 0, width, height).adjusted(pen, pen, -pen, -pen)
        painter.setPen(QPen(brass, pen))
        painter.setBrush(PAPER)
        painter.drawRoundedRect(body, 0.14 * height, 0.14 * height)
        top = (height - 1.5 * sum(self._sizes)) / 2
        for place, (line, size) in enumerate(zip(self.lines, self._sizes, strict=False)):
            painter.setPen(QUIET if place else BLACK)
            painter.setFont(font(size, bold=not place))
            room = QRectF(0, top, width, 1.5 * size)
            shown = painter.fontMetrics().elidedText(
                line, Qt.TextElideMode.ElideRight, round(width - 2 * pen)
            )
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, shown)
            top += 1.5 * size
