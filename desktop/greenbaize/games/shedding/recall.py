"""What a player of Rank still has in mind of the pile."""

from typing import Final

from greenbaize.bots.memory import mind_of
from greenbaize.games.shedding.hands import JOKER
from greenbaize.games.shedding.play import SheddingGame
from greenbaize.games.shedding.state import ShedState

_THINGS: Final = 128
_ROUNDS: Final = 2
"""So many rounds of the table are as long ago as a trick."""
_JOKER: Final = 0.7
"""How far a joker stands out, from 0 to 1."""


def out_of_mind(game: SheddingGame, view: ShedState, seat: int, hold: float) -> list[int]:
    """The kinds of the cards below the top that a seat has forgotten; ``hold`` as of ``Mind``.

    Two rounds of the table count as a trick: suits do not matter here, and so there is less to be
    kept in mind. What is lost is count of the numbers.
    """
    mind = mind_of(game, view, seat, hold)
    gone = []
    for below, card in enumerate(reversed(view.pile)):
        weight = _JOKER if card.rank == JOKER else 0.0
        if mind.forgets(
            (len(view.pile) - below) % _THINGS, below / view.seats / _ROUNDS - 1, weight
        ):
            gone.append(card.rank)
    return gone
