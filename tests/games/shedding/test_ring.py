"""Playable cards in Rank by the steps of rank.md 2, over all hands of a few cards."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenbaize.cards import ALL_CARDS, Card, parse_cards
from greenbaize.games.shedding.playout import count_hand_cards, playable_part
from greenbaize.games.shedding.ring import (
    FITTING_KINDS,
    KIND_UNITS,
    RANK_PACK,
    FitRule,
    due_fit_rule,
    fit_rule_of,
    fitting_cards,
    hand_of_kinds,
    kinds_in_hand,
)
from match.rank_pages import playable_cards as by_the_page

card_of = Card.of


@pytest.mark.parametrize(
    ("hand", "top", "allowed", "step"),
    [
        ("4C 6D 5H AS XR", "5S", "4C 6D", FitRule.NEIGHBOUR),
        ("KC 2D AH", "AS", "KC 2D", FitRule.NEIGHBOUR),
        ("QC AD KH", "KS", "QC AD", FitRule.NEIGHBOUR),
        ("AC 3D 2H", "2S", "AC 3D", FitRule.NEIGHBOUR),
        ("5H AS XR 8C", "5S", "5H", FitRule.SAME_RANK),
        ("AS KD XR 8C", "5S", "AS KD", FitRule.ACE_KING),
        ("XR XB 8C", "5S", "XR XB", FitRule.JOKER),
        ("8C 9C", "5S", "", None),
        ("8C XB 3D", "XR", "8C XB 3D", FitRule.ON_JOKER),
        ("AS AD", "AC", "AS AD", FitRule.SAME_RANK),
        ("5H 5H 8C", "5H", "5H", FitRule.SAME_RANK),
    ],
)
def test_rank_2_playable_cards_and_their_rule(hand, top, allowed, step):
    assert fitting_cards(parse_cards(hand), card_of(top)) == tuple(
        dict.fromkeys(parse_cards(allowed))
    )
    assert due_fit_rule(parse_cards(hand), card_of(top)) is step


def test_rank_2_for_every_pair_of_cards_on_every_card():
    for pair in combinations(ALL_CARDS, 2):
        codes = [card.code for card in pair]
        for top in ALL_CARDS:
            allowed = {card.code for card in fitting_cards(pair, top)}
            assert allowed == by_the_page(codes, top.code), (pair, top)


@given(st.lists(st.sampled_from(ALL_CARDS), max_size=12), st.sampled_from(ALL_CARDS))
def test_rank_2_for_whole_hands(hand, top):
    allowed = {card.code for card in fitting_cards(hand, top)}
    assert allowed == by_the_page([card.code for card in hand], top.code)


def test_playable_kinds_agree_with_the_ring():
    random = Random(2)
    for _ in range(800):
        hand, top = random.sample(RANK_PACK * 2, random.randint(1, 9)), random.choice(RANK_PACK)
        number = hand_of_kinds(hand)
        playable_ranks = {card.rank for card in fitting_cards(hand, top)}
        assert set(kinds_in_hand(playable_part(number, top.rank))) == playable_ranks
        assert kinds_in_hand(number) == sorted({card.rank for card in hand})
        assert count_hand_cards(number) == len(hand)


def test_fitting_kinds_agree_with_the_ring():
    for top in RANK_PACK:
        for card in RANK_PACK:
            assert bool(FITTING_KINDS[top.rank] & KIND_UNITS[card.rank]) == (
                fit_rule_of(card, top) is not None
            )


def test_a_hand_can_be_all_of_two_packs():
    assert count_hand_cards(hand_of_kinds(RANK_PACK * 2)) == 108
    assert len(kinds_in_hand(hand_of_kinds(RANK_PACK * 2))) == 14
