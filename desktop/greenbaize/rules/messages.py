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


class GameError(Exception):
    """Something a person or another program did that cannot be; it says so in a message."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.code)
        self.message = message

    def __str__(self) -> str:
        values = ", ".join(f"{key}={value}" for key, value in self.message.values.items())
        return " ".join(part for part in (self.message.code, values, self.message.rule) if part)
