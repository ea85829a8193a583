"""What cards are worth when tricks are counted: how likely one wins, and a bid is met.

The numbers were found by having players with slightly different ones play each other.
Everything is estimated from numbers that a player knows: how many cards are left in the hands, how
many are unseen in all, and how many unseen ones are higher.
"""

from math import exp
from typing import Final

STEPS: Final = 8
"""Into how many parts a trick is divided where expected tricks are looked up."""


class Bidding:
    """How players bid who expect so many tricks; fitted to the bids of searching players.

    They tell strong hands from weak ones more sharply than the expected tricks do, hold back where
    tricks are few and reach out where they are many: on the mean they bid
    ``even + steep * (expected - even) + reach``, and usually ``spread`` more or less.

    Args:
        even: each player's share of the tricks of the deal.
    """

    def __init__(self, even: float) -> None:
        self.even = even
        self.steep = 1.28
        self.reach = max(0.0, 0.27 * (even - 1.4)) - 0.08
        # Half as much again as was measured, as people bid less alike than programs.
        self.spread = 0.4 + 0.165 * even
        # How likely a bid is that has nothing to do with the hand, against a fitting one.
        self.odd = 0.03


class Outlook:
    """What can be said of cards at one point of a deal.

    Args:
        seats: the number of players.
        left: how many cards each of them holds.
        unplayed: how many cards have not been seen by all: those in hands and those not dealt.
        trumps: whether the deal has a trump suit.
    """

    def __init__(self, seats: int, left: int, unplayed: int, trumps: bool) -> None:
        self.seats, self.left, self.unplayed = seats, left, unplayed
        self.trumps = trumps
        others = max(1, unplayed - left)
        self.share = min(1.0, (seats - 1) * left / others)

    def worth(self, higher: int, unseen: int, trump: bool) -> float:
        """How likely a card wins one of the tricks to come, later than now."""
        share, left = self.share, self.left
        in_play = share * higher
        if trump:
            return exp(-in_play * (0.127 + 0.88 / left))
        top = exp(-in_play * (0.70 + 0.79 / left))
        if not self.trumps:
            return top
        void = (1 - share / (self.seats - 1)) ** unseen
        return 0.67 * top * (1 - 0.47 * void) ** (self.seats - 1)

    def winning(self, behind: int, trump: bool, unseen: int) -> tuple[float, ...]:
        """How likely a card that wins so far takes this trick, by the number of higher cards.

        Args:
            behind: how many players play after it.
            trump: whether it is a trump.
            unseen: how many cards of its suit others may hold.
        """
        return tuple(self._wins(behind, trump, unseen, higher) for higher in range(14))

    def _wins(self, behind: int, trump: bool, unseen: int, higher: int) -> float:
        if not behind:
            return 1.0
        each = self.share / (self.seats - 1)
        if trump:
            return (1 - min(1.0, 1.23 * each * behind)) ** higher
        top = (1 - 0.14 * each * behind) ** higher
        if not self.trumps:
            return top
        void = (1 - each) ** unseen
        return top * (1 - 0.03 * void) ** behind

    def hits(self, need: int) -> tuple[float, ...]:
        """How likely this need is met after the trick, by the tricks its hand should then win.

        The place in the row is the number of expected tricks times ``STEPS``, rounded down.
        """
        left = self.left - 1
        places = range((self.left + 2) * STEPS)
        if need < 0 or need > left:
            return (0.0,) * len(places)
        if not left:
            return (1.0,) * len(places)
        spread = 0.266 + 0.437 * left + 0.06 * left * left
        ease = 1.0 if need else 1.16  # to win nothing is easier than its neighbours
        return tuple(
            ease * exp(-(((place + 0.5) / STEPS - need) ** 2) / (2 * spread)) for place in places
        )
