"""Speech bubbles at seats, and large news."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen

from greenbaize.rules.table_snapshot import NoticeFlag
from greenbaize.ui.cards.card_renderer import EDGE, PAPER
from greenbaize.ui.cards.suits import BLACK, parse_path
from greenbaize.ui.table.cached_item import AppearingItem, CachedItem
from greenbaize.ui.table.geometry import TableBox
from greenbaize.ui.table.hints import make_star
from greenbaize.ui.table.plate import make_crown_path
from greenbaize.ui.widgets.fonts import make_font
from greenbaize.ui.widgets.plain_text import set_tooltip

MAX_NEWS_LINES = 3
"""Number of news lines shown below one another."""
_LINE_HEIGHTS = (0.72, 0.56, 0.44)
"""Height of a line by the number of lines, in heights of the box."""
_LETTER_SIZE = 0.72
MIN_NEWS_LETTER_PX = 12
_MIN_ONE_LINE_PX = 17.0
"""Minimum letter size before a text is wrapped (px)."""


class SpeechBubbleItem(CachedItem):
    """Small paper bubble with a word at a seat."""

    z_value = 600
    text = ""
    all_words: tuple[str, ...] = ()
    """All words to say, of which ``words`` may be a part."""
    _size = 13.0

    def show_text(self, text: str, centre: tuple[float, float], card_width: float) -> None:
        """Show a text around a point, for a card width (px)."""
        self.text = text
        self._size = self.scaled_size(max(12.0, 0.15 * card_width))
        wide = QFontMetricsF(make_font(self._size, bold=True)).horizontalAdvance(text)
        width, height = wide + 1.6 * self._size, 2.0 * self._size
        self.centre_at(centre, width, height)
        self.show()

    def paint_content(self, painter: QPainter, width: float, height: float) -> None:
        body = QRectF(1, 1, width - 2, height - 2)
        painter.setPen(QPen(EDGE, 1))
        painter.setBrush(PAPER)
        painter.drawRoundedRect(body, body.height() / 2, body.height() / 2)
        painter.setPen(BLACK)
        painter.setFont(make_font(self._size, bold=True))
        painter.drawText(body, Qt.AlignmentFlag.AlignCenter, self.text)


class NewsItem(AppearingItem):
    """Large strip of paper with news, which flies in from its seat."""

    z_value = 4500
    lines: tuple[tuple[NoticeFlag, str], ...] = ()
    _box = TableBox(0, 0, 1, 1)
    _line_height = 1.0
    _letter_sizes: Sequence[float] = ()
    """Letter size and height of each line."""
    _line_heights: Sequence[float] = ()
    _start_point = (0.0, 0.0)

    def add_news(self, flag: NoticeFlag, text: str, start_point: tuple[float, float]) -> None:
        self.lines = (*self.lines, (flag, text))[-MAX_NEWS_LINES:]
        self._start_point = start_point
        set_tooltip(self, "\n".join(words for _, words in self.lines))
        self.fit_box(self._box)

    def clear(self) -> None:
        self.lines = self._letter_sizes = self._line_heights = ()
        self.hide()

    def fit_box(self, box: TableBox) -> None:
        """Stand at the bottom of a box, as wide as the text."""
        self._box = box
        count = max(1, len(self.lines))
        self._line_height = _LINE_HEIGHTS[count - 1] * box.height
        bold = QFontMetricsF(make_font(_LETTER_SIZE * self._line_height, bold=True))
        wide = max((bold.horizontalAdvance(words) for _, words in self.lines), default=0.0)
        width = min(box.width, wide + 2.2 * self._line_height)
        most = width - 2.2 * self._line_height
        self._letter_sizes = [self._letter_size_for(words, most) for _, words in self.lines]
        self._line_heights = [
            max(self._line_height, _wrapped_news_bounds(words, size, most).height())
            for (_, words), size in zip(self.lines, self._letter_sizes, strict=True)
        ]
        height = (
            sum(self._line_heights, 0.0 if self.lines else self._line_height) + 0.28 * box.height
        )
        self.set_size(width, height)
        self.setTransformOriginPoint(width / 2, height / 2)
        self.redraw()
        self.set_progress(1.0)

    def _letter_size_for(self, text: str, most: float) -> float:
        """Return the letter size of a line: a long one has smaller letters."""
        size = _LETTER_SIZE * self._line_height
        wide = QFontMetricsF(make_font(size, bold=True)).horizontalAdvance(text)
        if wide <= most:
            return size
        one_line = 0.97 * size * most / wide
        readable, smallest = (
            max(_MIN_ONE_LINE_PX, self.least_letter),
            max(MIN_NEWS_LETTER_PX, self.least_letter),
        )
        if one_line >= readable:
            return one_line
        # A long name must not be broken if slightly smaller letters prevent it.
        sizes = [float(size_px) for size_px in range(round(min(size, readable)), smallest, -1)]
        fits = (
            size_px
            for size_px in sizes
            if _wrapped_news_bounds(text, size_px, most).width() <= most
        )
        return next(fits, float(smallest))

    @property
    def has_content(self) -> bool:
        return bool(self.lines)

    def set_progress(self, progress: float) -> None:
        room, (start_x, start_y) = self._box, self._start_point
        width, height = self.boundingRect().width(), self.boundingRect().height()
        # On the lowest table long news extends below the box rather than beyond the edge.
        end_x, end_y = room.centre[0], max(room.y + room.height - height / 2, height / 2 + 1)
        x, y = start_x + (end_x - start_x) * progress, start_y + (end_y - start_y) * progress
        self.setPos(round(x - width / 2), round(y - height / 2))
        self.setScale(0.4 + 0.6 * progress)
        self.setOpacity(0.3 + 0.7 * progress)

    def paint_content(self, painter: QPainter, width: float, height: float) -> None:
        line = self._line_height
        # A game's call differs from all other news: light on dark.
        is_call = any(sign is NoticeFlag.CALL for sign, _ in self.lines)
        paper, ink = (BLACK, PAPER) if is_call else (PAPER, BLACK)
        edge = max(2.0, 0.05 * line)
        body = QRectF(0, 0, width, height).adjusted(edge, edge, -edge, -edge)
        painter.setPen(QPen(ink, edge))
        painter.setBrush(paper)
        painter.drawRoundedRect(body, 0.4 * line, 0.4 * line)
        top = (height - sum(self._line_heights)) / 2
        for (sign, words), size, tall in zip(
            self.lines, self._letter_sizes, self._line_heights, strict=True
        ):
            self._draw_news_line(painter, QRectF(0, top, width, tall), sign, words, size, ink)
            top += tall

    def _draw_news_line(  # noqa: PLR0913, PLR0917  (all that the painter needs)
        self, painter: QPainter, room: QRectF, flag: NoticeFlag, text: str, size: float, ink: QColor
    ) -> None:
        side = 0.72 * self._line_height
        most = room.width() - 2.2 * self._line_height
        wide = min(most, QFontMetricsF(make_font(size, bold=True)).horizontalAdvance(text))
        left = room.center().x() - (wide + 1.4 * side) / 2
        painter.save()
        painter.translate(QPointF(left, room.center().y() - side / 2))
        _draw_flag(painter, flag, side, ink)
        painter.restore()
        painter.setPen(ink)
        painter.setFont(make_font(size, bold=True))
        if _wrapped_news_bounds(text, size, most).width() > most:
            # A single word is too long for the smallest table; the tooltip shows all of it.
            shorten = painter.fontMetrics().elidedText
            text = shorten(text, Qt.TextElideMode.ElideRight, int(most))
        rect = QRectF(left + 1.4 * side, room.top(), most + 2, room.height())
        middle = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(rect, middle | Qt.TextFlag.TextWordWrap, text)


def _wrapped_news_bounds(words: str, size: float, most: float) -> QRectF:
    """Return the bounds of a text in bold letters, wrapped at this width."""
    metrics = QFontMetricsF(make_font(size, bold=True))
    return metrics.boundingRect(QRectF(0, 0, most, 1e4), Qt.TextFlag.TextWordWrap, words)


_FLAG_PATHS: Final = {
    NoticeFlag.LEAVING: "M.5 .08L.08 .08L.08 .92L.5 .92M.36 .5L.98 .5M.78 .3L.98 .5L.78 .7",
    NoticeFlag.BACK: "M.5 .08L.08 .08L.08 .92L.5 .92M.98 .5L.36 .5M.56 .3L.36 .5L.56 .7",
    NoticeFlag.OUT: "O.5 .5 .44M.3 .52L.45 .67L.71 .36",
    NoticeFlag.CALL: (
        "M.06 .28L.94 .28M.74 .08L.94 .28L.74 .48M.94 .72L.06 .72M.26 .52L.06 .72L.26 .92"
    ),
    NoticeFlag.CARD: "M.36 .26L.46 .26M.54 .74L.64 .74",
    NoticeFlag.FAULT: "M.5 .08L.96 .9L.04 .9ZM.5 .36L.5 .58M.5 .75L.5 .751",
    NoticeFlag.COIN: "O.5 .5 .44O.5 .5 .2",
}
"""Paths of the icons in a unit square; an O is followed by a circle's centre and radius."""


def _draw_flag(painter: QPainter, flag: NoticeFlag, side: float, ink: QColor) -> None:
    if flag is NoticeFlag.LEAD:
        painter.fillPath(make_crown_path(QPointF(0, 0), side), ink)
    elif flag is NoticeFlag.WON:
        star_shape = QPainterPath()
        star_shape.addPolygon(make_star(QPointF(0.5, 0.53) * side, 0.5 * side))
        painter.fillPath(star_shape, ink)
    else:
        pen = QPen(ink, 0.11 * side)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        path = parse_path(_FLAG_PATHS[flag], side)
        if flag is NoticeFlag.CARD:
            path.addRoundedRect(
                QRectF(0.2 * side, 0.04 * side, 0.6 * side, 0.92 * side), 0.1 * side, 0.1 * side
            )
        painter.strokePath(path, pen)
