"""The games: each is one module here and one line in ``GAMES``."""

from typing import Final

from greenbaize.games.shelf import Box, Shelf, within
from greenbaize.rules.messages import mark

GAMES: Final = Shelf(
    Box(
        "damn",
        mark("Damn"),
        mark("Bid your tricks and win exactly as many. Every deal has one card more."),
        range(3, 8),
        within("exact_bid.damn", "Damn"),
    ),
    Box(
        "blackout",
        mark("Blackout"),
        mark("Thirteen deals of exact bids; in the first you see every card but your own."),
        range(2, 5),
        within("exact_bid.blackout", "Blackout"),
    ),
    Box(
        "master",
        mark("Master"),
        mark("Twelve contracts, first to be avoided, then to be won: 24 deals on one sheet."),
        range(2, 5),
        within("beat.master", "Master"),
    ),
    Box(
        "ass",
        mark("Ass"),
        mark("Four cards, go or stay, and banks to be rid of."),
        range(2, 7),
        within("beat.ass", "Ass"),
    ),
    Box(
        "rank",
        mark("Rank"),
        mark("Up and down a ring of ranks: get rid of your cards before the others do."),
        range(2, 11),
        within("shedding.rank", "Rank"),
    ),
)
"""Every game by its name in records."""
