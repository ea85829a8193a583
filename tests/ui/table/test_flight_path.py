"""Tests of the flight paths of cards and of the deal order."""

from math import hypot

import pytest

from greenbaize.ui.table.flight_path import (
    LATE_FLIP,
    MIN_EDGE_WIDTH,
    FlightPath,
    compute_centre_control_point,
    compute_dealer_placement,
    compute_flipped_width,
    iterate_deal_order,
)
from greenbaize.ui.table.geometry import CARD_HEIGHT_RATIO, CardPlacement, TableGeometry

SIZES = ((950, 800), (680, 600))
MAX_PLATE_OVERLAP = 0.17
"""Largest overlap of a dealt card with a plate at the fullest tables (card widths)."""
PACK = 52


@pytest.mark.parametrize(
    "end",
    [
        CardPlacement(500, 300),
        CardPlacement(20, 700),
        CardPlacement(100, 20),
        CardPlacement(100, 900),
    ],
)
def test_a_path_is_a_slight_arc_above_the_straight_line(end):
    start = CardPlacement(100, 300)
    path = FlightPath(start, 0.0, end)
    assert (path.x_at(0), path.y_at(0), path.x_at(1), path.y_at(1)) == (
        start.x,
        start.y,
        end.x,
        end.y,
    )
    distance = hypot(end.x - start.x, end.y - start.y)
    for fraction in (0.1, 0.5, 0.9):
        straight = (
            start.x + (end.x - start.x) * fraction,
            start.y + (end.y - start.y) * fraction,
        )
        offset = hypot(path.x_at(fraction) - straight[0], path.y_at(fraction) - straight[1])
        assert 0.02 * distance < offset < 0.11 * distance
        assert path.y_at(fraction) <= straight[1] + 1e-9


def test_scale_and_tilt_are_interpolated():
    path = FlightPath(CardPlacement(0, 0, 0.5), -3.5, CardPlacement(100, 0, 0.9, 5))
    assert [path.tilt_at(fraction) for fraction in (0, 0.5, 1)] == [-3.5, 0.75, 5]
    assert [path.scale_at(fraction) for fraction in (0, 0.5, 1)] == pytest.approx([0.5, 0.7, 0.9])
    assert not path.is_flat
    assert FlightPath(CardPlacement(0, 0), 0.0, CardPlacement(9, 9)).is_flat


def test_a_path_scales_with_the_table():
    path = FlightPath(CardPlacement(10, 20), 1.0, CardPlacement(110, 220, 1.0, 4))
    scaled_path = path.scaled_path(CardPlacement(220, 660, 1.0, 4), 2, 3)
    for fraction in (0, 0.3, 1):
        assert scaled_path.x_at(fraction) == pytest.approx(2 * path.x_at(fraction))
        assert scaled_path.y_at(fraction) == pytest.approx(3 * path.y_at(fraction))
        assert scaled_path.tilt_at(fraction) == path.tilt_at(fraction)


def test_a_flipped_card_narrows_and_widens_again():
    widths = [
        compute_flipped_width(LATE_FLIP.flip_fraction(percent / 100)) for percent in range(101)
    ]
    assert widths[:51] == [1.0] * 51
    assert widths[75] == MIN_EDGE_WIDTH
    assert widths[50:76] == sorted(widths[50:76], reverse=True)
    assert widths[75:] == sorted(widths[75:])
    assert widths[-1] == 1.0


def _max_plate_overlap(table, path):
    """Return the largest overlap of a card on this path with any plate (card widths)."""
    max_overlap = 0.0
    for step in range(21):
        x, y, card_width = (
            path.x_at(step / 20),
            path.y_at(step / 20),
            path.scale_at(step / 20) * table.card_width,
        )
        for seat in range(table.players):
            left, top, across, down = table.plate_box(seat)
            overlap_x = min(x + card_width / 2, left + across) - max(x - card_width / 2, left)
            overlap_y = min(y + card_width * CARD_HEIGHT_RATIO / 2, top + down) - max(
                y - card_width * CARD_HEIGHT_RATIO / 2, top
            )
            max_overlap = max(max_overlap, min(overlap_x, overlap_y) / table.card_width)
    return max_overlap


@pytest.mark.slow
@pytest.mark.parametrize("left_handed", [False, True])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", range(2, 11))
def test_cards_dealt_keep_clear_of_the_plates(size, players, left_handed):
    table = TableGeometry(*size, players, 0, left_handed=left_handed)
    count, max_overlap = min(PACK // players, 26), 0.0
    for dealer in range(players):
        start = compute_dealer_placement(table, dealer)
        half = start.scale * table.card_width / 2
        assert half <= start.x <= table.width - half
        for seat in range(players):
            for index in (0, count // 2, count - 1):
                end = table.hand_card_placement(seat, index, count)
                path = FlightPath(
                    start, 0.0, end, compute_centre_control_point(table, start, end, seat)
                )
                max_overlap = max(max_overlap, _max_plate_overlap(table, path))
    assert max_overlap < (MAX_PLATE_OVERLAP / 5 if players < 5 else MAX_PLATE_OVERLAP)


def test_cards_are_dealt_one_to_each_in_turn():
    assert list(iterate_deal_order((2, 1, 3), 1)) == [
        (1, 0),
        (2, 0),
        (0, 0),
        (2, 1),
        (0, 1),
        (2, 2),
    ]
