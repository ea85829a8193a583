"""A picture of the table with its players, for the set-up of a match."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QWidget

from greenbaize.ui.faces.icons import face_at
from greenbaize.ui.faces.looks import looks_at
from greenbaize.ui.widgets.fonts import SMALL, font, grown
from greenbaize.ui.widgets.plain import set_tip
from greenbaize.ui.widgets.theme import worn
from greenbaize.ui.widgets.window_geometry import room_of

HIGH: Final = 168
"""Height of the picture (px at text scale 1)."""
FACE: Final = 38
CROWD: Final = 6
"""Number of seats above which faces are smaller, and names are hidden on a low screen."""
CROWD_HIGH: Final = 252
TALL_SCREEN: Final = 900
"""Height of the picture with many seats, and of a screen for it (px at text scale 1)."""
STAR: Final = 4.6
"""Radius of a star (px)."""


class Shown(NamedTuple):
    """A seat of the picture; people have no stars, newcomers are not known here yet."""

    name: str
    stars: int | None
    you: bool = False
    new: bool = False


class TablePicture(QWidget):
    """Picture of the table; ``seat_pressed`` is emitted with the clicked seat."""

    pressed = Signal(int)

    def __init__(self, most: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._most = most
        self._seats: tuple[Shown, ...] = ()
        self._named = True
        """All names are visible."""
        self.setMinimumWidth(260)

    def show_seats(self, seats: Sequence[Shown]) -> None:
        """Show these seats, the person's own one at the bottom."""
        self._seats = tuple(seats)
        crowd, tall = len(seats) > CROWD, room_of(self).height() >= grown(TALL_SCREEN)
        self._named = tall or not crowd
        self.setFixedHeight(round(grown(CROWD_HIGH if crowd and tall else HIGH, 1.4)))
        set_tip(self, "\n".join(one.name for one in seats))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(380, self.height())

    def places(self) -> list[QPointF]:
        """Return the centres of the faces by seat, clockwise."""
        count, room = len(self._seats), self._edge()
        near = next((at for at, one in enumerate(self._seats) if one.you), 0)
        turns = [pi / 2 + 2 * pi * (at - near) / max(1, count) for at in range(count)]
        across, down = room.width() / 2, room.height() / 2
        middle = room.center()
        return [middle + QPointF(across * cos(one), down * sin(one)) for one in turns]

    @property
    def _side(self) -> float:
        return FACE * (1.0 if len(self._seats) <= CROWD else 0.72)

    def _edge(self) -> QRectF:
        """Return the rim of the table, on which the faces are centred."""
        below = 0.5 * self._side + self._line()
        rect = QRectF(self.rect()).adjusted(70, 0.5 * self._side + 2, -70, -below)
        wide = min(rect.width(), 3.4 * rect.height())
        return QRectF(rect.center().x() - wide / 2, rect.top(), wide, rect.height())

    def _line(self) -> float:
        return QFontMetricsF(font(grown(SMALL, 1.4))).height()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        for seat, place in enumerate(self.places()):
            if (event.position() - place).manhattanLength() <= self._side:
                self.pressed.emit(seat)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme, painter = worn(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.brass), 2))
        painter.setBrush(QColor(theme.felt))
        inset = 0.28 * self._side
        painter.drawEllipse(self._edge().adjusted(inset, inset, -inset, -inset))
        newcomers = [one.name for one in self._seats if one.new]
        looks = looks_at([one.name for one in self._seats], newcomers)
        letters = font(grown(SMALL, 1.4))
        metrics = QFontMetricsF(letters)
        shown = zip(self._seats, looks, self.places(), strict=True)
        for one, look, place in shown:
            side = self._side
            box = QRectF(place.x() - side / 2, place.y() - side / 2, side, side)
            picture = face_at(look, round(side), self.devicePixelRatioF())
            painter.drawPixmap(box, picture, QRectF(picture.rect()))
            low = box.bottom() + 1
            if one.stars is not None:
                self._paint_stars(painter, QPointF(place.x(), box.bottom() - 1), one.stars)
                low += STAR
            if self._named or one.you:
                self._write(painter, metrics, one.name, QPointF(place.x(), low))
        painter.end()

    def _write(self, painter: QPainter, metrics: QFontMetricsF, name: str, at: QPointF) -> None:
        words = metrics.elidedText(name, Qt.TextElideMode.ElideRight, 96)
        wide, high = metrics.horizontalAdvance(words) + 12, metrics.height()
        room = QRectF(at.x() - wide / 2, at.y(), wide, high)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.palette().color(QPalette.ColorRole.Window))
        painter.drawRoundedRect(room, high / 2, high / 2)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        painter.setFont(font(grown(SMALL, 1.4)))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, words)

    def _paint_stars(self, painter: QPainter, middle: QPointF, count: int) -> None:
        """Draw the level's stars, filled up to ``count``."""
        ink = QColor(worn().brass_on_paper)
        ground = QRectF(0, 0, self._most * 2 * STAR + 6, 2 * STAR + 3)
        ground.moveCenter(middle)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.palette().color(QPalette.ColorRole.Window))
        painter.drawRoundedRect(ground, STAR, STAR)
        painter.setPen(QPen(ink, 0.8))
        for at in range(self._most):
            centre = middle + QPointF((2 * at - self._most + 1) * STAR, 0.5)
            painter.setBrush(ink if at < count else Qt.BrushStyle.NoBrush)
            painter.drawPolygon(_star(centre, 0.92 * STAR))


def _star(centre: QPointF, reach: float) -> QPolygonF:
    corners = [
        centre
        + QPointF(sin(pi * at / 5), -cos(pi * at / 5)) * (reach if at % 2 == 0 else 0.45 * reach)
        for at in range(10)
    ]
    return QPolygonF(corners)
