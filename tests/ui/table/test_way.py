"""Tests of the flight paths of cards and of the deal order."""

from math import hypot

import pytest

from greenbaize.ui.table.geometry import TALL, Geometry, Spot
from greenbaize.ui.table.way import (
    AT_LAST,
    NARROW,
    Way,
    dealers_spot,
    in_order,
    round_the_middle,
    width,
)

SIZES = ((950, 800), (680, 600))
GRAZED = 0.17
"""Largest overlap of a dealt card with a plate at the fullest tables (card widths)."""
PACK = 52


@pytest.mark.parametrize("end", [Spot(500, 300), Spot(20, 700), Spot(100, 20), Spot(100, 900)])
def test_a_way_is_a_slight_arc_that_never_sinks_below_the_straight_line(end):
    start = Spot(100, 300)
    way = Way(start, 0.0, end)
    assert (way.x(0), way.y(0), way.x(1), way.y(1)) == (start.x, start.y, end.x, end.y)
    far = hypot(end.x - start.x, end.y - start.y)
    for share in (0.1, 0.5, 0.9):
        straight = (
            start.x + (end.x - start.x) * share,
            start.y + (end.y - start.y) * share,
        )
        off = hypot(way.x(share) - straight[0], way.y(share) - straight[1])
        assert 0.02 * far < off < 0.11 * far
        assert way.y(share) <= straight[1] + 1e-9


def test_size_and_tilt_are_carried_along():
    way = Way(Spot(0, 0, 0.5), -3.5, Spot(100, 0, 0.9, 5))
    assert [way.tilted(share) for share in (0, 0.5, 1)] == [-3.5, 0.75, 5]
    assert [way.scale(share) for share in (0, 0.5, 1)] == pytest.approx([0.5, 0.7, 0.9])
    assert not way.is_flat
    assert Way(Spot(0, 0), 0.0, Spot(9, 9)).is_flat


def test_a_way_on_a_larger_table_is_the_same_way():
    way = Way(Spot(10, 20), 1.0, Spot(110, 220, 1.0, 4))
    other = way.stretched(Spot(220, 660, 1.0, 4), 2, 3)
    for share in (0, 0.3, 1):
        assert other.x(share) == pytest.approx(2 * way.x(share))
        assert other.y(share) == pytest.approx(3 * way.y(share))
        assert other.tilted(share) == way.tilted(share)


def test_a_card_narrows_to_its_edge_and_widens_again():
    shown = [width(AT_LAST.turned(share / 100)) for share in range(101)]
    assert shown[:51] == [1.0] * 51
    assert shown[75] == NARROW
    assert shown[50:76] == sorted(shown[50:76], reverse=True)
    assert shown[75:] == sorted(shown[75:])
    assert shown[-1] == 1.0


def _under_plates(table, way):
    """Return the largest overlap of a card on this path with any plate (card widths)."""
    most = 0.0
    for step in range(21):
        x, y, wide = way.x(step / 20), way.y(step / 20), way.scale(step / 20) * table.card
        for seat in range(table.players):
            left, top, across, down = table.plate(seat)
            aside = min(x + wide / 2, left + across) - max(x - wide / 2, left)
            over = min(y + wide * TALL / 2, top + down) - max(y - wide * TALL / 2, top)
            most = max(most, min(aside, over) / table.card)
    return most


@pytest.mark.slow
@pytest.mark.parametrize("left_handed", [False, True])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", range(2, 11))
def test_cards_dealt_keep_clear_of_the_plates(size, players, left_handed):
    table = Geometry(*size, players, 0, left_handed=left_handed)
    count, most = min(PACK // players, 26), 0.0
    for dealer in range(players):
        start = dealers_spot(table, dealer)
        half = start.scale * table.card / 2
        assert half <= start.x <= table.width - half
        for seat in range(players):
            for place in (0, count // 2, count - 1):
                end = table.hand(seat, place, count)
                way = Way(start, 0.0, end, round_the_middle(table, start, end, seat))
                most = max(most, _under_plates(table, way))
    assert most < (GRAZED / 5 if players < 5 else GRAZED)


def test_cards_are_dealt_one_to_each_in_turn():
    assert list(in_order((2, 1, 3), 1)) == [(1, 0), (2, 0), (0, 0), (2, 1), (0, 1), (2, 2)]
