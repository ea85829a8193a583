"""Hands of known cards and of cards known only by number."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenbaize.cards import PACK_52, RANKS, Card, Suit, cards
from greenbaize.games.exact_bid.events import BidMade, CardExposed
from greenbaize.rules.events import CardPlayed
from greenbaize.rules.hands import Hand, beats, following, none_left, put, winning

TS, AC = cards("TS AC")


def test_a_hand_knows_its_size_and_how_to_hide():
    assert Hand((TS, AC)).size == 2
    assert Hand((TS,), 3).size == 4
    assert Hand((TS, AC)).hidden == Hand((), 2)
    assert Hand((), 5).hidden == Hand((), 5)


@pytest.mark.parametrize("count", range(8))
def test_the_first_cards_and_those_after_them_are_all(count):
    hand = Hand((TS, AC), 3)
    assert hand.first(count).joined(hand.after(count)) == hand
    assert hand.first(count).size == min(count, 5)


def test_a_known_card_leaves_its_place():
    assert Hand(cards("2C TS AC")).without(TS) == Hand(cards("2C AC"))
    assert Hand((TS,), 2).without(TS) == Hand((), 2)


def test_an_unknown_card_leaves_one_fewer():
    assert Hand((), 2).without(TS) == Hand((), 1)
    assert Hand((AC,), 1).without(TS) == Hand((AC,))


def test_a_card_that_cannot_be_there_does_not_leave():
    with pytest.raises(ValueError, match="TS"):
        Hand((AC,)).without(TS)
    with pytest.raises(ValueError, match="2C"):
        Hand(()).without(Card.of("2C"))


PACK = st.sampled_from(PACK_52)
TRUMP = st.none() | st.sampled_from(Suit)


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
def test_following(hand, led, expected):
    assert following(cards(hand), led and Card.of(led)) == cards(expected)


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
def test_beats(card, top, trump, wins):
    assert beats(Card.of(card), Card.of(top), trump) is wins


@given(st.lists(PACK, min_size=1, max_size=7, unique=True), TRUMP)
def test_the_winner_is_the_highest_trump_or_the_highest_of_the_suit_led(trick, trump):
    trumps = [card for card in trick if card.code[1] == (trump.letter if trump else "")]
    led = [card for card in trick if card.code[1] == trick[0].code[1]]
    best = max(trumps or led, key=lambda card: RANKS.index(card.code[0]))
    assert trick[winning(trick, trump)] == best


PLAYED = CardPlayed(1, Card.of("TS"))


def test_nothing_can_be_changed_or_added():
    with pytest.raises(AttributeError):
        PLAYED.seat = 2
    with pytest.raises(AttributeError):
        PLAYED.more = 2


def test_it_is_equal_to_what_has_its_class_and_its_values():
    again = CardPlayed(1, Card.of("TS"))
    assert again == PLAYED
    assert hash(again) == hash(PLAYED)
    assert CardExposed(1, Card.of("TS")) != PLAYED
    # A card is a number, but a card event never equals a bid event.
    assert BidMade(1, int(Card.of("TS"))) != PLAYED


def test_a_copy_has_the_other_values_and_the_old_one_stays():
    assert PLAYED._replace(seat=2) == CardPlayed(2, Card.of("TS"))
    assert PLAYED.seat == 1
    with pytest.raises(TypeError):
        PLAYED._replace(hand=2)


def test_it_can_be_sent_to_another_process():
    assert pickle.loads(pickle.dumps(PLAYED)) == PLAYED


def test_one_seat_gets_another_hand():
    hands = (Hand(()), Hand((), 2), Hand(()))
    assert not none_left(hands)
    assert put(hands, 1, Hand(())) == (Hand(()),) * 3
    assert none_left(put(hands, 1, Hand(())))
    assert not none_left((Hand(()), Hand((PLAYED.card,))))
