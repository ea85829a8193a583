"""A quiet line on the table: what can be done just now, where nothing is asked."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from greenbaize.ui.fonts import font, grown
from greenbaize.ui.table.drawn import DrawnItem
from greenbaize.ui.table.geometry import Geometry
from greenbaize.ui.theme import Theme

_WRAPPED = Qt.TextFlag.TextWordWrap
_APART = 6.0
_CENTRE = Qt.AlignmentFlag.AlignCenter


class LineItem(DrawnItem):
    """Stands above the own hand, in the middle."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.words = ""
        self._size = 14.0
        self.setZValue(4400)
        self.hide()

    def show_words(
        self, words: str, geometry: Geometry, ratio: float, covered: Sequence[QRectF] = ()
    ) -> None:
        """Show a line, in two where one is not enough; nothing takes it away.

        Args:
            words: the line.
            geometry: the places of the table.
            ratio: the screen's.
            covered: what lies over the table there; it stands above that.
        """
        self.words = words
        self.setVisible(bool(words))
        if not words:
            return
        self._size = size = grown(max(13.0, 0.16 * geometry.card))
        room = geometry.question()
        most = max(room.width, 14 * size) - 2 * size
        metrics = QFontMetricsF(font(size))
        wide = min(most, metrics.horizontalAdvance(words) + 2)
        tall = metrics.boundingRect(QRectF(0, 0, wide, 1e4), _WRAPPED, words).height()
        width, height = wide + 2 * size, tall + 0.8 * size
        self.set_size(width, height, ratio)
        bottom = room.y + room.height - 0.2 * geometry.card
        # Wider than its room, it reaches to the right: at the left is the own plate.
        left = max(room.centre[0] - width / 2, room.x)
        place = QRectF(left, bottom - height, width, height)
        for one in sorted(covered, key=QRectF.top, reverse=True):
            if one.intersects(place):
                place.moveBottom(one.top() - _APART)
        self.setPos(round(place.x()), round(place.y()))
        self.redraw()

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        """Draw the line into its picture."""
        ground = QColor(self.theme.plate)
        ground.setAlphaF(0.72)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(QRectF(0, 0, width, height), 0.9 * self._size, 0.9 * self._size)
        painter.setPen(QColor(self.theme.plate_text))
        painter.setFont(font(self._size))
        room = QRectF(self._size - 1, 0, width - 2 * self._size + 2, height)
        painter.drawText(room, _WRAPPED | _CENTRE, self.words)
