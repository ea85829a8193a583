"""Tests of the shadows of cards and of the edges of packets."""

from itertools import pairwise

import pytest

from greenbaize.ui.table.shadows import (
    LIFTED_HEIGHT,
    MAX_HEIGHT,
    ShadowCache,
    compute_flight_height,
)

CARD_WIDTH, CARD_HEIGHT = 100, 140


@pytest.fixture
def shadows(qtbot):
    return ShadowCache(CARD_WIDTH, CARD_HEIGHT, 1.0)


def shadow_alpha_at(shadow, x, y):
    """Return the shadow's alpha at a point relative to the card's centre (0 to 255)."""
    image = shadow.pixmap.toImage()
    return image.pixelColor(round(x - shadow.corner.x()), round(y - shadow.corner.y())).alpha()


def test_a_shadow_is_soft_and_falls_away_from_the_light(shadows):
    rest = shadows.shadow(0, 0)
    below = [shadow_alpha_at(rest, 0, CARD_HEIGHT / 2 + off) for off in range(8)]
    assert below == sorted(below, reverse=True)
    assert below[0] > 60
    assert below[-1] < 40
    assert shadow_alpha_at(rest, 0, CARD_HEIGHT / 2 + 2) > shadow_alpha_at(
        rest, 0, -CARD_HEIGHT / 2 - 2
    )
    assert shadow_alpha_at(rest, CARD_WIDTH / 2 + 2, 0) > shadow_alpha_at(
        rest, -CARD_WIDTH / 2 - 2, 0
    )


def test_shadow_is_clear_under_the_card(shadows):
    for tilt in (0, 5, 90):
        assert shadow_alpha_at(shadows.shadow(tilt, 0), 0, 0) == 0


def test_the_higher_a_card_the_larger_and_farther_its_shadow(shadows):
    rooms = [shadows.shadow(0, height).rect for height in range(MAX_HEIGHT + 1)]
    for lower, higher in pairwise(rooms):
        assert higher.width() > lower.width()
        assert higher.center().y() > lower.center().y()


def test_a_card_flies_above_one_that_is_lifted_and_highest_half_way():
    assert compute_flight_height(0.5) == MAX_HEIGHT
    assert (
        LIFTED_HEIGHT
        < compute_flight_height(0.0)
        < compute_flight_height(0.5)
        > compute_flight_height(1.0)
        > LIFTED_HEIGHT
    )


def test_a_shadow_is_drawn_once(shadows):
    assert shadows.shadow(3, 0).pixmap is shadows.shadow(363, 0).pixmap
    assert shadows.shadow(3, MAX_HEIGHT).pixmap is shadows.shadow(-3, MAX_HEIGHT).pixmap
    assert shadows.shadow(3, 0).pixmap is not shadows.shadow(-3, 0).pixmap


def test_the_edges_of_few_cards_can_be_counted_and_many_are_higher(shadows):
    assert [shadows.packet_height(count) for count in (0, 1, 2, 3, 5)] == [0, 0, 1, 2, 4]
    assert (
        4
        < shadows.packet_height(30)
        < shadows.packet_height(34)
        < shadows.packet_height(104)
        < 0.2 * CARD_WIDTH
    )


def test_a_lower_packet_looks_like_the_bottom_of_a_higher_one(shadows):
    low_image, high_image = (shadows.packet_edges(0, height).pixmap.toImage() for height in (4, 12))
    for up in range(2, 5):
        point = (
            (low_image.width() // 2, low_image.height() - up),
            (high_image.width() // 2, high_image.height() - up),
        )
        assert low_image.pixel(*point[0]) == high_image.pixel(*point[1])
    assert shadows.packet_edges(0, 12).pixmap.height() == CARD_HEIGHT + 12
