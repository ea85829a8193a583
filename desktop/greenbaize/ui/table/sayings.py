"""What is said at the table: a word at a seat, and news that nobody may miss."""

from collections.abc import Callable
from math import cos, pi, sin

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen

from greenbaize.rules.pictures import Flag
from greenbaize.ui.cards.printing import EDGE, PAPER
from greenbaize.ui.cards.suits import BLACK
from greenbaize.ui.fonts import font, grown
from greenbaize.ui.plain import set_tip
from greenbaize.ui.table.drawn import DrawnItem
from greenbaize.ui.table.geometry import Box
from greenbaize.ui.table.plate import crown
from greenbaize.ui.theme import Theme

NEWS_KEPT = 3
"""How many pieces of news stand below one another."""
_LINES = (0.72, 0.56, 0.44)
"""How tall a line is where there are so many, in heights of the room."""
_LETTER = 0.72
SMALLEST = 12
_READABLE = 17.0
"""How large the letters are, in pixels, before words are broken into lines."""


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
        self._size = grown(max(12.0, 0.15 * card))
        wide = QFontMetricsF(font(self._size, bold=True)).horizontalAdvance(words)
        width, height = wide + 1.6 * self._size, 2.0 * self._size
        self.set_size(width, height, ratio)
        self.setPos(round(middle[0] - width / 2), round(middle[1] - height / 2))
        self.redraw()
        self.show()

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        """Draw the bubble into its picture."""
        body = QRectF(1, 1, width - 2, height - 2)
        painter.setPen(QPen(EDGE, 1))
        painter.setBrush(PAPER)
        painter.drawRoundedRect(body, body.height() / 2, body.height() / 2)
        painter.setPen(BLACK)
        painter.setFont(font(self._size, bold=True))
        painter.drawText(body, Qt.AlignmentFlag.AlignCenter, self.words)


class NewsItem(DrawnItem):
    """A large strip of paper with news, which comes from the seat it is about."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.lines: list[tuple[Flag, str]] = []
        self._room = Box(0, 0, 1, 1)
        self._line = 1.0
        self._sizes: list[float] = []
        """How large the letters of each piece are, and how tall each is."""
        self._talls: list[float] = []
        self._from = (0.0, 0.0)
        self.setZValue(4500)
        self.hide()

    def tell(self, sign: Flag, words: str, start: tuple[float, float]) -> None:
        """Add a piece of news, coming from this point."""
        self.lines = [*self.lines, (sign, words)][-NEWS_KEPT:]
        self._from = start
        set_tip(self, "\n".join(words for _, words in self.lines))
        self.lay(self._room, self.ratio)

    def clear(self) -> None:
        """Have no news."""
        self.lines, self._sizes, self._talls = [], [], []
        self.hide()

    def lay(self, room: Box, ratio: float) -> None:
        """Stand at the foot of this room, as wide as the words ask for."""
        self._room = room
        count = max(1, len(self.lines))
        self._line = _LINES[count - 1] * room.height
        bold = QFontMetricsF(font(_LETTER * self._line, bold=True))
        wide = max((bold.horizontalAdvance(words) for _, words in self.lines), default=0.0)
        width = min(room.width, wide + 2.2 * self._line)
        most = width - 2.2 * self._line
        self._sizes = [self._size_of(words, most) for _, words in self.lines]
        self._talls = [
            max(self._line, _box(words, size, most).height())
            for (_, words), size in zip(self.lines, self._sizes, strict=True)
        ]
        height = sum(self._talls, 0.0 if self.lines else self._line) + 0.28 * room.height
        self.set_size(width, height, ratio)
        self.setTransformOriginPoint(width / 2, height / 2)
        self.redraw()
        self._stand()

    def _size_of(self, words: str, most: float) -> float:
        """How large the letters of a piece of news are: what is too long has smaller ones."""
        size = _LETTER * self._line
        wide = QFontMetricsF(font(size, bold=True)).horizontalAdvance(words)
        if wide <= most:
            return size
        one_line = 0.97 * size * most / wide
        if one_line >= _READABLE:
            return one_line
        # A long name must not be broken, if letters a little smaller can help.
        sizes = [float(one) for one in range(round(min(size, _READABLE)), SMALLEST, -1)]
        fits = (one for one in sizes if _box(words, one, most).width() <= most)
        return next(fits, float(SMALLEST))

    def _stand(self) -> None:
        self.carry(1.0)

    # Ways

    def depart(self) -> None:
        """Appear at the seat."""
        self.carry(0.0)
        self.setVisible(bool(self.lines))

    def carry(self, share: float) -> None:
        """Come nearer, larger and clearer."""
        room, (start_x, start_y) = self._room, self._from
        width, height = self.boundingRect().width(), self.boundingRect().height()
        # On the lowest table long news reaches below the room rather than beyond the edge.
        end_x, end_y = room.centre[0], max(room.y + room.height - height / 2, height / 2 + 1)
        x, y = start_x + (end_x - start_x) * share, start_y + (end_y - start_y) * share
        self.setPos(round(x - width / 2), round(y - height / 2))
        self.setScale(0.4 + 0.6 * share)
        self.setOpacity(0.3 + 0.7 * share)

    def arrive(self) -> None:
        """Stand in the middle, to be read; unless the table has been cleared meanwhile."""
        self._stand()
        self.setVisible(bool(self.lines))

    # Looks

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        """Draw the strip into its picture."""
        line = self._line
        # The game's own cry is told apart from all else: light on dark.
        cry = any(sign is Flag.CALL for sign, _ in self.lines)
        paper, ink = (BLACK, PAPER) if cry else (PAPER, BLACK)
        edge = max(2.0, 0.05 * line)
        body = QRectF(0, 0, width, height).adjusted(edge, edge, -edge, -edge)
        painter.setPen(QPen(ink, edge))
        painter.setBrush(paper)
        painter.drawRoundedRect(body, 0.4 * line, 0.4 * line)
        top = (height - sum(self._talls)) / 2
        for (sign, words), size, tall in zip(self.lines, self._sizes, self._talls, strict=True):
            self._draw_piece(painter, QRectF(0, top, width, tall), sign, words, size, ink)
            top += tall

    def _draw_piece(  # noqa: PLR0913, PLR0917  (what one says to a painter)
        self, painter: QPainter, room: QRectF, sign: Flag, words: str, size: float, ink: QColor
    ) -> None:
        side = 0.72 * self._line
        most = room.width() - 2.2 * self._line
        wide = min(most, QFontMetricsF(font(size, bold=True)).horizontalAdvance(words))
        left = room.center().x() - (wide + 1.4 * side) / 2
        painter.save()
        painter.translate(QPointF(left, room.center().y() - side / 2))
        _SIGNS[sign](painter, side, ink)
        painter.restore()
        painter.setPen(ink)
        painter.setFont(font(size, bold=True))
        if _box(words, size, most).width() > most:
            # A single word is too long for the smallest table; the tooltip has all of it.
            shorten = painter.fontMetrics().elidedText
            words = shorten(words, Qt.TextElideMode.ElideRight, int(most))
        rect = QRectF(left + 1.4 * side, room.top(), most + 2, room.height())
        middle = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(rect, middle | Qt.TextFlag.TextWordWrap, words)


def _box(words: str, size: float, most: float) -> QRectF:
    """How much room words in bold letters take that have so much across."""
    metrics = QFontMetricsF(font(size, bold=True))
    return metrics.boundingRect(QRectF(0, 0, most, 1e4), Qt.TextFlag.TextWordWrap, words)


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


def _card(painter: QPainter, side: float, ink: QColor) -> None:
    """A card that lies face up."""
    _stroke(painter, side, ink)
    card = QRectF(0.2 * side, 0.04 * side, 0.6 * side, 0.92 * side)
    painter.drawRoundedRect(card, 0.1 * side, 0.1 * side)
    painter.drawLine(QPointF(0.36 * side, 0.26 * side), QPointF(0.46 * side, 0.26 * side))
    painter.drawLine(QPointF(0.54 * side, 0.74 * side), QPointF(0.64 * side, 0.74 * side))


def _fault(painter: QPainter, side: float, ink: QColor) -> None:
    """A mark of exclamation in a triangle."""
    _stroke(painter, side, ink)
    edge = QPainterPath(QPointF(0.5 * side, 0.08 * side))
    edge.lineTo(0.96 * side, 0.9 * side)
    edge.lineTo(0.04 * side, 0.9 * side)
    edge.closeSubpath()
    painter.drawPath(edge)
    painter.drawLine(QPointF(0.5 * side, 0.36 * side), QPointF(0.5 * side, 0.58 * side))
    painter.drawPoint(QPointF(0.5 * side, 0.75 * side))


def _lead(painter: QPainter, side: float, ink: QColor) -> None:
    """A crown."""
    painter.fillPath(crown(QPointF(0, 0), side), ink)


def _coin(painter: QPainter, side: float, ink: QColor) -> None:
    """Two rings in one another."""
    _stroke(painter, side, ink)
    middle = QPointF(0.5 * side, 0.5 * side)
    painter.drawEllipse(middle, 0.44 * side, 0.44 * side)
    painter.drawEllipse(middle, 0.2 * side, 0.2 * side)


def _won(painter: QPainter, side: float, ink: QColor) -> None:
    """A star."""
    star = QPainterPath()
    for corner in range(10):
        angle, far = pi * (corner / 5 - 0.5), (0.5 if corner % 2 == 0 else 0.21) * side
        point = QPointF(0.5 * side + far * cos(angle), 0.53 * side + far * sin(angle))
        if corner:
            star.lineTo(point)
        else:
            star.moveTo(point)
    star.closeSubpath()
    painter.fillPath(star, ink)


_SIGNS: dict[Flag, Callable[[QPainter, float, QColor], None]] = {
    Flag.LEAVING: _leaving,
    Flag.BACK: _back,
    Flag.OUT: _out,
    Flag.CALL: _call,
    Flag.CARD: _card,
    Flag.FAULT: _fault,
    Flag.LEAD: _lead,
    Flag.COIN: _coin,
    Flag.WON: _won,
}
