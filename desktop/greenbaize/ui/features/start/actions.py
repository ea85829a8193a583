"""Menu actions to start, resume and leave a match."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence

from greenbaize.ui.shell.actions import MATCH, Action
from greenbaize.ui.shell.navigation import NewMatch, NewWindow, Start, UnfinishedMatches
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr

if TYPE_CHECKING:
    from greenbaize.ui.features.start.match_launcher import MatchLauncher


def actions(services: Services, launcher: "Callable[[], MatchLauncher]") -> list[Action]:
    """Return the actions of this feature."""
    pages, go, keys = services.pages, services.go, QKeySequence.StandardKey

    def is_open() -> bool:
        return pages.match is not None and not pages.match.place.over

    def own() -> bool:
        return not pages.shared

    return [
        Action("new", tr("&New match…"), lambda: go(NewMatch()), MATCH, 1, keys.New, enabled=own),
        Action(
            *("again", tr("&Play again"), lambda: launcher().ask_again(), MATCH, 2, "Ctrl+R"),
            enabled=lambda: pages.match is not None,
        ),
        Action(
            *("unfinished", tr("&Unfinished matches…"), lambda: go(UnfinishedMatches()), MATCH, 5),
            keys=keys.Open,
            enabled=own,
        ),
        Action(
            *("abandon", tr("&Abandon match…"), lambda: launcher().ask_abandon(), MATCH, 13),
            enabled=is_open,
        ),
        Action(
            *("leave", tr("&Leave the table"), lambda: go(Start()), MATCH, 110, "Ctrl+W"),
            enabled=lambda: pages.table is not None,
            visible=own,
        ),  # no question: the start screen offers to resume the match
        Action(
            *("new_window", tr("New w&indow"), lambda: go(NewWindow()), MATCH, 200),
            keys="Ctrl+Shift+N",
        ),
    ]
