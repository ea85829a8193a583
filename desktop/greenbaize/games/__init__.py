"""Game packages and ``GAMES``, the list of all games (docs/adding-a-game.md)."""

from typing import Final

from greenbaize.games.registry import GameInfo, GameRegistry
from greenbaize.lazy_import import lazy
from greenbaize.rules.messages import mark_text

GAMES: Final = GameRegistry(
    GameInfo(
        "damn",
        mark_text("Damn"),
        mark_text("Win exactly what you bid."),
        range(3, 8),
        lazy("greenbaize.games.exact_bid.damn:DamnGame"),
        other_names=mark_text("Eclipse"),
    ),
    GameInfo(
        "blackout",
        mark_text("Blackout"),
        mark_text("You see every card but yours."),
        range(2, 5),
        lazy("greenbaize.games.exact_bid.blackout:BlackoutGame"),
    ),
    GameInfo(
        "master",
        mark_text("Master"),
        mark_text("First avoid it, then win it."),
        range(2, 5),
        lazy("greenbaize.games.beat.master:MasterGame"),
        other_names=mark_text("Magister"),
    ),
    GameInfo(
        "ass",
        mark_text("Ass"),
        mark_text("Go or stay, and shed banks."),
        range(2, 7),
        lazy("greenbaize.games.beat.ass:AssGame"),
    ),
    GameInfo(
        "rank",
        mark_text("Rank"),
        mark_text("Be out of cards first."),
        range(2, 11),
        lazy("greenbaize.games.shedding.rank:RankGame"),
    ),
)
"""Every game by its name in records."""
