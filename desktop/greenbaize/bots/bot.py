"""What a computer player is: from a view and a random stream of its own to a decision."""

from typing import Any, Protocol

from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Command
from greenbaize.rules.game import Game
from greenbaize.rules.players import STEADY


class Bot(Protocol):
    """A computer player. It sees the view of its seat and nothing else."""

    def decide(self, game: Game[Any], view: Any, seat: int, chance: Stream) -> Command:
        """One of the legal commands; called only when the seat must act."""


class UniformBot:
    """Level ``random``, which has no use for a temperament."""

    def __init__(self, temperament: str = STEADY) -> None:
        del temperament

    def decide(self, game: Game[Any], view: Any, seat: int, chance: Stream) -> Command:
        """One of the legal commands, drawn uniformly."""
        return chance.choice(game.legal(view, seat))
