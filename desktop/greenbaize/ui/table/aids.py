"""Quiet buttons on the cloth that open something; they are drawn once per change."""

from collections.abc import Sequence
from math import atan2, cos, pi, sin
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QAbstractButton, QWidget

from greenbaize.cards import Suit
from greenbaize.rules.pictures import Ring
from greenbaize.ui.cards.card_renderer import EDGE, PAPER
from greenbaize.ui.cards.suits import BLACK, paint_suit, sign_ink
from greenbaize.ui.table.drawn import DrawnItem, Shown, drawing, looks
from greenbaize.ui.table.geometry import Box
from greenbaize.ui.table.view import TableView
from greenbaize.ui.widgets.fonts import font
from greenbaize.ui.widgets.plain import set_tip
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.numbers import rank_text

_PRESS: Final = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
_LINES: Final = 0.36
"""Height of the lines below a ring, in its heights."""


class Aid(QAbstractButton):
    """Button on the cloth with a cached pixmap: cards that fly below it cause no redraw."""

    focus_mark = True
    """It draws its own focus mark: a brass frame on the cloth."""

    _picture: QPixmap | None = None
    _drawn_for: object = None
    """Screen ratio and appearance at the last drawing of the pixmap."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()

    def redraw(self) -> None:
        self._picture = None
        self.update()

    def describe(self, name: str, words: str) -> None:
        """Set the accessible name and description, and the tooltip."""
        if (name, words) != (self.accessibleName(), self.accessibleDescription()):
            self.setAccessibleName(name)
            self.setAccessibleDescription(words)
            set_tip(self, "\n".join(part for part in (name, words) if part))

    def lay_out(self, box: Box) -> None:
        place = QRect(round(box.x), round(box.y), round(box.width), round(box.height))
        if place != self.geometry():
            self.setGeometry(place)
            self.redraw()

    def draw(self, painter: QPainter, room: QRectF) -> None:
        raise AssertionError("each aid draws itself")

    def paintEvent(self, event: QPaintEvent) -> None:
        ratio = self.devicePixelRatioF()
        now = ratio, *looks()
        if self._picture is None or self._drawn_for != now:
            self._drawn_for = now
            with drawing(self.width(), self.height(), ratio) as (self._picture, brush):
                self.draw(brush, QRectF(self.rect()))
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(worn().brass_text), 2))
            round_off = min(self.width(), self.height()) / 2 if self.width() < 60 else 10
            painter.drawRoundedRect(
                QRectF(self.rect()).adjusted(1, 1, -1, -1), round_off, round_off
            )
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Activate with Enter and Space; leave all other keys to the table."""
        if event.key() in _PRESS:
            self.click()
        else:
            event.ignore()


class RulesSlipButton(Aid):
    """Button for the rules of this table, drawn as a slip of paper; a brass dot marks new rules."""

    new = Shown(False)
    """The slip has rules that have not been read."""

    def draw(self, painter: QPainter, room: QRectF) -> None:
        high, wide = room.height(), room.width()
        fold, edge = 0.24 * high, QRectF(room).adjusted(1, 0.1 * high, -1, -0.1 * high)
        slip = QPainterPath(edge.topLeft())
        slip.lineTo(edge.right() - fold, edge.top())
        slip.lineTo(edge.right(), edge.top() + fold)
        slip.lineTo(edge.bottomRight())
        slip.lineTo(edge.bottomLeft())
        slip.closeSubpath()
        painter.setPen(QPen(EDGE, 1))
        painter.setBrush(PAPER)
        painter.drawPath(slip)
        turned = QPainterPath(QPointF(edge.right() - fold, edge.top()))
        turned.lineTo(edge.right() - fold, edge.top() + fold)
        turned.lineTo(edge.right(), edge.top() + fold)
        painter.setBrush(EDGE)
        painter.drawPath(turned)
        size = 0.4 * high
        margin = max(0.06 * wide, 0.7 * fold)
        words = edge.adjusted(margin, 0, -margin, 0)
        painter.setPen(BLACK)
        letters = font(max(_SMALLEST, size), bold=True)
        taken = QFontMetricsF(letters).horizontalAdvance(self.text())
        if taken > words.width():
            letters = font(max(_SMALLEST, size * words.width() / taken), bold=True)
        painter.setFont(letters)
        painter.drawText(words, Qt.AlignmentFlag.AlignCenter, self.text())
        if self.new:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(worn().brass))
            reach = 0.15 * high
            painter.drawEllipse(QPointF(1 + reach, edge.top() + 0.3 * reach), reach, reach)


class RingDisc(Aid):
    """Button for the ring of ranks where there is no room to draw it: a disc with three dots."""

    def draw(self, painter: QPainter, room: QRectF) -> None:
        side, middle = room.width(), room.center()
        painter.setPen(QPen(QColor(worn().felt_line), 1.2))
        painter.setBrush(QColor(worn().plate))
        painter.drawEllipse(room.adjusted(1, 1, -1, -1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(worn().plate_quiet), max(1.4, 0.05 * side)))
        painter.drawEllipse(middle, 0.24 * side, 0.24 * side)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(worn().plate_text))
        for x, y in ((0.0, -0.24), (0.21, 0.12), (-0.21, 0.12)):
            painter.drawEllipse(middle + QPointF(x * side, y * side), 0.1 * side, 0.1 * side)


class RingOnCloth(DrawnItem):
    """Ring of ranks on the cloth, with a line or two about special cases now."""

    level = -1  # below cards and speech bubbles
    ring = Shown[Ring | None](None)
    lines = Shown[tuple[str, ...]](())

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        if self.ring is None:
            return
        split = (1 - _LINES) * height
        painter.setOpacity(0.92)
        paint_ring(painter, QRectF(0, 0, width, split), self.ring)
        words = QRectF(0, split, width, height - split)
        paint_lines(painter, words.adjusted(2, 0, -2, 0), self.lines)


class RingPanel(Aid):
    """Transparent button over the ring on the cloth; a note over it takes the mouse."""

    def __init__(self, view: TableView) -> None:
        super().__init__(view.viewport())
        self._view = view

    def hitButton(self, point: QPoint) -> bool:
        """Leave clicks on a note to the note."""
        return super().hitButton(point) and not self._view.is_noted(self.mapToParent(point))

    def draw(self, painter: QPainter, room: QRectF) -> None:
        """Paint nothing: the ring is an item of the scene below."""


_CARD: Final = 0.46
"""Height of a small card, in heights of the drawing."""
_WIDE: Final = 2.3
"""Maximum width of the drawing, in its heights."""
_SMALLEST: Final = 12.0
"""Minimum letter height (px)."""
_STEPS: Final = 24


def paint_ring(painter: QPainter, room: QRectF, ring: Ring) -> None:
    """Draw the ring centred in a rectangle; brass marks what beats the top card."""
    tall = _CARD * room.height()
    card = QRectF(0, 0, 0.74 * tall, tall)
    reach_x = (min(room.width(), _WIDE * room.height()) - card.width() - 6) / 2
    reach_y = (room.height() - tall - 6) / 2
    angles = [2 * pi * place / len(ring.marks) - pi / 2 for place in range(len(ring.marks))]
    ways = [_between(angles, place, reach_x, reach_y) for place in range(len(angles))]
    # The cards of a ring of three are nearer to its bottom than to its top.
    painter.save()
    middle = room.center()
    lowest = max(sin(angle) for angle in angles) * reach_y
    painter.translate(middle.x(), middle.y() + (reach_y - lowest) / 2)
    for place, way in enumerate(ways):
        beaten = ring.marks[(place + 1) % len(ring.marks)]
        colour = QColor(worn().brass if beaten == ring.top else worn().plate_quiet)
        _paint_arrow(painter, way, card, colour)
    for mark, angle in zip(ring.marks, angles, strict=True):
        card.moveCenter(QPointF(reach_x * cos(angle), reach_y * sin(angle)))
        _paint_card(painter, card, mark, ring.suit, top=mark == ring.top)
    painter.restore()


def _between(angles: Sequence[float], place: int, wide: float, high: float) -> list[QPointF]:
    """Return points of the ellipse from one card to the next."""
    start, end = angles[place], angles[(place + 1) % len(angles)]
    end += 2 * pi if end <= start else 0.0
    turns = [start + (end - start) * step / _STEPS for step in range(_STEPS + 1)]
    return [QPointF(wide * cos(turn), high * sin(turn)) for turn in turns]


def _paint_arrow(painter: QPainter, way: list[QPointF], card: QRectF, colour: QColor) -> None:
    """Draw an arrow along the arc, as far as it is clear of the cards at its ends."""
    clear = QRectF(-0.66 * card.width(), -0.62 * card.height(), 1.32 * card.width(), 0)
    clear.setHeight(1.24 * card.height())
    ends = [QRectF(clear).translated(end) for end in (way[0], way[-1])]
    seen = [point for point in way if not any(end.contains(point) for end in ends)]
    if len(seen) < 2:
        return
    path = QPainterPath(seen[0])
    for point in seen[1:]:
        path.lineTo(point)
    pen = QPen(colour, max(1.4, 0.07 * card.height()))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    tip, before = seen[-1], seen[-2]
    turn, side = atan2(tip.y() - before.y(), tip.x() - before.x()), 0.22 * card.height()
    head = QPainterPath(tip - QPointF(side * cos(turn - 0.55), side * sin(turn - 0.55)))
    head.lineTo(tip)
    head.lineTo(tip - QPointF(side * cos(turn + 0.55), side * sin(turn + 0.55)))
    painter.drawPath(head)


def _paint_card(
    painter: QPainter, card: QRectF, mark: str, suit: Suit | None, *, top: bool
) -> None:
    """Draw a small card; the winning one has a brass outline."""
    pen = QPen(QColor(worn().brass), 0.1 * card.height()) if top else QPen(EDGE, 1)
    painter.setPen(pen)
    painter.setBrush(PAPER)
    painter.drawRoundedRect(card, 0.12 * card.width(), 0.12 * card.width())
    letter = sign_ink(suit.letter, PAPER) if suit is not None else BLACK
    painter.setPen(letter)
    share = 0.62 if suit is not None else 1.0
    painter.setFont(font(max(_SMALLEST, 0.5 * card.height()), bold=True))
    place = QRectF(card.left(), card.top(), share * card.width(), card.height())
    painter.drawText(place.adjusted(-2, 0, 2, 0), Qt.AlignmentFlag.AlignCenter, rank_text(mark))
    if suit is not None:
        side = 0.36 * card.width()
        middle = QPointF(card.left() + 0.56 * card.width() + side / 2, card.center().y())
        paint_suit(painter, suit.letter, middle, side, letter)


def paint_lines(painter: QPainter, room: QRectF, lines: Sequence[str]) -> None:
    """Draw short lines below one another, in letters small enough for the longest."""
    if not lines:
        return
    tall = room.height() / max(2, len(lines))
    usual = 0.72 * tall
    longest = max(map(QFontMetricsF(font(usual)).horizontalAdvance, lines)) + 2
    painter.setFont(font(max(_SMALLEST, min(usual, usual * room.width() / longest))))
    painter.setPen(QColor(worn().plate_quiet))
    for place, line in enumerate(lines):
        slot = QRectF(room.left(), room.top() + place * tall, room.width(), tall)
        painter.drawText(slot, Qt.AlignmentFlag.AlignCenter, line)
