"""Hands of known cards and of cards known only by number."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenbaize.cards import PACK_52, RANKS, Card, Suit, parse_cards
from greenbaize.games.exact_bid.events import BidMade, CardExposed
from greenbaize.rules.events import CardPlayed
from greenbaize.rules.hands import (
    Hand,
    are_hands_empty,
    find_winning_index,
    is_beating,
    suit_following_cards,
    with_item_at,
)

TS, AC = parse_cards("TS AC")


def test_a_hand_knows_its_size_and_how_to_hide():
    assert Hand((TS, AC)).size == 2
    assert Hand((TS,), 3).size == 4
    assert Hand((TS, AC)).hidden == Hand((), 2)
    assert Hand((), 5).hidden == Hand((), 5)


@pytest.mark.parametrize("count", range(8))
def test_the_first_cards_and_those_after_them_are_all(count):
    hand = Hand((TS, AC), 3)
    assert hand.first_cards(count).with_hand(hand.without_first_cards(count)) == hand
    assert hand.first_cards(count).size == min(count, 5)


def test_a_known_card_is_removed_from_a_hand():
    assert Hand(parse_cards("2C TS AC")).without_card(TS) == Hand(parse_cards("2C AC"))
    assert Hand((TS,), 2).without_card(TS) == Hand((), 2)


def test_an_unknown_card_reduces_the_unknown_number():
    assert Hand((), 2).without_card(TS) == Hand((), 1)
    assert Hand((AC,), 1).without_card(TS) == Hand((AC,))


def test_a_card_that_is_not_in_the_hand_is_refused():
    with pytest.raises(ValueError, match="TS"):
        Hand((AC,)).without_card(TS)
    with pytest.raises(ValueError, match="2C"):
        Hand(()).without_card(Card.of("2C"))


PACK_CARD_STRATEGY = st.sampled_from(PACK_52)
TRUMP_STRATEGY = st.none() | st.sampled_from(Suit)


@pytest.mark.parametrize(
    ("hand", "led", "expected"),
    [
        ("2C AC 3D", "KC", "2C AC"),
        ("2C AC 3D", "KD", "3D"),
        ("2C AC 3D", "KS", "2C AC 3D"),
        ("2C AC 3D", None, "2C AC 3D"),
        ("", "KS", ""),
    ],
)
def test_following_cards_are_of_the_suit_led(hand, led, expected):
    assert suit_following_cards(parse_cards(hand), led and Card.of(led)) == parse_cards(expected)


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
        ("XR", "2C", None, False),  # a card without a suit is no trump without a trump suit
    ],
)
def test_a_card_beats_by_trump_or_by_rank_in_its_suit(card, top, trump, wins):
    assert is_beating(Card.of(card), Card.of(top), trump) is wins


@given(st.lists(PACK_CARD_STRATEGY, min_size=1, max_size=7, unique=True), TRUMP_STRATEGY)
def test_the_winner_is_the_highest_trump_or_the_highest_of_the_suit_led(trick, trump):
    trumps = [card for card in trick if card.code[1] == ("" if trump is None else trump.letter)]
    led = [card for card in trick if card.code[1] == trick[0].code[1]]
    best = max(trumps or led, key=lambda card: RANKS.index(card.code[0]))
    assert trick[find_winning_index(trick, trump)] == best


PLAYED_EVENT = CardPlayed(1, Card.of("TS"))


def test_an_event_is_immutable():
    with pytest.raises(AttributeError):
        PLAYED_EVENT.seat = 2
    with pytest.raises(AttributeError):
        PLAYED_EVENT.more = 2


def test_events_of_equal_class_and_values_are_equal():
    equal_event = CardPlayed(1, Card.of("TS"))
    assert equal_event == PLAYED_EVENT
    assert hash(equal_event) == hash(PLAYED_EVENT)
    assert CardExposed(1, Card.of("TS")) != PLAYED_EVENT
    # A card is a number, but a card event never equals a bid event.
    assert BidMade(1, int(Card.of("TS"))) != PLAYED_EVENT


def test_replace_makes_a_changed_copy():
    assert PLAYED_EVENT._replace(seat=2) == CardPlayed(2, Card.of("TS"))
    assert PLAYED_EVENT.seat == 1
    with pytest.raises(TypeError):
        PLAYED_EVENT._replace(hand=2)


def test_an_event_can_be_pickled():
    assert pickle.loads(pickle.dumps(PLAYED_EVENT)) == PLAYED_EVENT


def test_with_item_at_replaces_one_hand():
    hands = (Hand(()), Hand((), 2), Hand(()))
    assert not are_hands_empty(hands)
    assert with_item_at(hands, 1, Hand(())) == (Hand(()),) * 3
    assert are_hands_empty(with_item_at(hands, 1, Hand(())))
    assert not are_hands_empty((Hand(()), Hand((PLAYED_EVENT.card,))))
