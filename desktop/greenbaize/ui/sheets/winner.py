"""The plate of a winner, with face, score and laurel."""

from math import cos, pi, sin
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPalette,
    QPen,
    QRadialGradient,
    QResizeEvent,
    QTransform,
)
from PySide6.QtWidgets import QWidget

from greenbaize.rules.moods import Mood
from greenbaize.ui.faces.heads import face_picture
from greenbaize.ui.faces.looks import Look
from greenbaize.ui.fonts import SMALL, font
from greenbaize.ui.plain import Label, Line
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr

EDGE: Final = 0.07
"""Room for the glow around a plate, in its heights, and what else is on it."""
FACE: Final = 0.30
FACE_AT: Final = 0.62
NAME: Final = 0.36
LEAST_NAME: Final = 0.17
WORTH: Final = 0.44
"""The size of letters, and of the smallest before a name is cut short."""
WIDEST_WORTH: Final = 0.42
"""No more of a plate's width is for what somebody has won with."""
LEAVES: Final = 8
"""So many pairs of leaves are on a branch."""
FIRST: Final = 0.10
LAST: Final = 0.79
"""Where they begin and end, in parts of the way from the lowest point up to the highest."""
LONG: Final = 0.30
"""How long a leaf is in the middle of its branch, in parts of the laurel's reach."""
LEAN: Final = 34.0
"""How far a leaf leans away from its branch, in degrees."""


class Placed(NamedTuple):
    """Somebody at their place: in words, with their name, their face and what they have."""

    place: str
    name: str
    look: Look
    worth: str
    """In words or figures; nothing where the place says it all."""


class WinnerPlate(QWidget):
    """Face, name and score on a plate; with a laurel they have won, without they lead."""

    def __init__(
        self, placed: Placed, theme: Theme, parent: QWidget, *, laurel: bool = True
    ) -> None:
        super().__init__(parent)
        self._placed, self._theme, self._laurel = placed, theme, laurel
        self._tall = 100
        self.name = Line(placed.name, self)
        # Where nothing is counted but places, the place is what it was won with.
        self.worth = Label(placed.worth or placed.place, self)
        self.worth.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.name.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        line = tr("{place}: {name}, {total}")
        words = line.format(place=placed.place, name=placed.name, total=placed.worth)
        self.setAccessibleName(words if placed.worth else f"{placed.place}: {placed.name}")
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for label, colour in ((self.name, theme.plate_text), (self.worth, theme.brass_text)):
            palette = QPalette(self.palette())
            palette.setColor(QPalette.ColorRole.WindowText, QColor(colour))
            label.setPalette(palette)
            # What lies on a table would take the role that is for its cloth.
            label.setForegroundRole(QPalette.ColorRole.WindowText)
        self.update()

    def set_tall(self, tall: int) -> None:
        """Be so many pixels high."""
        if tall != self._tall:
            self._tall = tall
            self.setFixedHeight(tall)
        self._lay_out()

    def sizeHint(self) -> QSize:
        return QSize(round(4.0 * self._tall), self._tall)

    def minimumSizeHint(self) -> QSize:
        return QSize(round(2.4 * self._tall), self._tall)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        tall, body = float(self.height()), self._body()
        left = body.left() + 1.17 * body.height()
        right = body.right() - 0.34 * body.height()
        most = WIDEST_WORTH * (right - left)
        size = _fitting(self.worth.text(), WORTH * tall, 0.18 * tall, most)
        self.worth.setFont(font(size, bold=True))
        wide = self.worth.sizeHint().width() + 2
        self.worth.setGeometry(round(right - wide), round(body.top()), wide, round(body.height()))
        room = right - wide - 0.16 * tall - left
        size = _fitting(self.name.text(), NAME * tall, LEAST_NAME * tall, room)
        self.name.setFont(font(size, bold=True))
        area = QRectF(left, body.top(), max(8.0, room), body.height())
        self.name.setGeometry(area.toRect())

    def _body(self) -> QRectF:
        edge = EDGE * self.height()
        return QRectF(self.rect()).adjusted(edge, edge, -edge, -edge)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, tall, body = self._theme, float(self.height()), self._body()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        round_ = body.height() / 2
        middle = QPointF(body.left() + FACE_AT * body.height(), body.center().y())
        if self._laurel:
            light = QColor(theme.brass)
            for step in range(4, 0, -1):
                light.setAlphaF(0.10 + 0.05 * (4 - step))
                painter.setPen(QPen(light, 2 * EDGE * tall * step / 4))
                painter.drawRoundedRect(body, round_, round_)
        shine = QRadialGradient(middle, 1.5 * tall)
        shine.setColorAt(0, QColor(theme.felt_glow))
        shine.setColorAt(1, QColor(theme.plate))
        painter.setPen(QPen(QColor(theme.brass), max(1.5, 0.022 * tall)))
        painter.setBrush(shine)
        painter.drawRoundedRect(body, round_, round_)
        if self._laurel:
            draw_laurel(painter, middle, 0.385 * body.height(), theme.brass_text, theme.brass)
        ratio = self.devicePixelRatioF()
        reach = (FACE if self._laurel else 0.38) * body.height()
        side = max(1, round(2 * reach * ratio))
        picture = face_picture(self._placed.look, Mood.WINNING, side)
        box = QRectF(middle.x() - reach, middle.y() - reach, 2 * reach, 2 * reach)
        painter.drawPixmap(box, picture, QRectF(picture.rect()))
        painter.end()


def _fitting(words: str, most: float, least: float, room: float) -> float:
    """The size of letters up to ``most`` at which words fit a room, no less than ``least``."""
    wide = QFontMetricsF(font(most, bold=True)).horizontalAdvance(words) + 2
    return max(SMALL, least, most if wide <= room else 0.98 * most * room / wide)


def draw_laurel(painter: QPainter, middle: QPointF, reach: float, light: str, dark: str) -> None:
    """Draw a laurel ``reach`` pixels around a point; ``light`` and ``dark`` are ``#rrggbb``."""
    painter.save()
    painter.translate(middle)
    stalk = QPen(QColor(dark), max(1.0, 0.03 * reach))
    stalk.setCapStyle(Qt.PenCapStyle.RoundCap)
    for side in (-1, 1):
        painter.save()
        painter.scale(side, 1)
        painter.setPen(stalk)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        box = QRectF(-reach, -reach, 2 * reach, 2 * reach)
        # Qt counts angles from the right, against the clock, in sixteenths of a degree.
        painter.drawArc(box, round(16 * (-90 + 180 * 0.03)), round(16 * 180 * (LAST - 0.05)))
        painter.setPen(Qt.PenStyle.NoPen)
        for place in range(LEAVES):
            share = FIRST + (LAST - FIRST) * place / (LEAVES - 1)
            # The leaves grow smaller towards both ends.
            size = LONG * reach * (0.72 + 0.28 * sin(pi * (place + 1) / (LEAVES + 1)))
            for lean, colour in ((-LEAN, dark), (LEAN, light)):
                painter.fillPath(_leaf(share, size, lean, reach), QColor(colour))
        painter.fillPath(_leaf(LAST + 0.015, 0.72 * LONG * reach, 0, reach), QColor(light))
        painter.restore()
    painter.restore()


def _leaf(share: float, size: float, lean: float, reach: float) -> QPainterPath:
    """A leaf at this part of the right branch, its tip upwards along it."""
    angle = pi / 2 - pi * share
    along = -180 * share  # the way of the branch, in degrees clockwise from the right
    path = QPainterPath(QPointF(0, 0))
    path.cubicTo(0.3 * size, -0.30 * size, 0.75 * size, -0.22 * size, size, 0)
    path.cubicTo(0.75 * size, 0.16 * size, 0.3 * size, 0.20 * size, 0, 0)
    turn = QTransform()
    turn.translate(reach * cos(angle), reach * sin(angle))
    turn.rotate(along + lean)
    return turn.map(path)
