"""Where the lines and the dots of a chart lie."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenbaize.ui.memory.chart_scale import evened, fixed_scale, labelled, scale_of

VALUES = st.lists(st.floats(-1e4, 1e4), min_size=1, max_size=20)


@given(VALUES, st.integers(2, 12))
def test_all_values_lie_between_the_first_line_and_the_last(values, most):
    scale = scale_of(values, most)
    assert all(-1e-3 <= scale.share(value) <= 1 + 1e-3 for value in values)
    assert 2 <= len(scale.lines) <= most + 1
    steps = {round(after - before, 6) for before, after in pairwise(scale.lines)}
    assert max(steps) - min(steps) < 1e-5


@pytest.mark.parametrize(
    ("values", "lines", "places"),
    [
        ([0.3, 9.2], (0, 2, 4, 6, 8, 10), 0),
        ([-3, 3], (-4, -2, 0, 2, 4), 0),
        ([0.1, 0.42], (0.1, 0.2, 0.3, 0.4, 0.5), 1),
        ([1000, 1049], (1000, 1010, 1020, 1030, 1040, 1050), 0),
    ],
)
def test_lines_lie_at_round_numbers(values, lines, places):
    scale = scale_of(values, 6)
    assert scale.lines == pytest.approx(lines)
    assert scale.places == places


@pytest.mark.parametrize("value", [0.0, 4.0, -250.0, 1000.0])
def test_one_value_lies_in_the_middle(value):
    scale = scale_of([value, value], 6)
    assert scale.share(value) == pytest.approx(0.5, abs=0.2)


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
