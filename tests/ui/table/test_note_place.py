"""Where a note stands: beside its thing, clear of what must be seen, and always in the room."""

from itertools import product
from random import Random

import pytest
from PySide6.QtCore import QPointF, QRectF, QSizeF

from greenbaize.ui.table.note import EDGE, Around, Tip, standing

ROOM = QRectF(0, 0, 900, 600)
NOTE = QSizeF(260, 80)


def paper(thing: QRectF, *closed: QRectF, seen: tuple[QRectF, ...] = ()) -> tuple[QRectF, Tip]:
    place = standing(NOTE, thing, Around(ROOM, 80, closed, seen))
    return QRectF(place.corner, NOTE), place.tip


def hidden(one: QRectF, other: QRectF) -> bool:
    both = one.intersected(other)
    return both.width() * both.height() >= 1


def test_it_stands_above_where_it_can() -> None:
    thing = QRectF(400, 300, 90, 126)
    note, tip = paper(thing)
    assert tip is Tip.BOTTOM
    assert note.bottom() == thing.top()
    assert note.center().x() == thing.center().x()


def test_at_the_upper_edge_it_stands_below() -> None:
    thing = QRectF(400, 10, 150, 50)
    note, tip = paper(thing)
    assert tip is Tip.TOP
    assert note.top() == thing.bottom()


@pytest.mark.parametrize(("left", "top"), [*product((4, 200, 470, 740), (4, 120, 300, 520))])
def test_a_thing_anywhere_is_not_hidden_and_the_note_is_in_the_room(left: int, top: int) -> None:
    thing = QRectF(left, top, 150, 60)
    note, _ = paper(thing)
    assert ROOM.adjusted(EDGE, EDGE, -EDGE, -EDGE).contains(note)
    assert not hidden(note, thing)


def test_it_leaves_the_indices_to_be_read_of_what_it_speaks_of() -> None:
    thing, index = QRectF(400, 300, 90, 126), QRectF(430, 240, 40, 60)
    over = standing(NOTE, thing, Around(ROOM, 80))
    assert hidden(QRectF(over.corner, NOTE), index)
    place = standing(
        NOTE, thing, Around(ROOM, 80, named=(index,), seen=(QRectF(0, 300, 900, 300),))
    )
    assert not hidden(QRectF(place.corner, NOTE), index)
    # It stays near what it points at.
    assert abs(place.corner.y() + NOTE.height() / 2 - thing.center().y()) < 200


def test_it_makes_way_for_buttons_and_then_for_what_is_seen() -> None:
    thing = QRectF(400, 300, 90, 126)
    above = QRectF(430, 180, 200, 110)
    note, _ = paper(thing, above)
    assert not hidden(note, above)
    assert not hidden(note, thing)
    note, _ = paper(thing, seen=(above,))
    assert not hidden(note, above)
    # What must not be hidden comes first, and beside it as little of the rest as can be.
    everywhere = (ROOM,)
    note, _ = paper(thing, above, seen=everywhere)
    assert not hidden(note, above)


def test_buttons_above_a_low_thing_are_stood_upon() -> None:
    thing, button = QRectF(840, 470, 30, 126), QRectF(820, 430, 60, 34)
    hand = QRectF(0, 470, 900, 130)
    note, tip = paper(thing, button, seen=(hand,))
    assert tip is Tip.BOTTOM
    assert not hidden(note, button)
    assert not hidden(note, hand)


def test_nothing_that_must_be_seen_is_hidden_while_there_is_room() -> None:
    random = Random(3)
    for _ in range(60):
        thing = QRectF(random.uniform(0, 760), random.uniform(0, 520), 120, 70)
        button = QRectF(random.uniform(0, 800), random.uniform(0, 560), 90, 30)
        if button.intersects(thing):
            continue
        note, _ = paper(thing, button)
        assert not hidden(note, button), (thing, button)
        assert not hidden(note, thing)
        middle = QPointF(thing.center())
        assert abs(note.center().x() - middle.x()) <= note.width() / 2 + thing.width()
