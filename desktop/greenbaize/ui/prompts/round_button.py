"""A large round button with a number or letter on it; a forbidden one is crossed out."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from greenbaize.ui.cards.suits import LETTERS, paint_suit, sign_ink
from greenbaize.ui.table.hints import TAG_TALL, paint_tag, tag_width
from greenbaize.ui.table.writing import width_of
from greenbaize.ui.widgets.fonts import font, grown, share
from greenbaize.ui.widgets.theme import worn

RIM: Final = 0.11
"""Margin between disc and button edge, as a fraction of its height, for the focus ring."""
LARGER: Final = 1.25
"""Maximum scale of words on a button with larger text; the button widens with them."""
SIGNS: Final = 2
"""Longer labels are words, not numbers or suits."""


class RoundButton(QAbstractButton):
    """One possible answer to a question; ``forbidden`` says why it may not be chosen."""

    focus_mark = True
    """True as the button draws its focus itself: a light ring on the dark ground."""

    def __init__(self, text: str, forbidden: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(text)
        self.forbidden = forbidden
        self.worth = ""
        """The expected result of the answer, while a hint is shown."""
        self.best = False
        """True if the hint considers it the best answer."""
        self.worded = len(text) > SIGNS
        """True if the label is set as a word, smaller: it is one, or is beside one."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    @property
    def ground(self) -> str:
        """Background colour of the label while the mouse is elsewhere."""
        return worn().plate if self.forbidden else worn().paper

    def show_worth(self, worth: str, *, best: bool) -> None:
        self.worth, self.best = worth, best
        self.update()

    def width_at(self, side: float) -> float:
        """Return the width for a button of this height; words may need more than the height."""
        if len(self.text()) <= SIGNS:
            return side
        return max(side, width_of(self.text(), self._letters(side), bold=True) + 0.5 * side)

    def _letters(self, side: float) -> float:
        return (grown(0.27, LARGER) if self.worded else 0.42) * side

    def sizeHint(self) -> QSize:
        return QSize(48, 48)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = worn()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = min(self.width(), self.height())
        pen = max(2.0, 0.05 * side)
        rim = max(pen + 3.5, RIM * side)
        disc = QRectF(0, 0, self.width(), side).adjusted(rim, rim, -rim, -rim)
        lit = self.underMouse() or self.hasFocus()
        pressed = self.isDown() and not self.forbidden
        paper = QColor(theme.paper_line if pressed else theme.paper_tint if lit else theme.paper)
        edge = theme.brass_on_paper if self.best else theme.paper_line
        if self.forbidden:
            # An empty circle, whose number stays legible.
            paper, edge = QColor(theme.plate), theme.plate_quiet
        painter.setBrush(paper)
        painter.setPen(QPen(QColor(edge), pen))
        painter.drawRoundedRect(disc, disc.height() / 2, disc.height() / 2)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(theme.plate_text), pen))
            out = pen / 2 + 0.5
            ring = QRectF(0, 0, self.width(), side).adjusted(out, out, -out, -out)
            painter.drawRoundedRect(ring, ring.height() / 2, ring.height() / 2)
        # The tag covers neither numbers nor enlarged words.
        lower = 0.22 * side if self.worth and (not self.worded or share() > 1) else 0.0
        self._paint_text(painter, disc.adjusted(0, 0, 0, -lower), side)
        if self.forbidden:
            painter.setPen(QPen(QColor(theme.loss_on_felt), pen))
            reach = 0.30 * side
            middle = disc.center()
            painter.drawLine(middle - QPointF(reach, reach), middle + QPointF(reach, reach))
        if self.worth:
            self._paint_worth(painter, self.width(), side)
        painter.end()

    def _paint_text(self, painter: QPainter, disc: QRectF, side: float) -> None:
        theme = worn()
        letter = LETTERS.get(self.text())
        if letter is not None:
            ink = sign_ink(letter, QColor(self.ground))
            paint_suit(painter, letter, disc.center(), 0.42 * side, ink)
            return
        painter.setPen(QColor(theme.plate_quiet if self.forbidden else theme.ink))
        painter.setFont(font(self._letters(side), bold=True))
        painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, self.text())

    def _paint_worth(self, painter: QPainter, width: float, side: float) -> None:
        size = max(12.0, grown(0.2, LARGER) * side)
        wide = min(tag_width(self.worth, size, best=self.best), width - 2)
        high = TAG_TALL * size
        room = QRectF((width - wide) / 2, side - high - 1, wide, high)
        paint_tag(painter, room, self.worth, best=self.best)
