"""The animated picture of a game on its tile, drawn in layers."""

import json
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPixmap, QRadialGradient

from greenbaize.resources import resources
from greenbaize.ui.table.motion import swung
from greenbaize.ui.widgets.theme import Theme

if TYPE_CHECKING:
    from PySide6.QtSvg import QSvgRenderer

SHAPE: Final = 0.625
"""Height of a picture per width."""
DRAWN: Final = 800.0
"""Width of a picture in its file's units."""
EDGE: Final = 2
"""Margin around a layer for antialiased edges (px)."""


class Pose(NamedTuple):
    """Offset (in the file's units), rotation (degrees) and opacity of a layer."""

    right: float = 0.0
    down: float = 0.0
    turn: float = 0.0
    seen: float = 1.0

    def towards(self, other: "Pose", share: float) -> "Pose":
        """Return the pose at a fraction of the way to another one."""
        return Pose(*(one + share * (two - one) for one, two in zip(self, other, strict=True)))


class Way(NamedTuple):
    """Movement of a layer during the animation of its picture."""

    layer: str
    pivot: QPointF
    keys: tuple[tuple[float, Pose], ...]
    """Poses by time (0 to 1); the first one is the resting pose."""

    def at(self, share: float) -> Pose:
        for (begin, one), (end, other) in pairwise(self.keys):
            if share < end:
                return one.towards(other, swung((share - begin) / (end - begin)))
        return self.keys[-1][1]


@cache
def ways_of(game: str) -> tuple[Way, ...]:
    """Return the layers of a game's picture from the bottom up; none if it has no picture."""
    path = resources() / "tiles" / f"{game}.json"
    if not path.is_file():
        return ()
    ways = []
    for layer in json.loads(path.read_text(encoding="utf-8")):
        keys = [(key[0], Pose(*key[1:])) for key in layer["keys"]]
        if not keys or keys[0][0] > 0:
            keys.insert(0, (0.0, Pose()))
        ways.append(Way(layer["id"], QPointF(*layer["pivot"]), tuple(keys)))
    return tuple(ways)


class TilePicture:
    """Picture of a game on the cloth; ``size`` is in device-independent pixels."""

    def __init__(
        self, game: str, size: QSize, ratio: float, theme: Theme, render: "type[QSvgRenderer]"
    ) -> None:
        self._ratio = ratio
        self._size = QSize(
            max(1, round(size.width() * ratio)), max(1, round(size.height() * ratio))
        )
        area = QRectF(QPointF(0, 0), self._size.toSizeF())
        self._ground = _cloth(area, theme)
        # Cropped where the tile has another aspect ratio.
        self._scale = max(area.width(), area.height() / SHAPE) / DRAWN
        self._origin = area.center() - QPointF(DRAWN, SHAPE * DRAWN) * self._scale / 2
        drawing = render(str(resources() / "tiles" / f"{game}.svg"))
        self._layers = [(*self._drawn(drawing, way.layer), way) for way in ways_of(game)]
        self.resting = self.told(0.0, 0.0)

    def _drawn(self, drawing: "QSvgRenderer", layer: str) -> tuple[QPixmap, QPointF]:
        """Return a rendered layer and its upper left corner."""
        bounds = drawing.boundsOnElement(layer)
        place = QRectF(self._at(bounds.topLeft()), bounds.size() * self._scale)
        outer = place.adjusted(-EDGE, -EDGE, EDGE, EDGE).toAlignedRect()
        pixmap = QPixmap(outer.size())
        pixmap.fill(QColor(0, 0, 0, 0))
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        drawing.render(painter, layer, place.translated(-QPointF(outer.topLeft())))
        painter.end()
        return pixmap, QPointF(outer.topLeft())

    def _at(self, point: QPointF) -> QPointF:
        return self._origin + point * self._scale

    def told(self, share: float, back: float) -> QPixmap:
        """Return the frame at ``progress``, and at ``return_progress`` of the way back to rest."""
        whole = QPixmap(self._ground)
        painter = QPainter(whole)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for pixmap, corner, way in self._layers:
            pose = way.at(share).towards(way.keys[0][1], back)
            painter.save()
            painter.setOpacity(pose.seen)
            if pose[:3] != (0.0, 0.0, 0.0):
                pivot = self._at(way.pivot)
                painter.translate(pivot + QPointF(pose.right, pose.down) * self._scale)
                painter.rotate(pose.turn)
                painter.translate(-pivot)
            painter.drawPixmap(corner, pixmap)
            painter.restore()
        painter.end()
        whole.setDevicePixelRatio(self._ratio)
        return whole


def _cloth(area: QRectF, theme: Theme) -> QPixmap:
    light = QRadialGradient(area.center() - QPointF(0, 0.2 * area.height()), 0.7 * area.width())
    light.setColorAt(0, QColor(theme.felt_glow))
    light.setColorAt(1, QColor(theme.felt))
    cloth = QPixmap(area.size().toSize())
    painter = QPainter(cloth)
    painter.fillRect(area, light)
    painter.end()
    return cloth
