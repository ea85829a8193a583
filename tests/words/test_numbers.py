"""Ranks in the letters of the chosen set, wherever they are written."""

import pytest

from greenbaize.cards import Card
from greenbaize.rules.messages import Message
from greenbaize.rules.table_snapshot import RankRing
from greenbaize.words.match_words import ring_text
from greenbaize.words.numbers import CYRILLIC, LATIN, localise_ranks, rank_text, set_rank_letters
from greenbaize.words.speaker import Speaker, card_name, cards_text
from greenbaize.words.titles import contract_title


@pytest.fixture(autouse=True)
def cyrillic_letters():
    set_rank_letters(CYRILLIC)
    yield
    set_rank_letters(LATIN)


def test_courts_and_aces_have_other_letters_and_digits_have_not():
    assert [rank_text(rank) for rank in "JQKAT6"] == ["В", "Д", "К", "Т", "10", "6"]
    assert rank_text("Q", LATIN) == "Q"


def test_sentences_have_the_chosen_letters():
    assert card_name(Card.of("QS")) == "Д♠"
    assert cards_text([Card.of(code) for code in ("JH", "TH", "AH")]) == "В♥ 10♥ Т♥"
    assert ring_text(RankRing(("6", "A", "Q"))) == "6 beats Т, Т beats Д, Д beats 6."
    fits = Speaker().format_message(Message("tell-fits-next", {"low": "J", "high": "K"}))
    assert "В" in fits
    assert "J" not in fits


def test_rank_letters_are_distinguished_from_words():
    assert " 7 9 В Д К 10 Т. " in Speaker().format_message(Message("lesson-order"))
    assert localise_ranks("9 on J, 10 on A.") == "9 on В, 10 on Т."
    assert localise_ranks("A joker (Ctrl+J) and JQ") == "A joker (Ctrl+J) and JQ"


def test_contract_titles_have_the_chosen_letters():
    titles = ("kings-jacks", "queen-of-spades", "tens-aces", "max")
    assert [*map(contract_title, titles)] == ["К and В", "Д♠", "10 and Т", "MAX"]
    set_rank_letters(LATIN)
    assert localise_ranks("T and A") == "T and A"
