"""Computer seats: they are given a view and a random stream of their own, nothing else."""

from collections.abc import Mapping
from typing import Final, Protocol

from greenbaize.bots.bot import Bot
from greenbaize.bots.easy import EasyBot
from greenbaize.bots.uniform import UniformBot

STEADY: Final = "steady"
"""The usual temperament."""

TEMPERAMENTS: Final = ("careful", STEADY, "bold")
"""How a computer player weighs risks, whatever its level."""


class Maker(Protocol):
    """Makes a computer player of some level."""

    def __call__(self, temperament: str = STEADY) -> Bot:
        """A player of this temperament."""


LEVELS: Final[Mapping[str, Maker]] = {"random": UniformBot, "easy": EasyBot}
"""How to make a computer player of each level, weakest first."""
