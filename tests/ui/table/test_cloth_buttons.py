"""Tests of the painted rank ring: its texts fit, and only the winning rank is in brass."""

from typing import Any

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter

from greenbaize.cards import Card, Suit
from greenbaize.games import GAMES
from greenbaize.rules.messages import Message
from greenbaize.rules.table_snapshot import RankRing
from greenbaize.ui.table.cloth_buttons import paint_lines, paint_ring
from greenbaize.ui.table.geometry import TableGeometry
from greenbaize.ui.table.rules_controller import MIN_RING_CARD_PX
from greenbaize.ui.widgets.fonts import make_font
from greenbaize.ui.widgets.localized_texts import set_window_language
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import DARK, LIGHT
from greenbaize.words.catalogue import available_languages
from greenbaize.words.speaker import Speaker

RANK_LETTERS = ("6", "A", "Q")
RING_RECT = QRectF(0, 0, 190, 70)


def draw_ring(ring, theme=LIGHT):
    apply_application_theme(theme)
    picture = QImage(190, 70, QImage.Format.Format_ARGB32)
    picture.fill(0)
    painter = QPainter(picture)
    paint_ring(painter, RING_RECT, ring)
    painter.end()
    return picture


def find_brass_columns(picture):
    """Return the columns that contain brass pixels."""
    colour = QColor(LIGHT.brass)
    columns = range(picture.width())
    rows = range(picture.height())
    return [x for x in columns if any(picture.pixelColor(x, y) == colour for y in rows)]


def test_only_the_winning_rank_is_brass():
    assert find_brass_columns(draw_ring(RankRing(RANK_LETTERS, Suit.SPADES))) == []
    six, ace, queen = (
        find_brass_columns(draw_ring(RankRing(RANK_LETTERS, Suit.SPADES, top)))
        for top in RANK_LETTERS
    )
    middle = RING_RECT.width() / 2
    # The six is at the top, the ace right of it; each has an arrow from the rank that beats it.
    assert min(six) < middle < max(six)
    assert max(ace) > max(six)
    assert min(queen) < min(six)


def test_the_ring_is_drawn_in_both_themes_with_the_suit_and_without():
    pictures = [
        draw_ring(RankRing(RANK_LETTERS, suit), theme)
        for suit in (None, *Suit)
        for theme in (LIGHT, DARK)
    ]
    assert all(
        picture != earlier for index, picture in enumerate(pictures) for earlier in pictures[:index]
    )


@pytest.mark.parametrize("marks", [("6", "A", "Q"), ("A", "B", "C", "D")])
def test_nothing_of_the_ring_is_cut_off(marks):
    picture = draw_ring(RankRing(marks, Suit.HEARTS, marks[0]))
    edge = [(x, y) for x in range(190) for y in (0, 69)]
    edge += [(x, y) for x in (0, 189) for y in range(70)]
    assert not any(picture.pixelColor(x, y).alpha() for x, y in edge)


SHORT_LINE_CODES = [
    code for code in GAMES["ass"].vocabulary().sentences if code.startswith("ring-")
]


@pytest.mark.parametrize("language", available_languages())
@pytest.mark.parametrize("code", SHORT_LINE_CODES)
def test_every_short_line_fits_below_the_ring(code, language, request):
    request.addfinalizer(lambda: set_window_language("en"))
    set_window_language(language)
    # The height decides the width of cards, and the smallest cards with a ring leave least room.
    tables = [
        TableGeometry(width, height, players, 0)
        for width, height in ((800, 610), (1276, 640), (980, 775), (2400, 1400))
        for players in range(2, 7)
    ]
    rooms = [table.ring_box() for table in tables if table.card_width >= MIN_RING_CARD_PX]
    narrowest = min(room.width for room in rooms if room is not None)
    assert narrowest < 1.88 * MIN_RING_CARD_PX
    metrics = QFontMetricsF(make_font(12.0))
    for suit in Suit:
        king, queen, ten, eight = (Card.of(f"{rank}{suit.letter}") for rank in "KQT8")
        card = eight if "eight" in code else ten
        values: dict[str, Any] = {"card": card, "suit": suit, "cards": (king, queen)}
        words = Speaker().format_message(Message(code, values))
        assert metrics.horizontalAdvance(words) <= narrowest - 4, words


def test_longest_line_sets_the_letter_size(monkeypatch):
    sizes = []
    plain = QPainter.setFont
    monkeypatch.setattr(
        QPainter, "setFont", lambda me, face: (sizes.append(face.pixelSize()), plain(me, face))
    )
    picture = QImage(200, 60, QImage.Format.Format_ARGB32)
    picture.fill(0)
    painter = QPainter(picture)
    for lines in (("short",), ("short", "one that is a good deal longer")):
        paint_lines(painter, QRectF(0, 0, 200, 60), lines)
    painter.end()
    short_size, long_size = sizes
    assert short_size > long_size >= 12
    assert (
        QFontMetricsF(make_font(long_size)).horizontalAdvance("one that is a good deal longer")
        <= 201
    )
