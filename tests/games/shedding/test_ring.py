"""What may be played on what, by the steps of rank.md 2, over all hands of a few cards."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenbaize.cards import ALL_CARDS, Card, cards
from greenbaize.games.shedding.ring import Step, due_step, playable, step_of

C = Card.of
RING = "A23456789TJQK"


def by_the_page(hand, top):
    """The page read once more, with text codes."""
    if top[0] == "X":
        return set(hand)
    near = {RING[(RING.index(top[0]) + by) % 13] for by in (1, -1)}
    for ranks in (near, {top[0]}, {"A", "K"}, {"X"}):
        found = {card for card in hand if card[0] in ranks}
        if found:
            return found
    return set()


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


def test_a_card_fits_by_one_step_only():
    assert step_of(C("AS"), C("KD")) is Step.NEIGHBOUR
    assert step_of(C("AS"), C("AD")) is Step.SAME_RANK
    assert step_of(C("AS"), C("7D")) is Step.ACE_KING
    assert step_of(C("XR"), C("7D")) is Step.JOKER
    assert step_of(C("XR"), C("XB")) is Step.ON_JOKER
    assert step_of(C("9S"), C("7D")) is None
