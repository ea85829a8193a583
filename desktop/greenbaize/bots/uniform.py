"""The player that takes any legal choice, each equally likely."""

from typing import Any

from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Command
from greenbaize.rules.game import Game
from greenbaize.rules.players import STEADY


class UniformBot:
    """Level ``random``, which has no use for a temperament."""

    def __init__(self, temperament: str = STEADY) -> None:
        del temperament

    def decide(self, game: Game[Any], view: Any, seat: int, chance: Stream) -> Command:
        """One of the legal commands, drawn uniformly."""
        return chance.choice(game.legal(view, seat))
