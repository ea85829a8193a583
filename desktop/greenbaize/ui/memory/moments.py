"""The line of a match's moments, with its deals marked, on which one goes anywhere."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QSlider, QWidget

from greenbaize.ui.plain import set_tip
from greenbaize.ui.sheets import lettering
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr

TALL: Final = 26
KNOB: Final = 7.0
"""Half of the knob's width, in pixels at scale 1."""
GROOVE: Final = 4.0
MARK: Final = 7.0
"""How far a mark goes up and down."""
CLOSEST: Final = 3.0
"""Marks that would stand closer than this, in pixels, are not all drawn."""


class Moments(QSlider):
    """A slider over all moments; what a place on it is, its tooltip says.

    Args:
        last: the last moment.
        marks: the moments at which something begins.
        words: says what a moment is.
    """

    focus_mark = True
    """The knob shows that it has the keyboard."""

    def __init__(
        self,
        last: int,
        marks: Sequence[int],
        words: Callable[[int], str],
        theme: Theme,
        parent: QWidget,
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._marks, self._words, self._theme = tuple(marks), words, theme
        self.setRange(0, last)
        self.setAccessibleName(tr("Moment of the match"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(300, round(TALL * lettering.scale()))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    # Places

    @property
    def _edge(self) -> float:
        return (KNOB + 2) * lettering.scale()

    def place_of(self, moment: int) -> float:
        """How far from the left a moment is, in pixels."""
        share = moment / max(1, self.maximum())
        return self._edge + share * (self.width() - 2 * self._edge)

    def moment_at(self, x: float) -> int:
        """The moment at a place."""
        share = (x - self._edge) / max(1.0, self.width() - 2 * self._edge)
        return round(min(max(share, 0.0), 1.0) * self.maximum())

    # The mouse goes at once to where it points; keys are the window's

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self.setValue(self.moment_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go along, or say what is there."""
        moment = self.moment_at(event.position().x())
        if self.isSliderDown():
            self.setValue(moment)
        set_tip(self, self._words(moment))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.setSliderDown(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave every key to whoever knows what they do."""
        event.ignore()

    # Looks

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme, scale = self._theme, lettering.scale()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle, here = self.height() / 2, self.place_of(self.value())
        groove = GROOVE * scale
        line = QRectF(self._edge, middle - groove / 2, self.width() - 2 * self._edge, groove)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.paper_line))
        painter.drawRoundedRect(line, groove / 2, groove / 2)
        painter.setBrush(QColor(theme.brass_on_paper))
        line.setRight(here)
        painter.drawRoundedRect(line, groove / 2, groove / 2)
        self._draw_marks(painter, middle, MARK * scale)
        knob = KNOB * scale
        edge = theme.ink if self.hasFocus() or self.isSliderDown() else theme.ink_quiet
        painter.setPen(QPen(QColor(edge), 2))
        painter.setBrush(QColor(theme.paper))
        painter.drawEllipse(QPointF(here, middle), knob, knob)
        painter.end()

    def _draw_marks(self, painter: QPainter, middle: float, tall: float) -> None:
        painter.setPen(QPen(QColor(self._theme.ink_quiet), 1.2))
        before = -CLOSEST
        for mark in self._marks:
            x = self.place_of(mark)
            if x - before >= CLOSEST:
                before = x
                painter.drawLine(QPointF(x, middle - tall), QPointF(x, middle + tall))
