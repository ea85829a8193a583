"""The corner of a table that all look at: a code for whoever comes to it by phone."""

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from greenbaize.ui.cards.card_renderer import EDGE, PAPER
from greenbaize.ui.cards.suits import BLACK
from greenbaize.ui.table.drawn import DrawnItem, Shown
from greenbaize.ui.table.geometry import Box
from greenbaize.ui.table.qr import module_of, paint_code
from greenbaize.ui.table.writing import CENTRE, lines_of, width_of
from greenbaize.ui.widgets.fonts import font
from greenbaize.words.catalogue import tr

QUIETS: Final = (3, 2, 1)
"""How wide the quiet zone of the code may be; the paper around it is light as well."""
LINE: Final = 1.45
"""How high a line of the words is, against its letters."""
EDGE_LETTERS: Final = 0.4
"""Room beside and below it, against its letters; the code has its own."""
LOW: Final = 0.55
"""In a corner no higher than this, against its width, the words stand beside the code."""


class WayInItem(DrawnItem):
    """A slip of paper with a code, and below it what that is for.

    The address alone would lead nowhere, for it is the code that has the table's secret.
    """

    level = 450
    url = Shown("")
    words = ""
    _size = 12.0
    _beside = False

    def show_way(self, url: str) -> None:
        """Show where to go; nothing where there is no address."""
        self.words = tr("Scan to play")
        self.url = url
        self.setVisible(bool(url))

    def lay(self, room: Box) -> None:
        """Lie in the lower right corner of a room, no larger than it need be."""
        size = self._size = float(self.least_letter)
        edge = EDGE_LETTERS * size
        self._beside = room.height < LOW * room.width
        if self._beside:
            wide, tall = room.width, room.height
        else:
            lines = lines_of(self.words, size, room.width - 2 * edge, bold=True)
            written = width_of(self.words, size, bold=True) + 2.5 * edge
            side = min(room.height - lines * LINE * size - edge, room.width)
            wide = room.width if lines > 1 else min(room.width, max(side, written))
            tall = side + lines * LINE * size + edge
        self.set_size(round(wide), round(tall))
        self.setPos(round(room.x + room.width - wide), round(room.y + room.height - tall))
        self.redraw()

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        size = self._size
        edge = EDGE_LETTERS * size
        painter.setPen(QPen(EDGE, 1))
        painter.setBrush(PAPER)
        painter.drawRoundedRect(QRectF(0.5, 0.5, width - 1, height - 1), edge, edge)
        if self._beside:
            code = QRectF(2, 2, height - 4, height - 4)
            words = QRectF(height, edge, width - height - edge, height - 2 * edge)
        else:
            lines = lines_of(self.words, size, width - 2 * edge, bold=True)
            foot = lines * LINE * size + edge
            code = QRectF(2, 2, width - 4, height - foot - 2)
            words = QRectF(edge, height - foot, width - 2 * edge, foot - edge)
        # Modules as large as can be are read from farther than a wide quiet zone helps.
        quiet = max(QUIETS, key=lambda one: module_of(code, self.url, self.ratio, one))
        paint_code(painter, code, self.url, self.ratio, quiet)
        painter.setPen(BLACK)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setFont(font(size, bold=True))
        painter.drawText(words, CENTRE | Qt.TextFlag.TextWordWrap, self.words)
