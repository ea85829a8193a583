"""What cards are worth when tricks are counted: how likely one wins, and a bid is met.

The numbers were found by having players with slightly different ones play each other.
Everything is estimated from numbers that a player knows: how many cards are left in the hands, how
many are unseen in all, and how many unseen ones are higher.
"""

from functools import lru_cache
from math import exp
from typing import Final, NamedTuple

STEPS: Final = 8
"""Into how many parts a trick is divided where expected tricks are looked up."""
REMEMBERED: Final = 300
"""How many holdings an outlook keeps in mind for each kind of suit."""


class Holding(NamedTuple):
    """The cards of one suit in a hand.

    ``value`` is how many tricks they should win in all, ``unseen`` how many cards of the suit
    somebody else may hold. ``cards`` are rank, number of unseen higher cards and expected tricks,
    low ones first, of touching cards only the highest.
    """

    value: float
    unseen: int
    cards: tuple[tuple[int, int, float], ...]


class Bidding:
    """How players bid who expect so many tricks; fitted to the bids of searching players.

    They tell strong hands from weak ones more sharply than the expected tricks do, hold back where
    tricks are few and reach out where they are many.

    Args:
        even: each player's share of the tricks of the deal.
    """

    def __init__(self, even: float) -> None:
        self._even = even
        self._reach = max(0.0, 0.27 * (even - 1.4)) - 0.08
        # Half as much again as was measured, as people bid less alike than programs.
        self.spread = 0.4 + 0.165 * even

    def bid(self, expected: float) -> float:
        """The bid to expect, on the mean; not a whole number and perhaps below 0."""
        return self._even + 1.28 * (expected - self._even) + self._reach


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
        self._holdings: tuple[dict[int, Holding], dict[int, Holding]] = ({}, {})
        self._winning: dict[tuple[int, bool, int], tuple[float, ...]] = {}
        self._hits = [self._hit_row(need) for need in range(-1, left + 1)]

    def holding(self, ranks: int, out: int, trump: bool) -> Holding:
        """The cards of a suit; ``out`` are its unplayed ranks, the hand's included."""
        key = ranks << 13 | out
        known = self._holdings[trump]
        found = known.get(key)
        if found is None:
            if len(known) >= REMEMBERED:
                known.clear()
            found = known[key] = self._holding(ranks, out & ~ranks, trump)
        return found

    def _holding(self, ranks: int, unseen: int, trump: bool) -> Holding:
        count = unseen.bit_count()
        value, cards, last = 0.0, [], -1
        while ranks:
            rank = ranks.bit_length() - 1
            ranks ^= 1 << rank
            higher = (unseen >> rank).bit_count()
            worth = self.worth(higher, count, trump)
            value += worth
            if higher != last:
                cards.append((rank, higher, worth))
                last = higher
        return Holding(value, count, tuple(reversed(cards)))

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
        key = (behind, trump, unseen)
        found = self._winning.get(key)
        if found is None:
            found = tuple(self._wins(behind, trump, unseen, higher) for higher in range(14))
            self._winning[key] = found
        return found

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
        return self._hits[need + 1]

    def _hit_row(self, need: int) -> tuple[float, ...]:
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


@lru_cache(maxsize=128)
def outlook(seats: int, left: int, unplayed: int, trumps: bool) -> Outlook:
    """The outlook at such a point; made once."""
    return Outlook(seats, left, unplayed, trumps)
