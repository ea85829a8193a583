"""Hands of Rank in whole numbers: how many cards of each rank they hold, and which may be played.

Suits never matter in Rank. A hand has four bits for the number of cards of each of the thirteen
ranks and, above them, of the jokers.
"""

from collections.abc import Iterable
from typing import Final

from greenbaize.cards import RANKS, Card
from greenbaize.games.shedding.ring import PACK, Step, step_of

KINDS: Final = len(RANKS) + 1
"""The ranks and the jokers."""
JOKER: Final = KINDS - 1
"""A card's ``rank`` is its kind; this is the jokers'."""
UNITS: Final = tuple(1 << 4 * kind for kind in range(KINDS))
"""A hand of one card of each kind: what is added or taken away with a card."""

_KIND_CARDS: Final = tuple(
    next(card for card in PACK if card.rank == kind) for kind in range(KINDS)
)


def _fitting(top: Card, step: Step) -> int:
    """The kinds that fit a top card by a step, as all the bits of a hand that they may take."""
    return sum(15 * UNITS[card.rank] for card in _KIND_CARDS if step_of(card, top) is step)


STEPS: Final = tuple(
    tuple(
        _fitting(top, step)
        for step in (Step.ON_JOKER, Step.NEIGHBOUR, Step.SAME_RANK, Step.ACE_KING, Step.JOKER)
        if _fitting(top, step)
    )
    for top in _KIND_CARDS
)
"""For each kind on top of the pile the kinds that fit it, step by step (``rank.md 2``)."""
FITS: Final = tuple(sum(steps) for steps in STEPS)
"""For each kind on top of the pile all the kinds that fit it."""


def packed(cards: Iterable[Card]) -> int:
    """The hand of these cards."""
    return sum(UNITS[card.rank] for card in cards)


def kinds(hand: int) -> list[int]:
    """The different kinds in a hand, lowest first.

    For what is not in a hurry, as tests and ``tests/bench/rank_headroom.py``.
    """
    found = []
    while hand:
        kind = (hand & -hand).bit_length() - 1 >> 2
        found.append(kind)
        hand &= ~(15 << 4 * kind)
    return found
