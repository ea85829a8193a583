"""The games: each is one module here and one line in ``GAMES``."""

from collections.abc import Mapping
from typing import Any, Final

from greenbaize.games.beat.ass import Ass
from greenbaize.games.beat.master import Master
from greenbaize.games.exact_bid.blackout import Blackout
from greenbaize.games.exact_bid.damn import Damn
from greenbaize.games.shedding.rank import Rank
from greenbaize.rules.game import Game

GAMES: Final[Mapping[str, Game[Any]]] = {
    game.name: game for game in (Damn(), Blackout(), Master(), Ass(), Rank())
}
"""Every game by its name in records."""
