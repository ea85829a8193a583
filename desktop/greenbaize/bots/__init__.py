"""Bots: each decides from a view and a random stream of its own, nothing else."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from greenbaize.compiled import with_compiled

__path__ = with_compiled(__path__, __name__)

from greenbaize.bots.bot import Bot, EasyBot, SearchBot, UniformBot
from greenbaize.rules.thinking import Effort

EFFORTS: Final[Mapping[str, Effort]] = {
    "medium": Effort(worlds=12, endgame=0, weighing=1, plain=12, hold=0.9, mood=0.7),
    "hard": Effort(worlds=100, endgame=2, plain=48),
    "expert": Effort(worlds=300, endgame=3, plain=200, plays=True),
}
"""The search efforts of the searching levels, weakest first."""

LEVELS: Final[Mapping[str, Callable[..., Bot]]] = {
    "random": UniformBot,
    "easy": EasyBot,
    **{level: partial(SearchBot, effort) for level, effort in EFFORTS.items()},
}
"""The factories of bots by level, called with a ``temperament``, weakest first."""
