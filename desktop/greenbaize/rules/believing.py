"""What a seat is told is looked over before a computer player reckons with it.

A view is folded from what a table tells, and a table need not be an honest one. Players lay cards
out in tables of fixed sizes, compiled without a look at their bounds: what no match can come to
must not get there.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from greenbaize.cards import Card
from greenbaize.rules.hands import Hand
from greenbaize.rules.tricks import TrickPlay

MOST_POINTS: Final = 100_000
"""More points than anybody has in any match, or less with a minus."""


def believable_cards(
    hands: Sequence[Hand], elsewhere: Sequence[Card], pack: Sequence[Card], *, most: int
) -> bool:
    """Whether hands are no larger than they can be, and all cards are those of the pack.

    Args:
        hands: all hands and whatever else has hidden cards, as far as they are known.
        elsewhere: the cards that lie open outside of them.
        pack: all cards that there are.
        most: how many cards a hand holds at most.
    """
    seen = [*[card for hand in hands for card in hand.cards], *elsewhere]
    sizes = [hand.size for hand in hands]
    if max(sizes) > most or sum(sizes) + len(elsewhere) > len(pack):
        return False
    different = set(seen)  # which is far quicker to compare than how many there are of each
    return different <= set(pack) and (
        len(different) == len(seen) or Counter(seen) <= Counter(pack)
    )


def believable_tricks(play: TrickPlay, *, most: int) -> bool:
    """Whether tricks are no more than a hand's cards, and everybody has played to those taken."""
    seats = len(play.won)
    whole = all(len(trick.cards) == seats for _, trick in play.taken)
    return whole and len(play.trick) <= seats and len(play.taken) <= most


def believable_sizes(hands: Iterable[Hand], play: TrickPlay, *, dealt: int) -> bool:
    """Whether each hand has what is left of the cards dealt to it, after all that was played."""
    seats = len(play.won)
    laid = {(play.lead + count) % seats for count in range(len(play.trick))}
    left = dealt - len(play.taken)
    return all(hand.size == left - (seat in laid) for seat, hand in enumerate(hands))


def believable_totals(totals: Iterable[int]) -> bool:
    """Whether nobody has more points than anybody can have, or less with a minus."""
    return all(abs(total) <= MOST_POINTS for total in totals)
