"""The games: each is one file here and one line in ``GAMES`` (docs/adding-a-game.md)."""

from typing import Final

from greenbaize.games.registry import GameInfo, GameRegistry, lazy_loader
from greenbaize.rules.messages import mark

lazy = lazy_loader(__name__)

GAMES: Final = GameRegistry(
    GameInfo(
        "damn",
        mark("Damn"),
        mark("Bid your tricks and win exactly as many. Every deal has one card more."),
        range(3, 8),
        lazy("exact_bid.damn", "Damn"),
    ),
    GameInfo(
        "blackout",
        mark("Blackout"),
        mark("Thirteen deals of exact bids; in the first you see every card but your own."),
        range(2, 5),
        lazy("exact_bid.blackout", "Blackout"),
    ),
    GameInfo(
        "master",
        mark("Master"),
        mark("Twelve contracts, first to be avoided, then to be won: 24 deals on one sheet."),
        range(2, 5),
        lazy("beat.master", "Master"),
    ),
    GameInfo(
        "ass",
        mark("Ass"),
        mark("Four cards, go or stay, and banks to be rid of."),
        range(2, 7),
        lazy("beat.ass", "Ass"),
    ),
    GameInfo(
        "rank",
        mark("Rank"),
        mark("Up and down a ring of ranks: get rid of your cards before the others do."),
        range(2, 11),
        lazy("shedding.rank", "Rank"),
    ),
)
"""Every game by its name in records."""
