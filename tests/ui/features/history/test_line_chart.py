"""Tests for the line chart: selecting points by mouse and keyboard, scale, labels and smoothing."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtTest import QTest

from greenbaize.ui.features.history import line_chart
from greenbaize.ui.features.history.line_chart import (
    MANY,
    Curve,
    LineChart,
    Spot,
    course_text,
    date_form,
    evened,
    fixed_scale,
    labelled,
    scale_of,
)
from greenbaize.ui.widgets.style import dress
from greenbaize.ui.widgets.theme import DARK, LIGHT
from greenbaize.words.numbers import decimal_text
from ui.put_up import put_up

VALUES = st.lists(st.floats(-1e4, 1e4), min_size=1, max_size=20)


def curve(*values, **more):
    spots = tuple(
        Spot(f"2026{1 + number // 28:02}{1 + number % 28:02}T120000", value)
        for number, value in enumerate(values)
    )
    say = "{:.1f} points".format
    return Curve("Points", spots, say, decimal_text)._replace(**more)


@pytest.fixture
def shown(qtbot):
    def show(one, width=500, height=220):
        chart = LineChart()
        chart.show_curve(one)
        put_up(qtbot, chart, width, height)
        chart.activateWindow()
        assert QTest.qWaitForWindowActive(chart)
        return chart

    return show


def test_pointing_tells_of_the_nearest_dot_until_the_mouse_is_gone(shown, qtbot):
    chart = shown(curve(1, 5, 3))
    at = chart.places()[1].toPoint()
    QTest.mouseMove(chart, QPoint(at.x() + 20, 150))
    assert chart.chosen == 1
    assert "5.0 points" in chart.told
    QTest.mouseMove(chart, QPoint(chart.width() - 3, 150))
    assert chart.chosen == 2
    QTest.mouseMove(chart, chart.places()[1].toPoint())
    assert chart.chosen == 1
    QTest.mouseMove(chart, QPoint(-40, -40))
    qtbot.waitUntil(lambda: chart.chosen is None)


def test_arrows_go_from_dot_to_dot(shown):
    chart = shown(curve(*range(30)))
    chart.setFocus()
    for key, number in (
        (Qt.Key.Key_Left, 29),
        (Qt.Key.Key_Left, 28),
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_Left, 0),
        (Qt.Key.Key_Right, 1),
        (Qt.Key.Key_PageDown, 11),
        (Qt.Key.Key_PageUp, 1),
        (Qt.Key.Key_End, 29),
        (Qt.Key.Key_Right, 29),
    ):
        QTest.keyClick(chart, key)
        assert chart.chosen == number
    assert "29.0 points" in chart.told


@pytest.mark.parametrize(
    ("key", "number"), [(Qt.Key.Key_Right, 0), (Qt.Key.Key_Home, 0), (Qt.Key.Key_End, 2)]
)
def test_the_first_key_goes_to_the_end_it_comes_from(shown, key, number):
    chart = shown(curve(1, 2, 3))
    chart.setFocus()
    QTest.keyClick(chart, key)
    assert chart.chosen == number


def test_where_less_is_better_it_stands_higher(shown):
    first, second, _ = shown(curve(1, 2, 3, down=True)).places()
    assert first.y() < second.y()
    assert course_text(curve(1, 2, down=True)).endswith("2.0 points.")


def test_keys_say_aloud_what_the_mouse_only_shows(shown, monkeypatch):
    said = []
    monkeypatch.setattr(line_chart, "announce", lambda _, words: said.append(words))
    chart = shown(curve(1, 5, 3))
    QTest.mouseMove(chart, chart.places()[1].toPoint())
    assert said == []
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_Right)
    assert said == [chart.told]


def test_other_keys_are_not_taken(shown):
    chart = shown(curve(1, 5, 3))
    chart.setFocus()
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_F1, Qt.Key.Key_Up):
        QTest.keyClick(chart, key)
    QTest.keyClick(chart, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert chart.chosen is None


def test_its_course_is_described(shown):
    chart = shown(curve(1, 5, 3))
    assert chart.accessibleName() == "Points"
    words = chart.accessibleDescription()
    assert words.startswith("3 points. First, ")
    assert words.index("Highest") < words.index("5.0 points") < words.index("Lowest")
    assert course_text(curve()) == "There is nothing to draw yet."
    assert course_text(curve(2)).startswith("One point.")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(240, 140), (500, 220), (1800, 700)])
@pytest.mark.parametrize(
    "values",
    [(), (4,), (4, 4), (7,) * 40, (-1, 1), tuple(range(200)), (1e4, -1e4), (0.001, 0.002)],
)
def test_every_dot_lies_within(shown, size, values):
    chart = shown(curve(*values), *size)
    for theme in (LIGHT, DARK):
        dress(theme)
        assert not chart.grab().isNull()
    field = chart.field()
    assert QRectF(chart.rect()).contains(field)
    assert all(field.adjusted(-1, -1, 1, 1).contains(place) for place in chart.places())


def test_few_dots_are_joined_and_many_evened_out(shown):
    few = shown(curve(*(1, 9) * (MANY // 2 - 1)))
    assert not few.evened
    assert few.line == [one.value for one in few.curve.spots]
    many = shown(curve(*(1, 9) * MANY))
    assert many.evened
    assert max(many.line) - min(many.line) < 8
    assert not shown(curve(*(1, 9) * MANY, evens=False)).evened


def test_days_are_said_or_the_time_on_one_day():
    morning, noon, tomorrow = "20260304T100000", "20260304T120000", "20260305T100000"
    form = date_form(morning, noon)
    assert form(morning) != form(noon)
    form = date_form(morning, tomorrow)
    assert form(morning) == form(noon) != form(tomorrow)
    assert date_form(morning, morning)(morning) == form(morning)
    assert form("") == ""


@given(VALUES, st.integers(2, 12))
def test_all_values_lie_between_the_first_line_and_the_last(values, most):
    scale = scale_of(values, most)
    assert all(-1e-3 <= scale.share(value) <= 1 + 1e-3 for value in values)
    if len(scale.lines) == 1:
        assert max(values) - min(values) < 1e-2
        return
    assert 2 <= len(scale.lines) <= most + 1
    steps = {round(after - before, 6) for before, after in pairwise(scale.lines)}
    assert max(steps) - min(steps) < 1e-5


@pytest.mark.parametrize(
    ("values", "lines", "decimals"),
    [
        ([0.3, 9.2], (0, 2, 4, 6, 8, 10), 0),
        ([-3, 3], (-4, -2, 0, 2, 4), 0),
        ([0.1, 0.42], (0.1, 0.2, 0.3, 0.4, 0.5), 1),
        ([1000, 1049], (1000, 1010, 1020, 1030, 1040, 1050), 0),
    ],
)
def test_lines_lie_at_round_numbers(values, lines, decimals):
    scale = scale_of(values, 6)
    assert scale.lines == pytest.approx(lines)
    assert scale.places == decimals


@pytest.mark.parametrize("value", [0.0, 4.0, -250.0, 1000.0])
def test_one_value_lies_in_the_middle(value):
    scale = scale_of([value, value], 6)
    assert scale.share(value) == pytest.approx(0.5, abs=0.2)
    assert scale.lines == (value,)
    assert scale.places == 0


def test_a_fixed_scale_is_divided_evenly():
    assert fixed_scale(0, 1, 6).lines == (0, 0.25, 0.5, 0.75, 1)
    assert fixed_scale(0, 1, 3).lines == (0, 0.5, 1)
    assert fixed_scale(0, 1, 1).lines == (0, 1)


def test_the_line_evens_out_by_what_each_dot_stands_for():
    assert evened([1, 4, 1, 4], [1, 1, 1, 1], 0) == [1, 4, 1, 4]
    assert evened([0, 3, 0], [1, 1, 1], 1) == [1.5, 1, 1.5]
    assert evened([0, 3, 0], [1, 4, 1], 1) == [2.4, 2, 2.4]


def test_labels_are_of_the_dots_nearest_to_where_they_best_stand():
    places = [0, 10, 20, 30, 40]
    assert labelled(places, [4, 21, 38]) == [0, 2, 4]
    assert labelled([50], [10, 90]) == [0]
