"""The games: each is one module here and one line in ``GAMES``."""

from typing import Final

from greenbaize.games.shelf import Box, Shelf, within
from greenbaize.rules.messages import mark

GAMES: Final = Shelf(
    Box("damn", mark("Damn"), range(3, 8), within("exact_bid.damn", "Damn")),
    Box("blackout", mark("Blackout"), range(2, 5), within("exact_bid.blackout", "Blackout")),
    Box("master", mark("Master"), range(2, 5), within("beat.master", "Master")),
    Box("ass", mark("Ass"), range(2, 7), within("beat.ass", "Ass")),
    Box("rank", mark("Rank"), range(2, 11), within("shedding.rank", "Rank")),
)
"""Every game by its name in records."""
