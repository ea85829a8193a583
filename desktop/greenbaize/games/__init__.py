"""The games: each is one module here and one line in ``GAMES``."""

from collections.abc import Mapping
from typing import Any, Final

from greenbaize.games.blackout import Blackout
from greenbaize.games.damn import Damn
from greenbaize.rules.game import Game

GAMES: Final[Mapping[str, Game[Any]]] = {game.name: game for game in (Damn(), Blackout())}
"""Every game by its name in records."""
