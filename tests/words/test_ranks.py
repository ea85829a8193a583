"""Ranks in the letters of the chosen set, wherever they are written."""

import pytest

from greenbaize.cards import Card
from greenbaize.rules.messages import Message
from greenbaize.rules.pictures import Ring
from greenbaize.words.match_words import ring_text
from greenbaize.words.numbers import CYRILLIC, LATIN, in_letters, rank_text, use_letters
from greenbaize.words.speaker import Speaker, card_name, cards_text
from greenbaize.words.titles import contract_title


@pytest.fixture(autouse=True)
def russian():
    use_letters(CYRILLIC)
    yield
    use_letters(LATIN)


def test_courts_and_aces_have_other_letters_and_figures_do_not():
    assert [rank_text(rank) for rank in "JQKAT6"] == ["В", "Д", "К", "Т", "10", "6"]
    assert rank_text("Q", LATIN) == "Q"


def test_cards_are_named_so_in_sentences():
    assert card_name(Card.of("QS")) == "Д♠"
    assert cards_text([Card.of(code) for code in ("JH", "TH", "AH")]) == "В♥ 10♥ Т♥"
    assert ring_text(Ring(("6", "A", "Q"))) == "6 beats Т, Т beats Д, Д beats 6."
    fits = Speaker().say(Message("tell-fits-next", {"low": "J", "high": "K"}))
    assert "В" in fits
    assert "J" not in fits


def test_letters_in_sentences_are_told_from_words():
    assert " 7 9 В Д К 10 Т. " in Speaker().say(Message("lesson-order"))
    assert in_letters("9 on J, 10 on A.") == "9 on В, 10 on Т."
    assert in_letters("A joker (Ctrl+J) and JQ") == "A joker (Ctrl+J) and JQ"


def test_contracts_are_called_by_them():
    titles = ("kings-jacks", "queen-of-spades", "tens-aces", "max")
    assert [*map(contract_title, titles)] == ["К and В", "Д♠", "10 and Т", "MAX"]
    use_letters(LATIN)
    assert in_letters("T and A") == "T and A"
