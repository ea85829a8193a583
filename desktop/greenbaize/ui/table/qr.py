"""QR codes, drawn in whole pixels: dark on light in every theme, with a quiet zone."""

from typing import Final

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from greenbaize.app.phones.shown import qr_matrix

QUIET: Final = 4
"""Width of the light quiet zone (modules)."""
DARK: Final = QColor("#000000")
LIGHT: Final = QColor("#ffffff")


def module_of(room: QRectF, text: str, ratio: float, quiet: int = QUIET) -> int:
    """Return the module size of a code in a rectangle, in device pixels; at least one."""
    count = len(qr_matrix(text)) + 2 * quiet
    return max(1, int(min(room.width(), room.height()) * ratio / count))


def paint_code(
    painter: QPainter, room: QRectF, text: str, ratio: float, quiet: int = QUIET
) -> QRectF:
    """Draw a code as large as the rectangle allows; return its rectangle with its quiet zone.

    The zone may be narrower where its surroundings are light as well.
    """
    modules = qr_matrix(text)
    count = len(modules) + 2 * quiet
    one = module_of(room, text, ratio, quiet) / ratio
    place = QRectF(room.topLeft(), QSizeF(count * one, count * one))
    place.moveCenter(room.center())
    place.moveTo(round(place.x() * ratio) / ratio, round(place.y() * ratio) / ratio)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.fillRect(place, LIGHT)
    painter.setPen(Qt.PenStyle.NoPen)
    for down, row in enumerate(modules, quiet):
        for across, dark in enumerate(row, quiet):
            if dark:
                corner = place.x() + across * one, place.y() + down * one
                painter.fillRect(QRectF(*corner, one, one), DARK)
    painter.restore()
    return place


class CodeView(QWidget):
    """QR code as large as the widget."""

    def __init__(self, parent: QWidget, least: int) -> None:
        super().__init__(parent)
        self.text = ""
        self.setMinimumSize(least, least)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_code(self, text: str) -> None:
        """Show the code of this text; nothing if it is empty."""
        self.text = text
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.text:
            with QPainter(self) as painter:
                paint_code(painter, QRectF(self.rect()), self.text, self.devicePixelRatioF())
