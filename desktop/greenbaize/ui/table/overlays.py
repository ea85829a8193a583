"""Items that are shown on occasions: a deal's announcement and its scores, coin and winner."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from greenbaize.rules.pictures import Luck
from greenbaize.ui.cards.card_renderer import EDGE, PAPER
from greenbaize.ui.cards.suits import BLACK, suit_path
from greenbaize.ui.table.drawn import ArrivingItem, Shown
from greenbaize.ui.table.geometry import Geometry
from greenbaize.ui.widgets.fonts import font
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.spoken import in_a_row

TURNS: Final = 9
"""Number of turns of the coin."""
WIDE: Final = 1.5
"""Width of the coin, in card widths."""
BRASS: Final = QColor("#e7bd6a")
RIM: Final = QColor("#8a6320")
INK: Final = QColor("#3a2a0c")


class CoinItem(ArrivingItem):
    """Coin with a name on each side, which turns over in the air and ends on the winner's side."""

    side = Shown("")
    """Visible name."""
    level = 4550
    _names: tuple[str, ...] = ()
    _at = (0.0, 0.0)

    def take(self, names: Sequence[str], winner: str) -> None:
        """Set the names, of which the winner's ends on top."""
        first = names.index(winner) if winner in names else 0
        others = (*names[first + 1 :], *names[:first])
        self._names = (winner, *others)

    def clear(self) -> None:
        self._names, self.side = (), ""
        self.hide()

    def lay(self, middle: tuple[float, float], card: float) -> None:
        """Set its centre and the card width (px)."""
        side = WIDE * card
        self._at = (middle[0] - side / 2, middle[1] - side / 2)
        self.stand_around(middle, side, side)

    @property
    def wanted(self) -> bool:
        return bool(self._names)

    def carry(self, share: float) -> None:
        left = TURNS * (1 - share)
        self.side = self._names[round(left) % len(self._names)] if self._names else ""
        # A turning coin looks as high as this fraction of its width.
        seen, tall = max(0.06, abs(cos(pi * left))), self.boundingRect().height()
        x, y = self._at
        self.setPos(round(x), round(y - 0.55 * tall * sin(pi * share)))
        self.setTransform(QTransform(1, 0, 0, seen, 0, tall / 2 * (1 - seen)))

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        pen = 0.045 * width
        body = QRectF(0, 0, width, height).adjusted(pen, pen, -pen, -pen)
        painter.setPen(QPen(RIM, pen))
        painter.setBrush(BRASS)
        painter.drawEllipse(body)
        painter.setPen(QPen(RIM, 0.012 * width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(body.center(), 0.40 * width, 0.40 * height)
        self._draw_stars(painter, body.center(), width)
        size, most = 0.20 * width, 0.70 * width
        wide = QFontMetricsF(font(size, bold=True)).horizontalAdvance(self.side)
        if wide > most:
            size = max(12.0, size * most / wide)
        painter.setFont(font(size, bold=True))
        painter.setPen(INK)
        shown = painter.fontMetrics().elidedText(
            self.side, Qt.TextElideMode.ElideRight, round(most) + 2
        )
        painter.drawText(QRectF(0, 0, width, height), Qt.AlignmentFlag.AlignCenter, shown)

    @staticmethod
    def _draw_stars(painter: QPainter, middle: QPointF, width: float) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(RIM)
        for step in range(-2, 3):
            for level in (-1, 1):
                angle = level * pi / 2 + 0.32 * step
                dot = QPointF(0.34 * width * cos(angle), 0.34 * width * sin(angle))
                painter.drawEllipse(middle + dot, 0.014 * width, 0.014 * width)


PIECES: Final = 18
REACH: Final = 1.5
"""Distance that the pieces fly, in card widths."""
MANY: Final = 44
FAR: Final = 3.2
"""The same around the result of a match."""
COLOURS: Final = tuple(map(QColor, ("#f0c873", "#f4f1e4", "#ff9a8c", "#d9a441")))


class JoyItem(QGraphicsItem):
    """Suit marks that fly up and outwards from a plate and fade."""

    def __init__(self, pieces: int = PIECES, reach: float = REACH) -> None:
        super().__init__()
        self._pieces, self._reach = pieces, reach
        self._card = 1.0
        self._share = 1.0
        self._plate = QRectF()
        self.setZValue(640)
        self.hide()

    def lay(self, plate: QRectF, card: float) -> None:
        """Set the plate that they start from, and the card width (px)."""
        self.prepareGeometryChange()
        self._plate, self._card = plate, card

    def depart(self) -> None:
        self.carry(0.0)
        self.show()

    def carry(self, share: float) -> None:
        self._share = share
        self.update()

    def arrive(self) -> None:
        self._share = 1.0
        self.hide()

    def boundingRect(self) -> QRectF:
        reach = (self._reach + 0.4) * self._card
        return self._plate.adjusted(-reach, -reach, reach, reach)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(max(0.0, 1.0 - self._share**3))
        for number in range(self._pieces):
            painter.fillPath(self._piece(number), COLOURS[number % len(COLOURS)])
        painter.restore()

    def _piece(self, number: int) -> QPainterPath:
        share, card = self._share, self._card
        angle = 2 * pi * (number + 0.5) / self._pieces
        # Different distances, and a slight fall at the end.
        far = (0.55 + 0.45 * ((number * 7) % 5) / 4) * self._reach * card * share
        start = self._plate.center() + QPointF(
            0.5 * self._plate.width() * cos(angle), 0.5 * self._plate.height() * sin(angle)
        )
        middle = start + QPointF(far * cos(angle), far * sin(angle) + 0.35 * card * share * share)
        side = (0.14 + 0.05 * (number % 3)) * card
        turn = QTransform()
        turn.translate(middle.x(), middle.y())
        turn.rotate(220 * share * (1 if number % 2 else -1))
        turn.scale(side, side)
        turn.translate(-0.5, -0.5)
        return turn.map(suit_path("CDHS"[number % 4]))


GLAD: Final = QColor("#23744a")
SORRY: Final = QColor("#b3261e")
LETTER: Final = 0.24
"""Letter size, in card widths."""
SMALLEST: Final = 14.0


class MadeItem(ArrivingItem):
    """Deal score at a plate: a word or two, with a tick or a cross besides the colour."""

    level = 620
    words = ""
    luck = Luck.NEITHER
    _size = SMALLEST
    _at = QPointF()
    """Centre of its position until it is counted."""

    def clear(self) -> None:
        self.words = ""
        self.hide()

    def fly(self, share: float, end: QPointF) -> None:
        """Show it at this progress of its flight to the plate."""
        middle = self._at + (end - self._at) * share
        self.setPos(middle - self.boundingRect().center())
        self.setScale(1 - 0.6 * share)
        self.setOpacity(1 - 0.5 * share)

    def put(self, left: float, top: float | None = None) -> None:
        """Move it to this left, and to this top if given."""
        self.setPos(round(left), self.y() if top is None else round(top))
        self._at = self.pos() + self.boundingRect().center()

    def lay(self, middle: tuple[float, float], card: float, room: QRectF) -> None:
        """Set its centre within an area, and the card width (px)."""
        self._size = self.grown(max(SMALLEST, LETTER * card), 1.7)
        wide = QFontMetricsF(font(self._size, bold=True)).horizontalAdvance(self.words)
        sign = 0.0 if self.luck is Luck.NEITHER else 1.3 * self._size
        width, height = wide + sign + 1.3 * self._size, 1.8 * self._size
        self.stand_around(middle, width, height)
        left = min(max(middle[0] - width / 2, room.left() + 4), room.right() - width - 4)
        self.put(left)

    @property
    def wanted(self) -> bool:
        return bool(self.words)

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        edge = {Luck.GOOD: GLAD, Luck.BAD: SORRY, Luck.NEITHER: EDGE}[self.luck]
        pen = max(1.5, 0.09 * self._size)
        body = QRectF(0, 0, width, height).adjusted(pen, pen, -pen, -pen)
        painter.setPen(QPen(edge, pen))
        painter.setBrush(PAPER)
        painter.drawRoundedRect(body, body.height() / 2, body.height() / 2)
        left = 0.65 * self._size
        if self.luck is not Luck.NEITHER:
            left = 0.42 * self._size
            self._draw_sign(painter, QRectF(left, (height - 1.1 * self._size) / 2, 0, 0), edge)
            left += 1.4 * self._size
        painter.setPen(BLACK if self.luck is Luck.NEITHER else edge)
        painter.setFont(font(self._size, bold=True))
        room = QRectF(left, 0, width - left, height)
        painter.drawText(
            room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self.words
        )

    def _draw_sign(self, painter: QPainter, corner: QRectF, colour: QColor) -> None:
        side = 1.1 * self._size
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawEllipse(QRectF(corner.x(), corner.y(), side, side))
        pen = QPen(PAPER, 0.14 * side)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)

        def at(x: float, y: float) -> QPointF:
            return QPointF(corner.x() + x * side, corner.y() + y * side)

        if self.luck is Luck.GOOD:
            painter.drawPolyline([at(0.28, 0.53), at(0.44, 0.68), at(0.73, 0.34)])
        else:
            painter.drawLine(at(0.33, 0.33), at(0.67, 0.67))
            painter.drawLine(at(0.67, 0.33), at(0.33, 0.67))


LARGE: Final = 0.36
"""Letter sizes of the first line and of the others, in card widths."""
SMALL: Final = 0.19
LEAST: Final = 13.0
QUIET: Final = QColor("#5b5f6b")


class AnnouncementItem(ArrivingItem):
    """Sheet of paper in the centre of the table: a large line, and smaller ones below."""

    level = 4600
    least = 0.8
    lines: tuple[str, ...] = ()
    _sizes: tuple[float, ...] = ()

    def lay(self, middle: tuple[float, float], card: float, room: float) -> None:
        """Set its centre, the card width and the available width (px)."""
        most = room - 1.2 * card
        sizes, widest = [], 0.0
        for place, line in enumerate(self.lines):
            size = self.grown(max(LEAST, (SMALL if place else LARGE) * card), 1.5)
            wide = QFontMetricsF(font(size, bold=not place)).horizontalAdvance(line)
            if wide > most:
                size, wide = max(LEAST, 0.98 * size * most / wide), most
            sizes.append(size)
            widest = max(widest, wide)
        self._sizes = tuple(sizes)
        width, height = widest + 0.9 * card, 1.5 * sum(sizes) + 0.42 * card
        self.stand_around(middle, width, height)

    @property
    def wanted(self) -> bool:
        return bool(self.lines)

    def clear(self) -> None:
        self.lines = ()
        self.hide()

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        brass = QColor(worn().brass)
        pen = max(2.0, 0.02 * height)
        body = QRectF(0, 0, width, height).adjusted(pen, pen, -pen, -pen)
        painter.setPen(QPen(brass, pen))
        painter.setBrush(PAPER)
        painter.drawRoundedRect(body, 0.14 * height, 0.14 * height)
        top = (height - 1.5 * sum(self._sizes)) / 2
        for place, (line, size) in enumerate(zip(self.lines, self._sizes, strict=False)):
            painter.setPen(QUIET if place else BLACK)
            painter.setFont(font(size, bold=not place))
            room = QRectF(0, top, width, 1.5 * size)
            shown = painter.fontMetrics().elidedText(
                line, Qt.TextElideMode.ElideRight, round(width - 2 * pen)
            )
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, shown)
            top += 1.5 * size


MADE_MS: Final = 260
MADE_GAP_MS, MOST_GAPS_MS = 90.0, 540.0
"""Deal scores appear one after another, from the dealer's left, within this time (ms)."""
ANNOUNCE_MS: Final = 240
TOSS_MS: Final = 1700
JOY_MS: Final = 1500
REJOICE_MS: Final = 2600
ROOMY: Final = 7
"""Largest number of players with room above the own plate."""


class Overlays:
    """Items that are shown on occasions only."""

    def __init__(self, scene: Any) -> None:
        self._scene = scene  # the ``TableScene`` that owns them
        self.made = [MadeItem() for _ in scene.names]
        self.announcement = AnnouncementItem()
        self.coin = CoinItem()
        self.joys = [JoyItem() for _ in scene.names]
        self.rejoicing = JoyItem(MANY, FAR)
        for item in (*self.made, self.announcement, self.coin, *self.joys, self.rejoicing):
            scene.addItem(item)

    def lay_out(self) -> None:
        geometry = self._scene.geometry
        for seat, item in enumerate(self.made):
            if item.words:
                self._lay_made(seat, geometry)
        self.stand_clear()
        self._lay_announcement(geometry)
        self.coin.lay(geometry.centre, geometry.card)
        for seat, joy in enumerate(self.joys):
            joy.lay(QRectF(*geometry.plate(seat)), geometry.card)

    def clear(self) -> None:
        for item in self.made:
            item.clear()
        self.announcement.clear()
        self.coin.clear()
        for joy in (*self.joys, self.rejoicing):
            joy.hide()
        for plate in self._scene.plates:
            plate.won = False

    # Deals

    def announce(self, lines: Sequence[str]) -> None:
        self.announcement.lines = tuple(lines)
        self._lay_announcement(self._scene.geometry)
        self._scene.motion.move(self.announcement, ANNOUNCE_MS)

    def _lay_announcement(self, geometry: Geometry) -> None:
        self.announcement.lay(geometry.announcement(), geometry.card, geometry.width)

    def show_made(self, made: Sequence[tuple[str, Luck]], first: int) -> None:
        """Show at each plate its score of a deal, one after another from a seat on."""
        geometry, seats = self._scene.geometry, len(self.made)
        gap = min(MADE_GAP_MS, MOST_GAPS_MS / seats)
        for seat, (words, luck) in enumerate(made[:seats]):
            item = self.made[seat]
            item.words, item.luck = words, luck
            self._lay_made(seat, geometry)
            self._scene.motion.move(item, MADE_MS, (seat - first) % seats * gap)
        self.stand_clear()

    def _lay_made(self, seat: int, geometry: Geometry) -> None:
        scene, card = self._scene, geometry.card
        x, y = geometry.said(seat)
        if seat == geometry.near and geometry.players <= ROOMY:
            # Above the plate, because the own tricks beside it are what the score counts.
            plate = geometry.plate(seat)
            x, y = plate.centre[0], plate.y - 0.32 * card
        item = self.made[seat]
        item.lay((x, y), card, scene.sceneRect())
        if seat == geometry.near and geometry.players > ROOMY:
            # Beside the plate, from its inner end.
            plate = geometry.plate(seat)
            aside = (plate.width + item.boundingRect().width()) / 2 + 0.08 * card
            x = plate.centre[0] + (-aside if geometry.near_at_right else aside)
            item.lay((x, y), card, scene.sceneRect())

    def stand_clear(self) -> None:
        """Move deal scores clear of the ring of ranks, and the own one clear of its neighbour's."""
        scene = self._scene
        own, ring = self.made[scene.near], scene.ring_place()
        slips = [one for one in self.made if one is not own and one.words]
        for slip in slips:
            if ring is not None and _spot(slip).intersects(ring):
                slip.put(slip.x(), ring.top() - _spot(slip).height() - 1)
        for other in (*map(_spot, slips), *([] if ring is None else [ring])):
            here = _spot(own)
            if here.intersects(other):
                at_left = scene.geometry.near_at_right
                x = other.left() - here.width() - 4 if at_left else other.right() + 4
                own.put(x)

    # Matches

    def toss(self, sides: Sequence[Sequence[int]], winner: Sequence[int]) -> None:
        """Toss a coin between the sides, each a single seat or partners."""
        names = self._scene.names
        words = {tuple(side): in_a_row([names[seat] for seat in side]) for side in sides}
        self.coin.take(list(words.values()), words[tuple(winner)])
        geometry = self._scene.geometry
        self.coin.lay(geometry.centre, geometry.card)
        self._scene.motion.move(self.coin, TOSS_MS)

    def celebrate(self, winners: Sequence[int]) -> None:
        geometry = self._scene.geometry
        for seat in winners:
            self._scene.plates[seat].won = True
            self.joys[seat].lay(QRectF(*geometry.plate(seat)), geometry.card)
            self._scene.motion.move(self.joys[seat], JOY_MS)

    def rejoice(self, around: QRectF) -> None:
        """Let suit marks fly up from behind this rectangle of the table."""
        self.rejoicing.lay(around, self._scene.geometry.card)
        self._scene.motion.move(self.rejoicing, REJOICE_MS)


def _spot(slip: MadeItem) -> QRectF:
    """Return the rectangle of a deal score at its full size."""
    return slip.boundingRect().translated(slip.pos())
