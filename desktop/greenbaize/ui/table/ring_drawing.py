"""The ring of ranks that beat each other, drawn: small cards, and arrows from each to the next."""

from collections.abc import Sequence
from math import atan2, cos, pi, sin
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QTransform

from greenbaize.cards import Suit
from greenbaize.rules.pictures import Ring
from greenbaize.ui.cards.printing import EDGE, PAPER
from greenbaize.ui.cards.suits import BLACK, sign_ink, suit_path
from greenbaize.ui.fonts import font
from greenbaize.ui.theme import Theme
from greenbaize.words.numbers import rank_text

_CARD: Final = 0.46
"""How tall a small card is, in heights of the drawing."""
_WIDE: Final = 2.3
"""The drawing is no wider than so many of its heights."""
_SMALLEST: Final = 12.0
"""No letter is smaller, in pixels."""
_STEPS: Final = 24


def paint_ring(painter: QPainter, room: QRectF, ring: Ring, theme: Theme) -> None:
    """Draw the ring in the middle of a room; what beats the top card is marked in brass."""
    tall = _CARD * room.height()
    card = QRectF(0, 0, 0.74 * tall, tall)
    reach_x = (min(room.width(), _WIDE * room.height()) - card.width() - 6) / 2
    reach_y = (room.height() - tall - 6) / 2
    angles = [2 * pi * place / len(ring.marks) - pi / 2 for place in range(len(ring.marks))]
    ways = [_between(angles, place, reach_x, reach_y) for place in range(len(angles))]
    # The cards of a ring of three lie nearer to its foot than to its head.
    painter.save()
    middle = room.center()
    lowest = max(sin(angle) for angle in angles) * reach_y
    painter.translate(middle.x(), middle.y() + (reach_y - lowest) / 2)
    for place, way in enumerate(ways):
        beaten = ring.marks[(place + 1) % len(ring.marks)]
        colour = QColor(theme.brass if beaten == ring.top else theme.plate_quiet)
        _paint_arrow(painter, way, card, colour)
    for mark, angle in zip(ring.marks, angles, strict=True):
        card.moveCenter(QPointF(reach_x * cos(angle), reach_y * sin(angle)))
        _paint_card(painter, card, mark, ring.suit, theme if mark == ring.top else None)
    painter.restore()


def _between(angles: Sequence[float], place: int, wide: float, high: float) -> list[QPointF]:
    """Points of the ellipse from one card to the next."""
    start, end = angles[place], angles[(place + 1) % len(angles)]
    end += 2 * pi if end <= start else 0.0
    turns = [start + (end - start) * step / _STEPS for step in range(_STEPS + 1)]
    return [QPointF(wide * cos(turn), high * sin(turn)) for turn in turns]


def _paint_arrow(painter: QPainter, way: list[QPointF], card: QRectF, colour: QColor) -> None:
    """An arrow along the way, as far as it is clear of the cards at its ends."""
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
    painter: QPainter, card: QRectF, mark: str, suit: Suit | None, top: Theme | None
) -> None:
    """A small card; the one that is winning has the brass outline."""
    pen = QPen(EDGE, 1) if top is None else QPen(QColor(top.brass), 0.1 * card.height())
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
        x, y = card.left() + 0.56 * card.width(), card.center().y() - side / 2
        painter.fillPath(QTransform(side, 0, 0, side, x, y).map(suit_path(suit.letter)), letter)


def paint_lines(painter: QPainter, room: QRectF, lines: Sequence[str], theme: Theme) -> None:
    """Write short lines below one another, in letters small enough for the longest."""
    if not lines:
        return
    tall = room.height() / max(2, len(lines))
    usual = 0.72 * tall
    longest = max(map(QFontMetricsF(font(usual)).horizontalAdvance, lines)) + 2
    painter.setFont(font(max(_SMALLEST, min(usual, usual * room.width() / longest))))
    painter.setPen(QColor(theme.plate_quiet))
    for place, line in enumerate(lines):
        slot = QRectF(room.left(), room.top() + place * tall, room.width(), tall)
        painter.drawText(slot, Qt.AlignmentFlag.AlignCenter, line)
