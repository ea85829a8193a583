"""Commands of Master and Ass besides playing a card."""

from typing import ClassVar

from greenbaize.cards import Suit
from greenbaize.rules.commands import Command, Label
from greenbaize.rules.messages import Message


class ChooseTrump(Command):
    """Choose a personal trump suit."""

    type: ClassVar[str] = "trump"
    suit: Suit

    @property
    def label(self) -> Label:
        return self.suit

    @property
    def said(self) -> Message:
        return Message("choice-suit", {"suit": self.suit})

    @property
    def moment(self) -> Message:
        return Message("moment-trump")


class Stake(Command):
    """Say *go* or *stay*."""

    type: ClassVar[str] = "stake"
    go: bool

    @property
    def label(self) -> Label:
        return self.said

    @property
    def said(self) -> Message:
        return Message("choice-go" if self.go else "choice-stay")

    @property
    def undertakes(self) -> int:
        return int(self.go)

    @property
    def moment(self) -> Message:
        return Message("moment-stake")
