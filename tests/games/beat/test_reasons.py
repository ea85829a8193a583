"""Why a card beats or not: the sentence for every rule, with its number on the page."""

import pytest

from greenbaize.cards import Card, Suit, cards
from greenbaize.games.beat import beats
from greenbaize.games.beat import reasons as beat_reasons
from greenbaize.games.beat.beats import Trumps
from greenbaize.rules.messages import Message

C = Card.of
NONE = Trumps()
CLUBS = Trumps(classes=(1, 0, 0, 0))


def story(codes, trumps=NONE, leader=0, players=4):
    return list(beat_reasons.story(leader, cards(codes), players, trumps))


def last(codes, trumps=NONE):
    return story(codes, trumps)[-1][1]


def pair(card, top):
    return {"card": C(card), "top": C(top)}


@pytest.mark.parametrize(
    ("codes", "trumps", "message"),
    [
        ("7S", NONE, Message("leads-main", {"card": C("7S"), "suit": Suit.SPADES}, "beats.md 2")),
        ("7S 9S", NONE, Message("beats-suit", pair("9S", "7S"), "beats.md 2a")),
        ("7S 7C", NONE, Message("beats-same-value", pair("7C", "7S"), "beats.md 2b")),
        ("KS QS", NONE, Message("beats-one-less", pair("QS", "KS"), "beats.md 2c")),
        ("7S 8S", NONE, Message("beats-eight", pair("8S", "7S"), "beats.md 2d")),
        ("7S 9C", CLUBS, Message("beats-trump", pair("9C", "7S"), "beats.md 2e")),
        ("9S 7S", NONE, Message("beats-not", pair("7S", "9S"), "beats.md 1")),
        ("7S 9C TS", CLUBS, Message("outclassed", pair("TS", "9C"), "beats.md 4")),
        (
            "7S 8H",
            NONE,
            Message("beats-eight-renames", pair("8H", "7S") | {"suit": Suit.HEARTS}, "beats.md 2d"),
        ),
        (
            "6S 8S KS",
            NONE,
            Message("taken-back", pair("KS", "8S") | {"led": C("6S"), "seat": 0}, "beats.md 3"),
        ),
    ],
)
def test_every_reason_names_its_rule(codes, trumps, message):
    assert last(codes, trumps) == message


def test_a_story_goes_card_by_card_from_the_leader():
    told = story("6S 8S KS JC", leader=2, players=4)
    assert [seat for seat, _ in told] == [2, 3, 0, 1]
    assert [message.code for _, message in told] == [
        "leads-main",
        "beats-eight",
        "taken-back",
        "beats-not",
    ]
    # What was taken back no longer lies on top.
    assert told[3][1].values["top"] == C("6S")
    assert told[2][1].values["seat"] == 2


def test_an_eight_that_is_led_again_renames_nothing():
    assert last("7S 8H KH").code == "beats-suit"
    assert last("8S 8C").code == "beats-eight-renames"
    assert beats.is_eight(C("8C"))
    assert not beats.is_eight(C("9C"))
