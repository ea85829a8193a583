"""The players that search: a level is how much, a temperament how they choose among equals."""

from typing import Any, Final

from greenbaize.bots.contract_kernel import ContractKernel
from greenbaize.bots.search import weigh
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Command
from greenbaize.rules.game import Game
from greenbaize.rules.thinking import Effort, Kernel, Weighed

TILTS: Final = {"careful": -1, "steady": 0, "bold": 1}
"""Which way a temperament leans where choices are nearly equal: to undertake less, or more."""


class SearchBot:
    """A player that weighs every choice in the same worlds and takes the best.

    Args:
        effort: how much it searches.
        temperament: ``careful``, ``steady`` or ``bold``.
    """

    def __init__(self, effort: Effort, temperament: str = "steady") -> None:
        self._effort = effort
        self._tilt = TILTS[temperament]

    def decide(self, game: Game[Any], view: Any, seat: int, chance: Stream) -> Command:
        """The choice that should bring most; of near equals the one that suits the temperament."""
        legal = game.legal(view, seat)
        if len(legal) == 1:
            return legal[0]
        kernel, effort = self._kernel(game, view, seat, thorough=False)
        weighed = weigh(kernel, effort, chance, every=False)
        if not self._tilt:
            return weighed[0].command
        best = weighed[0].expected
        near = [one for one in weighed if one.expected >= best - kernel.near]
        return max(near, key=lambda one: self._tilt * one.command.undertakes).command

    def weigh(self, game: Game[Any], view: Any, seat: int, chance: Stream) -> tuple[Weighed, ...]:
        """Every legal choice with the score it should bring in this deal, best first."""
        kernel, effort = self._kernel(game, view, seat, thorough=True)
        return weigh(kernel, effort, chance)

    def _kernel(
        self, game: Game[Any], view: Any, seat: int, *, thorough: bool
    ) -> tuple[Kernel[Any], Effort]:
        """The game's own kernel, or else the general one, and how much is searched with it."""
        own = game.kernel(view, seat, self._effort, thorough=thorough)
        if own is not None:
            return own, self._effort
        plain = self._effort._replace(worlds=self._effort.plain)
        return ContractKernel(game, view, seat), plain
