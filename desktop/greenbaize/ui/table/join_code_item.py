"""Join code in the corner of a table for onlookers, for guests with phones."""

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from greenbaize.ui.cards.card_renderer import EDGE, PAPER
from greenbaize.ui.cards.suits import BLACK
from greenbaize.ui.table.cached_item import CachedItem, RedrawProperty
from greenbaize.ui.table.geometry import TableBox
from greenbaize.ui.table.qr_code import compute_module_size, paint_qr_code
from greenbaize.ui.table.text_fitting import ALIGN_CENTRE, count_lines, measure_text_width
from greenbaize.ui.widgets.fonts import make_font
from greenbaize.words.catalogue import tr

QUIET_ZONES: Final = (3, 2, 1)
"""Possible widths of the code's quiet zone (modules); the paper around it is light as well."""
LINE_HEIGHT: Final = 1.45
"""Height of a line of text, in letter sizes."""
EDGE_MARGIN_LETTERS: Final = 0.4
"""Margin beside and below the text, in letter sizes; the code has its own."""
MAX_SIDE_BY_SIDE_RATIO: Final = 0.55
"""Height-to-width ratio of the corner up to which the text stands beside the code."""


class JoinCodeItem(CachedItem):
    """Slip of paper with a QR code, and a caption below it.

    The address is not printed: only the code contains the table's secret.
    """

    z_value = 450
    url = RedrawProperty("")
    caption = ""
    _size = 12.0
    _is_caption_beside = False

    def show_code(self, url: str) -> None:
        """Show the code of this address; hide it where there is none."""
        self.caption = tr("Scan to play")
        self.url = url
        self.setVisible(bool(url))

    def fit_box(self, box: TableBox) -> None:
        """Lie in the lower right corner of a box, no larger than necessary."""
        size = self._size = float(self.least_letter)
        edge = EDGE_MARGIN_LETTERS * size
        self._is_caption_beside = box.height < MAX_SIDE_BY_SIDE_RATIO * box.width
        if self._is_caption_beside:
            wide, tall = box.width, box.height
        else:
            lines = count_lines(self.caption, size, box.width - 2 * edge, bold=True)
            caption_width = measure_text_width(self.caption, size, bold=True) + 2.5 * edge
            side = min(box.height - lines * LINE_HEIGHT * size - edge, box.width)
            wide = box.width if lines > 1 else min(box.width, max(side, caption_width))
            tall = side + lines * LINE_HEIGHT * size + edge
        self.set_size(round(wide), round(tall))
        self.setPos(round(box.x + box.width - wide), round(box.y + box.height - tall))
        self.redraw()

    def paint_content(self, painter: QPainter, width: float, height: float) -> None:
        size = self._size
        edge = EDGE_MARGIN_LETTERS * size
        painter.setPen(QPen(EDGE, 1))
        painter.setBrush(PAPER)
        painter.drawRoundedRect(QRectF(0.5, 0.5, width - 1, height - 1), edge, edge)
        if self._is_caption_beside:
            code = QRectF(2, 2, height - 4, height - 4)
            caption_rect = QRectF(height, edge, width - height - edge, height - 2 * edge)
        else:
            lines = count_lines(self.caption, size, width - 2 * edge, bold=True)
            foot = lines * LINE_HEIGHT * size + edge
            code = QRectF(2, 2, width - 4, height - foot - 2)
            caption_rect = QRectF(edge, height - foot, width - 2 * edge, foot - edge)
        # Large modules can be read from farther away than a wide quiet zone allows.
        best_quiet_zone = max(
            QUIET_ZONES,
            key=lambda quiet_zone: compute_module_size(code, self.url, self.ratio, quiet_zone),
        )
        paint_qr_code(painter, code, self.url, self.ratio, best_quiet_zone)
        painter.setPen(BLACK)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setFont(make_font(size, bold=True))
        painter.drawText(caption_rect, ALIGN_CENTRE | Qt.TextFlag.TextWordWrap, self.caption)
