"""The animated picture of a game on its tile, drawn in layers."""

import json
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPixmap, QRadialGradient

from greenbaize.cards import Card
from greenbaize.lazy_import import lazy
from greenbaize.resources import resources_folder
from greenbaize.ui.cards import pips
from greenbaize.ui.cards.card_look import CardFace, CardLook, current_card_look
from greenbaize.ui.table.animation import ease_in_out
from greenbaize.ui.widgets.theme import Theme

if TYPE_CHECKING:
    from PySide6.QtSvg import QSvgRenderer

    from greenbaize.ui.cards.card_renderer import CardRenderer

_make_card_renderer: "Callable[[Path, CardLook], CardRenderer]" = lazy(
    "greenbaize.ui.cards.card_renderer:CardRenderer", is_method=False
)

USUAL_LOOK: Final = CardLook()
"""Look of the cards in the files."""
PICTURE_RATIO: Final = 0.625
"""Height of a picture per width."""
FILE_WIDTH: Final = 800.0
"""Width of a picture in its file's units."""
LAYER_MARGIN: Final = 2
"""Margin around a layer for antialiased edges (px)."""


class LayerPose(NamedTuple):
    """Offset (in the file's units), rotation (degrees) and opacity of a layer."""

    x_offset: float = 0.0
    y_offset: float = 0.0
    rotation: float = 0.0
    opacity: float = 1.0

    def interpolate(self, end_pose: "LayerPose", fraction: float) -> "LayerPose":
        """Return the pose at a fraction of the way to another one."""
        return LayerPose(
            *(start + fraction * (end - start) for start, end in zip(self, end_pose, strict=True))
        )


class LayerCard(NamedTuple):
    """A card in a layer, a back without a code: centre and width (the file's units), rotation."""

    code: str
    x: float
    y: float
    width: float
    rotation: float


class LayerTrack(NamedTuple):
    """Movement of a layer during the animation of its picture, and the cards on top of it."""

    layer_id: str
    pivot: QPointF
    keyframes: tuple[tuple[float, LayerPose], ...]
    """Poses by time (0 to 1); the first one is the resting pose."""
    cards: tuple[LayerCard, ...] = ()

    def pose_at(self, fraction: float) -> LayerPose:
        for (start_time, start_pose), (end_time, end_pose) in pairwise(self.keyframes):
            if fraction < end_time:
                return start_pose.interpolate(
                    end_pose, ease_in_out((fraction - start_time) / (end_time - start_time))
                )
        return self.keyframes[-1][1]


@cache
def load_layer_tracks(game: str) -> tuple[LayerTrack, ...]:
    """Return the layers of a game's picture from the bottom up; none if it has no picture."""
    path = resources_folder() / "tiles" / f"{game}.json"
    if not path.is_file():
        return ()
    tracks = []
    for layer in json.loads(path.read_text(encoding="utf-8")):
        keys = [(key[0], LayerPose(*key[1:])) for key in layer["keys"]]
        if not keys or keys[0][0] > 0:
            keys.insert(0, (0.0, LayerPose()))
        cards = tuple(LayerCard(*card) for card in layer.get("cards", ()))
        tracks.append(LayerTrack(layer["id"], QPointF(*layer["pivot"]), tuple(keys), cards))
    return tuple(tracks)


class TilePicture:
    """Picture of a game on the cloth; ``size`` is in device-independent pixels.

    Its file has the cards of the usual look; those of the person's own look are drawn over them.
    """

    def __init__(
        self,
        game: str,
        size: QSize,
        pixel_ratio: float,
        theme: Theme,
        renderer_class: "type[QSvgRenderer]",
    ) -> None:
        self._pixel_ratio = pixel_ratio
        self._size = QSize(
            max(1, round(size.width() * pixel_ratio)), max(1, round(size.height() * pixel_ratio))
        )
        area = QRectF(QPointF(0, 0), self._size.toSizeF())
        self._background = _make_cloth_pixmap(area, theme)
        # Cropped where the tile has another aspect ratio.
        self._scale = max(area.width(), area.height() / PICTURE_RATIO) / FILE_WIDTH
        self._origin = (
            area.center() - QPointF(FILE_WIDTH, PICTURE_RATIO * FILE_WIDTH) * self._scale / 2
        )
        renderer = renderer_class(str(resources_folder() / "tiles" / f"{game}.svg"))
        look = current_card_look()
        self._card_renderer = (
            None if look == USUAL_LOOK else _make_card_renderer(resources_folder() / "cards", look)
        )
        self._layers = [
            (*self._render_layer(renderer, track), track) for track in load_layer_tracks(game)
        ]
        self.resting_pixmap = self.render_frame(0.0, 0.0)

    def _render_layer(self, renderer: "QSvgRenderer", track: LayerTrack) -> tuple[QPixmap, QPointF]:
        """Return a rendered layer and its upper left corner."""
        bounds = renderer.boundsOnElement(track.layer_id)
        rect = QRectF(self._map_point(bounds.topLeft()), bounds.size() * self._scale)
        pixmap_rect = rect.adjusted(
            -LAYER_MARGIN, -LAYER_MARGIN, LAYER_MARGIN, LAYER_MARGIN
        ).toAlignedRect()
        pixmap = QPixmap(pixmap_rect.size())
        pixmap.fill(QColor(0, 0, 0, 0))
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(-QPointF(pixmap_rect.topLeft()))
        renderer.render(painter, track.layer_id, rect)
        if self._card_renderer is not None:
            for card in track.cards:
                self._draw_card(painter, self._card_renderer, card)
        painter.end()
        return pixmap, QPointF(pixmap_rect.topLeft())

    def _draw_card(self, painter: QPainter, renderer: "CardRenderer", card: LayerCard) -> None:
        width = card.width * self._scale
        height = pips.HEIGHT * width
        painter.save()
        painter.translate(self._map_point(QPointF(card.x, card.y)))
        painter.rotate(card.rotation)
        painter.translate(-width / 2, -height / 2)
        if card.code:
            renderer.draw_face(painter, CardFace(Card.of(card.code)), width, height)
        else:
            renderer.draw_back(painter, width, height)
        painter.restore()

    def _map_point(self, point: QPointF) -> QPointF:
        return self._origin + point * self._scale

    def render_frame(self, progress: float, return_progress: float) -> QPixmap:
        """Return the frame at ``progress``, and at ``return_progress`` of the way back to rest."""
        frame = QPixmap(self._background)
        painter = QPainter(frame)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for pixmap, corner, track in self._layers:
            pose = track.pose_at(progress).interpolate(track.keyframes[0][1], return_progress)
            painter.save()
            painter.setOpacity(pose.opacity)
            if pose[:3] != (0.0, 0.0, 0.0):
                pivot = self._map_point(track.pivot)
                painter.translate(pivot + QPointF(pose.x_offset, pose.y_offset) * self._scale)
                painter.rotate(pose.rotation)
                painter.translate(-pivot)
            painter.drawPixmap(corner, pixmap)
            painter.restore()
        painter.end()
        frame.setDevicePixelRatio(self._pixel_ratio)
        return frame


def _make_cloth_pixmap(area: QRectF, theme: Theme) -> QPixmap:
    gradient = QRadialGradient(area.center() - QPointF(0, 0.2 * area.height()), 0.7 * area.width())
    gradient.setColorAt(0, QColor(theme.felt_glow))
    gradient.setColorAt(1, QColor(theme.felt))
    pixmap = QPixmap(area.size().toSize())
    painter = QPainter(pixmap)
    painter.fillRect(area, gradient)
    painter.end()
    return pixmap
