"""Where a note stands: beside what it speaks of, and never over what it must leave to be seen."""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSizeF

EDGE = 4.0
"""How far a note stays from the edge of the room, in pixels."""


class Tip(Enum):
    """The side of the note at which it points at what it speaks of."""

    BOTTOM = "bottom"
    TOP = "top"
    LEFT = "left"
    RIGHT = "right"


class Around(NamedTuple):
    """What a note stands among.

    ``unit`` is a card's width in pixels. What is ``closed`` must not be hidden, for a note would
    lie below it: buttons. What is ``seen`` had better not be hidden, what is ``named``, which the
    note may speak of, even less.
    """

    room: QRectF
    unit: float
    closed: Sequence[QRectF] = ()
    seen: Sequence[QRectF] = ()
    named: Sequence[QRectF] = ()


class Standing(NamedTuple):
    """Where a note's upper left corner is, and on which side it has its tip.

    ``cost`` is how much is hidden that must not be, how much that is named, how much that had
    better not be, and how far off the note is.
    """

    corner: QPointF
    tip: Tip
    cost: tuple[int, int, int, int] = (0, 0, 0, 0)


def standing(size: QSizeF, thing: QRectF, around: Around) -> Standing:
    """Where a note of this size stands; it never hides what it speaks of if it can help it."""
    inner = around.room.adjusted(EDGE, EDGE, -EDGE, -EDGE)

    def weighed(place: Standing) -> Standing:
        corner = _within(place.corner, size, inner)
        paper = QRectF(corner, size)
        hidden = sum(_shared(paper, one) for one in (thing, *around.closed))
        named = sum(_shared(paper, one) for one in around.named)
        besides = sum(_shared(paper, one) for one in around.seen)
        off = max(thing.top() - paper.bottom(), 0.0)
        return Standing(
            corner, place.tip, (round(hidden), round(named), round(besides), round(off))
        )

    # Of equally good places the first one is the usual one.
    return min(map(weighed, _places(size, thing, around)), key=lambda place: place.cost)


def _places(size: QSizeF, thing: QRectF, around: Around) -> Iterator[Standing]:
    """Above, below and beside the thing, in the middle and as far aside as others ask for."""
    others = (*around.closed, *around.named, *around.seen)
    wide, high, middle = size.width(), size.height(), thing.center()
    lefts = [middle.x() - wide / 2]
    lefts += [one.left() - wide for one in others] + [one.right() for one in others]
    # The tip must still point at the thing.
    least, most = middle.x() - 0.92 * wide, middle.x() - 0.08 * wide
    tops = [middle.y() - high / 2]
    tops += [one.top() - high for one in others] + [one.bottom() for one in others]
    upper, lower = middle.y() - 0.85 * high, middle.y() - 0.15 * high
    levels = [(Tip.BOTTOM, thing.top() - high), (Tip.TOP, thing.bottom())]
    # Above what must not be hidden it still points down at the thing.
    levels += [(Tip.BOTTOM, one.top() - high) for one in around.closed if one.top() < thing.top()]
    for tip, y in levels:
        for left in lefts:
            yield Standing(QPointF(min(max(left, least), most), y), tip)
    for tip, x in ((Tip.LEFT, thing.right()), (Tip.RIGHT, thing.left() - wide)):
        for top in tops:
            yield Standing(QPointF(x, min(max(top, upper), lower)), tip)


def _within(corner: QPointF, size: QSizeF, room: QRectF) -> QPointF:
    left = max(room.left(), min(corner.x(), room.right() - size.width()))
    return QPointF(left, max(room.top(), min(corner.y(), room.bottom() - size.height())))


def _shared(one: QRectF, other: QRectF) -> float:
    """How much of their room two rectangles share, in square pixels."""
    both = one.intersected(other)
    return both.width() * both.height()
