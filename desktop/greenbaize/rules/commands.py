"""What a seat may ask for. A command is spelled like the event that states it."""

from dataclasses import dataclass
from typing import ClassVar

from greenbaize.cards import Card, Suit


@dataclass(frozen=True, slots=True)
class Command:
    """Something a seat asks to do."""

    type: ClassVar[str]
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
class ChooseTrump(Command):
    """Choose a personal trump suit."""

    type: ClassVar[str] = "trump"
    suit: Suit


@dataclass(frozen=True, slots=True)
class Stake(Command):
    """Say *go* or *stay*."""

    type: ClassVar[str] = "stake"
    go: bool


COMMANDS: tuple[type[Command], ...] = (Bid, Play, ChooseTrump, Stake)
