"""The easy player at Rank: it keeps cards that go together, one run ahead of the play.

It errs as people do: it likes some ranks and wants to be rid of others for no good reason, which
decides where it sees little difference, and it does so all through a deal.
"""

from typing import Final

from greenbaize.bots.memory import mind_of
from greenbaize.cards import RANKS
from greenbaize.games.shedding.hands import JOKER, UNITS, packed
from greenbaize.games.shedding.play import SheddingGame, ShedState
from greenbaize.games.shedding.playout import best_end, size
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.players import TILTS

OUT: Final = 100.0
"""How good it is to have no cards left."""
DOUBT: Final = 0.6
"""By how much a rank is liked or disliked at most, in pairs that go together."""
LEAN: Final = 0.4
"""How much a bold player likes each card that it keeps, and a careful one each that it sheds."""

_BY_ACE_OR_KING: Final = (RANKS.index("2"), RANKS.index("Q"))
_ONE_EACH: Final = sum(UNITS)
_WILD: Final = 15 * (UNITS[JOKER] + UNITS[RANKS.index("A")] + UNITS[RANKS.index("K")])


def decide(game: SheddingGame, view: ShedState, seat: int, temperament: str) -> Command:
    """The card after which the hand seems best; of equal ones the first in the hand."""
    plays = [command for command in game.legal(view, seat) if isinstance(command, Play)]
    hand, lean = packed(view.hands[seat].cards), LEAN * TILTS[temperament]
    mind = mind_of(game, view, seat)

    def seems_worth(play: Play) -> float:
        kind = play.card.rank
        kept = size(kept_of(hand, kind))
        return worth(view, hand, kind) + DOUBT * mind.lean(kind) + lean * kept

    return max(plays, key=seems_worth)


def kept_of(hand: int, kind: int) -> int:
    """What a hand keeps after the longest run that begins with a card of this kind."""
    return best_end(hand - UNITS[kind], kind) >> 4


def worth(view: ShedState, hand: int, kind: int) -> float:
    """How good it looks to play a card of this kind and then on as long as anything fits.

    Good are cards left that go together, and aces, kings and jokers, which fit nearly anything;
    bad is to leave a card on the pile on which the next player can play more than on others.
    """
    rest = hand - UNITS[kind]
    end = rest << 4 | kind if view.anti else best_end(rest, kind)
    kept, last = end >> 4, end & 15
    if not kept:
        return OUT
    easy = 2.0 * (last == JOKER) + 0.5 * (last in _BY_ACE_OR_KING)
    return company(kept) + 0.3 * size(kept & _WILD) - easy


def company(hand: int) -> float:
    """How well the cards of a hand go on from one to the other: neighbours, and equal cards."""
    there = (hand | hand >> 1 | hand >> 2 | hand >> 3) & _ONE_EACH
    ring = there & ~UNITS[JOKER]
    # The highest rank and the lowest are neighbours too, which closes the ring.
    neighbours = (ring & ring >> 4).bit_count() + (ring >> 4 * (JOKER - 1) & ring & 1)
    return neighbours + 0.8 * (size(hand) - there.bit_count())
