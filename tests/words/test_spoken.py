"""Cards and signs as they are spoken."""

import gettext

import pytest

from greenbaize.cards import parse_cards
from greenbaize.rules.messages import Message
from greenbaize.words.catalogue import use_translations
from greenbaize.words.numbers import CYRILLIC, LATIN, set_rank_letters
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import (
    SpokenCards,
    join_sentences,
    rank_word,
    spell_rank_letters,
    spoken_text,
)


class DecliningTranslations(gettext.NullTranslations):
    """Translations of a language that declines its ranks and has a template of its own."""

    def pgettext(self, context, message):
        return "короля" if (context, message) == ("genitive", "king") else message

    def gettext(self, message):
        return {"king": "король", "{card} leads.": "ход с {card:gen}"}.get(message, message)


def test_cards_are_words_suit_by_suit():
    assert SpokenCards(parse_cards("KS")) == "king of spades"
    expected = "six and nine of diamonds, six, queen and ten of spades"
    assert SpokenCards(parse_cards("6D 9D 6S QS TS")) == expected
    assert SpokenCards(parse_cards("XR TH XB")) == "red joker, black joker, ten of hearts"


def test_a_card_is_declined_where_the_language_does_so():
    words = SpokenCards(parse_cards("KS"))
    assert f"{words:gen}" == "king of spades"
    use_translations(DecliningTranslations())
    try:
        king = Message("leads", {"card": parse_cards("KS")[0]})
        assert Speaker(for_speech=True).format_message(king) == "ход с короля of spades"
        assert f"{SpokenCards(parse_cards('KS')):dat}" == "король of spades"
    finally:
        use_translations(gettext.NullTranslations())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("6♦, 9♦, 6♠ 8♠ 10♠", "six of diamonds, nine of diamonds, six, eight and ten of spades"),
        ("Anna: −7 and +12", "Anna: minus 7 and plus 12"),
        ("2026-11-01, 3–4", "2026-11-01, 3–4"),
        ("go 12/40 · 2 tricks", "go 12 of 40, 2 tricks"),
        ("It leads. · Damn, § 4", "It leads. Damn, rule 4"),
        ("♠ above ♦", "spades above diamonds"),
        ("Thinking…", "Thinking"),
        ("5 ± 2", "5 plus or minus 2"),
        ("1 → 2", "1 to 2"),
        ("К♠", "king of spades"),
    ],
)
def test_signs_become_words_or_pauses(text, expected):
    assert spoken_text(text) == expected


def test_rank_letters_are_spoken_as_words_in_every_letter_set():
    set_rank_letters(CYRILLIC)
    try:
        assert spell_rank_letters("8 beats all but its K, Q") == "8 beats all but its king, queen"
        assert [rank_word(letter) for letter in ("K", "10", "7", "T")] == [
            "king",
            "ten",
            "seven",
            "ten",
        ]
        won = Message("contract-queen-of-spades-for", {"by": 5})
        assert Speaker(for_speech=True).format_message(won) == "Win the queen of spades: plus 5"
    finally:
        set_rank_letters(LATIN)


def test_sentences_end_before_the_next_begins():
    assert (
        join_sentences("Deal 1", "", "You lead.", "Which card?") == "Deal 1. You lead. Which card?"
    )
