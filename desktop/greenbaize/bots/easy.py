"""The easy player: as a game's own easy player plays it, or else by a short general search."""

from typing import Any, Final

from greenbaize.bots.contract_kernel import ContractKernel
from greenbaize.bots.search import weigh
from greenbaize.bots.search_bot import suiting
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Command
from greenbaize.rules.game import Game
from greenbaize.rules.players import STEADY, TILTS
from greenbaize.rules.thinking import Effort

_A_GLANCE: Final = Effort(worlds=2, endgame=0, weighing=1)
"""How much is searched where the game has no easy player of its own: less than at any level."""


class EasyBot:
    """Level ``easy``.

    Args:
        temperament: ``careful``, ``steady`` or ``bold``, where the game makes a difference.
    """

    def __init__(self, temperament: str = STEADY) -> None:
        self._temperament = temperament

    def decide(self, game: Game[Any], view: Any, seat: int, chance: Stream) -> Command:
        """A legal choice."""
        chosen = game.easy(view, seat, self._temperament, chance)
        if chosen is not None:
            return chosen
        legal = game.legal(view, seat)
        if len(legal) == 1:
            return legal[0]
        weighed = weigh(ContractKernel(game, view, seat), _A_GLANCE, chance)
        return suiting(game, view, weighed, TILTS[self._temperament])
