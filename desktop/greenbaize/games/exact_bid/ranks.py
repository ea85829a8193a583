"""Cards as numbers, as supposed worlds and playouts have them.

A hand is one number, suit after suit, 13 bits each: the card of a suit and rank is bit
``suit * 13 + rank``. A suit of it is the ranks held, as 13 bits.
"""

from collections.abc import Iterable
from typing import Final

from greenbaize.cards import Card

World = tuple[int, ...]
"""One way the cards may lie: each seat's hand."""
WHOLE: Final = 0x1FFF
"""All ranks of a suit."""
COUNTS: Final = bytes(ranks.bit_count() for ranks in range(WHOLE + 1))
"""How many ranks there are in a suit."""
HIGHEST: Final = bytes(1) + b"".join(bytes([bit]) * (1 << bit) for bit in range(17))
"""The highest bit of a number of as many bits as a hand can have cards; of none 0."""


def number(card: Card) -> int:
    """The card as a number: its bit in a hand."""
    return card % 4 * 13 + card // 4


def hand_of(cards: Iterable[Card]) -> int:
    """A hand of these cards."""
    hand = 0
    for card in cards:
        hand |= 1 << number(card)
    return hand
