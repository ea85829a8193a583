"""Cards as numbers, and models of how likely one wins a trick and a bid is met.

The constants of ``PlayModel`` were found by having players with slightly different ones play each
other, about a thousand times, in up to 60,000 deals of all sizes with seats swapped, mostly with 3
to 6 players. Everything is estimated from what a player knows: how many cards are left in the
hands, how many are unseen in all, and how many unseen ones are higher.
"""

from collections.abc import Iterable
from math import exp
from typing import Final

from greenbaize.cards import Card

World = tuple[int, ...]
"""Possible distribution of the cards: each seat's hand."""
WHOLE: Final = 0x1FFF
"""All ranks of a suit."""
COUNTS: Final = bytes(ranks.bit_count() for ranks in range(WHOLE + 1))
"""Number of ranks in a suit's bits."""
HIGHEST: Final = bytes(1) + b"".join(bytes([bit]) * (1 << bit) for bit in range(17))
"""Index of the highest bit of a suit's ranks; 0 for none."""


def number(card: Card) -> int:
    """Return the card's index, which is its bit in a hand."""
    return card % 4 * 13 + card // 4


def hand_of(cards: Iterable[Card]) -> int:
    """Return the hand of these cards."""
    hand = 0
    for card in cards:
        hand |= 1 << number(card)
    return hand


EASE: Final = 1.36
"""Factor by which winning no more tricks is likelier than any other number as near."""


class Sight:
    """Model of the chance that a card wins a trick, at one point of a deal.

    ``cards_left`` is the number of cards in each hand, ``unplayed`` that of those in hands or not
    dealt.
    """

    TRUMP: tuple[float, float]
    PLAIN: tuple[float, float]
    """Loss for each higher card in play: always, and in the last trick in addition."""
    BESIDE: float
    """Factor for plain cards where there are trumps."""
    RUFFED: float
    """Share of that lost for each player who has none of the suit."""

    def __init__(self, seats: int, left: int, unplayed: int, trumps: bool) -> None:
        self.seats, self.left, self.trumps = seats, left, trumps
        # Share of the unseen cards that the others hold; the rest is undealt.
        self.share = min(1.0, (seats - 1) * left / max(1, unplayed - left))

    def worth(self, higher: int, unseen: int, trump: bool) -> float:
        """Return the chance of a card with so many higher and unseen ones to win a later trick."""
        always, late = self.TRUMP if trump else self.PLAIN
        top = exp(-self.share * higher * (always + late / self.left))
        if trump or not self.trumps:
            return top
        others = self.seats - 1
        void = (1 - self.share / others) ** unseen
        return self.BESIDE * top * (1 - self.RUFFED * void) ** others


class Bidding(Sight):
    """Model of how players bid: the value of their cards, and the bid for it.

    Fitted to the bids of searching players. They distinguish strong hands from weak ones more
    sharply than the expected tricks do, bid low where tricks are few and high where they are many:
    on average they bid ``even_share + steepness * (expected - even_share) + offset``, usually give
    or take ``spread``.

    ``cards_left`` is the number of cards dealt to each, ``unplayed`` that of all of them with the
    stock.
    """

    TRUMP, PLAIN = (0.127, 0.88), (0.70, 0.79)
    BESIDE, RUFFED = 0.67, 0.47

    def __init__(self, seats: int, left: int, unplayed: int, trumps: bool) -> None:
        super().__init__(seats, left, unplayed, trumps)
        self.even = left / seats
        self.steep = 1.28
        self.reach = max(0.0, 0.27 * (self.even - 1.4)) - 0.08
        # Half as much again as was measured, as people bid less alike than programs.
        self.spread = 0.4 + 0.165 * self.even
        # Relative likelihood of a bid unrelated to the hand, against a fitting one.
        self.odd = 0.03


class Outlook(Sight):
    """Model of the cards at one point of a deal, while they are played.

    ``cards_left`` and ``unplayed`` are as before the trick.
    """

    TRUMP, PLAIN = (0.1, 0.59), (1.24, 0.58)
    BESIDE, RUFFED = 1.0, 0.27

    def __init__(self, seats: int, left: int, unplayed: int, trumps: bool) -> None:
        super().__init__(seats, left, unplayed, trumps)
        # Width of a hand's result around its expectation, on the scale of ``need_likelihood``: a
        # constant, and a part for each whole trick of variance (an even chance has a quarter).
        self.spread = 1.0 + 0.12 * (left - 1)
        self.unsure = 5.6
        # Tricks by which a hand wins less for each that all together want too many, and more for
        # each that they want too few.
        self.contest = 0.47 / seats
        # Merit of taking a trick from somebody who needs it, or leaving it to somebody who must not
        # have it, against the own bid, on the same scale.
        self.defence = 0.034

    def winning(self, behind: int, trump: bool, higher: int) -> float:
        """Return the chance of a card that wins so far to take the trick.

        ``behind`` players are still to play. For trumps it is fitted to be less than the cards
        alone would give, for others more.
        """
        each = self.share / (self.seats - 1) * behind
        return (1 - min(1.0, (2.46 if trump else 0.07) * each)) ** higher
