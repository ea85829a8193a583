"""Pace of the table: what waits for the user, and what advances by itself.

It changes no decision, only when events are shown and who confirms them.
"""

from math import inf
from typing import Any, Final, NamedTuple

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.app.tables.reading_times import SCORE_S, TRICK_S
from greenbaize.store.fitting import AUTO, LEARNING
from greenbaize.store.settings import Settings

TRICK_MS: Final = 600.0
"""Time that a full trick stays at a table without settings (ms)."""


class Progress(NamedTuple):
    """Shown part of a match: the shown view, and the later events with their views."""

    seen: Any
    unseen: tuple[tuple[Any, Any], ...] = ()


class Pace(NamedTuple):
    """Timing of a table.

    ``trick_ms`` is how long a full trick stays, in real time. With ``waits_for_click`` a trick
    stays until the user continues, or for ``max_trick_ms``, and the score of a deal for
    ``max_score_ms``; otherwise a score stays for ``score_ms`` once it has been counted.
    ``plays_last_card`` plays the last card of a hand automatically, ``plays_forced_cards`` every
    card that is the only one allowed.
    """

    trick_ms: float = TRICK_MS
    score_ms: float = 0.0
    waits: bool = False
    longest_trick_ms: float = inf
    longest_score_ms: float = inf
    last_card: bool = False
    forced: bool = False

    def with_others(self) -> "Pace":
        """Return the pace of a shared table, with the time limits that keep all players in step."""
        return self._replace(longest_trick_ms=1000 * TRICK_S, longest_score_ms=1000 * SCORE_S)


def pace_of(settings: Settings, request: PlayRequest) -> Pace:
    """Return the pace of the settings; an unattended table waits for nobody."""
    # Those who only watch are not asked for clicks unless they have chosen that.
    only_watched = request.watch and settings.wait_for_click == AUTO
    return Pace(
        trick_ms=1000 * settings.trick_seconds,
        waits=settings.waits and request.attended and not only_watched,
        last_card=settings.last_card,
        forced=settings.forced_cards,
    )


def count_match(settings: Settings, game: str) -> bool:
    """Count a match that a person has finished; return whether tricks stop waiting from now on."""
    if game not in settings.guided:
        settings.guided = [*settings.guided, game]
    waited = settings.waits
    settings.finished = min(settings.finished + 1, LEARNING)
    return waited and not settings.waits
