"""Following suit and winning tricks, against a second way to say the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenbaize.cards import PACK_52, RANKS, Card, Suit, cards
from greenbaize.rules.tricks import beats, following, winning

PACK = st.sampled_from(PACK_52)
TRUMP = st.none() | st.sampled_from(Suit)


@pytest.mark.parametrize(
    ("hand", "led", "free"),
    [
        ("2C AC 3D", "KC", "2C AC"),
        ("2C AC 3D", "KD", "3D"),
        ("2C AC 3D", "KS", "2C AC 3D"),
        ("2C AC 3D", None, "2C AC 3D"),
        ("", "KS", ""),
    ],
)
def test_following(hand, led, free):
    assert following(cards(hand), led and Card.of(led)) == cards(free)


@pytest.mark.parametrize(
    ("card", "top", "trump", "wins"),
    [
        ("3C", "2C", None, True),
        ("2C", "3C", None, False),
        ("TC", "9C", None, True),
        ("AD", "2C", None, False),
        ("2S", "AC", Suit.SPADES, True),
        ("AC", "2S", Suit.SPADES, False),
        ("3S", "2S", Suit.SPADES, True),
        ("AD", "2C", Suit.SPADES, False),
        ("XR", "2C", None, False),  # what has no suit is no trump where there is none
    ],
)
def test_beats(card, top, trump, wins):
    assert beats(Card.of(card), Card.of(top), trump) is wins


@given(st.lists(PACK, min_size=1, max_size=7, unique=True), TRUMP)
def test_the_winner_is_the_highest_trump_or_the_highest_of_the_suit_led(trick, trump):
    trumps = [card for card in trick if card.code[1] == (trump.letter if trump else "")]
    led = [card for card in trick if card.code[1] == trick[0].code[1]]
    best = max(trumps or led, key=lambda card: RANKS.index(card.code[0]))
    assert trick[winning(trick, trump)] == best
