"""The easy player at Rank: it plays a few deals out in thought, as those that search do.

It errs as people do: it loses count of what lies in the pile, concludes nothing from what the
others drew, passed and played, and supposes so few deals that what is nearly as good as the best
often seems better.
"""

from typing import Final

from greenbaize.bots.memory import EASY
from greenbaize.bots.search import weigh
from greenbaize.bots.search_bot import suiting
from greenbaize.games.shedding.hands import UNITS, packed
from greenbaize.games.shedding.kernel import ShedKernel
from greenbaize.games.shedding.play import SheddingGame
from greenbaize.games.shedding.playout import best_end, size
from greenbaize.games.shedding.state import ShedState
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.players import TILTS
from greenbaize.rules.thinking import Effort

A_GLANCE: Final = Effort(worlds=4, endgame=0, weighing=1, hold=EASY)
"""How much it searches."""
_KEPT: Final = 0.04
"""What boldness may cost for each card that is kept, in places."""


def decide(
    game: SheddingGame, view: ShedState, seat: int, temperament: str, chance: Stream
) -> Command:
    """The card that should bring most, as far as it sees."""
    legal = game.legal(view, seat)
    if len(legal) == 1:
        return legal[0]
    kernel = ShedKernel(game, view, seat, A_GLANCE, thorough=False)
    weighed = weigh(kernel, A_GLANCE, chance, every=False)
    return suiting(game, view, weighed, TILTS[temperament])


def undertakes(view: ShedState, command: Command) -> float:
    """How many cards are kept for later, with which one may go on when others no longer can.

    Who sheds early has less to do when the stock is empty, and less to do it with.
    """
    if not isinstance(command, Play) or view.anti:
        return 0.0
    hand = packed(view.hands[command.seat].cards)
    return _KEPT * size(kept_of(hand, command.card.rank))


def kept_of(hand: int, kind: int) -> int:
    """What a hand keeps after the longest run that begins with a card of this kind."""
    return best_end(hand - UNITS[kind], kind) >> 4
