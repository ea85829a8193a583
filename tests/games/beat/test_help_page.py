"""The help page *Beating* describes single cards correctly, in both languages."""

import pytest

from greenbaize.cards import Card, Suit
from greenbaize.games.beat.beats import Trumps, after, playable
from greenbaize.resources import resources

NONE = Trumps()
OWN = Trumps(own=(Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS))
"""Clubs are the second player's trump, hearts the fourth's, spades the leader's."""
OTHERS = Trumps(own=(None, Suit.CLUBS, None, Suit.HEARTS))
HEARTS = Trumps(classes=(0, 0, 1, 0))
CASES = [
    # 2a, 2b, 2c
    ("7S JS TS", NONE, "TS"),
    ("7S 7C JS", NONE, "JS"),
    ("7S TC JS", OTHERS, "TC"),
    ("7S TC KS", OTHERS, "TC"),
    ("7S TC TS", OTHERS, "TS"),
    ("7S TC AS", OTHERS, "AS"),
    ("6S 6C 6H", NONE, "6H"),
    ("JS AS JH", NONE, "AS"),
    ("KS QS JS 9S", NONE, "9S"),
    ("KS 9S", NONE, "KS"),
    # 2d, 2e, 3
    ("8S 8C QC", NONE, "QC"),
    ("6S JS TS QH", OTHERS, "QH"),
    ("7S JS TS QH", OTHERS, "TS"),
    ("AS 7D 6S QH", OTHERS, "6S"),
    ("6S 8S KS", NONE, "6S"),
    ("6S 8S QS", NONE, "QS"),
    # 4.1
    ("7S 7C 9D 7H", OTHERS, "7H"),
    ("7S 7C 7D", OTHERS, "7C"),
    ("7S 7C 9D 7H", OWN, "7S"),
    ("7S TC 9D 8H", OWN, "8H"),
    ("6S TC QS", OTHERS, "QS"),
    ("6S TC QS AH", OTHERS, "QS"),
    *((f"6S TC QS {code}", OTHERS, "6S") for code in ("KS", "TS", "AS")),
    ("6S TC QS 8D", OTHERS, "8D"),
    # 4.5
    ("7S 9H AS", HEARTS, "9H"),
    ("7S 9H 8S", HEARTS, "9H"),
    ("7S 9H 8C", HEARTS, "9H"),
    ("7S 9H 8H", HEARTS, "8H"),
    ("7S 9H TH", HEARTS, "TH"),
    ("7S 7H 7C", HEARTS, "7C"),
    ("KH QH KC", HEARTS, "QH"),
]


@pytest.mark.parametrize(("codes", "trumps", "top"), CASES)
def test_the_examples_of_the_page_are_so(codes, trumps, top):
    assert pile_of(codes, trumps).top == Card.of(top)


def pile_of(codes, trumps):
    pile = None
    for seat, code in enumerate(codes.split()):
        pile = after(pile, Card.of(code), seat, trumps)
    return pile


def test_who_cannot_beat_follows_with_the_suit_or_the_rank_led_beats_5():
    pile, hand = pile_of("7S JS", NONE), [Card.of(code) for code in ("9S", "7H", "AD")]
    assert playable(pile, hand, 2, NONE, must_beat=False) == tuple(hand[:2])


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_page_tells_these_examples_beats_2(language):
    page = (resources() / "help" / language / "beats.md").read_text("utf-8")
    rules = page[page.index("### 2a") : page.index("## 5.")]
    cards = {code for codes, *_ in CASES for code in codes.split()}
    told = {one for one in cards if Card.of(one).name in rules}
    assert {"7C", "TC", "6H", "AS", "9S", "8C", "QC", "QH", "KS", "7H", "9H", "TH", "KC"} <= told
