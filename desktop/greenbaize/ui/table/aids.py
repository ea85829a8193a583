"""What can be opened on the table: quiet buttons over it, which draw themselves once per change."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QAbstractButton, QWidget

from greenbaize.rules.pictures import Ring
from greenbaize.ui.plain import set_tip
from greenbaize.ui.table.drawn import DrawnItem
from greenbaize.ui.table.geometry import Box
from greenbaize.ui.table.ring_drawing import paint_lines, paint_ring
from greenbaize.ui.theme import Theme

_PRESS: Final = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
_LINES: Final = 0.36
"""How much of a ring's height the words below it take."""


class Aid(QAbstractButton):
    """A button on the cloth; cards that fly below it do not make it draw anew."""

    focus_mark = True
    """It shows by itself that it has the keyboard: by a frame of brass on the cloth."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._picture: QPixmap | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        self.redraw()

    def redraw(self) -> None:
        """Draw anew when painted next."""
        self._picture = None
        self.update()

    def describe(self, name: str, words: str) -> None:
        """Say to eye and ear what it is and what it has to tell."""
        if (name, words) != (self.accessibleName(), self.accessibleDescription()):
            self.setAccessibleName(name)
            self.setAccessibleDescription(words)
            set_tip(self, "\n".join(part for part in (name, words) if part))

    def place(self, box: Box) -> None:
        """Lie in this place."""
        place = QRect(round(box.x), round(box.y), round(box.width), round(box.height))
        if place != self.geometry():
            self.setGeometry(place)
            self.redraw()

    def draw(self, painter: QPainter, room: QRectF) -> None:
        """Draw into an empty picture."""
        raise AssertionError("each aid draws itself")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Copy the picture, drawing it first if it has changed, and show who has the keyboard."""
        ratio = self.devicePixelRatioF()
        if self._picture is None or self._picture.devicePixelRatio() != ratio:
            picture = QPixmap(self.size() * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            brush = QPainter(picture)
            brush.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.draw(brush, QRectF(self.rect()))
            brush.end()
            self._picture = picture
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(self._theme.brass_text), 2))
            round_off = min(self.width(), self.height()) / 2 if self.width() < 60 else 10
            painter.drawRoundedRect(
                QRectF(self.rect()).adjusted(1, 1, -1, -1), round_off, round_off
            )
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space open; all other keys are for the table."""
        if event.key() in _PRESS:
            self.click()
        else:
            event.ignore()


class Disc(Aid):
    """A small disc."""

    def draw(self, painter: QPainter, room: QRectF) -> None:
        """Draw the disc and what is on it."""
        ground = QColor(self._theme.plate)
        painter.setPen(QPen(QColor(self._theme.felt_line), 1.2))
        painter.setBrush(ground)
        painter.drawEllipse(room.adjusted(1, 1, -1, -1))
        self.draw_sign(painter, room)

    def draw_sign(self, painter: QPainter, room: QRectF) -> None:
        """Draw what is on the disc."""
        raise AssertionError("each disc has its own sign")


class RulesDisc(Disc):
    """A written slip: the rules of this table; a brass dot if they are not the usual ones."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.unusual = False

    def show_unusual(self, *, on: bool) -> None:
        """Show whether something is not as usual."""
        self.unusual = on
        self.redraw()

    def draw_sign(self, painter: QPainter, room: QRectF) -> None:
        """Lines of writing, and the dot."""
        side, middle = room.width(), room.center()
        pen = QPen(QColor(self._theme.plate_text), max(1.4, 0.055 * side))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        for level, wide in ((-0.16, 0.22), (0.0, 0.22), (0.16, 0.12)):
            y = middle.y() + level * side
            painter.drawLine(
                QPointF(middle.x() - 0.22 * side, y), QPointF(middle.x() + wide * side, y)
            )
        if self.unusual:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._theme.brass))
            painter.drawEllipse(QPointF(0.8 * side, 0.2 * side), 0.14 * side, 0.14 * side)


class RingDisc(Disc):
    """Three dots around: the ring of ranks, where there is no room to draw it."""

    def draw_sign(self, painter: QPainter, room: QRectF) -> None:
        """A circle with a dot for each rank."""
        side, middle = room.width(), room.center()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(self._theme.plate_quiet), max(1.4, 0.05 * side)))
        painter.drawEllipse(middle, 0.24 * side, 0.24 * side)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.plate_text))
        for x, y in ((0.0, -0.24), (0.21, 0.12), (-0.21, 0.12)):
            painter.drawEllipse(middle + QPointF(x * side, y * side), 0.1 * side, 0.1 * side)


class RingOnCloth(DrawnItem):
    """The ring of ranks on the cloth, with a line or two on what cuts across it now."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.ring: Ring | None = None
        self.lines: tuple[str, ...] = ()
        # Whatever moves or speaks goes over it.
        self.setZValue(-1)
        self.hide()

    def show_ring(self, ring: Ring, lines: tuple[str, ...]) -> None:
        """Show this ring, and these words below it."""
        if (ring, lines) != (self.ring, self.lines):
            self.ring, self.lines = ring, lines
            self.redraw()

    def lie(self, box: Box, ratio: float) -> None:
        """Lie in this place."""
        self.set_size(round(box.width), round(box.height), ratio)
        self.setPos(round(box.x), round(box.y))

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        """Draw the ring, and the words."""
        if self.ring is None:
            return
        split = (1 - _LINES) * height
        painter.setOpacity(0.92)
        paint_ring(painter, QRectF(0, 0, width, split), self.ring, self.theme)
        words = QRectF(0, split, width, height - split)
        paint_lines(painter, words.adjusted(2, 0, -2, 0), self.lines, self.theme)


class RingPanel(Aid):
    """The unseen button over the ring on the cloth; a note that lies there has the mouse.

    Args:
        theme: the colours.
        parent: what it lies over.
        noted: whether a note reaches a point of the parent.
    """

    def __init__(self, theme: Theme, parent: QWidget, noted: Callable[[QPoint], bool]) -> None:
        super().__init__(theme, parent)
        self._noted = noted

    def hitButton(self, point: QPoint) -> bool:
        """Leave what is on a note to the note."""
        return super().hitButton(point) and not self._noted(self.mapToParent(point))

    def draw(self, painter: QPainter, room: QRectF) -> None:
        """Be unseen: the ring lies on the cloth below."""
