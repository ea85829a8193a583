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

ExactBidWorld = tuple[int, ...]
"""Possible distribution of the cards: each seat's hand."""
ALL_RANKS: Final = 0x1FFF
"""All ranks of a suit."""
RANK_COUNTS: Final = bytes(ranks.bit_count() for ranks in range(ALL_RANKS + 1))
"""Number of ranks in a suit's bits."""
HIGHEST_BIT: Final = bytes(1) + b"".join(bytes([bit]) * (1 << bit) for bit in range(17))
"""Index of the highest bit of a suit's ranks; 0 for none."""


def card_index(card: Card) -> int:
    """Return the card's index, which is its bit in a hand."""
    return card % 4 * 13 + card // 4


def hand_mask(cards: Iterable[Card]) -> int:
    """Return the hand of these cards."""
    hand = 0
    for card in cards:
        hand |= 1 << card_index(card)
    return hand


NO_MORE_TRICKS_FACTOR: Final = 1.36
"""Factor by which winning no more tricks is likelier than any other number as near."""


class CardChanceModel:
    """Model of the chance that a card wins a trick, at one point of a deal.

    ``cards_left`` is the number of cards in each hand, ``unplayed`` that of those in hands or not
    dealt.
    """

    TRUMP_DECAY: tuple[float, float]
    PLAIN_DECAY: tuple[float, float]
    """Loss for each higher card in play: always, and in the last trick in addition."""
    PLAIN_FACTOR: float
    """Factor for plain cards where there are trumps."""
    RUFF_SHARE: float
    """Share of that lost for each player who has none of the suit."""

    def __init__(self, seats: int, cards_left: int, unplayed: int, has_trumps: bool) -> None:
        self.seats, self.cards_left, self.has_trumps = seats, cards_left, has_trumps
        # Share of the unseen cards that the others hold; the rest is undealt.
        self.others_share = min(1.0, (seats - 1) * cards_left / max(1, unplayed - cards_left))

    def win_chance(self, higher: int, unseen: int, is_trump: bool) -> float:
        """Return the chance of a card with so many higher and unseen ones to win a later trick."""
        always, late = self.TRUMP_DECAY if is_trump else self.PLAIN_DECAY
        top_chance = exp(-self.others_share * higher * (always + late / self.cards_left))
        if is_trump or not self.has_trumps:
            return top_chance
        others = self.seats - 1
        void_chance = (1 - self.others_share / others) ** unseen
        return self.PLAIN_FACTOR * top_chance * (1 - self.RUFF_SHARE * void_chance) ** others


class BiddingModel(CardChanceModel):
    """Model of how players bid: the value of their cards, and the bid for it.

    Fitted to the bids of searching players. They distinguish strong hands from weak ones more
    sharply than the expected tricks do, bid low where tricks are few and high where they are many:
    on average they bid ``even_share + steepness * (expected tricks - even_share) + offset``,
    usually give or take ``spread``.

    ``cards_left`` is the number of cards dealt to each, ``unplayed`` that of all of them with the
    stock.
    """

    TRUMP_DECAY, PLAIN_DECAY = (0.127, 0.88), (0.70, 0.79)
    PLAIN_FACTOR, RUFF_SHARE = 0.67, 0.47

    def __init__(self, seats: int, cards_left: int, unplayed: int, has_trumps: bool) -> None:
        super().__init__(seats, cards_left, unplayed, has_trumps)
        self.even_share = cards_left / seats
        self.steepness = 1.28
        self.offset = max(0.0, 0.27 * (self.even_share - 1.4)) - 0.08
        # Half as much again as was measured, as people bid less alike than programs.
        self.spread = 0.4 + 0.165 * self.even_share
        # Relative likelihood of a bid unrelated to the hand, against a fitting one.
        self.random_likelihood = 0.03


class PlayModel(CardChanceModel):
    """Model of the cards at one point of a deal, while they are played.

    ``cards_left`` and ``unplayed`` are as before the trick.
    """

    TRUMP_DECAY, PLAIN_DECAY = (0.1, 0.59), (1.24, 0.58)
    PLAIN_FACTOR, RUFF_SHARE = 1.0, 0.27

    def __init__(self, seats: int, cards_left: int, unplayed: int, has_trumps: bool) -> None:
        super().__init__(seats, cards_left, unplayed, has_trumps)
        # Width of a hand's result around its expectation, on the scale of ``need_likelihood``: a
        # constant, and a part for each whole trick of variance (an even chance has a quarter).
        self.spread = 1.0 + 0.12 * (cards_left - 1)
        self.variance_spread = 5.6
        # Tricks by which a hand wins less for each that all together want too many, and more for
        # each that they want too few.
        self.contest_weight = 0.47 / seats
        # Merit of taking a trick from somebody who needs it, or leaving it to somebody who must not
        # have it, against the own bid, on the same scale.
        self.defence_weight = 0.034

    def trick_chance(self, behind: int, is_trump: bool, higher: int) -> float:
        """Return the chance of a card that wins so far to take the trick.

        ``behind`` players are still to play. For trumps it is fitted to be less than the cards
        alone would give, for others more.
        """
        holder_chance = self.others_share / (self.seats - 1) * behind
        return (1 - min(1.0, (2.46 if is_trump else 0.07) * holder_chance)) ** higher
