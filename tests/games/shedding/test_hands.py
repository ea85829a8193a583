"""Hands of Rank as numbers: the same answers as the ring gives for cards."""

from random import Random

from greenbaize.games.shedding.hands import FITS, UNITS, kinds, packed
from greenbaize.games.shedding.playout import due, size
from greenbaize.games.shedding.ring import PACK, playable, step_of


def test_what_may_be_played_is_what_the_ring_says():
    random = Random(2)
    for _ in range(800):
        hand, top = random.sample(PACK * 2, random.randint(1, 9)), random.choice(PACK)
        number = packed(hand)
        playing = {card.rank for card in playable(hand, top)}
        assert set(kinds(due(number, top.rank))) == playing
        assert kinds(number) == sorted({card.rank for card in hand})
        assert size(number) == len(hand)


def test_what_fits_is_what_the_ring_says():
    for top in PACK:
        for card in PACK:
            assert bool(FITS[top.rank] & UNITS[card.rank]) == (step_of(card, top) is not None)


def test_a_hand_can_be_all_of_two_packs():
    assert size(packed(PACK * 2)) == 108
    assert len(kinds(packed(PACK * 2))) == 14
