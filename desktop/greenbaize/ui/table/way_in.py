"""Join code in the corner of a shared table, for guests with phones."""

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
"""Possible widths of the code's quiet zone (modules); the paper around it is light as well."""
LINE: Final = 1.45
"""Height of a line of text, in letter sizes."""
EDGE_LETTERS: Final = 0.4
"""Margin beside and below the text, in letter sizes; the code has its own."""
LOW: Final = 0.55
"""Height-to-width ratio of the corner up to which the text stands beside the code."""


class WayInItem(DrawnItem):
    """Slip of paper with a QR code, and a caption below it.

    The address is not printed: only the code contains the table's secret.
    """

    level = 450
    url = Shown("")
    words = ""
    _size = 12.0
    _beside = False

    def show_way(self, url: str) -> None:
        """Show the code of this address; hide it where there is none."""
        self.words = tr("Scan to play")
        self.url = url
        self.setVisible(bool(url))

    def lay(self, room: Box) -> None:
        """Lie in the lower right corner of a box, no larger than necessary."""
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
        # Large modules can be read from farther away than a wide quiet zone allows.
        quiet = max(QUIETS, key=lambda one: module_of(code, self.url, self.ratio, one))
        paint_code(painter, code, self.url, self.ratio, quiet)
        painter.setPen(BLACK)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setFont(font(size, bold=True))
        painter.drawText(words, CENTRE | Qt.TextFlag.TextWordWrap, self.words)
