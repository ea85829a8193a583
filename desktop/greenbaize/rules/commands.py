"""What a seat may ask for. A command is spelled like the event that states it.

Only its type may differ, where players have another word for it: ``states`` names the event's then.
A game declares which of them it knows, and its own beside them.
"""

from typing import ClassVar

from greenbaize.cards import Card, Suit
from greenbaize.rules.fixed import Fixed
from greenbaize.rules.messages import Message

Label = int | Suit | Card | Message
"""What stands on the button of a choice: a number, a suit's mark, a card, or a word or two."""


class Command(Fixed):
    """Something a seat asks to do."""

    type: ClassVar[str]
    states: ClassVar[str] = ""
    """The type of the event that states it, where that is not the command's own."""
    seat: int

    @classmethod
    def event_type(cls) -> str:
        return cls.states or cls.type

    @property
    def label(self) -> Label:
        """What stands on its button."""
        return Message(f"choice-{self.type}")

    @property
    def said(self) -> Message:
        """What it is called in a word or two, as it stands in a table or behind a colon."""
        return Message(f"choice-{self.type}")

    @property
    def undertakes(self) -> int:
        """How much one takes upon oneself with it: tricks to win, or to go at all."""
        return 0

    @property
    def moment(self) -> Message | None:
        """What was to be chosen when it was given; None where the cards on the table say that."""
        return None


class OfCard(Command):
    """A command that names a card of the hand."""

    card: Card

    @property
    def label(self) -> Label:
        return self.card

    @property
    def said(self) -> Message:
        return Message("choice-card", {"card": self.card})


class Play(OfCard):
    """Play a card from the hand."""

    type: ClassVar[str] = "play"


class Ready(Command):
    """Say that one has seen what lies on the table; nothing of it is recorded."""

    type: ClassVar[str] = "ready"
