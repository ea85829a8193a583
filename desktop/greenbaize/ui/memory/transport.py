"""Buttons with drawn signs, as on whatever plays something back."""

from enum import Enum
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QWidget

from greenbaize.ui.plain import set_tip
from greenbaize.ui.sheets import lettering
from greenbaize.ui.theme import Theme

SIDE: Final = 34
"""A button's side in pixels at scale 1."""


class Sign(Enum):
    """What is drawn on a button: triangles and bars from left to right, pointing forth."""

    PLAY = ">"
    PAUSE = "||"
    STEP = "|>"
    TRICK = ">>"
    DEAL = ">>|"


class TransportButton(QAbstractButton):
    """A small round button with a sign.

    Args:
        sign: what is drawn on it.
        words: what it does; screen readers and the tooltip say it.
        back: whether the sign points back.
    """

    focus_mark = True
    """Its edge shows that it has the keyboard."""

    def __init__(
        self, sign: Sign, words: str, theme: Theme, parent: QWidget, *, back: bool = False
    ) -> None:
        super().__init__(parent)
        self._theme, self._back, self._key = theme, back, ""
        self.sign = sign
        self.show_sign(sign, words)
        # The mouse leaves the keyboard where it is, so that Space always plays or pauses.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_key(self, key: str) -> None:
        """Say in the tooltip which key does the same."""
        self._key = key
        self.show_sign(self.sign, self.accessibleName())

    def show_sign(self, sign: Sign, words: str) -> None:
        """Do something else from now on."""
        self.sign = sign
        self.setAccessibleName(words)
        set_tip(self, f"{words} ({self._key})")
        self.update()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        """Large enough for a finger beside a table of this size."""
        side = round(SIDE * lettering.scale())
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = float(min(self.width(), self.height()))
        painter.translate((self.width() - side) / 2, (self.height() - side) / 2)
        disc = QRectF(1.5, 1.5, side - 3, side - 3)
        lit = self.isEnabled() and (self.underMouse() or self.isDown())
        painter.setBrush(QColor(theme.paper_tint if lit else theme.paper))
        painter.setPen(QPen(QColor(theme.ink if self.hasFocus() else theme.edge), 2))
        painter.drawEllipse(disc)
        ink = QColor(theme.ink)
        if not self.isEnabled():
            ink = QColor(theme.ink_quiet)
            ink.setAlpha(110)
        if self._back:
            painter.translate(side, 0)
            painter.scale(-1, 1)
        self._draw_sign(painter, side, ink)
        painter.end()

    def _draw_sign(self, painter: QPainter, side: float, ink: QColor) -> None:
        parts = self.sign.value
        tall, bar, gap = 0.34 * side, 0.09 * side, 0.05 * side
        wide = (0.30 if len(parts) == 1 else 0.22) * side
        pause = self.sign is Sign.PAUSE
        gap = 0.10 * side if pause else gap
        total = sum(wide if part == ">" else bar for part in parts) + gap * (len(parts) - 1)
        x, middle = (side - total) / 2, side / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        for part in parts:
            if part == ">":
                corners = [(x, middle - tall / 2), (x + wide, middle), (x, middle + tall / 2)]
                painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))
                x += wide + gap
            else:
                painter.drawRect(QRectF(x, middle - tall / 2, bar, tall))
                x += bar + gap
