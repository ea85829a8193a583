"""Pace of the table: what waits for the user, and what advances by itself.

It changes no decision, only when events are shown and who confirms them.
"""

from math import inf
from typing import Any, Final, NamedTuple

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.app.tables.reading_times import SCORE_DISPLAY_S, TRICK_DISPLAY_S
from greenbaize.store.declared_settings import ALL, AUTO, LEARNING_MATCHES, NONE
from greenbaize.store.settings import UserSettings

TRICK_MS: Final = 600.0
"""Time that a full trick stays at a table without settings (ms)."""


class ShownProgress(NamedTuple):
    """Shown part of a match: the shown view, and the later events with their views."""

    shown_view: Any
    pending_events: tuple[tuple[Any, Any], ...] = ()


class TablePace(NamedTuple):
    """Timing of a table.

    ``trick_ms`` is how long a full trick stays, in real time. With ``waits_for_click`` a trick
    stays until the user continues, or for ``max_trick_ms``, and the score of a deal for
    ``max_score_ms``; otherwise a score stays for ``score_ms`` once it has been counted.
    ``plays_last_card`` plays the last card of a hand automatically, ``plays_forced_cards`` every
    card that is the only one allowed.
    """

    trick_ms: float = TRICK_MS
    score_ms: float = 0.0
    waits_for_click: bool = False
    max_trick_ms: float = inf
    max_score_ms: float = inf
    plays_last_card: bool = False
    plays_forced_cards: bool = False

    def shared_pace(self) -> "TablePace":
        """Return the pace of a table with friends, whose time limits keep all players in step."""
        return self._replace(
            max_trick_ms=1000 * TRICK_DISPLAY_S, max_score_ms=1000 * SCORE_DISPLAY_S
        )


def load_pace(settings: UserSettings, request: PlayRequest) -> TablePace:
    """Return the pace of the settings; an unattended table waits for nobody."""
    # Those who only watch are not asked for clicks unless they have chosen that.
    only_watched = request.watch and settings.wait_for_click == AUTO
    return TablePace(
        trick_ms=1000 * settings.trick_seconds,
        waits_for_click=settings.waits_for_trick_click
        and request.has_person_to_click
        and not only_watched,
        plays_last_card=settings.forced_cards != NONE,
        plays_forced_cards=settings.forced_cards == ALL,
    )


def count_finished_match(settings: UserSettings, game: str) -> bool:
    """Count a match that a person has finished; return whether tricks stop waiting from now on."""
    if game not in settings.guided:
        settings.guided = [*settings.guided, game]
    waited = settings.waits_for_trick_click
    settings.finished = min(settings.finished + 1, LEARNING_MATCHES)
    return waited and not settings.waits_for_trick_click
