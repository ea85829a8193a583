"""Playable cards in Rank by the steps of rank.md 2, over all hands of a few cards."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenbaize.cards import ALL_CARDS, Card, cards
from greenbaize.games.shedding.playout import due, size
from greenbaize.games.shedding.ring import (
    FITS,
    PACK,
    UNITS,
    Step,
    due_step,
    kinds,
    packed,
    playable,
    step_of,
)
from match.rank_pages import playable as by_the_page

C = Card.of


@pytest.mark.parametrize(
    ("hand", "top", "allowed", "step"),
    [
        ("4C 6D 5H AS XR", "5S", "4C 6D", Step.NEIGHBOUR),
        ("KC 2D AH", "AS", "KC 2D", Step.NEIGHBOUR),
        ("QC AD KH", "KS", "QC AD", Step.NEIGHBOUR),
        ("AC 3D 2H", "2S", "AC 3D", Step.NEIGHBOUR),
        ("5H AS XR 8C", "5S", "5H", Step.SAME_RANK),
        ("AS KD XR 8C", "5S", "AS KD", Step.ACE_KING),
        ("XR XB 8C", "5S", "XR XB", Step.JOKER),
        ("8C 9C", "5S", "", None),
        ("8C XB 3D", "XR", "8C XB 3D", Step.ON_JOKER),
        ("AS AD", "AC", "AS AD", Step.SAME_RANK),
        ("5H 5H 8C", "5H", "5H", Step.SAME_RANK),
    ],
)
def test_rank_2_what_must_be_played(hand, top, allowed, step):
    assert playable(cards(hand), C(top)) == tuple(dict.fromkeys(cards(allowed)))
    assert due_step(cards(hand), C(top)) is step


def test_rank_2_for_every_pair_of_cards_on_every_card():
    for pair in combinations(ALL_CARDS, 2):
        codes = [card.code for card in pair]
        for top in ALL_CARDS:
            allowed = {card.code for card in playable(pair, top)}
            assert allowed == by_the_page(codes, top.code), (pair, top)


@given(st.lists(st.sampled_from(ALL_CARDS), max_size=12), st.sampled_from(ALL_CARDS))
def test_rank_2_for_whole_hands(hand, top):
    allowed = {card.code for card in playable(hand, top)}
    assert allowed == by_the_page([card.code for card in hand], top.code)


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
