"""Game packages and ``GAMES``, the list of all games (docs/adding-a-game.md)."""

from typing import Final

from greenbaize.games.registry import GameInfo, GameRegistry, lazy_loader
from greenbaize.rules.messages import mark

lazy = lazy_loader(__name__)

GAMES: Final = GameRegistry(
    GameInfo(
        "damn",
        mark("Damn"),
        mark("Win exactly what you bid."),
        range(3, 8),
        lazy("exact_bid.damn", "Damn"),
        other_names=mark("Eclipse"),
    ),
    GameInfo(
        "blackout",
        mark("Blackout"),
        mark("You see every card but yours."),
        range(2, 5),
        lazy("exact_bid.blackout", "Blackout"),
    ),
    GameInfo(
        "master",
        mark("Master"),
        mark("First avoid it, then win it."),
        range(2, 5),
        lazy("beat.master", "Master"),
        other_names=mark("Magister"),
    ),
    GameInfo(
        "ass",
        mark("Ass"),
        mark("Go or stay, and shed banks."),
        range(2, 7),
        lazy("beat.ass", "Ass"),
    ),
    GameInfo(
        "rank",
        mark("Rank"),
        mark("Be out of cards first."),
        range(2, 11),
        lazy("shedding.rank", "Rank"),
    ),
)
"""Every game by its name in records."""
