"""Fitting cards in Rank (``rank.md``): ranks in a ring, and four rules in order.

A rule applies only when no card fits by the rules before it, so of a hand either all playable cards
follow the same rule or none may be played.
"""

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Final

from greenbaize.cards import ALL_CARDS, RANKS, Card

PACK: Final = ALL_CARDS
"""One pack with its two jokers."""
_ACE, _KING = RANKS.index("A"), RANKS.index("K")


class Step(Enum):
    """Rule by which a card may be played; the value is its section in ``rank.md``."""

    NEIGHBOUR = "rank.md 2a"
    SAME_RANK = "rank.md 2b"
    ACE_KING = "rank.md 2c"
    JOKER = "rank.md 2d"
    ON_JOKER = "rank.md 2"
    ANTI_RANK = "rank.md 5"


def step_of(card: Card, top: Card) -> Step | None:
    """Return the rule by which a card fits the pile's top card, None if it never does."""
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
"""Index in that order of each card that fits."""


def due_step(hand: Sequence[Card], top: Card) -> Step | None:
    """Return the first rule with a card of the hand, None if it can play nothing.

    See ``rank.md 2``.
    """
    ranked = _RANKED[top]
    places = [ranked[card] for card in hand if card in ranked]
    return _ORDER[min(places)] if places else None


def playable(hand: Sequence[Card], top: Card) -> tuple[Card, ...]:
    """Return the different playable cards of a hand, in the hand's order (``rank.md 2``)."""
    step, fitting = due_step(hand, top), _FITTING[top]
    if step is None:
        return ()
    return tuple(dict.fromkeys(card for card in hand if fitting.get(card) is step))


KINDS: Final = len(RANKS) + 1
"""Number of kinds: the ranks and the jokers."""
JOKER: Final = KINDS - 1
"""Kind of the jokers; a card's ``rank`` is its kind."""
UNITS: Final = tuple(1 << 4 * kind for kind in range(KINDS))
"""Hand of one card of each kind, added or subtracted with a card."""

_KIND_CARDS: Final = tuple(
    next(card for card in PACK if card.rank == kind) for kind in range(KINDS)
)


def _fitting(top: Card, step: Step) -> int:
    """Return the kinds that fit a top card by a rule, with all four bits of each."""
    return sum(15 * UNITS[card.rank] for card in _KIND_CARDS if step_of(card, top) is step)


STEPS: Final = tuple(
    tuple(
        _fitting(top, step)
        for step in (Step.ON_JOKER, Step.NEIGHBOUR, Step.SAME_RANK, Step.ACE_KING, Step.JOKER)
        if _fitting(top, step)
    )
    for top in _KIND_CARDS
)
"""Kinds that fit each kind on top of the pile, rule by rule (``rank.md 2``)."""
FITS: Final = tuple(sum(steps) for steps in STEPS)
"""All kinds that fit each kind on top of the pile."""


def packed(cards: Iterable[Card]) -> int:
    return sum(UNITS[card.rank] for card in cards)


def kinds(hand: int) -> list[int]:
    """Return the different kinds in a hand, lowest first.

    Slow; for tests and ``tests/bench/rank_headroom.py``.
    """
    found = []
    while hand:
        kind = (hand & -hand).bit_length() - 1 >> 2
        found.append(kind)
        hand &= ~(15 << 4 * kind)
    return found
