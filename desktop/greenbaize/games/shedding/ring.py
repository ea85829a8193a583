"""What may be played on what in Rank: ranks in a ring, four steps of what must be (``rank.md``).

A step is tried only when the steps before it are impossible, so of a hand either all cards that may
be played follow the same step or none may be played.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Final

from greenbaize.cards import ALL_CARDS, RANKS, Card

PACK: Final = ALL_CARDS
"""One pack with its two jokers."""
_ACE, _KING = RANKS.index("A"), RANKS.index("K")


class Step(Enum):
    """Why a card may be played; the value is the place in ``rank.md``."""

    NEIGHBOUR = "rank.md 2a"
    SAME_RANK = "rank.md 2b"
    ACE_KING = "rank.md 2c"
    JOKER = "rank.md 2d"
    ON_JOKER = "rank.md 2"
    ANTI_RANK = "rank.md 5"


def step_of(card: Card, top: Card) -> Step | None:
    """The step by which a card fits the pile's top card, None if it never does."""
    if top.suit is None:
        return Step.ON_JOKER
    if card.suit is None:
        return Step.JOKER
    if (card.rank - top.rank) % len(RANKS) in (1, len(RANKS) - 1):
        return Step.NEIGHBOUR
    if card.rank == top.rank:
        return Step.SAME_RANK
    return Step.ACE_KING if card.rank in (_ACE, _KING) else None


_FITTING: Final = {
    top: {card: step for card in PACK if (step := step_of(card, top)) is not None} for top in PACK
}
_ORDER: Final = (Step.ON_JOKER, Step.NEIGHBOUR, Step.SAME_RANK, Step.ACE_KING, Step.JOKER)
_RANKED: Final = {
    top: {card: _ORDER.index(step) for card, step in fitting.items()}
    for top, fitting in _FITTING.items()
}
"""The place in that order of each card that fits."""


def due_step(hand: Sequence[Card], top: Card) -> Step | None:
    """The first step that a hand has a card for, None if it can play nothing (``rank.md 2``)."""
    ranked = _RANKED[top]
    places = [ranked[card] for card in hand if card in ranked]
    return _ORDER[min(places)] if places else None


def playable(hand: Sequence[Card], top: Card) -> tuple[Card, ...]:
    """The different cards of a hand that may be played, in the hand's order (``rank.md 2``)."""
    step, fitting = due_step(hand, top), _FITTING[top]
    if step is None:
        return ()
    return tuple(dict.fromkeys(card for card in hand if fitting.get(card) is step))
