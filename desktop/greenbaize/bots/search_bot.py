"""The players that search: a level is how much, a temperament how near equals are told apart."""

from collections.abc import Sequence
from typing import Any

from greenbaize.bots.contract_kernel import ContractKernel
from greenbaize.bots.memory import MOOD, mind_of
from greenbaize.bots.search import weigh
from greenbaize.bots.successes import CountingKernel
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Command
from greenbaize.rules.game import Game
from greenbaize.rules.players import STEADY, TILTS
from greenbaize.rules.thinking import Effort, Kernel, Weighed


class SearchBot:
    """A player that weighs every choice in the same worlds and takes the best.

    Args:
        effort: how much it searches.
        temperament: ``careful``, ``steady`` or ``bold``.
    """

    def __init__(self, effort: Effort, temperament: str = STEADY) -> None:
        self._effort = effort
        self._tilt = TILTS[temperament]

    def decide(self, game: Game[Any], view: Any, seat: int, chance: Stream) -> Command:
        """The choice that should bring most; of near equals the one that suits the temperament."""
        legal = game.legal(view, seat)
        if len(legal) == 1:
            return legal[0]
        kernel, effort = self._kernel(game, view, seat, thorough=False)
        weighed = weigh(kernel, effort, chance, every=False)
        tilt: float = self._tilt
        if effort.mood:
            tilt += effort.mood * mind_of(game, view, seat).lean(MOOD)
        return suiting(game, view, weighed, tilt)

    def weigh(self, game: Game[Any], view: Any, seat: int, chance: Stream) -> tuple[Weighed, ...]:
        """Every legal choice with the score it should bring in this deal, best first."""
        kernel, effort = self._kernel(game, view, seat, thorough=True)
        counting = CountingKernel(kernel)
        return counting.told(weigh(counting, effort, chance))

    def _kernel(
        self, game: Game[Any], view: Any, seat: int, *, thorough: bool
    ) -> tuple[Kernel[Any], Effort]:
        """The game's own kernel, or else the general one, and how much is searched with it."""
        own = game.kernel(view, seat, self._effort, thorough=thorough)
        if own is not None:
            return own, self._effort
        plain = self._effort._replace(worlds=self._effort.plain)
        return ContractKernel(game, view, seat), plain


def suiting(game: Game[Any], view: Any, weighed: Sequence[Weighed], tilt: float) -> Command:
    """The choice that suits a temperament.

    Args:
        game: the game.
        view: what the deciding seat knows.
        weighed: its choices, best first.
        tilt: how bold it is: 1, 0 or -1 by temperament, and its mood.
    """
    if not tilt:
        return weighed[0].command
    best, sway = game.undertakes(view, weighed[0].command), game.sway

    def within(amount: float) -> float:
        return max(-sway, min(sway, amount))

    def suits(one: Weighed) -> float:
        more = game.undertakes(view, one.command) - best
        # A mood comes on top of a temperament; both together sway no further.
        return one.expected + within(tilt * within(more))

    return max(weighed, key=suits).command
