"""What is left to chance when a deal of exact bids is supposed."""

from random import Random

import pytest

from greenbaize.cards import PACK_52, cards
from greenbaize.games.exact_bid.at_random import Dealing, Falling
from greenbaize.games.exact_bid.ranks import hand_of, number


def hands_of(random, seats, count):
    order = random.sample(PACK_52, seats * count)
    return tuple(hand_of(order[seat::seats]) for seat in range(seats))


def test_every_unseen_card_falls_to_everybody():
    pool = [number(card) for card in PACK_52 if card not in cards("AS KS")]
    dealing = Dealing([hand_of(cards("AS KS")), 0, 0], [0, 2, 2], pool, [0, 0, 0], Random(5))
    seen = [0, 0, 0]
    for _ in range(600):
        world = dealing.dealt()
        assert [hand.bit_count() for hand in world] == [2, 2, 2]
        assert not world[0] & world[1] | world[0] & world[2] | world[1] & world[2]
        seen = [before | hand for before, hand in zip(seen, world, strict=True)]
    assert seen == [hand_of(cards("AS KS")), sum(1 << card for card in pool), seen[1]]


def test_nobody_is_dealt_a_suit_that_was_not_followed():
    pool = [number(card) for card in cards("2C 3C 4C 5D 6D 7D 8H 9H TH")]
    clubs, hearts = 1 << 0, 1 << 2
    dealing = Dealing([0, 0, 0], [3, 3, 3], pool, [0, clubs, clubs | hearts], Random(6))
    for _ in range(100):
        world = dealing.dealt()
        assert world[2] == hand_of(cards("5D 6D 7D"))
        assert world[1] == hand_of(cards("8H 9H TH"))
    # Nor where that cannot be: then all is possible.
    dealing = Dealing([0, 0, 0], [3, 3, 3], pool, [0, clubs, 15], Random(6))
    assert [hand.bit_count() for hand in dealing.dealt()] == [3, 3, 3]


def test_the_same_dice_deal_the_same_worlds():
    pool = [number(card) for card in PACK_52]
    worlds = []
    for _ in range(2):
        dealing = Dealing([0] * 4, [13] * 4, pool, [0] * 4, Random(7))
        worlds.append([dealing.dealt() for _ in range(5)])
    assert worlds[0] == worlds[1]
    assert len(set(worlds[0])) == 5


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
