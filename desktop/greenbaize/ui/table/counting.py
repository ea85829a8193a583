"""What is counted before one's eyes: a trick that fills a bar of its winner's bid."""

from math import pi, sin
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from greenbaize.ui.table.drawn import DrawnItem
from greenbaize.ui.widgets.theme import Theme

POP_MS: Final = 160
"""How long the bar of a trick that was just won is seen larger; nobody waits for it."""
POP: Final = 0.9
"""How much larger it is seen at most."""


class PopItem(DrawnItem):
    """A filled bar over one on a plate, which grows and shrinks again."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setZValue(510)
        self.hide()

    def lay(self, bar: QRectF, theme: Theme, ratio: float) -> None:
        self.theme = theme
        self.set_size(bar.width(), bar.height(), ratio)
        self.setTransformOriginPoint(QPointF(bar.width() / 2, bar.height() / 2))
        self.setPos(bar.topLeft())

    def depart(self) -> None:
        self.carry(0.0)
        self.show()

    def carry(self, share: float) -> None:
        self.setScale(1 + POP * sin(pi * share))

    def arrive(self) -> None:
        self.hide()

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.theme.brass_text))
        painter.drawRoundedRect(QRectF(0, 0, width, height), 0.2 * width, 0.2 * width)
