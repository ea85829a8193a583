"""Which kernel the search uses for a game: one of its own where there is one, else the general."""

from typing import Any

from greenbaize.bots.beat_kernel import BeatKernel
from greenbaize.bots.contract_kernel import ContractKernel
from greenbaize.bots.exact_bid_kernel import ExactBidKernel
from greenbaize.bots.search import Effort, Kernel
from greenbaize.bots.shed_kernel import ShedKernel
from greenbaize.rules.beat_play import BeatGame
from greenbaize.rules.exact_bid import ExactBidGame
from greenbaize.rules.game import Game
from greenbaize.rules.shedding import SheddingGame


def kernel_for(
    game: Game[Any], view: Any, seat: int, effort: Effort, *, thorough: bool
) -> Kernel[Any]:
    """The kernel for one decision.

    Args:
        game: the game.
        view: what the seat knows.
        seat: the seat whose turn it is.
        effort: how much is searched.
        thorough: whether every legal choice is wanted, the hopeless ones too.
    """
    if isinstance(game, ExactBidGame):
        return ExactBidKernel(game, view, seat, effort, thorough=thorough)
    if isinstance(game, BeatGame):
        return BeatKernel(game, view, seat, effort)
    if isinstance(game, SheddingGame):
        return ShedKernel(game, view, seat, effort, thorough=thorough)
    return ContractKernel(game, view, seat)
