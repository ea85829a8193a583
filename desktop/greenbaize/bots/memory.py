"""Human errors: forgetting parts of a deal, and misjudging it.

Playing at random now and then would be weak, but nobody errs like that. People forget cards played
early, least of all those that stand out in their game; they do not notice that somebody did not
follow; and they overrate or underrate a doubtful hand throughout a deal. Which cards, and how far,
is drawn once for a seat and a deal, so that what is forgotten stays forgotten and an opinion stays
the same while the deal lasts.

The draws are seeded by what the seat knows throughout the deal, such as the cards it was dealt, so
errors do not depend on anything that it cannot see.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from greenbaize.cards import Card
from greenbaize.rules.chance import Stream
from greenbaize.rules.game import Game
from greenbaize.rules.hands import TrickPlay

FRESH: Final = 1
"""The number of last tricks that nobody forgets; the last one may be looked at again."""
EASY: Final = 0.75
"""The probability per trick that an ordinary card is remembered at level *easy*."""
MOOD: Final = 0
"""The index of the judgement ``judgement_error`` makes of boldness in a deal."""

_LOTS: Final = 256
"""The number of draws: 128 for forgetting, then 64 for judgements and 64 for oversights."""
_LEANS: Final = 128
_MISSES: Final = 192
"""The indexes of the first draws for judgements and for oversights."""
_ODDS: Final = 10_000
_SHOWN: Final = 0.6
"""The prominence of a card that did not follow suit."""


@lru_cache(maxsize=64)
def _lots(name: str) -> tuple[float, ...]:
    """Return numbers from 0 to below 1, drawn once for a memory."""
    stream = Stream(f"mind/{name}")
    return tuple([stream.below(_ODDS) / _ODDS for _ in range(_LOTS)])


class Mind:
    """The memory of a player in one deal.

    Its name is the deal and the player, from what the seat knows throughout. ``retention`` is the
    probability that an ordinary item is still remembered after a trick; 1 forgets nothing.
    """

    __slots__ = ("_hold", "_lots")

    def __init__(self, name: str, hold: float = EASY) -> None:
        self._lots = _lots(name)
        self._hold = hold

    def forgets(self, thing: int, age: float, weight: float = 0.0) -> bool:
        """Return True if something seen is forgotten, which lasts for the rest of the deal.

        ``lot_index`` is a card or any number below 128. ``trick_age`` is the number of tricks ago,
        not counting the last one taken. ``prominence`` is from 0 for a low card to 1 for what
        nobody forgets.
        """
        return age > 0 and self._lots[thing] >= self._hold ** (age * (1 - weight))

    def lean(self, matter: int) -> float:
        """Return the error of a judgement in this deal, from -1 (too low) to 1 (too high).

        ``matter_index`` is any number below 64 for what is judged.
        """
        return 2 * self._lots[_LEANS + matter] - 1

    def misses(self, matter: int, share: float) -> bool:
        """Return True if a matter (any number below 64) is overlooked in this deal.

        ``share`` is the fraction of deals in which that happens.
        """
        return self._lots[_MISSES + matter] < share


def mind_of(game: Game[Any], view: Any, seat: int, hold: float = EASY) -> Mind:
    """Return a player's memory in the current deal; ``retention`` as of ``PlayerMemory``."""
    return Mind(game.deal_of(view, seat), hold)


def forgotten(
    mind: Mind, play: TrickPlay, seat: int, weight: Callable[[Card], float]
) -> frozenset[Card]:
    """Return the cards played in the deal that a player has forgotten.

    ``card_prominence`` returns a card's prominence as of ``is_forgotten``. Own cards and those of
    the current and the last taken trick are never forgotten. A suit that somebody did not follow is
    forgotten together with the card that showed it, which is more prominent.
    """
    gone = []
    for age, (_, trick) in enumerate(reversed(play.taken), 1 - FRESH):
        led = trick.cards[0].suit
        for owner, card in zip(trick.seats(len(play.won)), trick.cards, strict=True):
            stands_out = max(weight(card), _SHOWN if card.suit is not led else 0.0)
            if owner != seat and mind.forgets(card, age, stands_out):
                gone.append(card)
    return frozenset(gone)
