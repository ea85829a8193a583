"""Card pixmaps at the sizes that a table needs, and the graphics item of a card."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from greenbaize.cards import Card
from greenbaize.resources import resources
from greenbaize.ui.cards.card_renderer import CardRenderer
from greenbaize.ui.cards.faces import FaceStore
from greenbaize.ui.cards.look import CardLook, Face, card_look
from greenbaize.ui.table.drawn import Shown
from greenbaize.ui.table.geometry import READ_CARD, TALL, Spot
from greenbaize.ui.table.shadows import HIGHEST, LIFTED, Shadows, flight
from greenbaize.ui.table.way import Point, Turning, Way, width

ALOFT: Final = 1000.0
"""Z offset of flying cards over cards at rest, above everything else on the table."""
LOW: Final = 85.0
"""Largest z value of cards that slide over the cloth: below every plate, the own one too."""
SLIDES: Final = 0.45
"""Largest vertical distance at which a card of unchanged size slides, in card widths."""
LARGE: Final = 200
"""Card width above which moving cards are drawn without smoothing (px)."""
FINE: Final = 1.5
"""Pixel ratio from which rotated pixmaps need no smoothing."""
_WHOLE: Final = QTransform()
_SMOOTH: Final = QPainter.RenderHint.SmoothPixmapTransform


class CardAtlas:
    """Card pixmaps, cached for every size in which cards lie on the table."""

    def __init__(self) -> None:
        folder, look = resources() / "cards", card_look()
        self._usual = CardRenderer(folder, look)
        self._crowded = CardRenderer(folder, look, crowded=True)
        self._sizes: dict[float, tuple[FaceStore, Shadows]] = {}
        self.card = 100.0
        self.ratio = 1.0

    def set_size(self, card: float, ratio: float) -> None:
        """Set the base card width, in pixels at 100 %, and the screen's pixel ratio."""
        if (card, ratio) != (self.card, self.ratio):
            self.card, self.ratio = card, ratio
            self._sizes.clear()

    def set_card_look(self, look: CardLook) -> None:
        self._usual.look = self._crowded.look = look
        self._sizes.clear()

    def _at(self, scale: float) -> tuple[FaceStore, Shadows]:
        if scale not in self._sizes:
            renderer = self._crowded if scale <= READ_CARD else self._usual
            store = FaceStore(renderer, self.card * scale, self.ratio)
            self._sizes[scale] = store, Shadows(*store.pixels, self.ratio)
        return self._sizes[scale]

    def store(self, scale: float) -> FaceStore:
        return self._at(scale)[0]

    def picture(self, face: Face | None, spot: Spot, *, dim: bool = False) -> QPixmap:
        """Return the pixmap of a card's face (None: its back) for a placement."""
        return self.store(spot.scale).turned(face, spot.tilt, dim=dim and face is not None)

    def shadows(self, scale: float) -> Shadows:
        return self._at(scale)[1]


class CardItem(QGraphicsItem):
    """Card on the table, with its placement and its flight to another one.

    The origin is its centre. ``face`` is None while the card shows its back.
    """

    raised = Shown(0)
    """Height above the cloth, in shadow steps."""
    count = Shown(1)
    """Number of cards in the packet that it tops, including this one."""
    outline = Shown[str | None](None)
    """Colour of the outline, if any."""

    def __init__(self, atlas: CardAtlas, face: Face | None, spot: Spot) -> None:
        super().__init__()
        self._atlas = atlas
        self._dim = False
        self._resting_z = 0.0
        self.face = face
        self._turn: Turning | None = None
        self._turns_to: Face | None = None
        self.spot = self._seen = spot
        self._way: Way | None = None
        self._low = False
        self._askew = False
        self.moving = False
        self.waits = False
        """A flight is planned and has not started yet."""
        self._packet: CardItem | None = None
        self._lifted = False
        self._look = QPixmap()
        self._size = QSizeF()
        self._corner = self._offset = QPointF()
        self._edge = QRectF()
        self.lie(spot)

    # Appearance

    def turn(self, face: Face | None) -> None:
        if face != self.face:
            self.face = face
            self.refresh()

    @property
    def will_show(self) -> Face | None:
        """Face that it shows, or will show at the end of its flight."""
        return self.face if self._turn is None else self._turns_to

    def turn_on_way(self, face: Face | None, turn: Turning) -> None:
        """Flip to this face, or to the back (None), during the next flight."""
        if face != self.face:
            self._turn, self._turns_to = turn, face

    def is_card(self, card: Card) -> bool:
        """Return whether it shows this card, of whichever pack."""
        return self.face is not None and self.face.card == card

    def set_dim(self, dim: bool) -> None:
        if dim != self._dim:
            self._dim = dim
            self.refresh()

    def refresh(self) -> None:
        """Update the pixmap after the card or the size of all cards has changed."""
        # Until it is flipped in flight, one untilted pixmap is enough.
        passing = self.moving and self._turn is not None and self.face != self._turns_to
        self._seen = self.spot._replace(tilt=0) if passing else self.spot
        look = self._atlas.picture(self.face, self._seen, dim=self._dim)
        ratio = look.devicePixelRatio() or 1.0
        self._look, self._size = look, look.deviceIndependentSize()
        # A whole number of device pixels from centre to corner keeps the pixmap sharp.
        self._corner = QPointF(-(look.width() // 2) / ratio, -(look.height() // 2) / ratio)
        self.redraw()

    def redraw(self) -> None:
        """Update the shadow, the packet below it and the bounding rectangle."""
        self.prepareGeometryChange()
        shadows = self._atlas.shadows(self._seen.scale)
        self._below = shadows.below(self._seen.tilt, self.raised, self.count)
        self._offset = self._corner + self._below.up
        self._edge = QRectF(self._offset, self._size) | self._below.room
        self.update()

    # Depth

    def lift(self, *, on: bool) -> None:
        """Lift it a little above the cloth, or put it down."""
        self._lifted = on
        if not self.moving:
            self.raised = LIFTED if on else 0

    @property
    def width(self) -> float:
        """Card width at its placement, in pixels."""
        return self._atlas.card * self.spot.scale

    @property
    def place(self) -> QRectF:
        """Visible rectangle of its face or back on the table, without shadow and packet."""
        return self.mapRectToScene(QRectF(self._offset, self._size))

    @property
    def rect(self) -> QRectF:
        """Card rectangle on the table, without the tilt."""
        tall = self.width * TALL
        return QRectF(self.spot.x - self.width / 2, self.spot.y - tall / 2, self.width, tall)

    def shape_contains(self, point: QPointF) -> bool:
        """Return whether a point of the scene is on the card at rest, without the tilt."""
        card = self._atlas.card * self.spot.scale
        off = point - self.pos()
        return abs(off.x()) <= card / 2 and abs(off.y()) <= card * TALL / 2

    # Flights

    def lie(self, spot: Spot) -> None:
        self.spot = spot
        self.moving = self.waits = self._askew = False
        self._way = None
        self.setRotation(0.0)
        self.setTransform(_WHOLE)
        self._take_look()
        self.raised = LIFTED if self._lifted else 0
        self.setZValue(self._resting_z)
        self.setPos(round(spot.x), round(spot.y))

    def send(
        self, spot: Spot, bend: Point | None = None, *, low: bool = False, stiff: bool = False
    ) -> None:
        """Plan a flight to a placement; the animator moves the card once the flight starts.

        ``control_point`` bends the path; without one it is a slight arc. With ``slides_low`` the
        card slides over the cloth, below everything that stands there. With ``keeps_tilt`` it has
        its final tilt from the start, which is cheaper for many cards at once.
        """
        here, tilt = self.pos(), float(spot.tilt)
        if not stiff:
            tilt = self._seen.tilt + self.rotation()
        start = Spot(here.x(), here.y(), self._seen.scale * self.scale())
        self._way = Way(start, tilt, spot, bend)
        self.spot, self._low = spot, low
        self.moving = self.waits = True

    def wait_unseen(self) -> None:
        """Hide it until its flight starts: before, it is part of a pack."""
        self.setVisible(False)

    def leave(self, packet: "CardItem | None") -> None:
        """Reduce the count of this packet when the flight starts."""
        self._packet = packet

    def depart(self) -> None:
        if self._packet is not None:
            self._packet.count = max(1, self._packet.count - 1)
            self._packet = None
        self.waits = False
        self.setVisible(True)
        self.setZValue(self._flying_z())
        self.raised = self._height(0.0)  # Set the height first, or an unused shadow would be drawn.
        self._take_look()

    def reroute(self, spot: Spot, factor_x: float, factor_y: float) -> None:
        """Redirect the flight to a placement, at the same progress, after a resize of the table."""
        if self._way is not None:
            self._way = self._way.stretched(spot, factor_x, factor_y)
        self.setPos(round(self.x() * factor_x), round(self.y() * factor_y))
        self.spot = spot
        self.refresh()

    def carry(self, share: float) -> None:
        way = self._way
        if way is None:
            return
        height = self._height(share)
        if height != self.raised:
            self._draw_ahead(height)
            self.raised = height
        if self._turn is not None:
            self._turn_over(self._turn.turned(share))
        self._askew = self._turn is not None or not way.is_flat
        if self._askew:
            self.setScale(way.scale(share) / way.end.scale)
            self.setRotation(way.tilted(share) - self._seen.tilt)
        # Moving pixmaps at whole pixels are copied, not resampled.
        self.setPos(round(way.x(share)), round(way.y(share)))

    def hover(self, scale: float) -> None:
        """Show it enlarged by this factor."""
        self._askew = scale != 1.0
        self.setScale(scale)

    def _turn_over(self, turned: float) -> None:
        if turned > 0.5 and self.face != self._turns_to:
            self.face = self._turns_to
            self.refresh()
            # At this moment only its edge shows, so that it passes through nothing.
            self.setZValue(self._flying_z())
        if turned > 0:
            self.setTransform(QTransform.fromScale(width(turned), 1))

    def _height(self, share: float) -> int:
        """Return the height at this progress, in shadow steps; within a hand the card slides."""
        if self._low:
            return LIFTED
        if self._way is None:
            return 0
        start, end = self._way.start, self._way.end
        slides = start.scale == end.scale and abs(start.y - end.y) < SLIDES * self.width
        return 0 if slides else flight(share)

    def _draw_ahead(self, height: int) -> None:
        """Draw the shadow at the top of the flight and the pixmap on the way down.

        The last frame of a flight has enough to do.
        """
        if height == HIGHEST:
            self._atlas.shadows(self.spot.scale).shadow(self.spot.tilt, 0)
        elif self.raised == HIGHEST and self._turn is not None:
            self._atlas.picture(self._turns_to, self.spot)

    def arrive(self) -> None:
        if self._turn is not None:
            self._turn = None
            if self.face != self._turns_to:
                self.face = self._turns_to
                self.refresh()
        self.setVisible(True)
        self.lie(self.spot)

    def _take_look(self) -> None:
        """Fit the pixmap to the placement; only another size or tilt needs another one."""
        seen, spot = self._seen, self.spot
        if self._look.isNull() or (seen.scale, seen.tilt) != (spot.scale, spot.tilt):
            shown = seen.scale * self.scale()
            tilt = seen.tilt if self._way is None else self._way.tilt
            self.refresh()
            self.setScale(shown / spot.scale if self.moving else 1.0)
            self.setRotation(tilt - self._seen.tilt if self.moving else 0.0)
        elif not self.moving:
            self.setScale(1.0)

    def _flying_z(self) -> float:
        if not self._low:
            return self._resting_z + ALOFT
        # Below the plates; into the own hand it rises as it is flipped.
        return self._resting_z if self.face == self.will_show else min(self._resting_z, LOW)

    def rest_at(self, z: float) -> None:
        """Set the z value at rest; moving cards are above those at rest."""
        self._resting_z = z
        self.setZValue(self._flying_z() if self.moving and not self.waits else z)

    # Qt overrides

    def boundingRect(self) -> QRectF:
        if self.outline is None:
            return self._edge
        reach = 0.06 * self._atlas.card
        return self._edge.adjusted(-reach, -reach, reach, reach)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        # The difference is invisible on high-resolution screens; for a large moving card smoothing
        # is also the most expensive.
        large = self.moving and self._atlas.card >= LARGE
        smooth = self._askew and self._atlas.ratio < FINE and not large
        if smooth:
            painter.setRenderHint(_SMOOTH, True)
        self._below.paint(painter)
        painter.drawPixmap(self._offset, self._look)
        if smooth:
            painter.setRenderHint(_SMOOTH, False)
        if self.outline is None:
            return
        card = self._atlas.card * self.spot.scale
        reach = 0.018 * card
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self.outline), 0.036 * card))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.rotate(self.spot.tilt)
        tall = card * TALL
        rect = QRectF(-card / 2 - reach, -tall / 2 - reach, card + 2 * reach, tall + 2 * reach)
        painter.drawRoundedRect(rect, 0.085 * card, 0.085 * card)
