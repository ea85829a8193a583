"""Speech bubbles at seats, and large news."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen

from greenbaize.rules.pictures import Flag
from greenbaize.ui.cards.card_renderer import EDGE, PAPER
from greenbaize.ui.cards.suits import BLACK, read_path
from greenbaize.ui.table.drawn import ArrivingItem, DrawnItem
from greenbaize.ui.table.geometry import Box
from greenbaize.ui.table.hints import star
from greenbaize.ui.table.plate import crown
from greenbaize.ui.widgets.fonts import font
from greenbaize.ui.widgets.plain import set_tip

NEWS_KEPT = 3
"""Number of news lines shown below one another."""
_LINES = (0.72, 0.56, 0.44)
"""Height of a line by the number of lines, in heights of the box."""
_LETTER = 0.72
SMALLEST = 12
_READABLE = 17.0
"""Minimum letter size before a text is wrapped (px)."""


class SaidItem(DrawnItem):
    """Small paper bubble with a word at a seat."""

    level = 600
    words = ""
    whole: tuple[str, ...] = ()
    """All words to say, of which ``words`` may be a part."""
    _size = 13.0

    def say(self, words: str, middle: tuple[float, float], card: float) -> None:
        """Show a text around a point, for a card width (px)."""
        self.words = words
        self._size = self.grown(max(12.0, 0.15 * card))
        wide = QFontMetricsF(font(self._size, bold=True)).horizontalAdvance(words)
        width, height = wide + 1.6 * self._size, 2.0 * self._size
        self.stand_around(middle, width, height)
        self.show()

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        body = QRectF(1, 1, width - 2, height - 2)
        painter.setPen(QPen(EDGE, 1))
        painter.setBrush(PAPER)
        painter.drawRoundedRect(body, body.height() / 2, body.height() / 2)
        painter.setPen(BLACK)
        painter.setFont(font(self._size, bold=True))
        painter.drawText(body, Qt.AlignmentFlag.AlignCenter, self.words)


class NewsItem(ArrivingItem):
    """Large strip of paper with news, which flies in from its seat."""

    level = 4500
    lines: tuple[tuple[Flag, str], ...] = ()
    _room = Box(0, 0, 1, 1)
    _line = 1.0
    _sizes: Sequence[float] = ()
    """Letter size and height of each line."""
    _talls: Sequence[float] = ()
    _from = (0.0, 0.0)

    def tell(self, sign: Flag, words: str, start: tuple[float, float]) -> None:
        self.lines = (*self.lines, (sign, words))[-NEWS_KEPT:]
        self._from = start
        set_tip(self, "\n".join(words for _, words in self.lines))
        self.lay(self._room)

    def clear(self) -> None:
        self.lines = self._sizes = self._talls = ()
        self.hide()

    def lay(self, room: Box) -> None:
        """Stand at the bottom of a box, as wide as the text."""
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
        self.set_size(width, height)
        self.setTransformOriginPoint(width / 2, height / 2)
        self.redraw()
        self.carry(1.0)

    def _size_of(self, words: str, most: float) -> float:
        """Return the letter size of a line: a long one has smaller letters."""
        size = _LETTER * self._line
        wide = QFontMetricsF(font(size, bold=True)).horizontalAdvance(words)
        if wide <= most:
            return size
        one_line = 0.97 * size * most / wide
        readable, smallest = max(_READABLE, self.least_letter), max(SMALLEST, self.least_letter)
        if one_line >= readable:
            return one_line
        # A long name must not be broken if slightly smaller letters prevent it.
        sizes = [float(one) for one in range(round(min(size, readable)), smallest, -1)]
        fits = (one for one in sizes if _box(words, one, most).width() <= most)
        return next(fits, float(smallest))

    @property
    def wanted(self) -> bool:
        return bool(self.lines)

    def carry(self, share: float) -> None:
        room, (start_x, start_y) = self._room, self._from
        width, height = self.boundingRect().width(), self.boundingRect().height()
        # On the lowest table long news extends below the box rather than beyond the edge.
        end_x, end_y = room.centre[0], max(room.y + room.height - height / 2, height / 2 + 1)
        x, y = start_x + (end_x - start_x) * share, start_y + (end_y - start_y) * share
        self.setPos(round(x - width / 2), round(y - height / 2))
        self.setScale(0.4 + 0.6 * share)
        self.setOpacity(0.3 + 0.7 * share)

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        line = self._line
        # A game's call differs from all other news: light on dark.
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

    def _draw_piece(  # noqa: PLR0913, PLR0917  (all that the painter needs)
        self, painter: QPainter, room: QRectF, sign: Flag, words: str, size: float, ink: QColor
    ) -> None:
        side = 0.72 * self._line
        most = room.width() - 2.2 * self._line
        wide = min(most, QFontMetricsF(font(size, bold=True)).horizontalAdvance(words))
        left = room.center().x() - (wide + 1.4 * side) / 2
        painter.save()
        painter.translate(QPointF(left, room.center().y() - side / 2))
        _draw_sign(painter, sign, side, ink)
        painter.restore()
        painter.setPen(ink)
        painter.setFont(font(size, bold=True))
        if _box(words, size, most).width() > most:
            # A single word is too long for the smallest table; the tooltip shows all of it.
            shorten = painter.fontMetrics().elidedText
            words = shorten(words, Qt.TextElideMode.ElideRight, int(most))
        rect = QRectF(left + 1.4 * side, room.top(), most + 2, room.height())
        middle = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(rect, middle | Qt.TextFlag.TextWordWrap, words)


def _box(words: str, size: float, most: float) -> QRectF:
    """Return the bounds of a text in bold letters, wrapped at this width."""
    metrics = QFontMetricsF(font(size, bold=True))
    return metrics.boundingRect(QRectF(0, 0, most, 1e4), Qt.TextFlag.TextWordWrap, words)


_SIGNS: Final = {
    Flag.LEAVING: "M.5 .08L.08 .08L.08 .92L.5 .92M.36 .5L.98 .5M.78 .3L.98 .5L.78 .7",
    Flag.BACK: "M.5 .08L.08 .08L.08 .92L.5 .92M.98 .5L.36 .5M.56 .3L.36 .5L.56 .7",
    Flag.OUT: "O.5 .5 .44M.3 .52L.45 .67L.71 .36",
    Flag.CALL: "M.06 .28L.94 .28M.74 .08L.94 .28L.74 .48M.94 .72L.06 .72M.26 .52L.06 .72L.26 .92",
    Flag.CARD: "M.36 .26L.46 .26M.54 .74L.64 .74",
    Flag.FAULT: "M.5 .08L.96 .9L.04 .9ZM.5 .36L.5 .58M.5 .75L.5 .751",
    Flag.COIN: "O.5 .5 .44O.5 .5 .2",
}
"""Paths of the icons in a unit square; an O is followed by a circle's centre and radius."""


def _draw_sign(painter: QPainter, flag: Flag, side: float, ink: QColor) -> None:
    if flag is Flag.LEAD:
        painter.fillPath(crown(QPointF(0, 0), side), ink)
    elif flag is Flag.WON:
        star_shape = QPainterPath()
        star_shape.addPolygon(star(QPointF(0.5, 0.53) * side, 0.5 * side))
        painter.fillPath(star_shape, ink)
    else:
        pen = QPen(ink, 0.11 * side)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        path = read_path(_SIGNS[flag], side)
        if flag is Flag.CARD:
            path.addRoundedRect(
                QRectF(0.2 * side, 0.04 * side, 0.6 * side, 0.92 * side), 0.1 * side, 0.1 * side
            )
        painter.strokePath(path, pen)
