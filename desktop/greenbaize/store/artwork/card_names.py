"""Which card, joker or back a file or a drawing's element shows, by its name.

Collections write ``AS``, ``10_of_clubs``, ``queen-of-hearts2``, ``spade_1``, ``cardClubsA``,
``c01``, ``A♠``: ranks as letters, words or numbers, before or after the suit.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple
from unicodedata import normalize

from greenbaize.cards import Suit

BACK: Final = "back"
"""What a name shows that is no card: a back."""
RED_JOKER: Final = "XR"
BLACK_JOKER: Final = "XB"

_SUIT_WORDS: Final[Mapping[str, str]] = {
    "club": "C", "clubs": "C", "clover": "C", "diamond": "D", "diamonds": "D", "dia": "D",
    "heart": "H", "hearts": "H", "spade": "S", "spades": "S",
    "kreuz": "C", "treff": "C", "karo": "D", "herz": "H", "pik": "S",
    "trèfle": "C", "trefle": "C", "carreau": "D", "coeur": "H", "cœur": "H", "pique": "S",
    "трефы": "C", "треф": "C", "крести": "C", "бубны": "D", "бубен": "D", "буби": "D",
    "червы": "H", "черви": "H", "червей": "H", "пики": "S", "пик": "S",
    **{suit.sign: suit.letter for suit in Suit},
    "♧": "C", "♢": "D", "♡": "H", "♤": "S",
}  # fmt: skip
_RANK_WORDS: Final[Mapping[str, str]] = {
    "ace": "A", "king": "K", "queen": "Q", "jack": "J", "knave": "J",
    "two": "2", "deuce": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "T",
    "as": "A", "könig": "K", "koenig": "K", "dame": "Q", "bube": "J",
    "roi": "K", "reine": "Q", "valet": "J",
    "туз": "A", "король": "K", "дама": "Q", "валет": "J",
}  # fmt: skip
_RANKS_BY_NUMBER: Final = {1: "A", 10: "T", 11: "J", 12: "Q", 13: "K", 14: "A", 0: "T"}
_SUIT_LETTERS: Final = "CDHS"
_RANK_LETTERS: Final = "AKQJT"
_JOKER_CODES: Final[Mapping[str, str]] = {
    "xr": RED_JOKER, "rx": RED_JOKER, "jr": RED_JOKER, "rj": RED_JOKER, "x1": RED_JOKER,
    "xb": BLACK_JOKER, "bx": BLACK_JOKER, "jb": BLACK_JOKER, "bj": BLACK_JOKER, "x2": BLACK_JOKER,
}  # fmt: skip
_BLACK_WORDS: Final = frozenset({"black", "small", "white", "bw", "2", "b", "mono"})
"""Words that tell the second joker from the first; ``JOKER_BLACK_WHITE`` is one."""
_RED_WORDS: Final = frozenset({"red", "big", "large", "color", "colour", "1", "r", "a"})
_BACK_WORDS: Final = frozenset({"back", "backs", "rear", "reverse", "rücken", "dos", "рубашка"})
_FILLERS: Final = frozenset(
    {"of", "card", "cards", "the", "playing", "english", "pattern", "poker", "svg", "png", "icon"}
)
"""Words that a card's name may have besides its rank and suit; ``icon`` makes it none."""
_WORD_PATTERN: Final = re.compile(r"[^\W\d_]+|\d+|[♠♣♥♦♤♧♡♢]")
_CODE_PATTERN: Final = re.compile(
    r"(?:(10|0?\d|1[1-4]|[AKQJT])([CDHS])|([CDHS])(10|0?\d|1[1-4]|[AKQJT]))"
)


class NamedPicture(NamedTuple):
    """What a name shows: a card's code, or ``BACK``; a higher variant is preferred.

    Some collections have their courts twice, plain and, with a 2 behind the name, as pictures.
    """

    code: str
    variant: int = 0


def read_card_name(stem: str) -> NamedPicture | None:
    """Return what a name without its ending shows; None if it names no card."""
    text = normalize("NFC", stem.strip())
    # Some write the number of pixels behind the name: "back@2x".
    text = re.sub(r"@\d+x$", "", text)
    words = _split_words(text)
    lower = [word.lower() for word in words]
    if "icon" in lower:
        return None
    if _BACK_WORDS & set(lower):
        return NamedPicture(BACK)
    if "joker" in lower or "jolly" in lower or "джокер" in lower:
        return NamedPicture(_choose_joker(lower))
    if (joker := _JOKER_CODES.get(text.lower())) is not None:
        return NamedPicture(joker)
    return _read_code(text) or _read_words(lower)


def _split_words(text: str) -> list[str]:
    """Return words, numbers and signs; ``clubKing`` and ``cardClubsA`` are several words."""
    split_case = re.sub(r"(?<=[^\W\d_A-Z])(?=[A-Z])", " ", text)
    return _WORD_PATTERN.findall(split_case)


def _choose_joker(words: list[str]) -> str:
    word_set = set(words)
    if word_set & _BLACK_WORDS and not word_set & _RED_WORDS:
        return BLACK_JOKER
    return RED_JOKER


def _read_code(text: str) -> NamedPicture | None:
    """Read a short code such as ``AS``, ``10h``, ``C11`` or ``0S``, alone in the name."""
    match = _CODE_PATTERN.fullmatch(text.upper())
    if match is None:
        return None
    rank, suit = match[1] or match[4], match[2] or match[3]
    # Where a set has both, its ten is ``C10``, and ``C0`` is something else.
    return _make_card(rank, suit, -1 if rank == "0" else 0)


def _read_words(words: list[str]) -> NamedPicture | None:
    """Read words of which one is a suit and one a rank, and perhaps a last number a variant."""
    rest = [word for word in words if word not in _FILLERS]
    suits = [word for word in rest if word in _SUIT_WORDS]
    if len(suits) != 1:
        return _read_short_words(rest)
    suit = _SUIT_WORDS[suits[0]]
    rest.remove(suits[0])
    named = [word for word in rest if word in _RANK_WORDS]
    if named:
        rest.remove(named[0])
        rank = _RANK_WORDS[named[0]]
    elif rest:
        rank = rest.pop(0).upper()
    else:
        return None
    variant = int(rest[0]) if len(rest) == 1 and rest[0].isdecimal() and len(rest[0]) < 3 else 0
    return None if rest and not variant else _make_card(rank, suit, variant)


def _read_short_words(words: list[str]) -> NamedPicture | None:
    """Read what has only letters and numbers: ``10-s``, ``h_k``, ``card_as``."""
    return _read_code("".join(words)) if len(words) < 3 else None


def _make_card(rank: str, suit: str, variant: int = 0) -> NamedPicture | None:
    if rank.isdecimal() and rank.isascii() and len(rank) < 3:
        number = int(rank)
        rank = _RANKS_BY_NUMBER.get(number, str(number))
        if number > 14:
            return None
    elif rank not in _RANK_LETTERS:
        return None
    return NamedPicture(rank + suit, variant) if suit in _SUIT_LETTERS else None
