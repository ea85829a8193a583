"""The help page *Beating* describes single cards correctly, in both languages."""

import pytest

from greenbaize.cards import Card, Suit
from greenbaize.games.beat.beats import Trumps, play_on_situation, playable_cards
from greenbaize.resources import resources_folder

NO_TRUMPS = Trumps()
ALL_PERSONAL_TRUMPS = Trumps(personal_suits=(Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS))
"""Clubs are the second player's trump, hearts the fourth's, spades the leader's."""
OTHERS_PERSONAL_TRUMPS = Trumps(personal_suits=(None, Suit.CLUBS, None, Suit.HEARTS))
HEARTS_TRUMPS = Trumps(classes=(0, 0, 1, 0))
PAGE_EXAMPLES = [
    # 2a, 2b, 2c
    ("7S JS TS", NO_TRUMPS, "TS"),
    ("7S 7C JS", NO_TRUMPS, "JS"),
    ("7S TC JS", OTHERS_PERSONAL_TRUMPS, "TC"),
    ("7S TC KS", OTHERS_PERSONAL_TRUMPS, "TC"),
    ("7S TC TS", OTHERS_PERSONAL_TRUMPS, "TS"),
    ("7S TC AS", OTHERS_PERSONAL_TRUMPS, "AS"),
    ("6S 6C 6H", NO_TRUMPS, "6H"),
    ("JS AS JH", NO_TRUMPS, "AS"),
    ("KS QS JS 9S", NO_TRUMPS, "9S"),
    ("KS 9S", NO_TRUMPS, "KS"),
    # 2d, 2e, 3
    ("8S 8C QC", NO_TRUMPS, "QC"),
    ("6S JS TS QH", OTHERS_PERSONAL_TRUMPS, "QH"),
    ("7S JS TS QH", OTHERS_PERSONAL_TRUMPS, "TS"),
    ("AS 7D 6S QH", OTHERS_PERSONAL_TRUMPS, "6S"),
    ("6S 8S KS", NO_TRUMPS, "6S"),
    ("6S 8S QS", NO_TRUMPS, "QS"),
    # 4.1
    ("7S 7C 9D 7H", OTHERS_PERSONAL_TRUMPS, "7H"),
    ("7S 7C 7D", OTHERS_PERSONAL_TRUMPS, "7C"),
    ("7S 7C 9D 7H", ALL_PERSONAL_TRUMPS, "7S"),
    ("7S TC 9D 8H", ALL_PERSONAL_TRUMPS, "8H"),
    ("6S TC QS", OTHERS_PERSONAL_TRUMPS, "QS"),
    ("6S TC QS AH", OTHERS_PERSONAL_TRUMPS, "QS"),
    *((f"6S TC QS {code}", OTHERS_PERSONAL_TRUMPS, "6S") for code in ("KS", "TS", "AS")),
    ("6S TC QS 8D", OTHERS_PERSONAL_TRUMPS, "8D"),
    # 4.5
    ("7S 9H AS", HEARTS_TRUMPS, "9H"),
    ("7S 9H 8S", HEARTS_TRUMPS, "9H"),
    ("7S 9H 8C", HEARTS_TRUMPS, "9H"),
    ("7S 9H 8H", HEARTS_TRUMPS, "8H"),
    ("7S 9H TH", HEARTS_TRUMPS, "TH"),
    ("7S 7H 7C", HEARTS_TRUMPS, "7C"),
    ("KH QH KC", HEARTS_TRUMPS, "QH"),
]


@pytest.mark.parametrize(("codes", "trumps", "top"), PAGE_EXAMPLES)
def test_the_examples_of_the_page_are_right(codes, trumps, top):
    assert build_situation_by_rules(codes, trumps).top == Card.of(top)


def build_situation_by_rules(codes, trumps):
    situation = None
    for seat, code in enumerate(codes.split()):
        situation = play_on_situation(situation, Card.of(code), seat, trumps)
    return situation


def test_a_hand_that_cannot_beat_follows_with_suit_or_rank_led_beats_5():
    situation, hand = (
        build_situation_by_rules("7S JS", NO_TRUMPS),
        [Card.of(code) for code in ("9S", "7H", "AD")],
    )
    assert playable_cards(situation, hand, 2, NO_TRUMPS, must_beat=False) == tuple(hand[:2])


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_page_has_these_examples_beats_2(language):
    page = (resources_folder() / "help" / language / "beats.md").read_text("utf-8")
    rules = page[page.index("### 2a") : page.index("## 5.")]
    cards = {code for codes, *_ in PAGE_EXAMPLES for code in codes.split()}
    named_codes = {candidate for candidate in cards if Card.of(candidate).name in rules}
    assert {
        "7C",
        "TC",
        "6H",
        "AS",
        "9S",
        "8C",
        "QC",
        "QH",
        "KS",
        "7H",
        "9H",
        "TH",
        "KC",
    } <= named_codes
