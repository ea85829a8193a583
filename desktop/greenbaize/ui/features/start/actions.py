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
            *(
                "again",
                tr("&Play again"),
                lambda: get_launcher().confirm_play_again(),
                MATCH,
                2,
                "Ctrl+R",
            ),
            is_enabled=lambda: pages.match is not None,
        ),
        Action(
            *(
                "unfinished",
                tr("&Unfinished matches…"),
                lambda: navigate(UnfinishedMatchesRoute()),
                MATCH,
                5,
            ),
            keys=keys.Open,
            is_enabled=is_local_table,
        ),
        Action(
            *(
                "abandon",
                tr("&Abandon match…"),
                lambda: get_launcher().confirm_abandon(),
                MATCH,
                13,
            ),
            is_enabled=has_open_match,
        ),
        Action(
            *(
                "leave",
                tr("&Leave the table"),
                lambda: navigate(StartRoute()),
                MATCH,
                110,
                "Ctrl+W",
            ),
            is_enabled=lambda: pages.table is not None,
            is_visible=is_local_table,
        ),  # no question: the start screen offers to resume the match
        Action(
            *("new_window", tr("New w&indow"), lambda: navigate(NewWindowRoute()), MATCH, 200),
            keys="Ctrl+Shift+N",
        ),
    ]
