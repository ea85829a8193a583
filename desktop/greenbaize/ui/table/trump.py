"""The trump on the table: a card that is turned up, a struck-out suit, or the seats' own suits."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform

from greenbaize.cards import Suit
from greenbaize.ui.cards.card_renderer import EDGE, PAPER
from greenbaize.ui.cards.suits import paint_suit, sign_ink
from greenbaize.ui.table.card_atlas import CardItem
from greenbaize.ui.table.drawn import DrawnItem
from greenbaize.ui.table.geometry import TALL, Spot
from greenbaize.ui.table.motion import swung
from greenbaize.ui.table.way import width
from greenbaize.ui.table.writing import write
from greenbaize.ui.widgets.theme import worn

TRUMP_MS: Final = 600.0
_COMES, _LEAVES = 0.42, 0.58
"""Progress at which the card reaches the centre, and at which it leaves it."""
_BACK: Final = QColor("#22335a")
_PALE: Final = QColor("#8fa0cc")
_STRIKE: Final = QColor("#e0574c")


class TurnedUp:
    """Animation of a card from the pack to the centre, and from there to its corner."""

    def __init__(self, item: CardItem, corner: Callable[[], Spot]) -> None:
        self._item, self._corner = item, corner
        self._leaves = False

    def depart(self) -> None:
        self._item.depart()

    def carry(self, share: float) -> None:
        item = self._item
        if share < _LEAVES:
            item.carry(swung(min(1.0, share / _COMES)))
            return
        if not self._leaves:
            self._leaves = True
            item.arrive()
            item.send(self._corner())
            item.depart()
        item.carry(swung((share - _LEAVES) / (1 - _LEAVES)))

    def arrive(self) -> None:
        self._item.arrive()
        self._item.lie(self._corner())


class NoTrumpItem(DrawnItem):
    """Card back with a struck-out suit, turned up in the centre and moved to the trump sign."""

    level = 1000
    _middle = _end = QRectF()

    def lay(self, middle: QRectF, end: QRectF) -> None:
        """Set the rectangles of the start and the end of the animation."""
        self._middle, self._end = middle, end
        self.set_size(middle.width(), middle.height())

    def depart(self) -> None:
        self.carry(0.0)
        self.show()

    def carry(self, share: float) -> None:
        gone = swung(max(0.0, (share - _LEAVES) / (1 - _LEAVES)))
        turned = width(0.5 + 0.5 * swung(min(1.0, share / _COMES)))
        large, small = self._middle, self._end
        size = 1 + (small.width() / large.width() - 1) * gone
        middle = large.center() + (small.center() - large.center()) * gone
        turn = QTransform().translate(middle.x(), middle.y()).scale(size * turned, size)
        self.setTransform(turn.translate(-large.width() / 2, -large.height() / 2))

    def arrive(self) -> None:
        self.hide()

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        paint_struck(painter, QRectF(0, 0, width, height))


def struck_place(room: QRectF) -> QRectF:
    """Return the rectangle of the struck-out card in that of the trump sign."""
    return QRectF(room.left(), room.top(), room.height() / TALL, room.height())


def paint_struck(painter: QPainter, card: QRectF) -> None:
    """Draw the back of a card with a struck-out suit: there is no trump."""
    wide = card.width()
    pen = max(1.0, 0.05 * wide)
    painter.setPen(QPen(PAPER, pen))
    painter.setBrush(_BACK)
    body = card.adjusted(pen / 2, pen / 2, -pen / 2, -pen / 2)
    painter.drawRoundedRect(body, 0.09 * wide, 0.09 * wide)
    side, middle = 0.58 * wide, card.center()
    paint_suit(painter, "S", middle, side, _PALE)
    strike = QPen(_STRIKE, 0.11 * wide)
    strike.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(strike)
    reach = QPointF(0.32 * wide, -0.32 * wide)
    painter.drawLine(middle - reach, middle + reach)


Owners = Sequence[tuple[Suit, str]]
"""Suits, each with the names of the players whose own trump it is."""


def paint_owners(painter: QPainter, room: QRectF, owners: Owners) -> bool:
    """Draw suits with the names of their owners in two columns; return whether all names fit."""
    whole = True
    rows = max(1, -(-len(owners) // 2))
    wide, tall = room.width() / 2, min(room.height() / rows, 0.5 * room.height())
    for place, (suit, names) in enumerate(owners):
        left, top = room.left() + place // rows * wide, room.top() + place % rows * tall
        side = 0.78 * tall
        disc = QPointF(left + side / 2 + 1, top + tall / 2)
        painter.setPen(QPen(EDGE, 1))
        painter.setBrush(PAPER)
        painter.drawEllipse(disc, side / 2, side / 2)
        paint_suit(painter, suit.letter, disc, 0.62 * side, sign_ink(suit.letter, PAPER))
        painter.setPen(QColor(worn().plate_text))
        line = QRectF(left + 1.2 * side, top, wide - 1.35 * side, tall)
        whole = write(painter, line, names, 0.42 * tall) and whole
    return whole
