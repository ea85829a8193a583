"""What one should know to answer a question: a few quiet lines below it, broken where they must."""

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from greenbaize.store.fitting import LARGEST_TEXT
from greenbaize.ui.fonts import font, grown
from greenbaize.ui.theme import Theme

_SMALLEST: Final = 12.0
"""No letter is smaller, in pixels."""
_LETTER: Final = 0.135
"""How tall letters are, in card widths."""
_MARGIN: Final = 0.8
"""The room at both sides, in heights of the letters."""
_WIDEST: Final = 34.0
"""Lines are no longer than so many heights of the letters, for the eye to find the next one."""
_STYLE: Final = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignCenter


class NoteLines:
    """The lines, and the room they take."""

    def __init__(self) -> None:
        self.lines: tuple[str, ...] = ()
        self.height = 0.0
        """How much room they take, in pixels, once they have been fitted."""
        self._size = _SMALLEST
        self._heights: list[float] = []

    def fit(
        self, least: float, most: float, card: float, letters: float = LARGEST_TEXT
    ) -> tuple[float, float]:
        """Break the lines.

        Args:
            least: how wide the room is at least.
            most: how wide it may become.
            card: a card's width.
            letters: letters are no more than so many times as large as usual.

        Returns:
            The width and the height that they take.
        """
        self._size = max(_SMALLEST, grown(max(_SMALLEST, _LETTER * card), letters))
        metrics, margin = QFontMetricsF(font(self._size)), 2 * _MARGIN * self._size
        longest = max(map(metrics.horizontalAdvance, self.lines), default=0.0) + 2
        width = max(least, min(longest, _WIDEST * self._size, most - margin) + margin)
        room = QRectF(0, 0, width - margin, 1e4)
        self._heights = [
            1.08 * metrics.boundingRect(room, _STYLE, line).height() for line in self.lines
        ]
        self.height = sum(self._heights) + (0.3 * self._size if self.lines else 0.0)
        return width, self.height

    def paint(self, painter: QPainter, room: QRectF, theme: Theme) -> None:
        """Write the lines below one another."""
        painter.setFont(font(self._size))
        painter.setPen(QColor(theme.plate_quiet))
        top, margin = room.top(), _MARGIN * self._size
        for line, height in zip(self.lines, self._heights, strict=True):
            place = QRectF(room.left() + margin, top, room.width() - 2 * margin, height)
            painter.drawText(place.adjusted(-1, 0, 1, 0), _STYLE, line)
            top += height
