"""Cards as numbers, and what they are worth: how likely one wins, and a bid is met.

The numbers of ``Outlook`` were found by having players with slightly different ones play each
other, about a thousand times, in up to 60,000 deals of all sizes with seats swapped, mostly with 3
to 6 players.
Everything is estimated from numbers that a player knows: how many cards are left in the hands, how
many are unseen in all, and how many unseen ones are higher.
"""

from collections.abc import Iterable
from math import exp
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


EASE: Final = 1.36
"""How much likelier it is to win nothing more than any other number that is as near."""


class Sight:
    """How likely a card is thought to win a trick, at one point of a deal.

    ``left`` is how many cards each holds, ``unplayed`` how many are in hands or were not dealt.
    """

    TRUMP: tuple[float, float]
    PLAIN: tuple[float, float]
    """How much less for each higher card in play: always, and in the last trick besides."""
    BESIDE: float
    """What is left of a plain card where there are trumps."""
    RUFFED: float
    """How much of that each player takes who has none of the suit."""

    def __init__(self, seats: int, left: int, unplayed: int, trumps: bool) -> None:
        self.seats, self.left, self.trumps = seats, left, trumps
        # What part of the unseen cards the others hold, the rest being undealt.
        self.share = min(1.0, (seats - 1) * left / max(1, unplayed - left))

    def worth(self, higher: int, unseen: int, trump: bool) -> float:
        """How likely a card with so many higher and unseen ones of its suit wins a later trick."""
        always, late = self.TRUMP if trump else self.PLAIN
        top = exp(-self.share * higher * (always + late / self.left))
        if trump or not self.trumps:
            return top
        others = self.seats - 1
        void = (1 - self.share / others) ** unseen
        return self.BESIDE * top * (1 - self.RUFFED * void) ** others


class Bidding(Sight):
    """How players bid: what their cards seem worth to them, and what they make of it.

    Fitted to the bids of searching players. They tell strong hands from weak ones more sharply
    than the expected tricks do, hold back where tricks are few and reach out where they are many:
    on the mean they bid ``even + steep * (expected - even) + reach``, and usually ``spread`` more
    or less.

    ``left`` is how many cards are dealt to each, ``unplayed`` all of them with the stock.
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
        # How likely a bid is that has nothing to do with the hand, against a fitting one.
        self.odd = 0.03


class Outlook(Sight):
    """What can be said of cards at one point of a deal, while they are played.

    ``left`` and ``unplayed`` are as before the trick.
    """

    TRUMP, PLAIN = (0.1, 0.59), (1.24, 0.58)
    BESIDE, RUFFED = 1.0, 0.27

    def __init__(self, seats: int, left: int, unplayed: int, trumps: bool) -> None:
        super().__init__(seats, left, unplayed, trumps)
        # How far a hand may end from what it should win, on the scale of ``meets``: so much, and
        # so much for each whole trick of variance (one as likely won as not has a quarter).
        self.spread = 1.0 + 0.12 * (left - 1)
        self.unsure = 5.6
        # By so many tricks a hand wins less for each that all together want too many, and more for
        # each that they want too few.
        self.contest = 0.47 / seats
        # What it counts to take a trick from somebody who needs it, or to leave it to who must
        # not have it, against one's own bid, on the same scale.
        self.defence = 0.034

    def winning(self, behind: int, trump: bool, higher: int) -> float:
        """How likely a card that wins so far takes this trick, with so many still to play.

        For trumps it is less than the cards alone would say, for others more: so it was fitted.
        """
        each = self.share / (self.seats - 1) * behind
        return (1 - min(1.0, (2.46 if trump else 0.07) * each)) ** higher
