"""A match of the beat relation as somebody knows it, and what counts in a deal of it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from greenbaize.cards import Card
from greenbaize.games.beat.beats import PACK_36, Pile, Trumps, four_of_a_suit
from greenbaize.rules.trick_game import TrickState

_FIRST = int(PACK_36[0])


def _rank(card: Card) -> int:
    """The card's rank, counted from the six."""
    return (card - _FIRST) // 4


class Sets(NamedTuple):
    """What cards of one trick bring together, beside what each brings.

    Four or more of a suit bring ``suit``. ``pairs`` has ranks, counted from the six, two of which
    bring so much more; earlier ones are made first, and a card is in one pair at most.
    """

    suit: int
    pairs: tuple[tuple[int, int, int], ...] = ()

    def bring(self, cards: Sequence[Card]) -> int:
        """What these cards of a trick bring together."""
        more = self.suit if four_of_a_suit(cards) else 0
        return more + sum(points for _, points in self.found_pairs(cards))

    def found_pairs(self, cards: Sequence[Card]) -> list[tuple[tuple[Card, Card], int]]:
        """Return the pairs that cards of a trick make, with what each brings besides its cards."""
        left, found = list(cards), []
        for *ranks, points in self.pairs:
            ones, others = ([card for card in left if _rank(card) == rank] for rank in ranks)
            for pair in zip(ones, others, strict=False):
                found.append((pair, points))
                left = [card for card in left if card not in pair]
        return found


class Counting(NamedTuple):
    """What counts in a deal, for whoever plays many of them out in thought.

    ``tricks`` is what each trick of the deal brings by itself, in their order, ``cards`` what each
    card of the pack brings its trick's taker, and ``sets`` what cards of one trick bring together;
    all are signed, and ``value`` has the sum. Where ``most`` is not 0, these
    points only decide who has most of them (as signs go), the taker of the latest trick if several,
    and this is what that player gets. ``early`` says that the deal ends when no card that brings
    something is left.
    """

    tricks: tuple[int, ...]
    cards: tuple[int, ...]
    sets: Sets | None = None
    most: int = 0
    early: bool = False

    def worth(self, card: Card) -> int:
        """What a card brings by itself."""
        return self.cards[card - _FIRST]

    def value(self, trick: int, cards: Sequence[Card]) -> int:
        """What a trick of these cards brings its taker, or adds to the points that decide.

        ``trick`` is its number from 0; where the last one has been taken, it is as that was.
        """
        own = self.tricks[trick if trick < len(self.tricks) else -1]
        for card in cards:
            own += self.cards[card - _FIRST]
        if self.sets is not None and len(cards) > 1:
            own += self.sets.bring(cards)
        return own


class BeatState(TrickState, kw_only=True):
    """A match of the beat relation as somebody knows it.

    ``trumps`` are the match's. ``lot`` dealt first. ``leader`` led the deal's first trick, and
    ``pile`` is what the trick on the table amounts to. ``points`` are the card points taken in the
    deal, where it counts them. ``own`` is what only this game keeps, and ``scores`` are of a class
    of its own as well.
    """

    trumps: Trumps = Trumps()
    lot: int | None = None
    leader: int = 0
    pile: Pile | None = None
    points: tuple[int, ...] = ()
    own: Any = None
    scores: tuple[Any, ...] = ()

    @property
    def choosing(self) -> bool:
        """Whether a personal trump is still to be chosen."""
        return None in self.trumps.own
