"""Commands of Master and Ass besides playing a card."""

from typing import ClassVar

from greenbaize.cards import Suit
from greenbaize.rules.commands import ChoiceLabel, Command
from greenbaize.rules.messages import Message


class ChooseTrumpCommand(Command):
    """Choose a personal trump suit."""

    type: ClassVar[str] = "trump"
    suit: Suit

    @property
    def label(self) -> ChoiceLabel:
        return self.suit

    @property
    def short_message(self) -> Message:
        return Message("choice-suit", {"suit": self.suit})

    @property
    def inline_message(self) -> Message:
        return Message("inline-suit", {"suit": self.suit})

    @property
    def decision_message(self) -> Message:
        return Message("moment-trump")


class StakeCommand(Command):
    """Say *go* or *stay*."""

    type: ClassVar[str] = "stake"
    go: bool

    @property
    def label(self) -> ChoiceLabel:
        return self.short_message

    @property
    def short_message(self) -> Message:
        return Message("choice-go" if self.go else "choice-stay")

    @property
    def inline_message(self) -> Message:
        return Message("inline-go" if self.go else "inline-stay")

    @property
    def boldness(self) -> int:
        return int(self.go)

    @property
    def decision_message(self) -> Message:
        return Message("moment-stake")
