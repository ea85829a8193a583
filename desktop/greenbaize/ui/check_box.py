"""A box to be ticked whose square is seen on every paper."""

from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QCheckBox, QStyle, QStyleOptionButton

ROUNDING: Final = 2.0


class CheckBox(QCheckBox):
    """Qt's own, with an outline: that of the styles is darker paper, hardly seen on dark paper."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the box, and the outline of its square."""
        super().paintEvent(event)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        part = QStyle.SubElement.SE_CheckBoxIndicator
        square = QRectF(self.style().subElementRect(part, option, self))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(option.palette.color(QPalette.ColorRole.PlaceholderText), 1.0))
        painter.drawRoundedRect(square.adjusted(0.5, 0.5, -0.5, -0.5), ROUNDING, ROUNDING)
        painter.end()
