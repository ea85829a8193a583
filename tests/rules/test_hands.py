"""Hands of known cards and of cards known only by number."""

import pytest

from greenbaize.cards import Card, cards
from greenbaize.rules.hands import Hand

TS, AC = cards("TS AC")


def test_a_hand_knows_its_size_and_how_to_hide():
    assert Hand((TS, AC)).size == 2
    assert Hand((TS,), 3).size == 4
    assert Hand((TS, AC)).hidden == Hand((), 2)
    assert Hand((), 5).hidden == Hand((), 5)


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
