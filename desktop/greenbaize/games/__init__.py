"""The games: each is one module here and one line in ``GAMES``."""

from collections.abc import Mapping
from typing import Any, Final

from greenbaize.games.ass import Ass
from greenbaize.games.blackout import Blackout
from greenbaize.games.damn import Damn
from greenbaize.games.master import Master
from greenbaize.games.rank import Rank
from greenbaize.rules.game import Game

GAMES: Final[Mapping[str, Game[Any]]] = {
    game.name: game for game in (Damn(), Blackout(), Master(), Ass(), Rank())
}
"""Every game by its name in records."""
