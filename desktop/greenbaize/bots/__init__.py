"""Computer seats: they are given a view and a random stream of their own, nothing else."""

from collections.abc import Mapping
from typing import Final, Protocol

from greenbaize.compiled import with_compiled

__path__ = with_compiled(__path__, __name__)

from greenbaize.bots.bot import Bot, EasyBot, SearchBot, UniformBot
from greenbaize.rules.players import STEADY
from greenbaize.rules.thinking import Effort


class Maker(Protocol):
    """Makes a computer player of some level."""

    def __call__(self, temperament: str = STEADY) -> Bot:
        """A player of this temperament."""


def _searching(effort: Effort) -> Maker:
    def make(temperament: str = STEADY) -> Bot:
        return SearchBot(effort, temperament)

    return make


EFFORTS: Final[Mapping[str, Effort]] = {
    "medium": Effort(worlds=12, endgame=0, weighing=1, plain=12, hold=0.9, mood=0.7),
    "hard": Effort(worlds=100, endgame=2, plain=48),
    "expert": Effort(worlds=300, endgame=3, plain=200, plays=True),
}
"""How much the levels search that do, weakest first."""

LEVELS: Final[Mapping[str, Maker]] = {
    "random": UniformBot,
    "easy": EasyBot,
    **{level: _searching(effort) for level, effort in EFFORTS.items()},
}
"""How to make a computer player of each level, weakest first."""
