"""A plate's lower line: what stands there has room of its own."""

from typing import Any

import pytest
from PySide6.QtGui import QFontMetrics, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QStyleOptionGraphicsItem

from greenbaize.cards import Suit
from greenbaize.rules.events import Event
from greenbaize.rules.pictures import Mood
from greenbaize.rules.pictures import Plate
from greenbaize.rules.pictures import Shape
from greenbaize.rules.pictures import Tally
from greenbaize.ui.fonts import font
from greenbaize.ui.table.motion import Motion
from greenbaize.ui.table.plate import FADE_MS
from greenbaize.ui.table.plate import Moods
from greenbaize.ui.table.plate import PlateItem
from greenbaize.ui.table.plate import PlateText
from greenbaize.ui.table.plate import _DISC_AT
from greenbaize.ui.table.plate import _TRUMP_DISC
from greenbaize.ui.table.plate import left_words
from greenbaize.ui.theme import LIGHT
from match.playing import Setup
from ui.table.show import Show

LINE = "3 tricks taken"


@pytest.fixture
def metrics(application: QApplication) -> QFontMetrics:
    return QFontMetrics(font(13))


def plate(line: str = "", doing: str = "", tally: Tally | None = None) -> PlateText:
    return PlateText(
        "Boris",
        Plate(5, tally=tally),
        turn=False,
        dealer=False,
        line=line,
        doing=doing,
        partner="partner",
    )


def test_nothing_is_written_over_the_line(metrics: QFontMetrics) -> None:
    wide = metrics.horizontalAdvance(LINE)
    both = wide + metrics.horizontalAdvance("partner  ") + 1
    for width in range(wide, 2 * both):
        for text in (plate(LINE), plate(LINE, "chooses trump")):
            left = left_words(text, width, metrics)
            assert not left or metrics.horizontalAdvance(left) + wide < width


def test_a_partner_is_called_so_whole_or_not_at_all(metrics: QFontMetrics) -> None:
    wide = metrics.horizontalAdvance(LINE)
    said = {left_words(plate(LINE), width, metrics) for width in range(2 * wide + 100)}
    assert said == {"", "partner"}
    assert left_words(plate(), 2 * wide, metrics) == "partner"


def test_where_tricks_are_counted_no_partner_is_written(metrics: QFontMetrics) -> None:
    tally = Tally(2, 1, Shape.BARS)
    assert left_words(plate(tally=tally), 500, metrics) == ""


def test_the_own_trump_is_clear_of_the_name(application: QApplication) -> None:
    for height in (31.0, 86.0):
        item = PlateItem(0, LIGHT)
        text = PlateText("Boris", Plate(5, trump=Suit.HEARTS), turn=False, dealer=True)
        badge = (_DISC_AT + _TRUMP_DISC) * height
        assert item._words_at(text, height) >= badge + 0.1 * height
