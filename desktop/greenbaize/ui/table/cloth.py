"""Cloth of a table: a lit woven texture with a seam and a rail, as a pixmap of any size.

The weaves are drawn beforehand (``packaging/draw/weaves.py``) and coloured here. Light on a woven
texture shows no bands, because each thread reaches its next tone at another point.
"""

from functools import lru_cache
from math import cos, pi
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QImage,
    QImageReader,
    QLinearGradient,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
    QPolygonF,
    QRadialGradient,
)
from PySide6.QtWidgets import QWidget

from greenbaize.resources import resources
from greenbaize.ui.table.geometry import card_width
from greenbaize.ui.table.motion import Motion
from greenbaize.ui.widgets.fonts import share
from greenbaize.ui.widgets.theme import Theme, worn

TILE: Final = 192
"""Size after which a weave repeats (px at 100 %)."""
_SHARES: Final = [256 + round(1.44 * (grey - 128)) for grey in range(256)]
"""Brightness of a thread by its grey, in 256ths of the cloth's own colour."""
LIGHT_AT: Final = (0.46, 0.34)
"""Position of the light, in table widths and heights."""
RAIL: Final = 0.062
SEAM: Final = 0.10
"""Width of the rail, and inset of the seam from the edge, in card widths."""
CORNER: Final = 0.20
"""Corner radius of the cloth, in card widths."""
LEAST_RAIL: Final = 4.0
_STEPS: Final = 12
_STRIP: Final = 24


@lru_cache(maxsize=6)
def _tile(cloth: str, colour: str, pixels: int) -> QImage:
    """Return a weave in a colour, or a flat image where its file cannot be read."""
    weave = QImage(_weave(cloth, pixels))
    if weave.isNull():
        flat = QImage(1, 1, QImage.Format.Format_RGB32)
        flat.fill(QColor(colour))
        return flat
    weave.setColorTable(_dyes(colour))
    return weave.convertToFormat(QImage.Format.Format_RGB32)


@lru_cache(maxsize=3)
def _weave(cloth: str, pixels: int) -> QImage:
    """Return an uncoloured weave, null where its file cannot be read."""
    weave = QImageReader(str(resources() / "cloths" / f"{cloth}.png")).read()
    if weave.isNull():
        return weave
    if weave.width() != pixels:
        smooth = Qt.TransformationMode.SmoothTransformation
        weave = weave.scaled(QSize(pixels, pixels), mode=smooth)
    weave = weave.convertToFormat(QImage.Format.Format_Grayscale8)
    weave.reinterpretAsFormat(QImage.Format.Format_Indexed8)
    return weave


def _dyes(colour: str) -> list[int]:
    """Return the colour of each grey, darker and lighter around the given one."""
    dyed = QColor(colour)
    shades = [
        [min(255, part * share >> 8) for share in _SHARES]
        for part in (dyed.red(), dyed.green(), dyed.blue())
    ]
    return [
        0xFF000000 | red << 16 | green << 8 | blue for red, green, blue in zip(*shades, strict=True)
    ]


def woven(theme: Theme, size: QSize, ratio: float, card: float) -> QPixmap:
    """Return the pixmap of the whole table: cloth, light, seam and rail."""
    picture = QPixmap(size * ratio)
    tile = _tile(theme.cloth, theme.felt_glow, max(1, round(TILE * ratio)))
    edge = Edge(QRectF(picture.rect()), card * ratio, ratio)
    with QPainter(picture) as painter:
        painter.setPen(Qt.PenStyle.NoPen)
        for side in range(4):
            _lay_rail(painter, theme, edge, side)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # In device pixels, so that the threads stay sharp.
        painter.setBrush(QBrush(tile))
        painter.drawRoundedRect(edge.cloth, edge.corner, edge.corner)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.fillRect(edge.area, _light(theme, edge.area))
        _shade(painter, edge)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _sew(painter, theme, edge)
    picture.setDevicePixelRatio(ratio)
    return picture


class Cloth:
    """Cached pixmap of a widget's table, drawn again when its appearance changes."""

    def __init__(self) -> None:
        self._picture = QPixmap()
        self._woven: tuple[Theme, QSize, float, float] | None = None
        """Theme, size, pixel ratio and card width of the pixmap."""

    def paint(self, painter: QPainter, part: QRectF, widget: QWidget, card: float) -> bool:
        """Paint a part of the table; return whether the pixmap was drawn again."""
        ratio = widget.devicePixelRatioF()
        wanted = worn(), widget.size(), ratio, card
        fresh = wanted != self._woven
        if fresh:
            self._woven, self._picture = wanted, woven(*wanted)
        source = QRectF(part.topLeft() * ratio, part.size() * ratio)
        painter.drawPixmap(part, self._picture, source)
        return fresh


class EmptyTable(QWidget):
    """Empty table for a number of seats; needs no scene."""

    def __init__(self, seats: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.motion = Motion(self)
        self._seats = seats
        self._cloth = Cloth()
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    @property
    def card_width(self) -> float:
        """Base card width of this table, in pixels."""
        return card_width(self.width(), self.height(), self._seats, share())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._cloth.paint(painter, QRectF(event.rect()), self, self.card_width)
        painter.end()


class Edge:
    """Rectangles and widths of the table's rail and seam, in device pixels."""

    def __init__(self, area: QRectF, card: float, ratio: float) -> None:
        self.area = area
        self.rail = round(max(LEAST_RAIL * ratio, RAIL * card))
        seam = max(self.rail + 2.5 * ratio, SEAM * card)
        self.corner = CORNER * card
        self.cloth = _within(area, self.rail)
        self.seam = _within(area, seam)
        self.seam_corner = max(0.0, self.corner + self.rail - seam)
        self.thread = max(1.0, round(0.013 * card))
        self.stitch = 0.055 * card, 0.030 * card
        self.shade = 0.13 * card


def _within(area: QRectF, by: float) -> QRectF:
    return area.adjusted(by, by, -by, -by)


def lie_under(widget: QWidget) -> None:
    """Set the cloth, as dark as at its edge, as the background of a widget."""
    theme, palette = worn(), widget.palette()
    ratio = widget.devicePixelRatioF()
    tile = _tile(theme.cloth, theme.felt, max(1, round(TILE * ratio))).copy()
    tile.setDevicePixelRatio(ratio)
    palette.setBrush(QPalette.ColorRole.Window, QBrush(QColor(theme.felt), QPixmap.fromImage(tile)))
    widget.setPalette(palette)
    widget.setAutoFillBackground(True)


def _light(theme: Theme, area: QRectF) -> QRadialGradient:
    """Return the darkening of the cloth, which is nothing where the light falls."""
    middle = QPointF(area.width() * LIGHT_AT[0], area.height() * LIGHT_AT[1])
    light = QRadialGradient(middle, 0.82 * max(area.width(), area.height()))
    darkest = 1 - QColor(theme.felt).valueF() / QColor(theme.felt_glow).valueF()
    for step in range(_STEPS + 1):
        share = step / _STEPS
        light.setColorAt(share, QColor.fromRgbF(0, 0, 0, darkest * (1 - cos(pi * share)) / 2))
    return light


# Rail and seam


def _lay_rail(painter: QPainter, theme: Theme, edge: Edge, side: int) -> None:
    """Draw one of the four mitred pieces of the rail, with the grain along it."""
    area, rail, deep = edge.area, edge.rail, edge.rail + edge.corner
    corners = [_corners(area), _corners(_within(area, deep))]
    following = (side + 1) % 4
    (outer, inner), ends = corners, (side, following)
    piece = QPolygonF([*(outer[end] for end in ends), *(inner[end] for end in reversed(ends))])
    painter.setBrush(QBrush(_grain(theme.cloth, theme.rail, upright=side % 2 == 1)))
    painter.drawPolygon(piece)
    across = (QPointF(0, rail), QPointF(-rail, 0), QPointF(0, -rail), QPointF(rail, 0))[side]
    # The rail is rounded, and the light falls from above: the near piece shows most of its face.
    lit = (24, 20, 44, 32)[side]
    bow = QLinearGradient(outer[side], outer[side] + across)
    for part, tone in (
        (0.0, QColor(0, 0, 0, 110)),
        (0.25, QColor(0, 0, 0, 0)),
        (0.45, QColor(255, 240, 220, lit)),
        (0.7, QColor(0, 0, 0, 0)),
        (1.0, QColor(0, 0, 0, 130)),
    ):
        bow.setColorAt(part, tone)
    painter.setBrush(bow)
    painter.drawPolygon(piece)


def _corners(area: QRectF) -> tuple[QPointF, QPointF, QPointF, QPointF]:
    return area.topLeft(), area.topRight(), area.bottomRight(), area.bottomLeft()


def _shade(painter: QPainter, edge: Edge) -> None:
    """Draw the rail's shadow on the cloth, longest at the far edge, where the light comes from."""
    cloth = edge.cloth
    for start, deep, dark in (
        (cloth.topLeft(), QPointF(0, 1.5 * edge.shade), 120),
        (cloth.topLeft(), QPointF(edge.shade, 0), 90),
        (cloth.topRight(), QPointF(-0.8 * edge.shade, 0), 70),
        (cloth.bottomLeft(), QPointF(0, -0.5 * edge.shade), 60),
    ):
        fall = QLinearGradient(start, start + deep)
        for step in range(5):
            rest = 1 - step / 4
            fall.setColorAt(step / 4, QColor(0, 0, 0, round(dark * rest * rest)))
        strip = QRectF(start, start + deep)
        if deep.x():
            strip.setHeight(cloth.height())
        else:
            strip.setWidth(cloth.width())
        painter.fillRect(strip.normalized(), fall)


@lru_cache(maxsize=6)
def _grain(cloth: str, colour: str, *, upright: bool) -> QImage:
    """Return the grain of the rail: a strip of a weave, stretched along it, with pores."""
    size, long = QSize(TILE, _STRIP), QSize(4 * TILE, _STRIP)
    if upright:
        size, long = size.transposed(), long.transposed()
    strip = _tile(cloth, colour, TILE).copy(QRect(QPoint(), size))
    grain = QImage(long, QImage.Format.Format_RGB32)
    with QPainter(grain) as painter:
        painter.fillRect(grain.rect(), QBrush(strip))
        painter.setOpacity(0.5)
        smooth = Qt.TransformationMode.SmoothTransformation
        painter.drawImage(0, 0, strip.scaled(long, mode=smooth))
    return grain


def _sew(painter: QPainter, theme: Theme, edge: Edge) -> None:
    """Draw the seam around the cloth: stitches in a groove."""
    thick, corner = edge.thread, edge.seam_corner
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(0, 0, 0, 70), 2.2 * thick))
    painter.drawRoundedRect(edge.seam.translated(0, 0.4 * thick), corner, corner)
    # The twisted thread varies in colour.
    pen = QPen(QBrush(_tile(theme.cloth, theme.thread, TILE)), thick)
    pen.setDashPattern([length / thick for length in edge.stitch])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.setOpacity(0.75)
    painter.drawRoundedRect(edge.seam, corner, corner)
