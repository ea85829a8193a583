"""Tests for the line chart: selecting points by mouse and keyboard, scale, labels and smoothing."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtTest import QTest

from greenbaize.ui.features.history import line_chart
from greenbaize.ui.features.history.line_chart import (
    MIN_SMOOTHED_POINTS,
    ChartCurve,
    ChartPoint,
    LineChart,
    describe_curve,
    divide_scale,
    fit_scale,
    make_date_formatter,
    nearest_points,
    smooth_values,
)
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import DARK, LIGHT
from greenbaize.words.numbers import decimal_text
from ui.show_widget import show_widget

VALUES = st.lists(st.floats(-1e4, 1e4), min_size=1, max_size=20)


def make_curve(*values, **fields):
    points = tuple(
        ChartPoint(f"2026{1 + number // 28:02}{1 + number % 28:02}T120000", value)
        for number, value in enumerate(values)
    )
    format_value = "{:.1f} points".format
    return ChartCurve("Points", points, format_value, decimal_text)._replace(**fields)


@pytest.fixture
def show_chart(qtbot):
    def create_chart(curve_data, width=500, height=220):
        chart = LineChart()
        chart.show_curve(curve_data)
        show_widget(qtbot, chart, width, height)
        chart.activateWindow()
        assert QTest.qWaitForWindowActive(chart)
        return chart

    return create_chart


def test_hovering_selects_the_nearest_point(show_chart, qtbot):
    chart = show_chart(make_curve(1, 5, 3))
    point = chart.point_positions()[1].toPoint()
    QTest.mouseMove(chart, QPoint(point.x() + 20, 150))
    assert chart.selected_index == 1
    assert "5.0 points" in chart.selected_text
    QTest.mouseMove(chart, QPoint(chart.width() - 3, 150))
    assert chart.selected_index == 2
    QTest.mouseMove(chart, chart.point_positions()[1].toPoint())
    assert chart.selected_index == 1
    QTest.mouseMove(chart, QPoint(-40, -40))
    qtbot.waitUntil(lambda: chart.selected_index is None)


def test_arrow_keys_select_points(show_chart):
    chart = show_chart(make_curve(*range(30)))
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
        assert chart.selected_index == number
    assert "29.0 points" in chart.selected_text


@pytest.mark.parametrize(
    ("key", "number"), [(Qt.Key.Key_Right, 0), (Qt.Key.Key_Home, 0), (Qt.Key.Key_End, 2)]
)
def test_first_key_selects_the_matching_end(show_chart, key, number):
    chart = show_chart(make_curve(1, 2, 3))
    chart.setFocus()
    QTest.keyClick(chart, key)
    assert chart.selected_index == number


def test_inverted_curve_draws_small_values_higher(show_chart):
    first, second, _ = show_chart(make_curve(1, 2, 3, is_inverted=True)).point_positions()
    assert first.y() < second.y()
    assert describe_curve(make_curve(1, 2, is_inverted=True)).endswith("2.0 points.")


def test_keyboard_selection_is_announced(show_chart, monkeypatch):
    announcements = []
    monkeypatch.setattr(line_chart, "announce", lambda _, words: announcements.append(words))
    chart = show_chart(make_curve(1, 5, 3))
    QTest.mouseMove(chart, chart.point_positions()[1].toPoint())
    assert announcements == []
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_Right)
    assert announcements == [chart.selected_text]


def test_other_keys_are_ignored(show_chart):
    chart = show_chart(make_curve(1, 5, 3))
    chart.setFocus()
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_F1, Qt.Key.Key_Up):
        QTest.keyClick(chart, key)
    QTest.keyClick(chart, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert chart.selected_index is None


def test_curve_is_described_for_screen_readers(show_chart):
    chart = show_chart(make_curve(1, 5, 3))
    assert chart.accessibleName() == "Points"
    words = chart.accessibleDescription()
    assert words.startswith("3 points. First, ")
    assert words.index("Highest") < words.index("5.0 points") < words.index("Lowest")
    assert describe_curve(make_curve()) == "There is nothing to draw yet."
    assert describe_curve(make_curve(2)).startswith("One point.")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(240, 140), (500, 220), (1800, 700)])
@pytest.mark.parametrize(
    "values",
    [(), (4,), (4, 4), (7,) * 40, (-1, 1), tuple(range(200)), (1e4, -1e4), (0.001, 0.002)],
)
def test_every_point_lies_in_the_plot(show_chart, size, values):
    chart = show_chart(make_curve(*values), *size)
    for theme in (LIGHT, DARK):
        apply_application_theme(theme)
        assert not chart.grab().isNull()
    field = chart.plot_rect()
    assert QRectF(chart.rect()).contains(field)
    assert all(field.adjusted(-1, -1, 1, 1).contains(point) for point in chart.point_positions())


def test_only_many_points_are_smoothed(show_chart):
    few = show_chart(make_curve(*(1, 9) * (MIN_SMOOTHED_POINTS // 2 - 1)))
    assert not few.is_smoothed
    assert few.line_values == [point.value for point in few.curve.points]
    many = show_chart(make_curve(*(1, 9) * MIN_SMOOTHED_POINTS))
    assert many.is_smoothed
    assert max(many.line_values) - min(many.line_values) < 8
    assert not show_chart(make_curve(*(1, 9) * MIN_SMOOTHED_POINTS, can_smooth=False)).is_smoothed


def test_dates_are_shown_or_times_within_a_day():
    morning, noon, tomorrow = "20260304T100000", "20260304T120000", "20260305T100000"
    form = make_date_formatter(morning, noon)
    assert form(morning) != form(noon)
    form = make_date_formatter(morning, tomorrow)
    assert form(morning) == form(noon) != form(tomorrow)
    assert make_date_formatter(morning, morning)(morning) == form(morning)
    assert form("") == ""


@given(VALUES, st.integers(2, 12))
def test_all_values_lie_between_the_first_line_and_the_last(values, most):
    scale = fit_scale(values, most)
    assert all(-1e-3 <= scale.fraction_of(value) <= 1 + 1e-3 for value in values)
    if len(scale.grid_values) == 1:
        assert max(values) - min(values) < 1e-2
        return
    assert 2 <= len(scale.grid_values) <= most + 1
    steps = {round(after - before, 6) for before, after in pairwise(scale.grid_values)}
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
    scale = fit_scale(values, 6)
    assert scale.grid_values == pytest.approx(lines)
    assert scale.decimals == decimals


@pytest.mark.parametrize("value", [0.0, 4.0, -250.0, 1000.0])
def test_one_value_lies_in_the_middle(value):
    scale = fit_scale([value, value], 6)
    assert scale.fraction_of(value) == pytest.approx(0.5, abs=0.2)
    assert scale.grid_values == (value,)
    assert scale.decimals == 0


def test_a_fixed_scale_is_divided_evenly():
    assert divide_scale(0, 1, 6).grid_values == (0, 0.25, 0.5, 0.75, 1)
    assert divide_scale(0, 1, 3).grid_values == (0, 0.5, 1)
    assert divide_scale(0, 1, 1).grid_values == (0, 1)


def test_smoothing_weights_the_points():
    assert smooth_values([1, 4, 1, 4], [1, 1, 1, 1], 0) == [1, 4, 1, 4]
    assert smooth_values([0, 3, 0], [1, 1, 1], 1) == [1.5, 1, 1.5]
    assert smooth_values([0, 3, 0], [1, 4, 1], 1) == [2.4, 2, 2.4]


def test_labels_belong_to_the_nearest_points():
    positions = [0, 10, 20, 30, 40]
    assert nearest_points(positions, [4, 21, 38]) == [0, 2, 4]
    assert nearest_points([50], [10, 90]) == [0]
