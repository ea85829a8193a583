"""Cards, suits, ranks and packs, and their text codes (``"TS"``) both ways."""

from enum import IntEnum
from typing import Final, Self

RANKS: Final = "23456789TJQKA"
"""Rank letters from low to high; a card's ``rank`` is the index of its letter."""


class Suit(IntEnum):
    """One of the four suits; its letter is the suit's code in records."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """The suit's code: C, D, H or S."""
        return "CDHS"[self]

    @property
    def sign(self) -> str:
        """The suit's symbol, as in ``10♣``."""
        return "♣♦♥♠"[self]

    @property
    def is_red(self) -> bool:
        """True for hearts and diamonds."""
        return self in (Suit.DIAMONDS, Suit.HEARTS)

    @classmethod
    def of(cls, letter: str) -> "Suit":
        """Return the suit with this letter; ``ValueError`` for any other text."""
        if len(letter) != 1 or letter not in "CDHS":
            raise ValueError(f"not a suit: {letter!r}")
        return cls("CDHS".index(letter))


class Card(int):
    """A card, as the number ``rank * 4 + suit``; the jokers XR and XB follow at 52 and 53.

    As a number, a card is a bit in a 52-bit hand for code that computes with many of them, and has
    the same hash in every process. Cards are created once: get them from ``Card.of`` or a pack.
    """

    rank: int
    suit: Suit | None  # jokers have none
    code: str

    def __new__(cls, number: int) -> Self:
        """Create the card with this number; called only for the table of all cards below."""
        card = super().__new__(cls, number)
        if number < 52:
            card.rank, card.suit = number // 4, Suit(number % 4)
            card.code = RANKS[card.rank] + card.suit.letter
        else:
            card.rank, card.suit = 13, None
            card.code = ("XR", "XB")[number - 52]
        return card

    @staticmethod
    def of(code: str) -> "Card":
        """Return the card with this code; ``ValueError`` for any other text."""
        card = _BY_CODE.get(code)
        if card is None:
            raise ValueError(f"not a card: {code!r}")
        return card

    @property
    def name(self) -> str:
        """The card as players write it: ``10♣``; a joker keeps its code."""
        if self.suit is None:
            return self.code
        return self.code[0].replace("T", "10") + self.suit.sign

    def __repr__(self) -> str:
        return self.code

    __str__ = __repr__

    def __reduce__(self) -> tuple[object, ...]:
        return Card.of, (self.code,)


ALL_CARDS: Final = tuple(Card(number) for number in range(54))
PACK_52: Final = ALL_CARDS[:52]
"""52 cards, low ranks first."""

_BY_CODE: Final = {card.code: card for card in ALL_CARDS}


def parse_cards(codes: str) -> tuple[Card, ...]:
    """Return the cards of a text such as ``"TS 4H AC"``; ``ValueError`` names an invalid code."""
    return tuple(Card.of(code) for code in codes.split())
