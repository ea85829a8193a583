"""Fitting cards in Rank (``rank.md``): ranks in a ring, and four rules in order.

A rule applies only when no card fits by the rules before it, so of a hand either all playable cards
follow the same rule or none may be played.
"""

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Final

from greenbaize.cards import ALL_CARDS, RANKS, Card

RANK_PACK: Final = ALL_CARDS
"""One pack with its two jokers."""
_ACE, _KING = RANKS.index("A"), RANKS.index("K")


class FitRule(Enum):
    """Rule by which a card may be played; the value is its section in ``rank.md``."""

    NEIGHBOUR = "rank.md 2a"
    SAME_RANK = "rank.md 2b"
    ACE_KING = "rank.md 2c"
    JOKER = "rank.md 2d"
    ON_JOKER = "rank.md 2"
    ANTI_RANK = "rank.md 5"


def fit_rule_of(card: Card, top: Card) -> FitRule | None:
    """Return the rule by which a card fits the pile's top card, None if it never does."""
    if top.suit is None:
        return FitRule.ON_JOKER
    if card.suit is None:
        return FitRule.JOKER
    if (card.rank - top.rank) % len(RANKS) in (1, len(RANKS) - 1):
        return FitRule.NEIGHBOUR
    if card.rank == top.rank:
        return FitRule.SAME_RANK
    return FitRule.ACE_KING if card.rank in (_ACE, _KING) else None


_FIT_RULES: Final = {
    top: {card: rule for card in RANK_PACK if (rule := fit_rule_of(card, top)) is not None}
    for top in RANK_PACK
}
_RULE_ORDER: Final = (
    FitRule.ON_JOKER,
    FitRule.NEIGHBOUR,
    FitRule.SAME_RANK,
    FitRule.ACE_KING,
    FitRule.JOKER,
)
_RULE_INDICES: Final = {
    top: {card: _RULE_ORDER.index(rule) for card, rule in fitting.items()}
    for top, fitting in _FIT_RULES.items()
}
"""Index in that order of each card that fits."""


def due_fit_rule(hand: Sequence[Card], top: Card) -> FitRule | None:
    """Return the first rule with a card of the hand, None if it can play nothing.

    See ``rank.md 2``.
    """
    indices = _RULE_INDICES[top]
    found_indices = [indices[card] for card in hand if card in indices]
    return _RULE_ORDER[min(found_indices)] if found_indices else None


def fitting_cards(hand: Sequence[Card], top: Card) -> tuple[Card, ...]:
    """Return the different playable cards of a hand, in the hand's order (``rank.md 2``)."""
    rule, rules = due_fit_rule(hand, top), _FIT_RULES[top]
    if rule is None:
        return ()
    return tuple(dict.fromkeys(card for card in hand if rules.get(card) is rule))


KIND_COUNT: Final = len(RANKS) + 1
"""Number of kinds: the ranks and the jokers."""
JOKER_KIND: Final = KIND_COUNT - 1
"""Kind of the jokers; a card's ``rank`` is its kind."""
KIND_UNITS: Final = tuple(1 << 4 * kind for kind in range(KIND_COUNT))
"""Hand of one card of each kind, added or subtracted with a card."""

_KIND_CARDS: Final = tuple(
    next(card for card in RANK_PACK if card.rank == kind) for kind in range(KIND_COUNT)
)


def _fitting_kinds(top: Card, rule: FitRule) -> int:
    """Return the kinds that fit a top card by a rule, with all four bits of each."""
    return sum(15 * KIND_UNITS[card.rank] for card in _KIND_CARDS if fit_rule_of(card, top) is rule)


FITTING_KINDS_BY_RULE: Final = tuple(
    tuple(
        _fitting_kinds(top, rule)
        for rule in (
            FitRule.ON_JOKER,
            FitRule.NEIGHBOUR,
            FitRule.SAME_RANK,
            FitRule.ACE_KING,
            FitRule.JOKER,
        )
        if _fitting_kinds(top, rule)
    )
    for top in _KIND_CARDS
)
"""Kinds that fit each kind on top of the pile, rule by rule (``rank.md 2``)."""
FITTING_KINDS: Final = tuple(sum(rows) for rows in FITTING_KINDS_BY_RULE)
"""All kinds that fit each kind on top of the pile."""


def hand_of_kinds(cards: Iterable[Card]) -> int:
    return sum(KIND_UNITS[card.rank] for card in cards)


def kinds_in_hand(hand: int) -> list[int]:
    """Return the different kinds in a hand, lowest first.

    Slow; for tests and ``tests/bench/rank_headroom.py``.
    """
    kinds = []
    while hand:
        kind = (hand & -hand).bit_length() - 1 >> 2
        kinds.append(kind)
        hand &= ~(15 << 4 * kind)
    return kinds
