"""Bots: each decides from a view and a random stream of its own, nothing else."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from greenbaize.compiled import compiled_package_path

__path__ = compiled_package_path(__path__, __name__)

from greenbaize.bots.bot import BeginnerBot, Bot, EasyBot, RandomBot, SearchBot
from greenbaize.rules.search_contract import SearchEffort

SEARCH_EFFORTS: Final[Mapping[str, SearchEffort]] = {
    "medium": SearchEffort(
        world_count=12,
        endgame_cards=0,
        samples_per_world=1,
        contract_world_count=12,
        retention=0.9,
        mood_variation=0.7,
    ),
    "hard": SearchEffort(world_count=100, endgame_cards=2, contract_world_count=48),
    "expert": SearchEffort(
        world_count=300, endgame_cards=3, contract_world_count=200, infers_from_plays=True
    ),
}
"""The search efforts of the searching levels, weakest first."""

BOT_FACTORIES: Final[Mapping[str, Callable[..., Bot]]] = {
    "random": RandomBot,
    "beginner": BeginnerBot,
    "easy": EasyBot,
    **{level: partial(SearchBot, effort) for level, effort in SEARCH_EFFORTS.items()},
}
"""The factories of bots by level, called with a ``temperament``, weakest first."""
