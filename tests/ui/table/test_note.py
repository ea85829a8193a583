"""Tests of the note on a card: its text fits, and it covers nothing important."""

from itertools import product
from random import Random

import pytest
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter

from greenbaize.ui.table.note import (
    NOTE_MARGIN_PX,
    ArrowSide,
    NoteItem,
    NoteText,
    PlacementContext,
    best_placement,
)
from greenbaize.ui.widgets.fonts import make_font
from greenbaize.ui.widgets.theme import current_theme
from ui.table.person import face_of

ACE = face_of("AS")
CARD_RECT = QRectF(300, 800, 0, 90)
NARROW_AREA = QRectF(0, 0, 400, 900)

SENTENCES = (
    "10♥ beats K♥.",
    "10♦ is neither of diamonds nor of the rank of 10♥, nor Alexandra's trump.",
    "10♥ is of another suit, so 10♦ would have to beat 10♠, and does not.",
)
DETAIL_LINES = (
    "",
    "The trick is worth 12 so far. · beats 2a",
    "Expected +2.3 · " * 4 + "beats 4.1",
)


@pytest.mark.slow
@pytest.mark.parametrize(("width", "unit"), [(260, 48), (440, 60), (700, 110), (2000, 240)])
@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize("line", DETAIL_LINES)
def test_note_has_room_for_its_text(sentence, line, width, unit):
    note, room = NoteItem(), QRectF(0, 0, width, 900)
    note.show_at(
        QRectF(width / 3, 800, 0, 90), PlacementContext(room, unit), NoteText(sentence, line), ACE
    )
    paper = note.sceneBoundingRect()
    assert room.adjusted(-1, -1, 1, 1).contains(paper)
    size = max(13.0, 0.145 * unit)
    text_area = QRectF(0, 0, paper.width() - 2.2 * size + 4, 10_000)
    text_height = 0.0
    for face, text in ((make_font(size, bold=True), sentence), (make_font(0.88 * size), line)):
        if text:
            metrics = QFontMetricsF(face)
            box = metrics.boundingRect(text_area, Qt.TextFlag.TextWordWrap, text)
            assert box.width() <= text_area.width()
            text_height += box.height()
    assert text_height <= paper.height() - 0.7 * size  # the rest is the arrow


def test_a_rule_is_one_link_on_one_line_at_every_width():
    text = NoteText("8♠.", "Worth 12.", ("rank.md 2a", "rank.md 3b", "rank.md 4"))
    note = NoteItem()
    for width in range(140, 420, 5):
        note.show_at(CARD_RECT, PlacementContext(QRectF(0, 0, width, 900), 100), text, ACE)
        assert [rule for _, rule in note.rule_rects] == list(text.rules)
        highest = max(rule_rect.height() for rule_rect, _ in note.rule_rects)
        assert highest < 2 * 0.88 * 14.5 * 1.5
        for rule_rect, rule in note.rule_rects:
            assert note.rule_at(note.pos() + rule_rect.center()) == rule


def test_every_rule_is_seen_to_be_a_link_and_no_line_has_a_dot_at_its_end():
    rules = ("damn.md 1, 2", "damn.md 3", "damn.md 5")
    note, colour = NoteItem(), QColor(current_theme().focus)
    note.show_at(
        CARD_RECT,
        PlacementContext(QRectF(0, 0, 300, 900), 100),
        NoteText("8♠.", DETAIL_LINES[1], rules),
        ACE,
    )
    size = note.boundingRect().size().toSize()
    picture = QImage(size, QImage.Format.Format_RGB32)
    painter = QPainter(picture)
    note.paint_content(painter, size.width(), size.height())
    painter.end()
    for rule_rect, _ in note.rule_rects:
        area = rule_rect.toRect()
        points = product(range(area.left(), area.right()), range(area.top(), area.bottom()))
        assert any(picture.pixelColor(*point) == colour for point in points)
    assert "·" not in note.text.printed_details


def test_a_short_note_stays_on_one_line():
    note, room = NoteItem(), QRectF(0, 0, 600, 900)
    note.show_at(
        CARD_RECT, PlacementContext(room, 100), NoteText("7♦ does not beat J♦.", "beats 1"), ACE
    )
    low = note.boundingRect().height()
    note.show_at(CARD_RECT, PlacementContext(room, 100), NoteText(SENTENCES[1], "beats 2"), ACE)
    assert note.boundingRect().height() == low
    note.show_at(
        CARD_RECT, PlacementContext(NARROW_AREA, 100), NoteText(SENTENCES[1], "beats 2"), ACE
    )
    assert note.boundingRect().height() > low


AREA = QRectF(0, 0, 900, 600)
NOTE_SIZE = QSizeF(260, 80)


def place_note(element_rect, *blocked, avoid=()):
    note_placement = best_placement(
        NOTE_SIZE, element_rect, PlacementContext(AREA, 80, blocked, avoid)
    )
    return QRectF(note_placement.corner, NOTE_SIZE), note_placement.arrow_side


def rects_overlap(first, second):
    overlap = first.intersected(second)
    return overlap.width() * overlap.height() >= 1


def test_note_stands_above_its_element():
    element_rect = QRectF(400, 300, 90, 126)
    note, tip = place_note(element_rect)
    assert tip is ArrowSide.BOTTOM
    assert note.bottom() == element_rect.top()
    assert note.center().x() == element_rect.center().x()


def test_note_stands_below_at_the_upper_edge():
    element_rect = QRectF(400, 10, 150, 50)
    note, tip = place_note(element_rect)
    assert tip is ArrowSide.TOP
    assert note.top() == element_rect.bottom()


@pytest.mark.parametrize(("left", "top"), [*product((4, 200, 470, 740), (4, 120, 300, 520))])
def test_note_hides_no_element_and_stays_in_the_area(left, top):
    element_rect = QRectF(left, top, 150, 60)
    note, _ = place_note(element_rect)
    assert AREA.adjusted(NOTE_MARGIN_PX, NOTE_MARGIN_PX, -NOTE_MARGIN_PX, -NOTE_MARGIN_PX).contains(
        note
    )
    assert not rects_overlap(note, element_rect)


def test_note_leaves_referenced_indices_readable():
    element_rect, index_rect = QRectF(400, 300, 90, 126), QRectF(430, 240, 40, 60)
    usual_placement = best_placement(NOTE_SIZE, element_rect, PlacementContext(AREA, 80))
    assert rects_overlap(QRectF(usual_placement.corner, NOTE_SIZE), index_rect)
    note_placement = best_placement(
        NOTE_SIZE,
        element_rect,
        PlacementContext(AREA, 80, referenced=(index_rect,), avoid=(QRectF(0, 300, 900, 300),)),
    )
    assert not rects_overlap(QRectF(note_placement.corner, NOTE_SIZE), index_rect)
    # The note stays near its element.
    assert abs(note_placement.corner.y() + NOTE_SIZE.height() / 2 - element_rect.center().y()) < 200


def test_note_avoids_buttons_first_and_other_rects_next():
    element_rect = QRectF(400, 300, 90, 126)
    button_rect = QRectF(430, 180, 200, 110)
    note, _ = place_note(element_rect, button_rect)
    assert not rects_overlap(note, button_rect)
    assert not rects_overlap(note, element_rect)
    note, _ = place_note(element_rect, avoid=(button_rect,))
    assert not rects_overlap(note, button_rect)
    # Blocked rectangles are avoided first, the others as far as possible.
    everywhere = (AREA,)
    note, _ = place_note(element_rect, button_rect, avoid=everywhere)
    assert not rects_overlap(note, button_rect)


def test_note_stands_above_buttons_over_a_low_element():
    element_rect, button = QRectF(840, 470, 30, 126), QRectF(820, 430, 60, 34)
    hand = QRectF(0, 470, 900, 130)
    note, tip = place_note(element_rect, button, avoid=(hand,))
    assert tip is ArrowSide.BOTTOM
    assert not rects_overlap(note, button)
    assert not rects_overlap(note, hand)


def test_note_hides_no_button_while_there_is_room():
    random = Random(3)
    for _ in range(60):
        element_rect = QRectF(random.uniform(0, 760), random.uniform(0, 520), 120, 70)
        button = QRectF(random.uniform(0, 800), random.uniform(0, 560), 90, 30)
        if button.intersects(element_rect):
            continue
        note, _ = place_note(element_rect, button)
        assert not rects_overlap(note, button), (element_rect, button)
        assert not rects_overlap(note, element_rect)
        middle = QPointF(element_rect.center())
        assert abs(note.center().x() - middle.x()) <= note.width() / 2 + element_rect.width()


def test_note_on_a_wide_element_stands_below_its_end():
    avoid = (QRectF(380, 5, 200, 60), QRectF(10, 90, 200, 110))
    note_rect, tip = place_note(QRectF(10, 10, 260, 60), avoid=avoid)
    assert tip is ArrowSide.TOP
    assert not any(rects_overlap(note_rect, rect) for rect in avoid)
