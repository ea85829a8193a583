"""A plate's lower line: what stands there has room of its own."""

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication

from greenbaize.rules.pictures import Plate, Shape, Tally
from greenbaize.ui.fonts import font
from greenbaize.ui.table.plate import PlateText, left_words

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
