"""Who leads the first trick of a match of Master or Ass."""

from greenbaize.cards import Suit
from greenbaize.games.beat.beats import senior
from greenbaize.rules.hands import Hand


def first_leader(hands: tuple[Hand, ...], left: int) -> int:
    """Who leads the first deal: the holder of the lowest diamond, else the dealer's left.

    See ``master.md 3`` and ``ass.md 2``; low by the seniority of ``beats.md``, ten above king.
    """
    diamonds = [
        (senior(card), seat)
        for seat, hand in enumerate(hands)
        for card in hand.cards
        if card.suit is Suit.DIAMONDS
    ]
    return min(diamonds)[1] if diamonds else left
