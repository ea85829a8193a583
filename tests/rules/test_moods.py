"""Moods of the players, from public information only."""

import pytest

from greenbaize.cards import cards
from greenbaize.rules.events import Ended
from greenbaize.rules.hands import Hand, Trick
from greenbaize.rules.messages import Message
from greenbaize.rules.pictures import (
    Luck,
    Made,
    Mood,
    Picture,
    Plate,
    Shape,
    Tally,
    moods_of,
    moods_of_end,
    moods_of_made,
)

NOBODY = Plate(0)


def bids(due, made, left, **more):
    """Return a table for two: the first seat's bid, its tricks, and the cards left in hand."""
    plate = Plate(0, tally=Tally(Shape.BARS, due, made))
    base = Picture(1, 10, (Hand((), left), Hand((), left)), (plate, NOBODY))
    return base._replace(**more)


@pytest.mark.parametrize(
    ("target", "reached", "cards_left", "mood"),
    [
        (2, 0, 5, Mood.NEUTRAL),
        (2, 2, 3, Mood.PLEASED),
        (0, 0, 3, Mood.NEUTRAL),
        (3, 1, 2, Mood.TENSE),
        (3, 1, 1, Mood.CAUGHT),
        (1, 2, 4, Mood.CAUGHT),
    ],
)
def test_a_bid_is_felt(target, reached, cards_left, mood):
    assert moods_of(bids(target, reached, cards_left)) == (mood, Mood.NEUTRAL)


def test_a_trick_too_many_is_feared_before_it_comes():
    lying = Trick(0, cards("AS"))
    assert moods_of(bids(1, 1, 3, trick=lying, winning=0))[0] is Mood.TENSE
    theirs = Trick(1, cards("AS"))
    assert moods_of(bids(1, 1, 3, trick=theirs, winning=0))[0] is Mood.PLEASED


def test_a_card_that_lies_may_still_win_the_trick_one_needs():
    assert moods_of(bids(1, 0, 0, trick=Trick(0, cards("AS"))))[0] is Mood.TENSE


def test_a_trick_towards_the_bid_pleases_until_the_next_is_led():
    taken = ((0, Trick(0, cards("AS 2S"))),)
    assert moods_of(bids(3, 1, 4, taken=taken, trick=Trick(0, ())))[0] is Mood.PLEASED
    assert moods_of(bids(3, 1, 4, taken=taken, trick=Trick(1, cards("3S"))))[0] is Mood.NEUTRAL


def test_who_is_nearly_rid_of_the_cards_is_tense_and_the_last_one_caught():
    def felt(*held):
        hands = tuple(Hand((), count) for count in held)
        return moods_of(Picture(1, 1, hands, tuple(Plate(None, cards=one) for one in held)))

    assert felt(5, 2, 7) == (Mood.NEUTRAL, Mood.TENSE, Mood.NEUTRAL)
    assert felt(5, 0, 1) == (Mood.NEUTRAL, Mood.PLEASED, Mood.TENSE)
    assert felt(5, 0, 0) == (Mood.CAUGHT, Mood.PLEASED, Mood.PLEASED)
    assert felt(0, 0, 0) == (Mood.NEUTRAL,) * 3


def test_who_leads_sees_a_win_near_the_end_only():
    table = Picture(8, 10, (Hand(()),) * 2, (NOBODY, NOBODY), leaders=(1,))
    assert moods_of(table) == (Mood.NEUTRAL, Mood.WINNING)
    assert moods_of(table._replace(deal=7)) == (Mood.NEUTRAL,) * 2
    assert moods_of(table._replace(deals=None)) == (Mood.NEUTRAL,) * 2
    assert moods_of(table._replace(deal=1, deals=1)) == (Mood.NEUTRAL,) * 2


def test_a_score_is_felt_by_its_luck():
    table = Picture(8, 10, (Hand(()),) * 3, (NOBODY,) * 3, leaders=(2,))
    made = [
        Made(Message("made-points"), luck, Message("makes-points"))
        for luck in (Luck.GOOD, Luck.BAD, Luck.NEITHER)
    ]
    assert moods_of_made(made, table) == (Mood.PLEASED, Mood.CAUGHT, Mood.WINNING)


def test_the_winner_is_glad_at_the_end_and_the_last_is_not():
    end = Ended((3, 9, 5), (3, 1, 2))
    assert moods_of_end(end.places) == (Mood.CAUGHT, Mood.WINNING, Mood.NEUTRAL)
    assert moods_of_end((1, 1)) == (Mood.WINNING,) * 2
