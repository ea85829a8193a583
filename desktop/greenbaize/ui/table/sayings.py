"""What is said at the table: a word at a seat, and news that nobody may miss."""

from collections.abc import Callable
from enum import Enum

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen

from greenbaize.ui.fonts import font
from greenbaize.ui.table.drawn import DrawnItem
from greenbaize.ui.table.geometry import Box
from greenbaize.ui.theme import Theme

NEWS_KEPT = 3
"""How many pieces of news stand below one another."""


class Sign(Enum):
    """The sign before a piece of news, so that it is told by more than its words."""

    LEAVING = "leaving"
    BACK = "back"
    OUT = "out"
    CALL = "call"


class SaidItem(DrawnItem):
    """A word in a small paper bubble at a seat."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.words = ""
        self._size = 13.0
        self.setZValue(600)
        self.hide()

    def say(self, words: str, middle: tuple[float, float], card: float, ratio: float) -> None:
        """Show a word around a point; ``card`` is a card's width."""
        self.words = words
        self._size = max(12.0, 0.15 * card)
        wide = QFontMetricsF(font(self._size, bold=True)).horizontalAdvance(words)
        width, height = wide + 1.6 * self._size, 2.0 * self._size
        self.set_size(width, height, ratio)
        self.setPos(round(middle[0] - width / 2), round(middle[1] - height / 2))
        self.redraw()
        self.show()

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        """Draw the bubble into its picture."""
        body = QRectF(1, 1, width - 2, height - 2)
        painter.setPen(QPen(QColor(self.theme.paper_line), 1))
        painter.setBrush(QColor(self.theme.paper))
        painter.drawRoundedRect(body, body.height() / 2, body.height() / 2)
        painter.setPen(QColor(self.theme.ink))
        painter.setFont(font(self._size, bold=True))
        painter.drawText(body, Qt.AlignmentFlag.AlignCenter, self.words)


class NewsItem(DrawnItem):
    """A large strip of paper with news, which comes from the seat it is about."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.lines: list[tuple[Sign, str]] = []
        self._room = Box(0, 0, 1, 1)
        self._from = (0.0, 0.0)
        self.setZValue(4500)
        self.hide()

    def tell(self, sign: Sign, words: str, start: tuple[float, float]) -> None:
        """Add a piece of news, coming from this point."""
        self.lines = [*self.lines, (sign, words)][-NEWS_KEPT:]
        self._from = start
        self.lay(self._room, self.ratio)

    def clear(self) -> None:
        """Have no news."""
        self.lines = []
        self.hide()

    def lay(self, room: Box, ratio: float) -> None:
        """Stand in this room; further lines are added below the first."""
        self._room = room
        self.set_size(room.width, room.height * (1 + 0.72 * (len(self.lines) - 1)), ratio)
        self.redraw()
        self._stand()

    def _stand(self) -> None:
        width, height = self.boundingRect().width(), self.boundingRect().height()
        self.setTransformOriginPoint(width / 2, height / 2)
        x, y = self._room.centre
        self.setPos(round(x - width / 2), round(y - height / 2))
        self.setScale(1.0)
        self.setOpacity(1.0)

    # Ways

    def depart(self) -> None:
        """Appear at the seat."""
        self.carry(0.0)
        self.show()

    def carry(self, share: float) -> None:
        """Come nearer, larger and clearer."""
        x, y = self._room.centre
        width, height = self.boundingRect().width(), self.boundingRect().height()
        here = (
            self._from[0] + (x - self._from[0]) * share,
            self._from[1] + (y - self._from[1]) * share,
        )
        self.setPos(round(here[0] - width / 2), round(here[1] - height / 2))
        self.setScale(0.4 + 0.6 * share)
        self.setOpacity(0.3 + 0.7 * share)

    def arrive(self) -> None:
        """Stand in the middle, to be read."""
        self._stand()
        self.show()

    # Looks

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        """Draw the strip into its picture."""
        theme = self.theme
        body = QRectF(1.5, 1.5, width - 3, height - 3)
        loud = any(sign is Sign.CALL for sign, _ in self.lines)
        paper, ink = (theme.ink, theme.paper) if loud else (theme.paper, theme.ink)
        line = 0.72 * self._room.height
        painter.setPen(QPen(QColor(ink), max(2.0, 0.03 * line)))
        painter.setBrush(QColor(paper))
        painter.drawRoundedRect(body, 0.35 * line, 0.35 * line)
        top = (height - line * len(self.lines)) / 2
        for place, (sign, words) in enumerate(self.lines):
            room = QRectF(0, top + place * line, width, line)
            self._draw_line(painter, room, sign, words, QColor(ink))

    def _draw_line(
        self, painter: QPainter, room: QRectF, sign: Sign, words: str, ink: QColor
    ) -> None:
        side = 0.56 * room.height()
        most = room.width() - 2.9 * side
        size = 0.56 * room.height()
        wide = QFontMetricsF(font(size, bold=True)).horizontalAdvance(words)
        if wide > most:
            size = max(12.0, size * most / wide)
            wide = min(most, QFontMetricsF(font(size, bold=True)).horizontalAdvance(words))
        left = room.center().x() - (wide + 1.4 * side) / 2
        corner = QPointF(left, room.center().y() - side / 2)
        painter.save()
        painter.translate(corner)
        _SIGNS[sign](painter, side, ink)
        painter.restore()
        painter.setPen(ink)
        painter.setFont(font(size, bold=True))
        text = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, int(most) + 1)
        rect = QRectF(left + 1.4 * side, room.top(), most + side, room.height())
        painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)


def _stroke(painter: QPainter, side: float, ink: QColor) -> None:
    pen = QPen(ink, 0.11 * side)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _door(painter: QPainter, side: float, ink: QColor) -> None:
    """A doorway, open to the right."""
    _stroke(painter, side, ink)
    frame = QPainterPath(QPointF(0.5 * side, 0.08 * side))
    for x, y in ((0.08, 0.08), (0.08, 0.92), (0.5, 0.92)):
        frame.lineTo(x * side, y * side)
    painter.drawPath(frame)


def _arrow(painter: QPainter, side: float, start: float, end: float) -> None:
    head = 0.2 if end > start else -0.2
    path = QPainterPath(QPointF(start * side, 0.5 * side))
    path.lineTo(end * side, 0.5 * side)
    path.moveTo((end - head) * side, 0.3 * side)
    path.lineTo(end * side, 0.5 * side)
    path.lineTo((end - head) * side, 0.7 * side)
    painter.drawPath(path)


def _leaving(painter: QPainter, side: float, ink: QColor) -> None:
    _door(painter, side, ink)
    _arrow(painter, side, 0.36, 0.98)


def _back(painter: QPainter, side: float, ink: QColor) -> None:
    _door(painter, side, ink)
    _arrow(painter, side, 0.98, 0.36)


def _out(painter: QPainter, side: float, ink: QColor) -> None:
    _stroke(painter, side, ink)
    painter.drawEllipse(QRectF(0.06 * side, 0.06 * side, 0.88 * side, 0.88 * side))
    tick = QPainterPath(QPointF(0.3 * side, 0.52 * side))
    tick.lineTo(0.45 * side, 0.67 * side)
    tick.lineTo(0.71 * side, 0.36 * side)
    painter.drawPath(tick)


def _call(painter: QPainter, side: float, ink: QColor) -> None:
    """Two arrows against each other: the order of things is turned round."""
    _stroke(painter, side, ink)
    for level, start, end in ((0.28, 0.06, 0.94), (0.72, 0.94, 0.06)):
        painter.save()
        painter.translate(0, (level - 0.5) * side)
        _arrow(painter, side, start, end)
        painter.restore()


_SIGNS: dict[Sign, Callable[[QPainter, float, QColor], None]] = {
    Sign.LEAVING: _leaving,
    Sign.BACK: _back,
    Sign.OUT: _out,
    Sign.CALL: _call,
}
