"""Menu actions for replays, the list of matches, statistics, undo and redo."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence

from greenbaize.ui.shell.actions import MATCH, Action
from greenbaize.ui.shell.navigation import Matches, Replay, Statistics
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr

if TYPE_CHECKING:
    from greenbaize.ui.features.history.undo import TakingBack


def actions(services: Services, undo: "Callable[[], TakingBack]") -> list[Action]:
    """Return the actions of this feature."""
    pages, go, keys = services.pages, services.go, QKeySequence.StandardKey

    def is_recorded() -> bool:
        table = pages.table
        return table is not None and table.has_result and bool(table.place.record)

    def replay() -> None:
        if pages.table is not None:
            go(Replay(pages.table.place.record, pages.table.place.seat))

    return [
        Action(
            *("replay", tr("Repla&y this match"), replay, MATCH, 4, ""),
            enabled=lambda: is_recorded() and not pages.shared,
        ),
        Action("matches", tr("All &matches…"), lambda: go(Matches()), MATCH, 6, "Ctrl+L"),
        Action(
            *("statistics", tr("&Statistics…"), lambda: go(Statistics()), MATCH, 7),
            keys="Ctrl+Shift+L",
        ),
        Action(
            *("take_back", tr("&Take back"), lambda: undo().ask(), MATCH, 10, keys.Undo),
            enabled=lambda: pages.table is not None and undo().can_take_back(),
            why_not=lambda: undo().tell_why_not(),
        ),
        Action(
            *("redo", tr("Re&do"), lambda: undo().redo(), MATCH, 11, keys.Redo),
            enabled=lambda: pages.table is not None and undo().can_redo(),
        ),
    ]
