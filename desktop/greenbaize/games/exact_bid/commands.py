"""Commands of games of exact bids, with or without table manners."""

from typing import ClassVar

from greenbaize.rules.commands import CardCommand, ChoiceLabel, Command
from greenbaize.rules.messages import Message


class BidCommand(Command):
    """Bid to win exactly so many tricks."""

    type: ClassVar[str] = "bid"
    tricks: int

    @property
    def label(self) -> ChoiceLabel:
        return self.tricks

    @property
    def short_message(self) -> Message:
        return Message("choice-bid", {"count": self.tricks})

    @property
    def inline_message(self) -> Message:
        return Message("inline-bid", {"count": self.tricks})

    @property
    def boldness(self) -> int:
        return self.tricks

    @property
    def decision_message(self) -> Message:
        return Message("moment-bid")


class ShowCardCommand(CardCommand):
    """Show a card of the hand to everybody."""

    type: ClassVar[str] = "show"
    stated_event_type: ClassVar[str] = "exposed"


class CorrectRevokeCommand(CardCommand):
    """Take a revoke back and play this card, the right one, instead."""

    type: ClassVar[str] = "correct"
    stated_event_type: ClassVar[str] = "corrected"
