"""How the cards fall where everybody plays at random."""

from random import Random

import pytest

from greenbaize.cards import PACK_52, cards
from greenbaize.games.exact_bid.at_random import Falling
from greenbaize.games.exact_bid.ranks import hand_of


def hands_of(random, seats, count):
    order = random.sample(PACK_52, seats * count)
    return tuple(hand_of(order[seat::seats]) for seat in range(seats))


@pytest.mark.parametrize(("seats", "count"), [(2, 13), (3, 5), (3, 17), (4, 13), (7, 7)])
def test_a_deal_at_random_has_as_many_tricks_as_cards(seats, count):
    random = Random(3)
    for trump in (-1, 2):
        falling = Falling(seats, trump, random)
        for leader in range(seats):
            won = falling.tricks(hands_of(random, seats, count), leader)
            assert sum(won) == count


def test_playing_at_random_keeps_the_rules():
    # Seat 0 leads the ace and king of trumps of two, and the others can only lose to them.
    world = tuple(hand_of(cards(hand)) for hand in ("KS AS", "2C 3C", "2D 3D"))
    assert Falling(3, 3, Random(1)).tricks(world, 0) == [2, 0, 0]
    # Without trumps whoever leads keeps the lead when nobody can follow.
    assert Falling(3, -1, Random(1)).tricks(world, 1) == [0, 2, 0]
    # Seat 1 must follow with its only club and wins by rank.
    world = hand_of(cards("5C")), hand_of(cards("7C"))
    assert Falling(2, 3, Random(1)).tricks(world, 0) == [0, 1]
    # A low trump wins what cannot be followed.
    world = hand_of(cards("AC KC")), hand_of(cards("2S 3S"))
    assert Falling(2, 3, Random(1)).tricks(world, 0) == [0, 2]
