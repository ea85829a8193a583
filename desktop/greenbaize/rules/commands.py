"""What a seat may ask for. A command is spelled like the event that states it.

Only its type may differ, where players have another word for it: ``states`` names the event's then.
"""

from dataclasses import dataclass
from typing import ClassVar

from greenbaize.cards import Card, Suit


@dataclass(frozen=True, slots=True)
class Command:
    """Something a seat asks to do."""

    type: ClassVar[str]
    states: ClassVar[str] = ""
    """The type of the event that states it, where that is not the command's own."""
    seat: int


@dataclass(frozen=True, slots=True)
class Bid(Command):
    """Undertake to win so many tricks."""

    type: ClassVar[str] = "bid"
    tricks: int


@dataclass(frozen=True, slots=True)
class Play(Command):
    """Play a card from the hand."""

    type: ClassVar[str] = "play"
    card: Card


@dataclass(frozen=True, slots=True)
class Show(Command):
    """Show a card of the hand to everybody."""

    type: ClassVar[str] = "show"
    states: ClassVar[str] = "exposed"
    card: Card


@dataclass(frozen=True, slots=True)
class Correct(Command):
    """Take one's revoke back and play this card, the right one, in its place."""

    type: ClassVar[str] = "correct"
    states: ClassVar[str] = "corrected"
    card: Card


@dataclass(frozen=True, slots=True)
class Ready(Command):
    """Say that one has seen what lies on the table; nothing of it is recorded."""

    type: ClassVar[str] = "ready"


@dataclass(frozen=True, slots=True)
class ChooseTrump(Command):
    """Choose a personal trump suit."""

    type: ClassVar[str] = "trump"
    suit: Suit


@dataclass(frozen=True, slots=True)
class Stake(Command):
    """Say *go* or *stay*."""

    type: ClassVar[str] = "stake"
    go: bool


COMMANDS: tuple[type[Command], ...] = (Bid, Play, Show, Correct, Ready, ChooseTrump, Stake)
