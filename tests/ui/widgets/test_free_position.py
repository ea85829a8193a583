"""Search for free positions: the first free one, or else the one that covers least."""

import pytest
from PySide6.QtCore import QRect, QRectF

from greenbaize.ui.widgets.free_position import covered_area, find_least_covering

CORNERS = [QRect(x, y, 20, 10) for y in (0, 90) for x in (0, 80)]
"""Corners of a table of 100 × 100 px: above left and right, below left and right."""


def find_corner(*obstacles):
    return CORNERS.index(
        find_least_covering(CORNERS, lambda rect: (covered_area(rect, obstacles),))
    )


def test_free_corner_is_found():
    assert find_corner(QRect(0, 0, 100, 50), QRect(0, 60, 50, 40)) == 3


def test_least_covered_corner_is_found_when_none_is_free():
    assert find_corner(QRect(0, 0, 100, 100), QRect(0, 0, 100, 1), QRect(0, 99, 1, 1)) == 3


def test_first_of_equally_good_corners_is_preferred():
    assert find_corner() == 0
    assert find_corner(QRect(0, 0, 100, 50)) == 2
    assert find_corner(QRect(0, 0, 100, 100)) == 0


def test_corner_that_touches_an_obstacle_is_free():
    assert find_corner(QRect(20, 0, 60, 100), QRect(0, 10, 100, 80)) == 0


def test_first_number_of_the_cost_decides_before_the_second():
    costs = {"below": (1, 0), "left": (0, 9), "right": (0, 8), "above": (0, 8)}
    assert find_least_covering(costs, costs.__getitem__) == "right"


def test_no_candidate_after_a_free_one_is_examined():
    examined = []

    def cost(candidate):
        examined.append(candidate)
        return (abs(candidate - 2),)

    assert find_least_covering(range(9), cost) == 2
    assert examined == [0, 1, 2]


def test_search_without_candidates_is_an_error():
    with pytest.raises(ValueError, match="no candidates"):
        find_least_covering([], lambda _: (0,))


def test_obstacles_count_once_each_for_the_area_that_is_covered():
    rect = QRectF(0, 0, 10, 10)
    assert covered_area(rect, [QRectF(5, 5, 10, 10), QRectF(8, 0, 2, 10)]) == 25 + 20
    assert covered_area(rect, [QRectF(10, 0, 5, 5), QRectF(-9, -9, 4, 4)]) == 0
