"""What never changes: equal by its class and its values, and copied with other values."""

import pickle

import pytest

from greenbaize.cards import Card
from greenbaize.games.exact_bid.events import BidMade, CardExposed
from greenbaize.rules.events import CardPlayed
from greenbaize.rules.hands import Hand, none_left, put

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
    # A card is a number, and all the same no bid.
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
