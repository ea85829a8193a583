"""Computer seats: they are given a view and a random stream of their own, nothing else."""

from collections.abc import Callable, Mapping
from typing import Final

from greenbaize.bots.bot import Bot
from greenbaize.bots.easy import EasyBot
from greenbaize.bots.uniform import UniformBot

LEVELS: Final[Mapping[str, Callable[[], Bot]]] = {"random": UniformBot, "easy": EasyBot}
"""How to make a computer player of each level, weakest first."""
