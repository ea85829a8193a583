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
from greenbaize.rules.chance import RandomStream
from greenbaize.rules.game import Game
from greenbaize.rules.hands import TrickPlay

NEVER_FORGOTTEN_TRICKS: Final = 1
"""The number of last tricks that nobody forgets; the last one may be looked at again."""
EASY_RETENTION: Final = 0.75
"""The probability per trick that an ordinary card is remembered at level *easy*."""
MOOD_TOPIC: Final = 0
"""The index of the judgement ``judgement_error`` makes of boldness in a deal."""

_DRAW_COUNT: Final = 256
"""The number of draws: 128 for forgetting, then 64 for judgements and 64 for oversights."""
_FIRST_JUDGEMENT_DRAW: Final = 128
_FIRST_OVERSIGHT_DRAW: Final = 192
"""The indexes of the first draws for judgements and for oversights."""
_DRAW_STEPS: Final = 10_000
_VOID_PROMINENCE: Final = 0.6
"""The prominence of a card that did not follow suit."""


@lru_cache(maxsize=64)
def _make_draws(name: str) -> tuple[float, ...]:
    """Return numbers from 0 to below 1, drawn once for a memory."""
    stream = RandomStream(f"mind/{name}")
    return tuple([stream.draw_below(_DRAW_STEPS) / _DRAW_STEPS for _ in range(_DRAW_COUNT)])


class PlayerMemory:
    """The memory of a player in one deal.

    Its name is the deal and the player, from what the seat knows throughout. ``retention`` is the
    probability that an ordinary item is still remembered after a trick; 1 forgets nothing.
    """

    __slots__ = ("_draws", "_retention")

    def __init__(self, name: str, retention: float = EASY_RETENTION) -> None:
        self._draws = _make_draws(name)
        self._retention = retention

    def is_forgotten(self, draw_index: int, trick_age: float, prominence: float = 0.0) -> bool:
        """Return True if something seen is forgotten, which lasts for the rest of the deal.

        ``draw_index`` is a card or any number below 128. ``trick_age`` is the number of tricks ago,
        not counting the last one taken. ``prominence`` is from 0 for a low card to 1 for what
        nobody forgets.
        """
        return trick_age > 0 and self._draws[draw_index] >= self._retention ** (
            trick_age * (1 - prominence)
        )

    def judgement_error(self, topic_index: int) -> float:
        """Return the error of a judgement in this deal, from -1 (too low) to 1 (too high).

        ``topic_index`` is any number below 64 for what is judged.
        """
        return 2 * self._draws[_FIRST_JUDGEMENT_DRAW + topic_index] - 1

    def is_overlooked(self, topic_index: int, share: float) -> bool:
        """Return True if a topic (any number below 64) is overlooked in this deal.

        ``share`` is the fraction of deals in which that happens.
        """
        return self._draws[_FIRST_OVERSIGHT_DRAW + topic_index] < share


def create_player_memory(
    game: Game[Any], view: Any, seat: int, retention: float = EASY_RETENTION
) -> PlayerMemory:
    """Return a player's memory in the current deal; ``retention`` as of ``PlayerMemory``."""
    return PlayerMemory(game.deal_identity(view, seat), retention)


def find_forgotten_cards(
    memory: PlayerMemory, play: TrickPlay, seat: int, card_prominence: Callable[[Card], float]
) -> frozenset[Card]:
    """Return the cards played in the deal that a player has forgotten.

    ``card_prominence`` returns a card's prominence as of ``is_forgotten``. Own cards and those of
    the current and the last taken trick are never forgotten. A suit that somebody did not follow is
    forgotten together with the card that showed it, which is more prominent.
    """
    forgotten_cards = []
    for age, (_, trick) in enumerate(reversed(play.taken_tricks), 1 - NEVER_FORGOTTEN_TRICKS):
        led = trick.cards[0].suit
        for owner, card in zip(
            trick.seats_in_order(len(play.tricks_won)), trick.cards, strict=True
        ):
            prominence = max(
                card_prominence(card), _VOID_PROMINENCE if card.suit is not led else 0.0
            )
            if owner != seat and memory.is_forgotten(card, age, prominence):
                forgotten_cards.append(card)
    return frozenset(forgotten_cards)
