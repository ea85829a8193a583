"""QR codes, drawn in whole pixels: dark on light in every theme, with a quiet zone."""

from typing import Final

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from greenbaize.app.phones.phones_state import qr_matrix

QUIET_ZONE_MODULES: Final = 4
"""Width of the light quiet zone (modules)."""
DARK_COLOUR: Final = QColor("#000000")
LIGHT_COLOUR: Final = QColor("#ffffff")


def compute_module_size(
    area: QRectF, text: str, ratio: float, quiet_zone: int = QUIET_ZONE_MODULES
) -> int:
    """Return the module size of a code in a rectangle, in device pixels; at least one."""
    count = len(qr_matrix(text)) + 2 * quiet_zone
    return max(1, int(min(area.width(), area.height()) * ratio / count))


def paint_qr_code(
    painter: QPainter, area: QRectF, text: str, ratio: float, quiet_zone: int = QUIET_ZONE_MODULES
) -> QRectF:
    """Draw a code as large as the rectangle allows; return its rectangle with its quiet zone.

    The zone may be narrower where its surroundings are light as well.
    """
    modules = qr_matrix(text)
    count = len(modules) + 2 * quiet_zone
    size = compute_module_size(area, text, ratio, quiet_zone) / ratio
    code_rect = QRectF(area.topLeft(), QSizeF(count * size, count * size))
    code_rect.moveCenter(area.center())
    code_rect.moveTo(round(code_rect.x() * ratio) / ratio, round(code_rect.y() * ratio) / ratio)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.fillRect(code_rect, LIGHT_COLOUR)
    painter.setPen(Qt.PenStyle.NoPen)
    for down, row in enumerate(modules, quiet_zone):
        for across, dark in enumerate(row, quiet_zone):
            if dark:
                corner = code_rect.x() + across * size, code_rect.y() + down * size
                painter.fillRect(QRectF(*corner, size, size), DARK_COLOUR)
    painter.restore()
    return code_rect


class QrCodeWidget(QWidget):
    """QR code as large as the widget."""

    def __init__(self, parent: QWidget, min_size: int) -> None:
        super().__init__(parent)
        self.text = ""
        self.setMinimumSize(min_size, min_size)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_code(self, text: str) -> None:
        """Show the code of this text; nothing if it is empty."""
        self.text = text
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.text:
            with QPainter(self) as painter:
                paint_qr_code(painter, QRectF(self.rect()), self.text, self.devicePixelRatioF())
