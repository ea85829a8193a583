"""Menu actions for replays, the list of matches, statistics, undo and redo."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence

from greenbaize.ui.shell.actions import LEARN, MATCH, Action
from greenbaize.ui.shell.navigation import MatchListRoute, ReplayRoute, StatisticsRoute
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr

if TYPE_CHECKING:
    from greenbaize.ui.features.history.moment_controller import MomentController
    from greenbaize.ui.features.history.undo_controller import UndoController


def declare_history_actions(
    services: Services,
    get_undo_controller: "Callable[[], UndoController]",
    get_moment_controller: "Callable[[], MomentController]",
) -> list[Action]:
    """Return the actions of this feature."""
    pages, navigate, keys = services.pages, services.navigate, QKeySequence.StandardKey

    def has_record() -> bool:
        table = pages.table
        return table is not None and table.has_result and bool(table.player_view.record_path)

    def open_replay() -> None:
        if pages.table is not None:
            navigate(ReplayRoute(pages.table.player_view.record_path, pages.table.player_view.seat))

    return [
        Action(
            id="replay",
            text=tr("&Replay this match"),
            run=open_replay,
            menu=MATCH,
            position=4,
            is_enabled=lambda: has_record() and not pages.is_shared,
        ),
        Action(
            "matches", tr("All &matches…"), lambda: navigate(MatchListRoute()), MATCH, 6, "Ctrl+L"
        ),
        Action(
            id="statistics",
            text=tr("&Statistics…"),
            run=lambda: navigate(StatisticsRoute()),
            menu=MATCH,
            position=7,
            keys="Ctrl+Shift+L",
        ),
        Action(
            id="take_back",
            text=tr("Take &back"),
            run=lambda: get_undo_controller().request_undo(),
            menu=MATCH,
            position=10,
            keys=keys.Undo,
            is_enabled=lambda: pages.table is not None and get_undo_controller().can_undo(),
            explain_disabled=lambda: get_undo_controller().show_undo_obstacle(),
        ),
        Action(
            id="redo",
            text=tr("Re&do"),
            run=lambda: get_undo_controller().redo_decision(),
            menu=MATCH,
            position=11,
            keys=keys.Redo,
            is_enabled=lambda: pages.table is not None and get_undo_controller().can_redo(),
        ),
        Action(
            id="mark_moment",
            text=tr("Mark this mo&ment"),
            run=lambda: get_moment_controller().toggle_mark(),
            menu=LEARN,
            position=10,
            keys="B",
            is_enabled=lambda: pages.table is not None and pages.table.shown_moment is not None,
        ),
        Action(
            id="note_moment",
            text=tr("&Note on this moment…"),
            run=lambda: get_moment_controller().edit_note(),
            menu=LEARN,
            position=11,
            keys="Ctrl+B",
            is_enabled=lambda: (
                pages.table is not None
                and not pages.table.is_played
                and pages.table.shown_moment is not None
            ),
        ),
        Action(
            id="copy_moment",
            text=tr("&Copy this moment"),
            run=lambda: get_moment_controller().copy_moment(),
            menu=LEARN,
            position=12,
            keys="Ctrl+Shift+C",
            is_enabled=lambda: (
                pages.table is not None
                and pages.table.shown_moment is not None
                and pages.table.shown_moment.view_lines is not None
            ),
        ),
    ]
