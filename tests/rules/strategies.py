"""Hypothesis strategies for cards, hands, events and commands, built from field types."""

from types import NoneType, UnionType
from typing import get_args

from hypothesis import strategies as st
from msgspec.structs import fields

from greenbaize.cards import ALL_CARDS, Card, Suit
from greenbaize.rules.hands import Hand

NUMBER_STRATEGY = st.integers(-(2**40), 2**40)
CARD_STRATEGY = st.sampled_from(ALL_CARDS)
HAND_STRATEGY = st.builds(Hand, st.lists(CARD_STRATEGY, max_size=13).map(tuple), st.integers(0, 13))
"""Hands that are known whole, in part, or not at all."""
NAME_STRATEGY = st.text(
    st.characters(
        exclude_categories=["Cs", "Cc", "Zl", "Zp"],
        exclude_characters="\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
    ),
    max_size=20,
)
"""Valid names."""

STRATEGY_BY_TYPE = {
    int: NUMBER_STRATEGY,
    bool: st.booleans(),
    str: NAME_STRATEGY,
    Card: CARD_STRATEGY,
    Suit: st.sampled_from(Suit),
    Hand: HAND_STRATEGY,
    tuple[int, ...]: st.lists(NUMBER_STRATEGY, max_size=7).map(tuple),
    tuple[Hand, ...]: st.lists(HAND_STRATEGY, max_size=7).map(tuple),
}

_WRONG_VALUES = {
    int: ("1", 1.0, True, None, [1], {}, 2**128, -(10**4000)),
    bool: (0, 1, "true", None, []),
    str: (1, None, ["x"], True, "a\nb", "\x1b[2J", "\u202e", "\u2066", "\ud800", "x" * 201),
    Card: ("1C", "tc", "XX", "", "10C", 5, None, ["TS"], True),
    Suit: ("X", "c", "CD", "", 0, None, False, ["C"]),
    Hand: (
        -1,
        True,
        None,
        1.0,
        201,
        "AS",
        [5],
        ["1C"],
        [["AS"]],
        ["AS"] * 201,
        {},
        {"cards": ["AS"]},
        {"more": 1},
        {"cards": ["1C"], "more": 1},
        {"cards": 1, "more": 1},
        {"cards": [], "more": 1},
        {"cards": ["AS"], "more": 0},
        {"cards": ["AS"], "more": "1"},
        {"cards": ["AS"], "more": 1.0},
        {"cards": ["AS"], "more": 1, "seat": 0},
    ),
    tuple[int, ...]: (1, "12", None, ["1"], [1.0], [None], [True], [0] * 101, [2**128], {"0": 1}),
    tuple[Hand, ...]: (
        1,
        "AS",
        None,
        [-1],
        [True],
        [1.0],
        ["AS"],
        [[5]],
        [["AS", 1]],
        [None],
        [0] * 101,
    ),
}


def _split_optional(kind):
    """Return a field's type without None, and whether None is allowed."""
    parts = get_args(kind) if isinstance(kind, UnionType) else (kind,)
    (only,) = [part for part in parts if part is not NoneType]
    return only, NoneType in parts


def values_of_type(kind):
    """Return a strategy for any value of a field's type."""
    only, optional = _split_optional(kind)
    return st.none() | STRATEGY_BY_TYPE[only] if optional else STRATEGY_BY_TYPE[only]


def wrong_values_for(kind):
    """Return JSON values that are not of a field's type."""
    only, optional = _split_optional(kind)
    return [value for value in _WRONG_VALUES[only] if value is not None or not optional]


def instances_of(message_class):
    """Return a strategy for instances of an event or command class."""
    return st.builds(
        message_class, *[values_of_type(field.type) for field in fields(message_class)]
    )
