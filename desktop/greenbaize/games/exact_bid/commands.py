"""Commands of games of exact bids, with or without table manners."""

from typing import ClassVar

from greenbaize.rules.commands import Command, Label, OfCard
from greenbaize.rules.messages import Message


class Bid(Command):
    """Bid to win exactly so many tricks."""

    type: ClassVar[str] = "bid"
    tricks: int

    @property
    def label(self) -> Label:
        return self.tricks

    @property
    def said(self) -> Message:
        return Message("choice-bid", {"count": self.tricks})

    @property
    def undertakes(self) -> int:
        return self.tricks

    @property
    def moment(self) -> Message:
        return Message("moment-bid")


class Show(OfCard):
    """Show a card of the hand to everybody."""

    type: ClassVar[str] = "show"
    states: ClassVar[str] = "exposed"


class Correct(OfCard):
    """Take a revoke back and play this card, the right one, instead."""

    type: ClassVar[str] = "correct"
    states: ClassVar[str] = "corrected"
