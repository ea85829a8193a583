"""Cards and signs for speech: “king of spades” for K♠, “minus 3” for −3."""

import re
from collections.abc import Sequence
from typing import Final, Self

from greenbaize.cards import RANKS, Card, Suit
from greenbaize.rules.messages import CONTEXT_SEPARATOR, mark_text
from greenbaize.words.catalogue import CASES, SUIT_NAMES, mark_each, suit_name, tr, tr_in
from greenbaize.words.numbers import parse_rank

NOMINATIVE_CASE: Final = "nominative"

_RANK_WORDS: Final = (
    mark_text("two"),
    mark_text("three"),
    mark_text("four"),
    mark_text("five"),
    mark_text("six"),
    mark_text("seven"),
    mark_text("eight"),
    mark_text("nine"),
    mark_text("ten"),
    mark_text("jack"),
    mark_text("queen"),
    mark_text("king"),
    mark_text("ace"),
)
"""By the indexes of their letters in ``RANKS``."""

_JOKER_WORDS: Final = {"XR": mark_text("red joker"), "XB": mark_text("black joker")}

MARKED_FORMS: Final = (
    *mark_each(("nominative",), ("two", "three", "four", "five", "six", "seven", "eight", "nine")),
    *mark_each(
        ("genitive", "dative", "accusative", "instrumental", "prepositional"),
        (
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "jack",
            "queen",
            "king",
            "ace",
            "red joker",
            "black joker",
        ),
    ),
)
"""All forms of these words but the nominative, marked for languages that have them.

The nominative, too, where a number has the same name in English: 6 is “шесть”, the six «шестёрка».
"""

_is_brief = False

_MARKED_FORM_SET: Final = frozenset(MARKED_FORMS)
_CARDS_PATTERN: Final = re.compile(r"(?:10|[2-9JQKAВДКТ])[♣♦♥♠](?: (?:10|[2-9JQKAВДКТ])[♣♦♥♠])*")
_RANK_LETTER_PATTERN: Final = re.compile(r"(?<![+\w])(?:[JQKT](?![\w♣♦♥♠])|A(?! *\w|[♣♦♥♠]))")
_SIGNED_NUMBER_PATTERN: Final = re.compile(r"(?<!\d)([−+])(\d+)")
_FRACTION_PATTERN: Final = re.compile(r"(\d+)/(\d+)")
_WRITTEN_SIGNS_PATTERN: Final = re.compile("[♣♦♥♠−+/·…\u00a0“”→±§]")
"""Signs that are spoken differently from how they are written."""
_PAUSES: Final = (
    (". · ", ". "),
    (" · ", ", "),
    ("·", ", "),
    ("…", ""),
    ("\N{NO-BREAK SPACE}", " "),
    ("“", ""),
    ("”", ""),
)
_SIGN_TEMPLATES: Final = {
    "→": mark_text("{before} to {after}"),
    "±": mark_text("{before} plus or minus {after}"),
    "§": mark_text("{before} rule {after}"),
}


class SpokenCards(str):
    """Spoken cards; ``f"{words:gen}"`` is the genitive, where the language has one."""

    cards: tuple[Card, ...]

    def __new__(cls, cards: Sequence[Card]) -> Self:
        words = super().__new__(cls, _spell_cards(cards, NOMINATIVE_CASE))
        words.cards = tuple(cards)
        return words

    def __format__(self, spec: str) -> str:
        """Return the words in the case that ``spec`` names, or formatted as any text."""
        case = CASES.get(spec)
        return super().__format__(spec) if case is None else _spell_cards(self.cards, case)


def set_brief_speech(*, is_on: bool) -> None:
    global _is_brief  # noqa: PLW0603  (one setting for the whole program)
    _is_brief = is_on


def is_brief_speech() -> bool:
    return _is_brief


def _spell_cards(cards: Sequence[Card], case: str) -> str:
    words = []
    for suit in dict.fromkeys(card.suit for card in cards):
        suit_cards = [card for card in cards if card.suit is suit]
        if suit is None:
            words += [_word_in_case(_JOKER_WORDS[card.code], case) for card in suit_cards]
        else:
            ranks = join_list([_word_in_case(_RANK_WORDS[card.rank], case) for card in suit_cards])
            name = tr_in("of a card", SUIT_NAMES[suit])
            words.append(tr("{ranks} of {suit}").format(ranks=ranks, suit=name))
    return ", ".join(words)


def _word_in_case(word: str, case: str) -> str:
    """Return a word in a case, or in the nominative if the language has no other."""
    if f"{case}{CONTEXT_SEPARATOR}{word}" not in _MARKED_FORM_SET:
        return tr(word)
    form = tr_in(case, word)
    return tr(word) if form == word else form


def join_list(words: Sequence[str]) -> str:
    """Return words as a spoken list: “six, nine and ten”."""
    if len(words) < 2:
        return "".join(words)
    return tr(" and ").join((", ".join(words[:-1]), words[-1]))


def rank_word(rank: str) -> str:
    """Return a rank in words: “king” for K, “ten” for 10."""
    letter = parse_rank(rank)
    return (
        _word_in_case(_RANK_WORDS[RANKS.index(letter)], NOMINATIVE_CASE)
        if letter in RANKS and letter
        else rank
    )


def spell_rank_letters(text: str) -> str:
    """Return a text with ranks in words: “its king, queen” for “its K, Q”."""
    return _RANK_LETTER_PATTERN.sub(lambda found: rank_word(found[0]), text)


def has_suit_sign(text: str) -> bool:
    return any(suit.sign in text for suit in Suit)


def spoken_text(text: str) -> str:
    """Return a written text for speech: cards and signs become words or pauses."""
    if not _WRITTEN_SIGNS_PATTERN.search(text):
        return text
    text = _CARDS_PATTERN.sub(_spell_matched_cards, text)
    for suit in Suit:
        if suit.sign in text:
            text = text.replace(suit.sign, suit_name(suit))
    text = _SIGNED_NUMBER_PATTERN.sub(_spell_signed_number, text)
    text = _FRACTION_PATTERN.sub(_spell_fraction, text)
    for sign, template in _SIGN_TEMPLATES.items():
        while sign in text:
            before, _, after = text.partition(sign)
            text = tr(template).format(before=before.rstrip(), after=after.lstrip())
    for sign, pause in _PAUSES:
        text = text.replace(sign, pause)
    return text


def _spell_matched_cards(match: re.Match[str]) -> str:
    codes = [parse_rank(one[:-1]) + "CDHS"["♣♦♥♠".index(one[-1])] for one in match[0].split()]
    return str(SpokenCards([Card.of(code) for code in codes]))


def _spell_signed_number(match: re.Match[str]) -> str:
    words = tr("minus {number}") if match[1] == "−" else tr("plus {number}")
    return words.format(number=match[2])


def _spell_fraction(match: re.Match[str]) -> str:
    return tr("{part} of {whole}").format(part=match[1], whole=match[2])


def end_sentence(text: str) -> str:
    """Return a text with an ending that makes a speech synthesiser pause."""
    return text if not text or text.endswith((".", "!", "?", "…")) else f"{text}."


def join_sentences(*texts: str) -> str:
    """Return the sentences joined; empty ones are left out."""
    return " ".join(end_sentence(text) for text in texts if text)
