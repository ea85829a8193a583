"""Cards and signs for speech: “king of spades” for K♠, “minus 3” for −3."""

import re
from collections.abc import Sequence
from typing import Final, Self

from greenbaize.cards import RANKS, Card, Suit
from greenbaize.rules.messages import CONTEXT_ENDS, mark
from greenbaize.words.catalogue import CASES, SUITS, mark_each, suit_name, tr, tr_in
from greenbaize.words.numbers import rank_of

NOMINATIVE: Final = "nominative"

_RANKS: Final = (
    *(mark("two"), mark("three"), mark("four"), mark("five"), mark("six"), mark("seven")),
    *(mark("eight"), mark("nine"), mark("ten"), mark("jack"), mark("queen"), mark("king")),
    mark("ace"),
)
"""By the indexes of their letters in ``RANKS``."""

_JOKERS: Final = {"XR": mark("red joker"), "XB": mark("black joker")}

FORMS: Final = (
    *mark_each(("nominative",), ("two", "three", "four", "five", "six", "seven", "eight", "nine")),
    *mark_each(
        ("genitive", "dative", "accusative", "instrumental", "prepositional"),
        (
            *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack"),
            *("queen", "king", "ace", "red joker", "black joker"),
        ),
    ),
)
"""All forms of these words but the nominative, marked for languages that have them.

The nominative, too, where a number has the same name in English: 6 is “шесть”, the six «шестёрка».
"""

_brief = False

_KNOWN: Final = frozenset(FORMS)
_CARDS: Final = re.compile(r"(?:10|[2-9JQKAВДКТ])[♣♦♥♠](?: (?:10|[2-9JQKAВДКТ])[♣♦♥♠])*")
_LETTER: Final = re.compile(r"(?<![+\w])(?:[JQKT](?![\w♣♦♥♠])|A(?! *\w|[♣♦♥♠]))")
_SIGNED: Final = re.compile(r"(?<!\d)([−+])(\d+)")
_OF: Final = re.compile(r"(\d+)/(\d+)")
_WRITTEN: Final = re.compile("[♣♦♥♠−+/·…\u00a0“”→±§]")
"""Signs that are spoken differently from how they are written."""
_PAUSES: Final = (
    *((". · ", ". "), (" · ", ", "), ("·", ", "), ("…", ""), ("\N{NO-BREAK SPACE}", " ")),
    *(("“", ""), ("”", "")),
)
_SIGNS: Final = {
    "→": mark("{before} to {after}"),
    "±": mark("{before} plus or minus {after}"),
    "§": mark("{before} rule {after}"),
}


class CardWords(str):
    """Spoken cards; ``f"{words:gen}"`` is the genitive, where the language has one."""

    cards: tuple[Card, ...]

    def __new__(cls, cards: Sequence[Card]) -> Self:
        words = super().__new__(cls, _spelled(cards, NOMINATIVE))
        words.cards = tuple(cards)
        return words

    def __format__(self, spec: str) -> str:
        """Return the words in the case that ``spec`` names, or formatted as any text."""
        case = CASES.get(spec)
        return super().__format__(spec) if case is None else _spelled(self.cards, case)


def use_brief(*, on: bool) -> None:
    global _brief  # noqa: PLW0603  (one setting for the whole program)
    _brief = on


def is_brief() -> bool:
    return _brief


def _spelled(cards: Sequence[Card], case: str) -> str:
    said = []
    for suit in dict.fromkeys(card.suit for card in cards):
        same = [card for card in cards if card.suit is suit]
        if suit is None:
            said += [_in_case(_JOKERS[card.code], case) for card in same]
        else:
            ranks = in_a_row([_in_case(_RANKS[card.rank], case) for card in same])
            name = tr_in("of a card", SUITS[suit])
            said.append(tr("{ranks} of {suit}").format(ranks=ranks, suit=name))
    return ", ".join(said)


def _in_case(word: str, case: str) -> str:
    """Return a word in a case, or in the nominative if the language has no other."""
    if f"{case}{CONTEXT_ENDS}{word}" not in _KNOWN:
        return tr(word)
    form = tr_in(case, word)
    return tr(word) if form == word else form


def in_a_row(words: Sequence[str]) -> str:
    """Return words as a spoken list: “six, nine and ten”."""
    if len(words) < 2:
        return "".join(words)
    return tr(" and ").join((", ".join(words[:-1]), words[-1]))


def rank_word(rank: str) -> str:
    """Return a rank in words: “king” for K, “ten” for 10."""
    letter = rank_of(rank)
    return _in_case(_RANKS[RANKS.index(letter)], NOMINATIVE) if letter in RANKS and letter else rank


def letters_aloud(text: str) -> str:
    """Return a text with ranks in words: “its king, queen” for “its K, Q”."""
    return _LETTER.sub(lambda found: rank_word(found[0]), text)


def names_suits(text: str) -> bool:
    return any(suit.sign in text for suit in Suit)


def aloud(text: str) -> str:
    """Return a written text for speech: cards and signs become words or pauses."""
    if not _WRITTEN.search(text):
        return text
    text = _CARDS.sub(_cards_said, text)
    for suit in Suit:
        if suit.sign in text:
            text = text.replace(suit.sign, suit_name(suit))
    text = _SIGNED.sub(_sign_said, text)
    text = _OF.sub(_part_said, text)
    for sign, template in _SIGNS.items():
        while sign in text:
            before, _, after = text.partition(sign)
            text = tr(template).format(before=before.rstrip(), after=after.lstrip())
    for sign, pause in _PAUSES:
        text = text.replace(sign, pause)
    return text


def _cards_said(found: re.Match[str]) -> str:
    codes = [rank_of(one[:-1]) + "CDHS"["♣♦♥♠".index(one[-1])] for one in found[0].split()]
    return str(CardWords([Card.of(code) for code in codes]))


def _sign_said(found: re.Match[str]) -> str:
    words = tr("minus {number}") if found[1] == "−" else tr("plus {number}")
    return words.format(number=found[2])


def _part_said(found: re.Match[str]) -> str:
    return tr("{part} of {whole}").format(part=found[1], whole=found[2])


def ended(text: str) -> str:
    """Return a text with an ending that makes a speech synthesiser pause."""
    return text if not text or text.endswith((".", "!", "?", "…")) else f"{text}."


def together(*texts: str) -> str:
    """Return the sentences joined; empty ones are left out."""
    return " ".join(ended(text) for text in texts if text)
