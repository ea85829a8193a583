"""Undo and redo of decisions in a match against bots.

A decision can be redone until the match takes another course.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

from greenbaize.app.memory import branches
from greenbaize.app.tables.matches import OpenMatch
from greenbaize.match.header import RecordHeader
from greenbaize.rules.errors import GameError
from greenbaize.ui.shell.navigation import ResumeRoute, StartRoute
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker


class UndoController(QObject):
    """Controller of undo and redo on the current table."""

    def __init__(self, services: Services) -> None:
        super().__init__(services.window)
        self._services = services
        self._redo_stack: list[tuple[str | None, bytes]] = []
        """Seed and record of the match before each undo, the latest last."""
        self._match: OpenMatch | None = None
        self._has_decided = False
        """The person has decided something in the match, as of the last check."""

    def track_match(self) -> None:
        """Follow the match on the table, to refresh the actions after each event."""
        match = self._services.pages.match
        if match is not None and match is not self._match:
            self._match, self._has_decided = match, False
            match.player_view.add_listener(lambda _: self._refresh_actions())

    def _refresh_actions(self) -> None:
        self._services.actions.refresh("take_back", "redo")

    def can_undo(self) -> bool:
        self.track_match()
        return self._services.pages.is_played and not self._undo_obstacle()

    def can_redo(self) -> bool:
        """Tell if a decision can be redone; forget those that no longer can."""
        match = self._services.pages.match
        if not self._redo_stack or match is None or match.player_view.is_over:
            return False
        (seed, record), lines = self._redo_stack[-1], match.file.lines.splitlines()
        undone_lines = record.splitlines()
        if seed != match.player_view.header.seed or lines[1:] != undone_lines[1 : len(lines)]:
            self._redo_stack.clear()  # another match, or another course of this one
            return False
        return len(lines) < len(undone_lines)

    def show_undo_obstacle(self) -> None:
        obstacle = self._undo_obstacle()
        if obstacle and self._services.pages.is_played:
            self._services.notifications.show_transient(obstacle)

    def _undo_obstacle(self) -> str:
        """Return the reason why nothing can be undone, or an empty text."""
        match = self._services.pages.match
        if match is None:
            return tr("Nothing can be taken back in a match with other people.")
        if match.player_view.is_over:
            return tr("The match is over. Its replay can be played on from anywhere.")
        if match.file.error is not None:
            return tr("The match cannot be written down just now, so nothing can be taken back.")
        try:
            branches.check_undo_allowed(match.player_view.header)
        except GameError as error:
            return Speaker().format_message(error.message)
        view = match.player_view
        if view.seat is not None and not self._has_decided:
            self._has_decided = branches.has_decided(view.header, bytes(view.view_lines), view.seat)
        return "" if self._has_decided else tr("There is nothing to take back yet.")

    def request_undo(self) -> None:
        """Undo the last decision, or call a flying card back; ask before it becomes practice."""
        table = self._services.pages.table
        if table is not None and table.call_back_card():
            return
        match = self._services.pages.match
        if match is None or self._undo_obstacle():
            return
        if match.player_view.header.is_practice:
            self._undo_decision(match)
            return
        dialog = ConfirmationDialog(
            self._services.window,
            tr("Take back?"),
            tr(
                "From here on it is practice and does not count. The match as it stands goes "
                "to the abandoned ones and is not offered again."
            ),
            tr("&Take back"),
            tr("&Keep playing"),
        )
        dialog.confirmed.connect(lambda: self._undo_decision(match))
        self._services.dialogs.open_dialog(dialog)

    def redo_decision(self) -> None:
        """Resume the match as it was before the last undo."""
        match = self._services.pages.match
        if match is None or not self.can_redo():
            return
        redo_entry, seat = self._redo_stack.pop(), match.player_view.seat
        assert seat is not None
        if not self._resume_from(
            match, lambda old, header: branches.redo_undone_events(old, header, redo_entry[1], seat)
        ):
            self._redo_stack.append(redo_entry)
        self._refresh_actions()

    def _undo_decision(self, match: OpenMatch) -> None:
        """Resume the match before the last decision, as practice."""
        lines, seat = match.file.lines, match.player_view.seat
        assert seat is not None
        if self._resume_from(
            match, lambda old, header: branches.undo_last_decision(old, header, lines, seat)
        ):
            self._redo_stack.append((match.player_view.header.seed, lines))
            self._refresh_actions()

    def _resume_from(
        self, match: OpenMatch, write_branch: Callable[[Path, RecordHeader], Path]
    ) -> bool:
        """Resume a match from the record that ``write_branch`` writes; return True on success."""
        services, view = self._services, match.player_view
        if match is not services.pages.match or view.seat is None or view.is_over:
            return False  # the match has ended or been replaced in the meantime
        old_path = match.file.path
        services.pages.leave_page()
        failure = ""
        try:
            path = write_branch(old_path, view.header)
        except GameError as error:
            path, failure = old_path, Speaker().format_message(error.message)
        if not services.navigate(ResumeRoute(path, view.seat)):
            services.navigate(StartRoute())
            return False
        table: Any = services.pages.table
        if table is not None and table.is_played:
            table.pacing.reopen_question()
        if failure:
            services.notifications.show_sentence(failure)
        return not failure
