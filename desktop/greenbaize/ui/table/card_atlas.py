"""Card pixmaps at the sizes that a table needs, and the graphics item of a card."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from greenbaize.cards import Card
from greenbaize.resources import resources_folder
from greenbaize.ui.cards.card_look import CardFace, CardLook, current_card_look
from greenbaize.ui.cards.card_pixmaps import CardPixmapStore
from greenbaize.ui.cards.card_renderer import CardRenderer
from greenbaize.ui.table.cached_item import RedrawProperty
from greenbaize.ui.table.flight_path import FlightPath, FlipTiming, Point, compute_flipped_width
from greenbaize.ui.table.geometry import CARD_HEIGHT_RATIO, OPEN_HAND_SCALE, CardPlacement
from greenbaize.ui.table.shadows import (
    LIFTED_HEIGHT,
    MAX_HEIGHT,
    ShadowCache,
    compute_flight_height,
)

FLYING_Z_OFFSET: Final = 1000.0
"""Z offset of flying cards over cards at rest, above everything else on the table."""
MAX_SLIDING_Z: Final = 85.0
"""Largest z value of cards that slide over the cloth: below every plate, the own one too."""
MAX_SLIDE_HEIGHT: Final = 0.45
"""Largest vertical distance at which a card of unchanged size slides, in card widths."""
MIN_UNSMOOTHED_WIDTH_PX: Final = 200
"""Card width above which moving cards are drawn without smoothing (px)."""
MIN_UNSMOOTHED_RATIO: Final = 1.5
"""Pixel ratio from which rotated pixmaps need no smoothing."""
_IDENTITY: Final = QTransform()
_SMOOTH_HINT: Final = QPainter.RenderHint.SmoothPixmapTransform


class CardAtlas:
    """Card pixmaps, cached for every size in which cards lie on the table."""

    def __init__(self) -> None:
        folder, look = resources_folder() / "cards", current_card_look()
        self._usual_renderer = CardRenderer(folder, look)
        self._crowded_renderer = CardRenderer(folder, look, crowded=True)
        self._sizes: dict[float, tuple[CardPixmapStore, ShadowCache]] = {}
        self.card_width = 100.0
        self.ratio = 1.0

    def set_size(self, card_width: float, ratio: float) -> None:
        """Set the base card width, in pixels at 100 %, and the screen's pixel ratio."""
        if (card_width, ratio) != (self.card_width, self.ratio):
            self.card_width, self.ratio = card_width, ratio
            self._sizes.clear()

    def set_card_look(self, look: CardLook) -> None:
        self._usual_renderer.look = self._crowded_renderer.look = look
        self._sizes.clear()

    def _cache_at(self, scale: float) -> tuple[CardPixmapStore, ShadowCache]:
        if scale not in self._sizes:
            renderer = self._crowded_renderer if scale <= OPEN_HAND_SCALE else self._usual_renderer
            store = CardPixmapStore(renderer, self.card_width * scale, self.ratio)
            self._sizes[scale] = store, ShadowCache(*store.pixel_size, self.ratio)
        return self._sizes[scale]

    def face_store(self, scale: float) -> CardPixmapStore:
        return self._cache_at(scale)[0]

    def card_pixmap(
        self, face: CardFace | None, placement: CardPlacement, *, dimmed: bool = False
    ) -> QPixmap:
        """Return the pixmap of a card's face (None: its back) for a placement."""
        return self.face_store(placement.scale).rotated_pixmap(
            face, placement.tilt, is_dimmed=dimmed and face is not None
        )

    def shadows(self, scale: float) -> ShadowCache:
        return self._cache_at(scale)[1]


class CardItem(QGraphicsItem):
    """Card on the table, with its placement and its flight to another one.

    The origin is its centre. ``face`` is None while the card shows its back.
    """

    height = RedrawProperty(0)
    """Height above the cloth, in shadow steps."""
    packet_size = RedrawProperty(1)
    """Number of cards in the packet that it tops, including this one."""
    outline_colour = RedrawProperty[str | None](None)
    """Colour of the outline, if any."""

    def __init__(self, atlas: CardAtlas, face: CardFace | None, placement: CardPlacement) -> None:
        super().__init__()
        self._atlas = atlas
        self._is_dimmed = False
        self._resting_z = 0.0
        self.face = face
        self._flip: FlipTiming | None = None
        self._flip_face: CardFace | None = None
        self.placement = self._drawn_placement = placement
        self._path: FlightPath | None = None
        self._slides_low = False
        self._is_transformed = False
        self.is_moving = False
        self.is_waiting = False
        """A flight is planned and has not started yet."""
        self._packet: CardItem | None = None
        self._is_lifted = False
        self._pixmap = QPixmap()
        self._size = QSizeF()
        self._pixmap_corner = self._pixmap_offset = QPointF()
        self._bounds = QRectF()
        self.set_placement(placement)

    # Appearance

    def set_face(self, face: CardFace | None) -> None:
        if face != self.face:
            self.face = face
            self.update_pixmap()

    @property
    def final_face(self) -> CardFace | None:
        """Face that it shows, or will show at the end of its flight."""
        return self.face if self._flip is None else self._flip_face

    def schedule_flip(self, face: CardFace | None, flip: FlipTiming) -> None:
        """Flip to this face, or to the back (None), during the next flight."""
        if face != self.face:
            self._flip, self._flip_face = flip, face

    def shows_card(self, card: Card) -> bool:
        """Return whether it shows this card, of whichever pack."""
        return self.face is not None and self.face.card == card

    def set_dimmed(self, dimmed: bool) -> None:
        if dimmed != self._is_dimmed:
            self._is_dimmed = dimmed
            self.update_pixmap()

    def update_pixmap(self) -> None:
        """Update the pixmap after the card or the size of all cards has changed."""
        # Until it is flipped in flight, one untilted pixmap is enough.
        is_before_flip = self.is_moving and self._flip is not None and self.face != self._flip_face
        self._drawn_placement = (
            self.placement._replace(tilt=0) if is_before_flip else self.placement
        )
        pixmap = self._atlas.card_pixmap(self.face, self._drawn_placement, dimmed=self._is_dimmed)
        ratio = pixmap.devicePixelRatio() or 1.0
        self._pixmap, self._size = pixmap, pixmap.deviceIndependentSize()
        # A whole number of device pixels from centre to corner keeps the pixmap sharp.
        self._pixmap_corner = QPointF(
            -(pixmap.width() // 2) / ratio, -(pixmap.height() // 2) / ratio
        )
        self.redraw()

    def redraw(self) -> None:
        """Update the shadow, the packet below it and the bounding rectangle."""
        self.prepareGeometryChange()
        shadows = self._atlas.shadows(self._drawn_placement.scale)
        self._underlay = shadows.underlay(self._drawn_placement.tilt, self.height, self.packet_size)
        self._pixmap_offset = self._pixmap_corner + self._underlay.top_offset
        self._bounds = QRectF(self._pixmap_offset, self._size) | self._underlay.bounds
        self.update()

    # Depth

    def set_lifted(self, *, on: bool) -> None:
        """Lift it a little above the cloth, or put it down."""
        self._is_lifted = on
        if not self.is_moving:
            self.height = LIFTED_HEIGHT if on else 0

    @property
    def card_width(self) -> float:
        """Card width at its placement, in pixels."""
        return self._atlas.card_width * self.placement.scale

    @property
    def pixmap_rect(self) -> QRectF:
        """Visible rectangle of its face or back on the table, without shadow and packet."""
        return self.mapRectToScene(QRectF(self._pixmap_offset, self._size))

    @property
    def card_rect(self) -> QRectF:
        """Card rectangle on the table, without the tilt."""
        tall = self.card_width * CARD_HEIGHT_RATIO
        return QRectF(
            self.placement.x - self.card_width / 2,
            self.placement.y - tall / 2,
            self.card_width,
            tall,
        )

    def shape_contains(self, point: QPointF) -> bool:
        """Return whether a point of the scene is on the card at rest, without the tilt."""
        card = self._atlas.card_width * self.placement.scale
        off = point - self.pos()
        return abs(off.x()) <= card / 2 and abs(off.y()) <= card * CARD_HEIGHT_RATIO / 2

    # Flights

    def set_placement(self, placement: CardPlacement) -> None:
        self.placement = placement
        self.is_moving = self.is_waiting = self._is_transformed = False
        self._path = None
        self.setRotation(0.0)
        self.setTransform(_IDENTITY)
        self._match_placement()
        self.height = LIFTED_HEIGHT if self._is_lifted else 0
        self.setZValue(self._resting_z)
        self.setPos(round(placement.x), round(placement.y))

    def plan_flight(
        self,
        placement: CardPlacement,
        control_point: Point | None = None,
        *,
        slides_low: bool = False,
        keeps_tilt: bool = False,
    ) -> None:
        """Plan a flight to a placement; the animator moves the card once the flight starts.

        ``control_point`` bends the path; without one it is a slight arc. With ``slides_low`` the
        card slides over the cloth, below everything that stands there. With ``keeps_tilt`` it has
        its final tilt from the start, which is cheaper for many cards at once.
        """
        position, tilt = self.pos(), float(placement.tilt)
        if not keeps_tilt:
            tilt = self._drawn_placement.tilt + self.rotation()
        start = CardPlacement(
            position.x(), position.y(), self._drawn_placement.scale * self.scale()
        )
        self._path = FlightPath(start, tilt, placement, control_point)
        self.placement, self._slides_low = placement, slides_low
        self.is_moving = self.is_waiting = True

    def hide_until_start(self) -> None:
        """Hide it until its flight starts: before, it is part of a pack."""
        self.setVisible(False)

    def set_source_packet(self, packet: "CardItem | None") -> None:
        """Reduce the count of this packet when the flight starts."""
        self._packet = packet

    def start_animation(self) -> None:
        if self._packet is not None:
            self._packet.packet_size = max(1, self._packet.packet_size - 1)
            self._packet = None
        self.is_waiting = False
        self.setVisible(True)
        self.setZValue(self._moving_z())
        self.height = self._height_at(
            0.0
        )  # Set the height first, or an unused shadow would be drawn.
        self._match_placement()

    def redirect_flight(self, placement: CardPlacement, factor_x: float, factor_y: float) -> None:
        """Redirect the flight to a placement, at the same progress, after a resize of the table."""
        if self._path is not None:
            self._path = self._path.scaled_path(placement, factor_x, factor_y)
        self.setPos(round(self.x() * factor_x), round(self.y() * factor_y))
        self.placement = placement
        self.update_pixmap()

    def set_progress(self, progress: float) -> None:
        path = self._path
        if path is None:
            return
        height = self._height_at(progress)
        if height != self.height:
            self._prerender(height)
            self.height = height
        if self._flip is not None:
            self._show_flip(self._flip.flip_fraction(progress))
        self._is_transformed = self._flip is not None or not path.is_flat
        if self._is_transformed:
            self.setScale(path.scale_at(progress) / path.end_placement.scale)
            self.setRotation(path.tilt_at(progress) - self._drawn_placement.tilt)
        # Moving pixmaps at whole pixels are copied, not resampled.
        self.setPos(round(path.x_at(progress)), round(path.y_at(progress)))

    def set_zoom(self, scale: float) -> None:
        """Show it enlarged by this factor."""
        self._is_transformed = scale != 1.0
        self.setScale(scale)

    def _show_flip(self, flip_fraction: float) -> None:
        if flip_fraction > 0.5 and self.face != self._flip_face:
            self.face = self._flip_face
            self.update_pixmap()
            # At this moment only its edge shows, so that it passes through nothing.
            self.setZValue(self._moving_z())
        if flip_fraction > 0:
            self.setTransform(QTransform.fromScale(compute_flipped_width(flip_fraction), 1))

    def _height_at(self, progress: float) -> int:
        """Return the height at this progress, in shadow steps; within a hand the card slides."""
        if self._slides_low:
            return LIFTED_HEIGHT
        if self._path is None:
            return 0
        start, end = self._path.start_placement, self._path.end_placement
        is_sliding = (
            start.scale == end.scale and abs(start.y - end.y) < MAX_SLIDE_HEIGHT * self.card_width
        )
        return 0 if is_sliding else compute_flight_height(progress)

    def _prerender(self, height: int) -> None:
        """Draw the shadow at the top of the flight and the pixmap on the way down.

        The last frame of a flight has enough to do.
        """
        if height == MAX_HEIGHT:
            self._atlas.shadows(self.placement.scale).shadow(self.placement.tilt, 0)
        elif self.height == MAX_HEIGHT and self._flip is not None:
            self._atlas.card_pixmap(self._flip_face, self.placement)

    def finish_animation(self) -> None:
        if self._flip is not None:
            self._flip = None
            if self.face != self._flip_face:
                self.face = self._flip_face
                self.update_pixmap()
        self.setVisible(True)
        self.set_placement(self.placement)

    def _match_placement(self) -> None:
        """Fit the pixmap to the placement; only another size or tilt needs another one."""
        drawn, placement = self._drawn_placement, self.placement
        if self._pixmap.isNull() or (drawn.scale, drawn.tilt) != (placement.scale, placement.tilt):
            visible_scale = drawn.scale * self.scale()
            tilt = drawn.tilt if self._path is None else self._path.start_tilt
            self.update_pixmap()
            self.setScale(visible_scale / placement.scale if self.is_moving else 1.0)
            self.setRotation(tilt - self._drawn_placement.tilt if self.is_moving else 0.0)
        elif not self.is_moving:
            self.setScale(1.0)

    def _moving_z(self) -> float:
        if not self._slides_low:
            return self._resting_z + FLYING_Z_OFFSET
        # Below the plates; into the own hand it rises as it is flipped.
        return (
            self._resting_z if self.face == self.final_face else min(self._resting_z, MAX_SLIDING_Z)
        )

    def set_resting_z(self, z: float) -> None:
        """Set the z value at rest; moving cards are above those at rest."""
        self._resting_z = z
        self.setZValue(self._moving_z() if self.is_moving and not self.is_waiting else z)

    # Qt overrides

    def boundingRect(self) -> QRectF:
        if self.outline_colour is None:
            return self._bounds
        reach = 0.06 * self._atlas.card_width
        return self._bounds.adjusted(-reach, -reach, reach, reach)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        # The difference is invisible on high-resolution screens; for a large moving card smoothing
        # is also the most expensive.
        is_large_moving = self.is_moving and self._atlas.card_width >= MIN_UNSMOOTHED_WIDTH_PX
        is_smoothed = (
            self._is_transformed
            and self._atlas.ratio < MIN_UNSMOOTHED_RATIO
            and not is_large_moving
        )
        if is_smoothed:
            painter.setRenderHint(_SMOOTH_HINT, True)
        self._underlay.paint(painter)
        painter.drawPixmap(self._pixmap_offset, self._pixmap)
        if is_smoothed:
            painter.setRenderHint(_SMOOTH_HINT, False)
        if self.outline_colour is None:
            return
        card = self._atlas.card_width * self.placement.scale
        reach = 0.018 * card
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self.outline_colour), 0.036 * card))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.rotate(self.placement.tilt)
        tall = card * CARD_HEIGHT_RATIO
        rect = QRectF(-card / 2 - reach, -tall / 2 - reach, card + 2 * reach, tall + 2 * reach)
        painter.drawRoundedRect(rect, 0.085 * card, 0.085 * card)
