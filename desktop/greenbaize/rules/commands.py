"""Commands that a seat may submit; each has the same fields as the event that states it.

Only its type may differ where players use another word: ``stated_event_type`` then names the
event's type. A game declares which of these commands it knows, and its own beside them.
"""

from typing import ClassVar

from greenbaize.cards import Card, Suit
from greenbaize.rules.frozen_struct import FrozenStruct
from greenbaize.rules.messages import Message

ChoiceLabel = int | Suit | Card | Message
"""The label of a choice's button: a number, a suit's sign, a card, or a word or two."""


class Command(FrozenStruct):
    """A seat's request to act."""

    type: ClassVar[str]
    stated_event_type: ClassVar[str] = ""
    """The type of the event that states the command, where it differs from the command's own."""
    seat: int

    @classmethod
    def event_type(cls) -> str:
        return cls.stated_event_type or cls.type

    @property
    def label(self) -> ChoiceLabel:
        """The label of its button."""
        return Message(f"choice-{self.type}")

    @property
    def short_message(self) -> Message:
        """Its name in a word or two, for tables and after a colon."""
        return Message(f"choice-{self.type}")

    @property
    def inline_message(self) -> Message:
        """Its name within a sentence, and after a name."""
        return self.short_message

    @property
    def boldness(self) -> int:
        """The boldness of the command: tricks to win, or 1 for going at all."""
        return 0

    @property
    def decision_message(self) -> Message | None:
        """The decision that it answers; None where the cards on the table show that."""
        return None


class CardCommand(Command):
    """A command that names a card of the hand."""

    card: Card

    @property
    def label(self) -> ChoiceLabel:
        return self.card

    @property
    def short_message(self) -> Message:
        return Message("choice-card", {"card": self.card})


class PlayCommand(CardCommand):
    """Request to play a card from the hand."""

    type: ClassVar[str] = "play"


class ReadyCommand(Command):
    """Confirmation that the player has seen what is open on the table; it is not recorded."""

    type: ClassVar[str] = "ready"
