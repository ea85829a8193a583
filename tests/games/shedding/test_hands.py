"""Hands of Rank as numbers: the same answers as the ring gives for cards."""

from random import Random

import pytest

from greenbaize.cards import cards
from greenbaize.games.shedding.easy import company
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


@pytest.mark.parametrize(
    ("hand", "pairs"),
    [
        ("3C 5D 7H", 0),
        ("3C 4D 5H", 2),
        ("KC AD 2H", 2),
        ("AD 2H KC KD", 2 + 0.8),
        ("AC XR XB", 0.8),
        ("9C 9D", 0.8),
    ],
)
def test_company_is_neighbours_and_equal_cards(hand, pairs):
    assert company(packed(cards(hand))) == pytest.approx(pairs)
