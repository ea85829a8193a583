"""Tests of the shadows of cards and of the edges of packets."""

from itertools import pairwise

import pytest

from greenbaize.ui.table.card_atlas import CardAtlas, CardItem
from greenbaize.ui.table.geometry import Spot
from greenbaize.ui.table.pile import LaidPile
from greenbaize.ui.table.shadows import HIGHEST, LIFTED, Shadows, flight

WIDE, TALL = 100, 140


@pytest.fixture
def shadows(qtbot):
    return Shadows(WIDE, TALL, 1.0)


@pytest.fixture
def atlas(qtbot):
    atlas = CardAtlas()
    atlas.set_size(WIDE, 1.0)
    return atlas


def dark_at(cast, x, y):
    """Return the shadow's alpha at a point relative to the card's centre (0 to 255)."""
    image = cast.picture.toImage()
    return image.pixelColor(round(x - cast.corner.x()), round(y - cast.corner.y())).alpha()


def test_a_shadow_is_soft_and_falls_away_from_the_light(shadows):
    rest = shadows.shadow(0, 0)
    below = [dark_at(rest, 0, TALL / 2 + off) for off in range(8)]
    assert below == sorted(below, reverse=True)
    assert below[0] > 60
    assert below[-1] < 40
    assert dark_at(rest, 0, TALL / 2 + 2) > dark_at(rest, 0, -TALL / 2 - 2)
    assert dark_at(rest, WIDE / 2 + 2, 0) > dark_at(rest, -WIDE / 2 - 2, 0)


def test_what_the_card_hides_is_not_painted(shadows):
    for tilt in (0, 5, 90):
        assert dark_at(shadows.shadow(tilt, 0), 0, 0) == 0


def test_the_higher_a_card_the_larger_and_farther_its_shadow(shadows):
    rooms = [shadows.shadow(0, height).room for height in range(HIGHEST + 1)]
    for lower, higher in pairwise(rooms):
        assert higher.width() > lower.width()
        assert higher.center().y() > lower.center().y()


def test_a_card_flies_above_one_that_is_lifted_and_highest_half_way():
    assert flight(0.5) == HIGHEST
    assert LIFTED < flight(0.0) < flight(0.5) > flight(1.0) > LIFTED


def test_a_shadow_is_drawn_once(shadows):
    assert shadows.shadow(3, 0).picture is shadows.shadow(363, 0).picture
    assert shadows.shadow(3, HIGHEST).picture is shadows.shadow(-3, HIGHEST).picture
    assert shadows.shadow(3, 0).picture is not shadows.shadow(-3, 0).picture


def test_the_edges_of_few_cards_can_be_counted_and_many_are_higher(shadows):
    assert [shadows.high(count) for count in (0, 1, 2, 3, 5)] == [0, 0, 1, 2, 4]
    assert 4 < shadows.high(30) < shadows.high(34) < shadows.high(104) < 0.2 * WIDE


def test_a_lower_packet_is_seen_as_the_foot_of_a_higher_one(shadows):
    low, high = (shadows.edges(0, tall).picture.toImage() for tall in (4, 12))
    for up in range(2, 5):
        point = (low.width() // 2, low.height() - up), (high.width() // 2, high.height() - up)
        assert low.pixel(*point[0]) == high.pixel(*point[1])
    assert shadows.edges(0, 12).picture.height() == TALL + 12


def test_a_packet_is_higher_than_a_card_and_shrinks_when_one_leaves(atlas):
    packet, top = (CardItem(atlas, None, Spot(300, 200)) for _ in range(2))
    flat = packet.boundingRect()
    packet.count = 40
    high = packet.boundingRect()
    assert high.top() < flat.top() < flat.bottom() < high.bottom()
    assert high.height() > flat.height() + 5
    top.leave(packet)
    top.send(Spot(100, 100))
    assert packet.count == 40
    top.depart()
    assert packet.count == 39


def test_a_card_rises_on_its_way_and_lies_flat_again(atlas):
    card = CardItem(atlas, None, Spot(300, 200))
    flat = card.boundingRect()
    card.send(Spot(100, 100))
    card.depart()
    card.carry(0.5)
    assert card.boundingRect().width() > flat.width() + 5
    card.arrive()
    assert card.boundingRect() == flat


def test_a_card_that_is_sorted_into_a_hand_slides(atlas):
    card = CardItem(atlas, None, Spot(300, 200))
    flat = card.boundingRect()
    card.send(Spot(100, 210))
    card.depart()
    card.carry(0.5)
    assert card.boundingRect() == flat


def test_a_lifted_card_has_its_shadow_farther_away(atlas):
    card = CardItem(atlas, None, Spot(300, 200))
    flat = card.boundingRect()
    card.lift(on=True)
    assert card.boundingRect().bottom() > flat.bottom()
    card.lift(on=False)
    assert card.boundingRect() == flat


def test_the_pile_is_as_high_as_what_is_buried(atlas):
    pile = LaidPile()
    cards = [CardItem(atlas, None, Spot(300, 200)) for _ in range(8)]
    for card in cards:
        pile.lay(card)
    assert pile.items[0].count == 1 + len(cards) - len(pile.items)
    assert all(card.count == 1 for card in pile.items[1:])
