"""Computer seats: they are given a view and a random stream of their own, nothing else."""

from collections.abc import Mapping
from typing import Final, Protocol

from greenbaize.bots.bot import Bot
from greenbaize.bots.easy import EasyBot
from greenbaize.bots.search import Effort
from greenbaize.bots.search_bot import TILTS, SearchBot
from greenbaize.bots.uniform import UniformBot

TEMPERAMENTS: Final = tuple(TILTS)
"""How a player chooses among nearly equal choices; ``steady`` is the usual one."""


class Level(Protocol):
    """How to make a computer player."""

    def __call__(self, temperament: str = "steady") -> Bot:
        """A player of this level and temperament."""


def _random(temperament: str = "steady") -> Bot:
    del temperament  # it has none
    return UniformBot()


def _searching(effort: Effort) -> Level:
    def make(temperament: str = "steady") -> Bot:
        return SearchBot(effort, temperament)

    return make


LEVELS: Final[Mapping[str, Level]] = {
    "random": _random,
    "easy": EasyBot,
    "medium": _searching(Effort(worlds=12, endgame=0, weighted=False)),
    "hard": _searching(Effort(worlds=100, endgame=0)),
    "expert": _searching(Effort(worlds=320, endgame=3)),
}
"""How to make a computer player of each level, weakest first."""
