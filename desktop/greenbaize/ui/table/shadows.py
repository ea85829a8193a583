"""Shadows of cards, and the edges of the cards below them in a packet.

Both are pixmaps cached by size, tilt and height, so that painting only copies. The light falls from
above and a little from the left: the higher a card, the farther its shadow.
"""

from functools import reduce
from math import ceil, pi, sin
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QGradient,
    QImage,
    QLinearGradient,
    QPainter,
    QPixmap,
    QRadialGradient,
)

from greenbaize.ui.cards import pips
from greenbaize.ui.cards.card_painter import cached_pixmap, make_transparent_image, rotated_size
from greenbaize.ui.cards.card_renderer import EDGE, PAPER

MAX_HEIGHT: Final = 3
"""Largest height of cards above the cloth, in steps; a card at rest has height 0."""
LIFTED_HEIGHT: Final = 1
"""Height of a lifted card of the own hand, in steps."""
_MAX_IGNORED_TILT: Final = 10
_CARD_THICKNESS: Final = 0.0046
"""Thickness of a card, in widths: fifty-two of them are a quarter as high as they are wide."""
_MAX_PACKET_HEIGHT: Final = 0.17
_COUNTABLE_CARDS: Final = 6
"""Largest packet with countable edges: at least a pixel (at 100 %) per card."""
_PACKET_LEAN: Final = 0.3
"""Shift of a packet's bottom to the right, relative to its height."""


class ShadowPixmap(NamedTuple):
    """Pixmap, and its upper left corner from a card's centre, in pixels at 100 %."""

    pixmap: QPixmap
    corner: QPointF
    rect: QRectF


class Underlay(NamedTuple):
    """Pixmaps below one card: its shadow, and the packet below it.

    ``up`` is the offset from the packet's position to its top card, in pixels at 100 %.
    """

    top_offset: QPointF
    pixmaps: tuple[ShadowPixmap, ...]

    @property
    def bounds(self) -> QRectF:
        return reduce(QRectF.united, (cast.rect for cast in self.pixmaps))

    def paint(self, painter: QPainter) -> None:
        for picture, corner, _ in self.pixmaps:
            painter.drawPixmap(corner, picture)


def _make_shadow_pixmap(picture: QPixmap, corner: QPointF) -> ShadowPixmap:
    return ShadowPixmap(picture, corner, QRectF(corner, picture.deviceIndependentSize()))


class ShadowCache:
    """Shadows and edges of cards of one size, in device pixels."""

    def __init__(self, wide: int, tall: int, ratio: float) -> None:
        self._wide, self._tall, self.ratio = float(wide), float(tall), ratio
        self._shadows: dict[tuple[int, int], ShadowPixmap] = {}
        self._edges: dict[tuple[int, int], ShadowPixmap] = {}
        self._soft_images: dict[int, QImage] = {}
        self._stack_images: dict[int, QImage] = {}

    def underlay(self, tilt: int, height: int, count: int) -> Underlay:
        """Return what is below a card at this height (steps), on a packet of ``count`` cards."""
        shadow, packet_height = self.shadow(tilt, height), self.packet_height(count)
        if not packet_height:
            return Underlay(QPointF(), (shadow,))
        foot = QPointF(round(_PACKET_LEAN * packet_height), packet_height) / self.ratio
        up, edges = (
            QPointF(0, -round(packet_height / 2) / self.ratio),
            self.packet_edges(tilt, packet_height),
        )
        shadow = _make_shadow_pixmap(shadow.pixmap, up + foot + shadow.corner)
        return Underlay(up, (shadow, _make_shadow_pixmap(edges.pixmap, edges.corner + up)))

    def shadow(self, tilt: int, height: int) -> ShadowPixmap:
        """Return the shadow of a card with this tilt (degrees) at this height (steps).

        High above the cloth a slight tilt is invisible in the soft shadow, so it is ignored.
        """
        slight = height > LIFTED_HEIGHT and abs(tilt) < _MAX_IGNORED_TILT
        key = (0 if slight else tilt % 360, height)
        if key not in self._shadows:
            size = self._wide, self._tall, self.ratio
            picture = cached_pixmap(("shadow", *size, *key), lambda: self._draw_shadow(*key))
            self._shadows[key] = self._align_to_pixels(picture, self._shadow_offset(height))
        return self._shadows[key]

    def packet_edges(self, tilt: int, packet_height: int) -> ShadowPixmap:
        """Return the edges of the cards in a packet of this height, in device pixels."""
        key = (tilt % 360, packet_height)
        if key not in self._edges:
            self._edges[key] = self._cut_edges(*key)
        return self._edges[key]

    def packet_height(self, count: int) -> int:
        """Return the height of a packet above its lowest card, in device pixels."""
        below = max(0, count - 1)
        few = min(below, _COUNTABLE_CARDS) * self.ratio
        return min(self._max_packet_height(), round(max(few, below * _CARD_THICKNESS * self._wide)))

    def _max_packet_height(self) -> int:
        return round(_MAX_PACKET_HEIGHT * self._wide)

    # Drawing; all sizes are device pixels

    def _shadow_offset(self, height: int) -> QPointF:
        """Return the offset of a shadow from its card."""
        up = height / MAX_HEIGHT
        return QPointF(0.016 + 0.035 * up, 0.036 + 0.100 * up) * self._wide

    def _draw_shadow(self, tilt: int, height: int) -> QPixmap:
        off = self._shadow_offset(height)
        if height not in self._soft_images:
            self._soft_images[height] = self._draw_blurred_card(height)
        soft = self._soft_images[height]
        across, down = rotated_size(soft.width(), soft.height(), tilt)
        picture = make_transparent_image(across, down)
        with QPainter(picture) as painter:
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            if tilt:
                painter.translate(across / 2, down / 2)
                painter.rotate(tilt)
                painter.translate(-soft.width() / 2, -soft.height() / 2)
                painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(QPointF(), soft)
            # The area under the card is cleared: there is nothing to copy there.
            painter.resetTransform()
            painter.translate(QPointF(across / 2, down / 2) - off)
            painter.rotate(tilt)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(Qt.GlobalColor.black)
            self._draw_card(painter, inset=1.5 if height <= LIFTED_HEIGHT else 0.06 * self._wide)
        pixmap = QPixmap.fromImage(picture)
        pixmap.setDevicePixelRatio(self.ratio)
        return pixmap

    def _draw_blurred_card(self, height: int) -> QImage:
        """Return a dark card that fades out beyond its edges, and is opaque as far inside."""
        up = height / MAX_HEIGHT
        band = 2 * max(2, round((0.066 + 0.060 * up) * self._wide))
        dark = QColor(0, 0, 0, round(178 - 70 * up))
        image = make_transparent_image(round(self._wide) + band, round(self._tall) + band)
        right, low = image.width() - band, image.height() - band
        across, down = right - band, low - band
        with QPainter(image) as painter:
            for x, y in ((band, band), (right, band), (band, low), (right, low)):
                left, top = x - band if x == band else x, y - band if y == band else y
                corner = QRectF(left, top, band, band)
                painter.fillRect(corner, _fading_brush(QRadialGradient(QPointF(x, y), band), dark))
            for start, end, room in (
                (QPointF(band, 0), QPointF(0, 0), QRectF(0, band, band, down)),
                (QPointF(right, 0), QPointF(right + band, 0), QRectF(right, band, band, down)),
                (QPointF(0, band), QPointF(0, 0), QRectF(band, 0, across, band)),
                (QPointF(0, low), QPointF(0, low + band), QRectF(band, low, across, band)),
            ):
                painter.fillRect(room, _fading_brush(QLinearGradient(start, end), dark))
            painter.fillRect(QRectF(band, band, across, down), dark)
        return image

    def _cut_edges(self, tilt: int, packet_height: int) -> ShadowPixmap:
        """Return the edges of a packet, cut from the top and the left of the highest one."""
        most = self._max_packet_height()
        if tilt not in self._stack_images:
            self._stack_images[tilt] = self._draw_highest_packet(tilt)
        stack = self._stack_images[tilt]
        left, top = round(_PACKET_LEAN * (most - packet_height)), most - packet_height
        across, down = rotated_size(self._wide, self._tall, tilt)
        picture = stack.copy(left, top, stack.width() - left, stack.height() - top)
        pixmap = QPixmap.fromImage(picture)
        pixmap.setDevicePixelRatio(self.ratio)
        return _make_shadow_pixmap(pixmap, QPointF(-(across // 2), -(down // 2)) / self.ratio)

    def _draw_highest_packet(self, tilt: int) -> QImage:
        across, down = rotated_size(self._wide, self._tall, tilt)
        most = self._max_packet_height()
        picture = make_transparent_image(across + ceil(_PACKET_LEAN * most), down + most)
        with QPainter(picture) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            for row in range(most, 0, -1):
                painter.resetTransform()
                painter.translate(across / 2 + _PACKET_LEAN * row, down / 2 + row)
                painter.rotate(tilt)
                light = (most - row) // max(1, round(self.ratio)) % 2 == 0
                painter.setBrush(QBrush(EDGE.darker(115) if light else PAPER.darker(112)))
                self._draw_card(painter)
        return picture

    def _draw_card(self, painter: QPainter, inset: float = 0.0) -> None:
        room = QRectF(-self._wide / 2, -self._tall / 2, self._wide, self._tall)
        corner = pips.CORNER * self._wide
        painter.drawRoundedRect(room.adjusted(inset, inset, -inset, -inset), corner, corner)

    def _align_to_pixels(self, picture: QPixmap, offset: QPointF) -> ShadowPixmap:
        size = QPointF(picture.width() // 2, picture.height() // 2)
        corner = offset - size
        # At whole device pixels the pixmap is copied, not resampled.
        return _make_shadow_pixmap(
            picture, QPointF(round(corner.x()), round(corner.y())) / self.ratio
        )


def _fading_brush(gradient: QGradient, dark: QColor) -> QBrush:
    """Set the stops of a gradient from dark to transparent, as at the edge of a soft shadow."""
    for step in range(9):
        share = step / 8
        rest = 1 - share * share * (3 - 2 * share)
        gradient.setColorAt(share, QColor(0, 0, 0, round(dark.alpha() * rest)))
    return QBrush(gradient)


def compute_flight_height(progress: float) -> int:
    """Return the height of a flying card at this progress, in steps."""
    return (
        LIFTED_HEIGHT
        + 1
        + round((MAX_HEIGHT - LIFTED_HEIGHT - 1) * sin(pi * min(1.0, max(0.0, progress))))
    )
