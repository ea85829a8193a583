"""Tests of the note on a card: its text fits, and it covers nothing important."""

from itertools import product
from random import Random

import pytest
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter

from greenbaize.ui.table.note import EDGE, Around, NoteItem, NoteText, Tip, standing
from greenbaize.ui.widgets.fonts import font
from greenbaize.ui.widgets.theme import worn
from ui.table.person import face_of

ACE = face_of("AS")
CARD = QRectF(300, 800, 0, 90)
NARROW = QRectF(0, 0, 400, 900)

SENTENCES = (
    "10♥ beats K♥.",
    "10♦ is neither of diamonds nor of the rank of 10♥, nor Alexandra's trump.",
    "10♥ is of another suit, so 10♦ would have to beat 10♠, and does not.",
)
LINES = ("", "The trick is worth 12 so far. · beats 2a", "Expected +2.3 · " * 4 + "beats 4.1")


@pytest.mark.slow
@pytest.mark.parametrize(("width", "unit"), [(260, 48), (440, 60), (700, 110), (2000, 240)])
@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize("line", LINES)
def test_a_note_has_room_for_all_it_says(sentence, line, width, unit):
    note, room = NoteItem(), QRectF(0, 0, width, 900)
    note.stand_by(QRectF(width / 3, 800, 0, 90), Around(room, unit), NoteText(sentence, line), ACE)
    paper = note.sceneBoundingRect()
    assert room.adjusted(-1, -1, 1, 1).contains(paper)
    size = max(13.0, 0.145 * unit)
    written = QRectF(0, 0, paper.width() - 2.2 * size + 4, 10_000)
    high = 0.0
    for face, text in ((font(size, bold=True), sentence), (font(0.88 * size), line)):
        if text:
            metrics = QFontMetricsF(face)
            box = metrics.boundingRect(written, Qt.TextFlag.TextWordWrap, text)
            assert box.width() <= written.width()
            high += box.height()
    assert high <= paper.height() - 0.7 * size  # the rest is the arrow


def test_a_rule_is_one_link_on_one_line_at_every_width():
    text = NoteText("8♠.", "Worth 12.", ("rank.md 2a", "rank.md 3b", "rank.md 4"))
    note = NoteItem()
    for width in range(140, 420, 5):
        note.stand_by(CARD, Around(QRectF(0, 0, width, 900), 100), text, ACE)
        assert [rule for _, rule in note.links] == list(text.rules)
        highest = max(place.height() for place, _ in note.links)
        assert highest < 2 * 0.88 * 14.5 * 1.5
        for place, rule in note.links:
            assert note.rule_at(note.pos() + place.center()) == rule


def test_every_rule_is_seen_to_be_a_link_and_no_line_has_a_dot_at_its_end():
    rules = ("damn.md 1, 2", "damn.md 3", "damn.md 5")
    note, colour = NoteItem(), QColor(worn().focus)
    note.stand_by(CARD, Around(QRectF(0, 0, 300, 900), 100), NoteText("8♠.", LINES[1], rules), ACE)
    size = note.boundingRect().size().toSize()
    picture = QImage(size, QImage.Format.Format_RGB32)
    painter = QPainter(picture)
    note.draw(painter, size.width(), size.height())
    painter.end()
    for place, _ in note.links:
        area = place.toRect()
        points = product(range(area.left(), area.right()), range(area.top(), area.bottom()))
        assert any(picture.pixelColor(*point) == colour for point in points)
    assert "·" not in note.text.unbroken


def test_a_short_note_stays_on_one_line():
    note, room = NoteItem(), QRectF(0, 0, 600, 900)
    note.stand_by(CARD, Around(room, 100), NoteText("7♦ does not beat J♦.", "beats 1"), ACE)
    low = note.boundingRect().height()
    note.stand_by(CARD, Around(room, 100), NoteText(SENTENCES[1], "beats 2"), ACE)
    assert note.boundingRect().height() == low
    note.stand_by(CARD, Around(NARROW, 100), NoteText(SENTENCES[1], "beats 2"), ACE)
    assert note.boundingRect().height() > low


ROOM = QRectF(0, 0, 900, 600)
NOTE = QSizeF(260, 80)


def paper(thing, *closed, seen=()):
    place = standing(NOTE, thing, Around(ROOM, 80, closed, seen))
    return QRectF(place.corner, NOTE), place.tip


def hidden(one, other):
    both = one.intersected(other)
    return both.width() * both.height() >= 1


def test_it_stands_above_where_it_can():
    thing = QRectF(400, 300, 90, 126)
    note, tip = paper(thing)
    assert tip is Tip.BOTTOM
    assert note.bottom() == thing.top()
    assert note.center().x() == thing.center().x()


def test_at_the_upper_edge_it_stands_below():
    thing = QRectF(400, 10, 150, 50)
    note, tip = paper(thing)
    assert tip is Tip.TOP
    assert note.top() == thing.bottom()


@pytest.mark.parametrize(("left", "top"), [*product((4, 200, 470, 740), (4, 120, 300, 520))])
def test_a_thing_anywhere_is_not_hidden_and_the_note_is_in_the_room(left, top):
    thing = QRectF(left, top, 150, 60)
    note, _ = paper(thing)
    assert ROOM.adjusted(EDGE, EDGE, -EDGE, -EDGE).contains(note)
    assert not hidden(note, thing)


def test_it_leaves_the_indices_to_be_read_of_what_it_speaks_of():
    thing, index = QRectF(400, 300, 90, 126), QRectF(430, 240, 40, 60)
    over = standing(NOTE, thing, Around(ROOM, 80))
    assert hidden(QRectF(over.corner, NOTE), index)
    place = standing(
        NOTE, thing, Around(ROOM, 80, named=(index,), seen=(QRectF(0, 300, 900, 300),))
    )
    assert not hidden(QRectF(place.corner, NOTE), index)
    # The note stays near its element.
    assert abs(place.corner.y() + NOTE.height() / 2 - thing.center().y()) < 200


def test_it_makes_way_for_buttons_and_then_for_what_is_seen():
    thing = QRectF(400, 300, 90, 126)
    above = QRectF(430, 180, 200, 110)
    note, _ = paper(thing, above)
    assert not hidden(note, above)
    assert not hidden(note, thing)
    note, _ = paper(thing, seen=(above,))
    assert not hidden(note, above)
    # Blocked rectangles are avoided first, the others as far as possible.
    everywhere = (ROOM,)
    note, _ = paper(thing, above, seen=everywhere)
    assert not hidden(note, above)


def test_buttons_above_a_low_thing_are_stood_upon():
    thing, button = QRectF(840, 470, 30, 126), QRectF(820, 430, 60, 34)
    hand = QRectF(0, 470, 900, 130)
    note, tip = paper(thing, button, seen=(hand,))
    assert tip is Tip.BOTTOM
    assert not hidden(note, button)
    assert not hidden(note, hand)


def test_nothing_that_must_be_seen_is_hidden_while_there_is_room():
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


def test_a_note_on_a_long_thing_stands_below_its_end_where_its_sides_are_taken():
    seen = (QRectF(380, 5, 200, 60), QRectF(10, 90, 200, 110))
    where, tip = paper(QRectF(10, 10, 260, 60), seen=seen)
    assert tip is Tip.TOP
    assert not any(hidden(where, one) for one in seen)
