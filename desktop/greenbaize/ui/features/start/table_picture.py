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

from greenbaize.ui.faces.assigned_avatars import assign_avatars
from greenbaize.ui.faces.icons import render_scaled_avatar
from greenbaize.ui.widgets.fonts import SMALL, make_font, scale_pixels
from greenbaize.ui.widgets.plain_text import set_tooltip
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.ui.widgets.window_geometry import available_room

PICTURE_HEIGHT: Final = 168
"""Height of the picture (px at text scale 1)."""
FACE_SIZE: Final = 38
MAX_LARGE_FACES: Final = 6
"""Number of seats above which faces are smaller, and names are hidden on a low screen."""
CROWD_PICTURE_HEIGHT: Final = 252
MIN_CROWD_SCREEN_HEIGHT: Final = 900
"""Height of the picture with many seats, and of a screen for it (px at text scale 1)."""
STAR_RADIUS: Final = 4.6
"""Radius of a star (px)."""
NAME_GAP: Final = 1
"""Gap above a name (px)."""


class SeatPreview(NamedTuple):
    """A seat of the picture; people have no stars, newcomers are not known here yet."""

    name: str
    stars: int | None
    is_you: bool = False
    is_newcomer: bool = False


class TablePicture(QWidget):
    """Picture of the table; ``seat_pressed`` is emitted with the clicked seat."""

    seat_pressed = Signal(int)

    def __init__(self, max_stars: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._max_stars = max_stars
        self._seats: tuple[SeatPreview, ...] = ()
        self._shows_names = True
        """All names are visible."""
        self.setMinimumWidth(260)

    def show_seats(self, seats: Sequence[SeatPreview]) -> None:
        """Show these seats, the person's own one at the bottom."""
        self._seats = tuple(seats)
        is_crowded, is_tall_screen = (
            len(seats) > MAX_LARGE_FACES,
            available_room(self).height() >= scale_pixels(MIN_CROWD_SCREEN_HEIGHT),
        )
        self._shows_names = is_tall_screen or not is_crowded
        self.setFixedHeight(
            round(
                scale_pixels(
                    CROWD_PICTURE_HEIGHT if is_crowded and is_tall_screen else PICTURE_HEIGHT, 1.4
                )
            )
        )
        set_tooltip(self, "\n".join(preview.name for preview in seats))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(380, self.height())

    def face_centres(self) -> list[QPointF]:
        """Return the centres of the faces by seat, clockwise."""
        count, rim = len(self._seats), self._rim()
        near_seat = next((seat for seat, angle in enumerate(self._seats) if angle.is_you), 0)
        angles = [pi / 2 + 2 * pi * (seat - near_seat) / max(1, count) for seat in range(count)]
        x_radius, y_radius = rim.width() / 2, rim.height() / 2
        centre = rim.center()
        return [centre + QPointF(x_radius * cos(angle), y_radius * sin(angle)) for angle in angles]

    @property
    def _face_size(self) -> float:
        return FACE_SIZE * (1.0 if len(self._seats) <= MAX_LARGE_FACES else 0.72)

    def _rim(self) -> QRectF:
        """Return the rim of the table, on which the faces are centred."""
        bottom_margin = 0.5 * self._face_size + self._name_height() + NAME_GAP
        if any(preview.stars is not None for preview in self._seats):
            bottom_margin += STAR_RADIUS  # the stars move the names down
        rect = QRectF(self.rect()).adjusted(70, 0.5 * self._face_size + 2, -70, -bottom_margin)
        width = min(rect.width(), 3.4 * rect.height())
        return QRectF(rect.center().x() - width / 2, rect.top(), width, rect.height())

    def _name_height(self) -> float:
        return QFontMetricsF(make_font(scale_pixels(SMALL, 1.4))).height()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        for seat, centre in enumerate(self.face_centres()):
            if (event.position() - centre).manhattanLength() <= self._face_size:
                self.seat_pressed.emit(seat)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme, painter = current_theme(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.brass), 2))
        painter.setBrush(QColor(theme.felt))
        inset = 0.28 * self._face_size
        painter.drawEllipse(self._rim().adjusted(inset, inset, -inset, -inset))
        newcomers = [preview.name for preview in self._seats if preview.is_newcomer]
        looks = assign_avatars([preview.name for preview in self._seats], newcomers)
        name_font = make_font(scale_pixels(SMALL, 1.4))
        metrics = QFontMetricsF(name_font)
        faces = zip(self._seats, looks, self.face_centres(), strict=True)
        for preview, look, centre in faces:
            face_size = self._face_size
            face_rect = QRectF(
                centre.x() - face_size / 2, centre.y() - face_size / 2, face_size, face_size
            )
            picture = render_scaled_avatar(look, round(face_size), self.devicePixelRatioF())
            painter.drawPixmap(face_rect, picture, QRectF(picture.rect()))
            name_top = face_rect.bottom() + NAME_GAP
            if preview.stars is not None:
                self._draw_stars(
                    painter, QPointF(centre.x(), face_rect.bottom() - 1), preview.stars
                )
                name_top += STAR_RADIUS
            if self._shows_names or preview.is_you:
                self._draw_name(painter, metrics, preview.name, QPointF(centre.x(), name_top))
        painter.end()

    def _draw_name(
        self, painter: QPainter, metrics: QFontMetricsF, name: str, top_centre: QPointF
    ) -> None:
        text = metrics.elidedText(name, Qt.TextElideMode.ElideRight, 96)
        width, height = metrics.horizontalAdvance(text) + 12, metrics.height()
        name_rect = QRectF(top_centre.x() - width / 2, top_centre.y(), width, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.palette().color(QPalette.ColorRole.Window))
        painter.drawRoundedRect(name_rect, height / 2, height / 2)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        painter.setFont(make_font(scale_pixels(SMALL, 1.4)))
        painter.drawText(name_rect, Qt.AlignmentFlag.AlignCenter, text)

    def _draw_stars(self, painter: QPainter, row_centre: QPointF, count: int) -> None:
        """Draw the level's stars, filled up to ``count``."""
        ink = QColor(current_theme().brass_on_paper)
        background = QRectF(0, 0, self._max_stars * 2 * STAR_RADIUS + 6, 2 * STAR_RADIUS + 3)
        background.moveCenter(row_centre)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.palette().color(QPalette.ColorRole.Window))
        painter.drawRoundedRect(background, STAR_RADIUS, STAR_RADIUS)
        painter.setPen(QPen(ink, 0.8))
        for index in range(self._max_stars):
            star_centre = row_centre + QPointF((2 * index - self._max_stars + 1) * STAR_RADIUS, 0.5)
            painter.setBrush(ink if index < count else Qt.BrushStyle.NoBrush)
            painter.drawPolygon(_make_star(star_centre, 0.92 * STAR_RADIUS))


def _make_star(centre: QPointF, radius: float) -> QPolygonF:
    corners = [
        centre
        + QPointF(sin(pi * corner / 5), -cos(pi * corner / 5))
        * (radius if corner % 2 == 0 else 0.45 * radius)
        for corner in range(10)
    ]
    return QPolygonF(corners)
