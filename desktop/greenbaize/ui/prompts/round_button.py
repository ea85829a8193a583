"""A large round button with a number or letter on it; a forbidden one is crossed out."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QTransform
from PySide6.QtWidgets import QAbstractButton, QWidget

from greenbaize.ui.cards.suits import LETTERS, sign_ink, suit_path
from greenbaize.ui.fonts import font
from greenbaize.ui.table.hints import TAG_TALL, paint_tag, tag_width
from greenbaize.ui.theme import Theme

RIM: Final = 0.09
"""How far the disc is from the button's edge, in its sides: room for the ring of the keyboard."""


class RoundButton(QAbstractButton):
    """One possible answer to a question.

    Args:
        text: what stands on it.
        theme: the colours.
        forbidden: why it may not be chosen, or empty.
    """

    focus_mark = True
    """It shows by itself that it has the keyboard: by a light ring on the dark ground."""

    def __init__(self, text: str, theme: Theme, forbidden: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(text)
        self.forbidden = forbidden
        self.worth = ""
        """What the answer should bring, while a hint is shown."""
        self.best = False
        """Whether it is the best one, as far as the hint knows."""
        self._theme = theme
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def show_worth(self, worth: str, *, best: bool) -> None:
        """Show what the answer should bring, and whether it is the best."""
        self.worth, self.best = worth, best
        self.update()

    def sizeHint(self) -> QSize:
        """Large enough for a finger."""
        return QSize(48, 48)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the disc, its number, and a cross if it is forbidden."""
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = min(self.width(), self.height())
        pen = max(2.0, 0.05 * side)
        rim = max(pen + 2.5, RIM * side)
        disc = QRectF(0, 0, side, side).adjusted(rim, rim, -rim, -rim)
        lit = self.underMouse() or self.hasFocus()
        paper = QColor(theme.paper_tint if lit and not self.forbidden else theme.paper)
        if self.forbidden:
            paper.setAlpha(150)
        painter.setBrush(paper)
        painter.setPen(QPen(QColor(theme.brass if self.best else theme.paper_line), pen))
        painter.drawEllipse(disc)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(theme.plate_text), pen))
            edge = pen / 2 + 0.5
            painter.drawEllipse(QRectF(0, 0, side, side).adjusted(edge, edge, -edge, -edge))
        self._paint_text(painter, disc, side)
        if self.forbidden:
            painter.setPen(QPen(QColor(theme.loss), pen))
            reach = 0.30 * side
            middle = disc.center()
            painter.drawLine(middle - QPointF(reach, reach), middle + QPointF(reach, reach))
        if self.worth:
            self._paint_worth(painter, side)
        painter.end()

    def _paint_text(self, painter: QPainter, disc: QRectF, side: float) -> None:
        theme = self._theme
        letter = LETTERS.get(self.text())
        if letter is not None:
            large = 0.42 * side
            corner = disc.center() - QPointF(large / 2, large / 2)
            sign = QTransform(large, 0, 0, large, corner.x(), corner.y()).map(suit_path(letter))
            painter.setOpacity(0.6 if self.forbidden else 1.0)
            painter.fillPath(sign, sign_ink(letter, QColor(theme.paper)))
            painter.setOpacity(1.0)
            return
        painter.setPen(QColor(theme.ink_quiet if self.forbidden else theme.ink))
        painter.setFont(font((0.42 if len(self.text()) < 3 else 0.27) * side, bold=True))
        painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, self.text())

    def _paint_worth(self, painter: QPainter, side: float) -> None:
        size = max(12.0, 0.2 * side)
        wide = min(tag_width(self.worth, size, best=self.best), side - 2)
        high = TAG_TALL * size
        room = QRectF((side - wide) / 2, side - high - 1, wide, high)
        paint_tag(painter, room, self.worth, self._theme, best=self.best)
