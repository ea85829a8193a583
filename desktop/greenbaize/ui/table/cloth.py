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
    QTransform,
)
from PySide6.QtWidgets import QWidget

from greenbaize.resources import resources_folder
from greenbaize.store.artwork.library import CLOTH_NAME, ArtworkKind, find_artwork
from greenbaize.store.declared_settings import is_own_setting
from greenbaize.ui.table.animation import Animator
from greenbaize.ui.table.geometry import compute_card_width
from greenbaize.ui.widgets.fonts import text_scale
from greenbaize.ui.widgets.theme import Theme, current_theme

TILE_SIZE: Final = 192
"""Size after which a weave repeats (px at 100 %)."""
_BRIGHTNESS: Final = [256 + round(1.44 * (grey - 128)) for grey in range(256)]
"""Brightness of a thread by its grey, in 256ths of the cloth's own colour."""
LIGHT_POSITION: Final = (0.46, 0.34)
"""Position of the light, in table widths and heights."""
RAIL_WIDTH: Final = 0.062
SEAM_INSET: Final = 0.10
"""Width of the rail, and inset of the seam from the edge, in card widths."""
CORNER_RADIUS: Final = 0.20
"""Corner radius of the cloth, in card widths."""
MIN_RAIL_PX: Final = 4.0
BASE_WEAVE: Final = "slate"
"""Weave of rail and seam of a table with a cloth of one's own."""
_LIGHT_STEPS: Final = 12
_GRAIN_WIDTH: Final = 24


@lru_cache(maxsize=6)
def _cloth_tile(cloth: str, colour: str, pixels: int) -> QImage:
    """Return a weave in a colour, or a flat image where its file cannot be read."""
    weave = QImage(_load_weave(cloth, pixels))
    if weave.isNull():
        flat = QImage(1, 1, QImage.Format.Format_RGB32)
        flat.fill(QColor(colour))
        return flat
    weave.setColorTable(_colour_table(colour))
    return weave.convertToFormat(QImage.Format.Format_RGB32)


@lru_cache(maxsize=3)
def _load_weave(cloth: str, pixels: int) -> QImage:
    """Return an uncoloured weave, null where its file cannot be read."""
    name = BASE_WEAVE if is_own_setting(cloth) else cloth
    weave = QImageReader(str(resources_folder() / "cloths" / f"{name}.png")).read()
    if weave.isNull():
        return weave
    if weave.width() != pixels:
        smooth = Qt.TransformationMode.SmoothTransformation
        weave = weave.scaled(QSize(pixels, pixels), mode=smooth)
    weave = weave.convertToFormat(QImage.Format.Format_Grayscale8)
    weave.reinterpretAsFormat(QImage.Format.Format_Indexed8)
    return weave


def _colour_table(colour: str) -> list[int]:
    """Return the colour of each grey, darker and lighter around the given one."""
    dyed = QColor(colour)
    shades = [
        [min(255, part * share >> 8) for share in _BRIGHTNESS]
        for part in (dyed.red(), dyed.green(), dyed.blue())
    ]
    return [
        0xFF000000 | red << 16 | green << 8 | blue for red, green, blue in zip(*shades, strict=True)
    ]


def cloth_pixmap(theme: Theme, size: QSize, ratio: float, card_width: float) -> QPixmap:
    """Return the pixmap of the whole table: cloth, light, seam and rail."""
    picture = QPixmap(size * ratio)
    tile = _cloth_tile(theme.cloth, theme.felt_glow, max(1, round(TILE_SIZE * ratio)))
    rail = RailGeometry(QRectF(picture.rect()), card_width * ratio, ratio)
    with QPainter(picture) as painter:
        painter.setPen(Qt.PenStyle.NoPen)
        for side in range(4):
            _draw_rail(painter, theme, rail, side)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # In device pixels, so that the threads stay sharp.
        own_brush = _make_own_brush(theme, rail.cloth_rect, ratio)
        painter.setBrush(QBrush(tile) if own_brush is None else own_brush)
        painter.drawRoundedRect(rail.cloth_rect, rail.corner_radius, rail.corner_radius)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.fillRect(rail.area, _light_gradient(theme, rail.area))
        _draw_rail_shadow(painter, rail)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _draw_seam(painter, theme, rail)
    picture.setDevicePixelRatio(ratio)
    return picture


def _make_own_brush(theme: Theme, area: QRectF, ratio: float) -> QBrush | None:
    """Return a picture of the person's own for the cloth, as dark as ours; None without one."""
    artwork = find_artwork(ArtworkKind.CLOTH, theme.cloth) if is_own_setting(theme.cloth) else None
    picture = QImage() if artwork is None else QImage(str(artwork.folder / CLOTH_NAME))
    if artwork is None or picture.isNull():
        return None
    smooth = Qt.TransformationMode.SmoothTransformation
    if artwork.is_tiled:
        picture = picture.scaled(picture.size() * ratio, mode=smooth)
    else:
        cover = Qt.AspectRatioMode.KeepAspectRatioByExpanding
        picture = picture.scaled(area.size().toSize(), cover, smooth)
    darkness = 1 - QColor(theme.felt_glow).lightnessF() / max(
        0.01, QColor(artwork.paper).lightnessF()
    )
    if darkness > 0:  # words on the cloth are light
        with QPainter(picture) as painter:
            painter.fillRect(picture.rect(), QColor.fromRgbF(0, 0, 0, darkness))
    brush = QBrush(picture)
    if not artwork.is_tiled:
        offset = area.center() - QRectF(picture.rect()).center()
        brush.setTransform(QTransform.fromTranslate(offset.x(), offset.y()))
    return brush


class ClothPainter:
    """Cached pixmap of a widget's table, drawn again when its appearance changes."""

    def __init__(self) -> None:
        self._picture = QPixmap()
        self._cache_key: tuple[Theme, QSize, float, float] | None = None
        """Theme, size, pixel ratio and card width of the pixmap."""

    def paint_part(
        self, painter: QPainter, part: QRectF, widget: QWidget, card_width: float
    ) -> bool:
        """Paint a part of the table; return whether the pixmap was drawn again."""
        ratio = widget.devicePixelRatioF()
        cache_key = current_theme(), widget.size(), ratio, card_width
        is_new = cache_key != self._cache_key
        if is_new:
            self._cache_key, self._picture = cache_key, cloth_pixmap(*cache_key)
        source = QRectF(part.topLeft() * ratio, part.size() * ratio)
        painter.drawPixmap(part, self._picture, source)
        return is_new


class EmptyTableWidget(QWidget):
    """Empty table for a number of seats; needs no scene."""

    def __init__(self, seats: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.animator = Animator(self)
        self._seat_count = seats
        self._cloth_painter = ClothPainter()
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    @property
    def card_width(self) -> float:
        """Base card width of this table, in pixels."""
        return compute_card_width(self.width(), self.height(), self._seat_count, text_scale())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._cloth_painter.paint_part(painter, QRectF(event.rect()), self, self.card_width)
        painter.end()


class RailGeometry:
    """Rectangles and widths of the table's rail and seam, in device pixels."""

    def __init__(self, area: QRectF, card_width: float, ratio: float) -> None:
        self.area = area
        self.rail_width = round(max(MIN_RAIL_PX * ratio, RAIL_WIDTH * card_width))
        seam = max(self.rail_width + 2.5 * ratio, SEAM_INSET * card_width)
        self.corner_radius = CORNER_RADIUS * card_width
        self.cloth_rect = _inset_rect(area, self.rail_width)
        self.seam_rect = _inset_rect(area, seam)
        self.seam_radius = max(0.0, self.corner_radius + self.rail_width - seam)
        self.thread_width = max(1.0, round(0.013 * card_width))
        self.stitch_lengths = 0.055 * card_width, 0.030 * card_width
        self.shadow_depth = 0.13 * card_width


def _inset_rect(area: QRectF, inset: float) -> QRectF:
    return area.adjusted(inset, inset, -inset, -inset)


def set_cloth_background(widget: QWidget) -> None:
    """Set the cloth, as dark as at its edge, as the background of a widget."""
    theme, palette = current_theme(), widget.palette()
    ratio = widget.devicePixelRatioF()
    tile = _cloth_tile(theme.cloth, theme.felt, max(1, round(TILE_SIZE * ratio))).copy()
    tile.setDevicePixelRatio(ratio)
    palette.setBrush(QPalette.ColorRole.Window, QBrush(QColor(theme.felt), QPixmap.fromImage(tile)))
    widget.setPalette(palette)
    widget.setAutoFillBackground(True)


def _light_gradient(theme: Theme, area: QRectF) -> QRadialGradient:
    """Return the darkening of the cloth, which is nothing where the light falls."""
    middle = QPointF(area.width() * LIGHT_POSITION[0], area.height() * LIGHT_POSITION[1])
    light = QRadialGradient(middle, 0.82 * max(area.width(), area.height()))
    darkest = 1 - QColor(theme.felt).valueF() / QColor(theme.felt_glow).valueF()
    for step in range(_LIGHT_STEPS + 1):
        share = step / _LIGHT_STEPS
        light.setColorAt(share, QColor.fromRgbF(0, 0, 0, darkest * (1 - cos(pi * share)) / 2))
    return light


# Rail and seam


def _draw_rail(painter: QPainter, theme: Theme, geometry: RailGeometry, side: int) -> None:
    """Draw one of the four mitred pieces of the rail, with the grain along it."""
    area, rail, deep = (
        geometry.area,
        geometry.rail_width,
        geometry.rail_width + geometry.corner_radius,
    )
    corners = [_rect_corners(area), _rect_corners(_inset_rect(area, deep))]
    next_side = (side + 1) % 4
    (outer, inner), ends = corners, (side, next_side)
    piece = QPolygonF([*(outer[end] for end in ends), *(inner[end] for end in reversed(ends))])
    painter.setBrush(QBrush(_grain_image(theme.cloth, theme.rail, upright=side % 2 == 1)))
    painter.drawPolygon(piece)
    across = (QPointF(0, rail), QPointF(-rail, 0), QPointF(0, -rail), QPointF(rail, 0))[side]
    # The rail is rounded, and the light falls from above: the near piece shows most of its face.
    highlight_alpha = (24, 20, 44, 32)[side]
    bow = QLinearGradient(outer[side], outer[side] + across)
    for part, tone in (
        (0.0, QColor(0, 0, 0, 110)),
        (0.25, QColor(0, 0, 0, 0)),
        (0.45, QColor(255, 240, 220, highlight_alpha)),
        (0.7, QColor(0, 0, 0, 0)),
        (1.0, QColor(0, 0, 0, 130)),
    ):
        bow.setColorAt(part, tone)
    painter.setBrush(bow)
    painter.drawPolygon(piece)


def _rect_corners(area: QRectF) -> tuple[QPointF, QPointF, QPointF, QPointF]:
    return area.topLeft(), area.topRight(), area.bottomRight(), area.bottomLeft()


def _draw_rail_shadow(painter: QPainter, geometry: RailGeometry) -> None:
    """Draw the rail's shadow on the cloth, longest at the far edge, where the light comes from."""
    cloth = geometry.cloth_rect
    for start, deep, dark in (
        (cloth.topLeft(), QPointF(0, 1.5 * geometry.shadow_depth), 120),
        (cloth.topLeft(), QPointF(geometry.shadow_depth, 0), 90),
        (cloth.topRight(), QPointF(-0.8 * geometry.shadow_depth, 0), 70),
        (cloth.bottomLeft(), QPointF(0, -0.5 * geometry.shadow_depth), 60),
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
def _grain_image(cloth: str, colour: str, *, upright: bool) -> QImage:
    """Return the grain of the rail: a strip of a weave, stretched along it, with pores."""
    size, long = QSize(TILE_SIZE, _GRAIN_WIDTH), QSize(4 * TILE_SIZE, _GRAIN_WIDTH)
    if upright:
        size, long = size.transposed(), long.transposed()
    strip = _cloth_tile(cloth, colour, TILE_SIZE).copy(QRect(QPoint(), size))
    grain = QImage(long, QImage.Format.Format_RGB32)
    with QPainter(grain) as painter:
        painter.fillRect(grain.rect(), QBrush(strip))
        painter.setOpacity(0.5)
        smooth = Qt.TransformationMode.SmoothTransformation
        painter.drawImage(0, 0, strip.scaled(long, mode=smooth))
    return grain


def _draw_seam(painter: QPainter, theme: Theme, geometry: RailGeometry) -> None:
    """Draw the seam around the cloth: stitches in a groove."""
    thick, corner = geometry.thread_width, geometry.seam_radius
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(0, 0, 0, 70), 2.2 * thick))
    painter.drawRoundedRect(geometry.seam_rect.translated(0, 0.4 * thick), corner, corner)
    # The twisted thread varies in colour.
    pen = QPen(QBrush(_cloth_tile(theme.cloth, theme.thread, TILE_SIZE)), thick)
    pen.setDashPattern([length / thick for length in geometry.stitch_lengths])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.setOpacity(0.75)
    painter.drawRoundedRect(geometry.seam_rect, corner, corner)
