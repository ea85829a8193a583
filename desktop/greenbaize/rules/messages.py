"""Reasons and announcements as data: a code, its values and the rule they come from.

Sentences are made from them at the edge, by the message catalogue in ``words``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from greenbaize.cards import Card, Suit

Value = int | str | Card | Suit


@dataclass(frozen=True, slots=True)
class Message:
    """Something to be said: ``code`` names the sentence, ``values`` fill it.

    ``rule`` is the place on the rules pages (``"damn.md 4"``), or empty where no rule is meant.
    The value named ``seat`` is a seat's number and is spoken as the name of who sits there.
    """

    code: str
    values: Mapping[str, Value] = field(default_factory=dict)
    rule: str = ""
