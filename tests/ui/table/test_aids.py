"""Tests of the painted rank ring: its texts fit, and only the winning rank is in brass."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter

from greenbaize.cards import Card, Suit
from greenbaize.games import GAMES
from greenbaize.rules.messages import Message
from greenbaize.rules.pictures import Ring
from greenbaize.ui.table.aids import paint_lines, paint_ring
from greenbaize.ui.table.corner import SMALL_TABLE
from greenbaize.ui.table.geometry import Geometry
from greenbaize.ui.widgets.fonts import font
from greenbaize.ui.widgets.style import dress
from greenbaize.ui.widgets.texts import speak
from greenbaize.ui.widgets.theme import DARK, LIGHT
from greenbaize.words.speaker import Speaker

MARKS = ("6", "A", "Q")
ROOM = QRectF(0, 0, 190, 70)


def drawn(ring, theme=LIGHT):
    dress(theme)
    picture = QImage(190, 70, QImage.Format.Format_ARGB32)
    picture.fill(0)
    painter = QPainter(picture)
    paint_ring(painter, ROOM, ring)
    painter.end()
    return picture


def brass(picture):
    """Return the columns that contain brass pixels."""
    colour = QColor(LIGHT.brass)
    columns = range(picture.width())
    rows = range(picture.height())
    return [x for x in columns if any(picture.pixelColor(x, y) == colour for y in rows)]


def test_what_is_winning_is_marked_in_brass_and_nothing_else_is():
    assert brass(drawn(Ring(MARKS, Suit.SPADES))) == []
    six, ace, queen = (brass(drawn(Ring(MARKS, Suit.SPADES, top))) for top in MARKS)
    middle = ROOM.width() / 2
    # The six is at the top, the ace right of it; each has an arrow from the rank that beats it.
    assert min(six) < middle < max(six)
    assert max(ace) > max(six)
    assert min(queen) < min(six)


def test_the_ring_is_drawn_in_both_themes_with_the_suit_and_without():
    every = [drawn(Ring(MARKS, suit), theme) for suit in (None, *Suit) for theme in (LIGHT, DARK)]
    assert all(one != other for place, one in enumerate(every) for other in every[:place])


@pytest.mark.parametrize("marks", [("6", "A", "Q"), ("A", "B", "C", "D")])
def test_nothing_of_the_ring_is_cut_off(marks):
    picture = drawn(Ring(marks, Suit.HEARTS, marks[0]))
    edge = [(x, y) for x in range(190) for y in (0, 69)]
    edge += [(x, y) for x in (0, 189) for y in range(70)]
    assert not any(picture.pixelColor(x, y).alpha() for x, y in edge)


SHORT = [code for code in GAMES["ass"].words().sentences if code.startswith("ring-")]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("code", SHORT)
def test_every_short_line_fits_below_the_ring(code, language, request):
    request.addfinalizer(lambda: speak("en"))
    speak(language)
    cards = (Card.of("KC"), Card.of("QC"))
    values = {"card": Card.of("TC"), "suit": Suit.DIAMONDS, "cards": cards}
    words = Speaker().say(Message(code, values))
    tables = [
        Geometry(width, height, players, 0)
        for width, height in ((700, 575), (980, 775), (2400, 1400))
        for players in range(2, 7)
    ]
    rooms = [table.ring() for table in tables if table.card >= SMALL_TABLE]
    assert any(rooms)
    for room in rooms:
        if room is not None:
            assert QFontMetricsF(font(12.0)).horizontalAdvance(words) <= room.width - 4


def test_words_are_as_large_as_the_longest_lets_them(monkeypatch):
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
    one, other = sizes
    assert one > other >= 12
    assert QFontMetricsF(font(other)).horizontalAdvance("one that is a good deal longer") <= 201
