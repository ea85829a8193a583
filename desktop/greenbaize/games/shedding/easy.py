"""The easy player at Rank: it keeps cards that go together, one run ahead of the play."""

from typing import Final

from greenbaize.cards import RANKS
from greenbaize.games.shedding.hands import JOKER, UNITS, packed
from greenbaize.games.shedding.play import SheddingGame, ShedState
from greenbaize.games.shedding.playout import best_end, size
from greenbaize.rules.commands import Command, Play

_BY_ACE_OR_KING: Final = (RANKS.index("2"), RANKS.index("Q"))
_ONE_EACH: Final = sum(UNITS)


def decide(game: SheddingGame, view: ShedState, seat: int) -> Command:
    """The card after which the hand is best; of equal ones the first in the hand."""
    plays = [command for command in game.legal(view, seat) if isinstance(command, Play)]
    hand = packed(view.hands[seat].cards)
    return max(plays, key=lambda play: worth(view, hand, play.card.rank))


def worth(view: ShedState, hand: int, kind: int) -> float:
    """How good it looks to play a card of this kind.

    While there is stock it is enough not to make it easy for the next player. Then who can play
    on when others cannot is soon out.
    """
    rest = hand - UNITS[kind]
    end = best_end(rest, kind)
    if view.stock.size:
        return (
            -5 * (kind == JOKER) - (kind in _BY_ACE_OR_KING) - 0.3 * (size(rest) - size(end >> 4))
        )
    if not view.anti:
        rest = end >> 4
    return company(rest) if rest else size(hand) + 1


def company(hand: int) -> float:
    """How well the cards of a hand go on from one to the other: neighbours, and equal cards."""
    there = (hand | hand >> 1 | hand >> 2 | hand >> 3) & _ONE_EACH
    ring = there & ~UNITS[JOKER]
    # The highest rank and the lowest are neighbours too, which closes the ring.
    neighbours = (ring & ring >> 4).bit_count() + (ring >> 4 * (JOKER - 1) & ring & 1)
    return neighbours + 0.8 * (size(hand) - there.bit_count())
