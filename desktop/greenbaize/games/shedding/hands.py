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
_ONE_EACH: Final = sum(UNITS)
_EVEN: Final = sum(15 << 8 * kind for kind in range(KINDS // 2))


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
    """The different kinds in a hand, lowest first."""
    found = []
    while hand:
        kind = (hand & -hand).bit_length() - 1 >> 2
        found.append(kind)
        hand &= ~(15 << 4 * kind)
    return found


def size(hand: int) -> int:
    """How many cards a hand holds, up to 254."""
    # The sum of a number's digits to the base 256 is what is left of it after division by 255.
    return ((hand & _EVEN) + (hand >> 4 & _EVEN)) % 255


def due(hand: int, top: int) -> int:
    """The part of a hand that may be played on a kind of card, 0 if nothing can be."""
    for step in STEPS[top]:
        fitting = hand & step
        if fitting:
            return fitting
    return 0


def company(hand: int) -> float:
    """How well the cards of a hand go on from one to the other: neighbours, and equal cards."""
    there = (hand | hand >> 1 | hand >> 2 | hand >> 3) & _ONE_EACH
    ring = there & ~UNITS[JOKER]
    # The highest rank and the lowest are neighbours too, which closes the ring.
    neighbours = (ring & ring >> 4).bit_count() + (ring >> 4 * (JOKER - 1) & ring & 1)
    return neighbours + 0.8 * (size(hand) - there.bit_count())
