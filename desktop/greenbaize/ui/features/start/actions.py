"""Menu actions to start, resume and leave a match."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence

from greenbaize.ui.shell.actions import MATCH, Action
from greenbaize.ui.shell.navigation import (
    NewMatchRoute,
    NewWindowRoute,
    StartRoute,
    UnfinishedMatchesRoute,
)
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr

if TYPE_CHECKING:
    from greenbaize.ui.features.start.match_launcher import MatchLauncher


def declare_start_actions(
    services: Services, get_launcher: "Callable[[], MatchLauncher]"
) -> list[Action]:
    """Return the actions of this feature."""
    pages, navigate, keys = services.pages, services.navigate, QKeySequence.StandardKey

    def has_open_match() -> bool:
        return pages.match is not None and not pages.match.player_view.is_over

    def is_local_table() -> bool:
        return not pages.is_shared

    return [
        Action(
            "new",
            tr("&New match…"),
            lambda: navigate(NewMatchRoute()),
            MATCH,
            1,
            keys.New,
            is_enabled=is_local_table,
        ),
        Action(
            id="again",
            text=tr("&Play again"),
            run=lambda: get_launcher().confirm_play_again(),
            menu=MATCH,
            position=2,
            keys="Ctrl+R",
            is_enabled=lambda: pages.match is not None,
        ),
        Action(
            id="unfinished",
            text=tr("&Unfinished matches…"),
            run=lambda: navigate(UnfinishedMatchesRoute()),
            menu=MATCH,
            position=5,
            keys=keys.Open,
            is_enabled=is_local_table,
        ),
        Action(
            id="abandon",
            text=tr("&Abandon match…"),
            run=lambda: get_launcher().confirm_abandon(),
            menu=MATCH,
            position=14,
            is_enabled=has_open_match,
        ),
        Action(
            id="leave",
            text=tr("&Leave the table"),
            run=lambda: navigate(StartRoute()),
            menu=MATCH,
            position=110,
            keys="Ctrl+W",
            is_enabled=lambda: pages.table is not None,
            is_visible=is_local_table,
        ),  # no question: the start screen offers to resume the match
        Action(
            id="new_window",
            text=tr("New w&indow"),
            run=lambda: navigate(NewWindowRoute()),
            menu=MATCH,
            position=200,
            keys="Ctrl+Shift+N",
        ),
    ]
