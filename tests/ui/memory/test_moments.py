"""The line of moments: places and moments answer each other."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from greenbaize.ui.memory.moments import Moments
from greenbaize.ui.theme import LIGHT
from ui.table.person import LEFT

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def line(qtbot: QtBot, last: int, marks: tuple[int, ...] = ()) -> Moments:
    moments = Moments(last, marks, lambda moment: f"moment {moment}", LIGHT, None)
    qtbot.addWidget(moments)
    moments.resize(600, 26)
    moments.show()
    return moments


def test_places_and_moments_answer_each_other(qtbot: QtBot) -> None:
    moments = line(qtbot, 100)
    for moment in range(101):
        assert moments.moment_at(moments.place_of(moment)) == moment
    assert moments.moment_at(-50) == 0
    assert moments.moment_at(5000) == 100


def test_a_click_goes_there_at_once(qtbot: QtBot) -> None:
    moments = line(qtbot, 100)
    went: list[int] = []
    moments.valueChanged.connect(went.append)
    QTest.mouseClick(moments, LEFT, pos=QPoint(round(moments.place_of(70)), 13))
    assert went == [70]
    QTest.mouseClick(moments, Qt.MouseButton.RightButton, pos=QPoint(20, 13))
    assert went == [70]


def test_a_match_of_nothing_has_a_line(qtbot: QtBot) -> None:
    moments = line(qtbot, 0)
    assert moments.moment_at(300) == 0
    assert not moments.grab().isNull()


def test_deals_are_marked(qtbot: QtBot) -> None:
    plain, marked = line(qtbot, 100), line(qtbot, 100, (50,))
    x = round(marked.place_of(50))
    column = range(4, 22)
    assert [marked.grab().toImage().pixel(x, y) for y in column] != [
        plain.grab().toImage().pixel(x, y) for y in column
    ]
