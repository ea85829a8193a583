"""How people err: what they forget of a deal, and how they misjudge it.

Playing at random now and then would be weak, but nobody errs like that. People lose sight of cards
played early, least of those that their game makes stand out; they do not notice that somebody did
not follow; and they take a doubtful hand for better or worse than it is, all of it. Which cards,
and how far, is drawn by lot once for a seat and a deal, so that what is forgotten stays forgotten
and an opinion stays the same while the deal lasts.

The lots are drawn by what the seat knows all through the deal, such as the cards it was dealt. So
errors come from nothing that it cannot see.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from greenbaize.cards import Card
from greenbaize.rules.chance import Stream
from greenbaize.rules.game import Game
from greenbaize.rules.hands import TrickPlay

FRESH: Final = 1
"""The tricks that nobody forgets: the last one taken, which may be looked at again."""
EASY: Final = 0.75
"""How likely a player of level *easy* still has an ordinary card in mind, for each trick since."""
MOOD: Final = 0
"""What ``Mind.lean`` judges when it is asked how much one dares in this deal."""

_LOTS: Final = 256
"""The lots of a mind: 128 for what is forgotten, then 64 for judgements and 64 for oversights."""
_LEANS: Final = 128
_MISSES: Final = 192
"""From where on those for judgements and for oversights lie."""
_ODDS: Final = 10_000
_SHOWN: Final = 0.6
"""How far a card stands out that did not follow suit."""


@lru_cache(maxsize=64)
def _lots(name: str) -> tuple[float, ...]:
    """Numbers from 0 to below 1, drawn once for a mind."""
    stream = Stream(f"mind/{name}")
    return tuple([stream.below(_ODDS) / _ODDS for _ in range(_LOTS)])


class Mind:
    """What a player has in mind in one deal.

    Its name is the deal and the player, from what its seat knows all through it. An ordinary thing
    is still known after a trick with the chance ``hold``; 1 forgets nothing.
    """

    __slots__ = ("_hold", "_lots")

    def __init__(self, name: str, hold: float = EASY) -> None:
        self._lots = _lots(name)
        self._hold = hold

    def forgets(self, thing: int, age: float, weight: float = 0.0) -> bool:
        """Whether something seen is out of mind; once it is, it is for the rest of the deal.

        ``thing`` is a card or any number below 128, ``age`` how many tricks ago, the last one taken
        not counted; ``weight`` is how far it stood out, from 0 for a low card to 1 for what nobody
        forgets.
        """
        return age > 0 and self._lots[thing] >= self._hold ** (age * (1 - weight))

    def lean(self, matter: int) -> float:
        """How far from the truth a judgement is in this deal, from -1 (too low) to 1 (too high).

        ``matter`` is what is judged, as any number below 64.
        """
        return 2 * self._lots[_LEANS + matter] - 1

    def misses(self, matter: int, share: float) -> bool:
        """Whether a matter, any number below 64, is overlooked in this deal that is so often."""
        return self._lots[_MISSES + matter] < share


def mind_of(game: Game[Any], view: Any, seat: int, hold: float = EASY) -> Mind:
    """The mind of a player in the deal that is played; ``hold`` as of ``Mind``."""
    return Mind(game.deal_of(view, seat), hold)


def forgotten(
    mind: Mind, play: TrickPlay, seat: int, weight: Callable[[Card], float]
) -> frozenset[Card]:
    """The cards played in a deal that a player no longer has in mind; ``weight`` as of ``forgets``.

    Never its own, nor those of the trick on the table and of the last one taken. A suit that
    somebody did not follow is forgotten with the card that showed it, which is less easily.
    """
    gone = []
    for age, (_, trick) in enumerate(reversed(play.taken), 1 - FRESH):
        led = trick.cards[0].suit
        for owner, card in zip(trick.seats(len(play.won)), trick.cards, strict=True):
            stands_out = max(weight(card), _SHOWN if card.suit is not led else 0.0)
            if owner != seat and mind.forgets(card, age, stands_out):
                gone.append(card)
    return frozenset(gone)
