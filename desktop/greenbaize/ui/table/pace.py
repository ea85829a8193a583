"""The pace of the table: what waits for the person at it, and what goes on by itself.

Nothing here changes what is decided, only when it is seen and who presses the button.
"""

from math import inf
from typing import Any, Final, NamedTuple

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.app.tables.reading_times import SCORE_S, TRICK_S
from greenbaize.store.fitting import AUTO, LEARNING
from greenbaize.store.settings import Settings

TRICK_MS: Final = 600.0
"""How long a full trick stays at a table that knows no settings, in milliseconds."""


class Progress(NamedTuple):
    """How far a match has been shown: the view ``seen``, and the events after it with theirs."""

    seen: Any
    unseen: tuple[tuple[Any, Any], ...] = ()


class Pace(NamedTuple):
    """How a table goes.

    ``trick_ms`` is how long a full trick stays, by the clock. Where it ``waits``, a trick stays
    until somebody goes on, or for ``longest_trick_ms``, and the score of a deal for
    ``longest_score_ms``; where it does not, a score stays for ``score_ms`` once it has been
    counted. ``last_card`` plays the last card of a hand by itself, ``forced`` every card that is
    the only one allowed.
    """

    trick_ms: float = TRICK_MS
    score_ms: float = 0.0
    waits: bool = False
    longest_trick_ms: float = inf
    longest_score_ms: float = inf
    last_card: bool = False
    forced: bool = False

    def with_others(self) -> "Pace":
        """Return the pace of a table with others, which goes on in step for all of them."""
        return self._replace(longest_trick_ms=1000 * TRICK_S, longest_score_ms=1000 * SCORE_S)


def pace_of(settings: Settings, request: PlayRequest) -> Pace:
    """The pace that somebody has set; nobody is waited for where nobody is there."""
    # Somebody watches who has not said that they want to click.
    only_watched = request.watch and settings.wait_for_click == AUTO
    return Pace(
        trick_ms=1000 * settings.trick_seconds,
        waits=settings.waits and request.attended and not only_watched,
        last_card=settings.last_card,
        forced=settings.forced_cards,
    )


def count_match(settings: Settings, game: str) -> bool:
    """Count a match that a person has finished; whether tricks wait for nobody from now on."""
    if game not in settings.guided:
        settings.guided = [*settings.guided, game]
    waited = settings.waits
    settings.finished = min(settings.finished + 1, LEARNING)
    return waited and not settings.waits
