"""A large round button with a number or letter on it; a forbidden one is crossed out."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from greenbaize.ui.cards.suits import LETTERS_BY_SIGN, paint_suit, suit_sign_colour
from greenbaize.ui.table.hints import TAG_HEIGHT, measure_tag_width, paint_tag
from greenbaize.ui.table.text_fitting import measure_text_width
from greenbaize.ui.widgets.fonts import make_font, scale_pixels, text_scale
from greenbaize.ui.widgets.theme import current_theme

RIM_RATIO: Final = 0.11
"""Margin between disc and button edge, as a fraction of its height, for the focus ring."""
MAX_SCALE: Final = 1.25
"""Maximum scale of words on a button with larger text; the button widens with them."""
MAX_SIGN_LETTERS: Final = 2
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
        self.is_best = False
        """True if the hint considers it the best answer."""
        self.is_word = len(text) > MAX_SIGN_LETTERS
        """True if the label is set as a word, smaller: it is one, or is beside one."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    @property
    def ground_color(self) -> str:
        """Background colour of the label while the mouse is elsewhere."""
        return current_theme().plate if self.forbidden else current_theme().paper

    def show_worth(self, worth: str, *, is_best: bool) -> None:
        self.worth, self.is_best = worth, is_best
        self.update()

    def width_for(self, height: float) -> float:
        """Return the width for a button of this height; words may need more than the height."""
        if len(self.text()) <= MAX_SIGN_LETTERS:
            return height
        return max(
            height,
            measure_text_width(self.text(), self._letter_height(height), bold=True) + 0.5 * height,
        )

    def _letter_height(self, height: float) -> float:
        return (scale_pixels(0.27, MAX_SCALE) if self.is_word else 0.42) * height

    def sizeHint(self) -> QSize:
        return QSize(48, 48)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        height = min(self.width(), self.height())
        pen = max(2.0, 0.05 * height)
        rim = max(pen + 3.5, RIM_RATIO * height)
        disc = QRectF(0, 0, self.width(), height).adjusted(rim, rim, -rim, -rim)
        is_lit = self.underMouse() or self.hasFocus()
        is_pressed = self.isDown() and not self.forbidden
        paper = QColor(
            theme.paper_line if is_pressed else theme.paper_tint if is_lit else theme.paper
        )
        edge = theme.brass_on_paper if self.is_best else theme.paper_line
        if self.forbidden:
            # An empty circle, whose number stays legible.
            paper, edge = QColor(theme.plate), theme.plate_quiet
        painter.setBrush(paper)
        painter.setPen(QPen(QColor(edge), pen))
        painter.drawRoundedRect(disc, disc.height() / 2, disc.height() / 2)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(theme.plate_text), pen))
            ring_inset = pen / 2 + 0.5
            ring = QRectF(0, 0, self.width(), height).adjusted(
                ring_inset, ring_inset, -ring_inset, -ring_inset
            )
            painter.drawRoundedRect(ring, ring.height() / 2, ring.height() / 2)
        # The tag covers neither numbers nor enlarged words.
        tag_height = 0.22 * height if self.worth and (not self.is_word or text_scale() > 1) else 0.0
        self._paint_text(painter, disc.adjusted(0, 0, 0, -tag_height), height)
        if self.forbidden:
            painter.setPen(QPen(QColor(theme.loss_on_felt), pen))
            cross_half = 0.30 * height
            center = disc.center()
            painter.drawLine(
                center - QPointF(cross_half, cross_half), center + QPointF(cross_half, cross_half)
            )
        if self.worth:
            self._paint_worth(painter, self.width(), height)
        painter.end()

    def _paint_text(self, painter: QPainter, disc: QRectF, height: float) -> None:
        theme = current_theme()
        letter = LETTERS_BY_SIGN.get(self.text())
        if letter is not None:
            ink = suit_sign_colour(letter, QColor(self.ground_color))
            paint_suit(painter, letter, disc.center(), 0.42 * height, ink)
            return
        painter.setPen(QColor(theme.plate_quiet if self.forbidden else theme.ink))
        painter.setFont(make_font(self._letter_height(height), bold=True))
        painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, self.text())

    def _paint_worth(self, painter: QPainter, width: float, height: float) -> None:
        size = max(12.0, scale_pixels(0.2, MAX_SCALE) * height)
        tag_width_px = min(measure_tag_width(self.worth, size, best=self.is_best), width - 2)
        tag_height = TAG_HEIGHT * size
        tag_rect = QRectF(
            (width - tag_width_px) / 2, height - tag_height - 1, tag_width_px, tag_height
        )
        paint_tag(painter, tag_rect, self.worth, best=self.is_best)
