"""What a player of Master and Ass still has in mind of the cards played."""

from typing import Final

from greenbaize.bots.memory import EASY, forgotten, mind_of
from greenbaize.cards import Card
from greenbaize.games.beat import beats
from greenbaize.games.beat.play import BeatGame
from greenbaize.games.beat.state import BeatState

_COUNTS: Final = 0.8
_STRONG: Final = 0.6
"""How far cards stand out that count or that beat much, from 0 to 1."""


def out_of_mind(game: BeatGame, view: BeatState, seat: int, hold: float = EASY) -> frozenset[Card]:
    """The cards played that a seat no longer has in mind; ``hold`` as of ``Mind``."""

    def stands_out(card: Card) -> float:
        if game.value(view, (card,)):
            return _COUNTS
        return _STRONG if beats.is_eight(card) or card.code[0] in "AT" else 0.0

    return forgotten(mind_of(game, view, seat, hold), view.play, seat, stands_out)
