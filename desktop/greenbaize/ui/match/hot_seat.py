"""Several people at one computer: each sees the table from their own seat in turn."""

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from greenbaize.app.tables.default_players import display_names
from greenbaize.app.tables.matches import OpenMatch
from greenbaize.app.tables.player_view import LocalPlayerView, UnseenEvents
from greenbaize.ui.match.hot_seat_page import HotSeatPage
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.match.pacing import find_forced_command
from greenbaize.ui.shell.services import Services
from greenbaize.ui.table.pace import ShownProgress
from greenbaize.words.names import display_name

TableFactory = Callable[[LocalPlayerView, OpenMatch], MatchView]
"""Creates the page of a match for a view, not started yet."""


class HotSeatController(QObject):
    """Controller that passes one match from person to person, with a cover page in between."""

    _wake_requested = Signal()
    """Emitted from another thread when a program has sent something meanwhile."""

    def __init__(self, services: Services, match: OpenMatch, make_table: TableFactory) -> None:
        super().__init__(services.window)
        self._services, self._match, self._make_table = services, match, make_table
        self._backlogs = {
            player_view.seat: UnseenEvents(player_view) for player_view in match.player_views
        }
        self._names = [
            display_name(name) for name in display_names(match.player_view.header.players)
        ]
        self._wake_requested.connect(
            match.table.process_pending, Qt.ConnectionType.QueuedConnection
        )

    def start(self) -> None:
        """Ask for the person who acts first; the end of a finished match is for all."""
        self._match.table.start_match()
        seat = self._match.table.next_human_seat
        if seat is None:
            self._show_table(self._match.player_view.seat)
        else:
            self._show_cover_page(seat)

    def _show_cover_page(self, seat: int) -> None:
        """Cover the table until the person of a seat confirms."""
        services = self._services
        self._release_page()
        services.speech.clear_speech()
        services.notifications.hide()
        page = HotSeatPage(self._match, self._names, seat, services.window)
        if not self._backlogs[seat].is_all_unseen:
            page.show_missed_note()
        page.animator.speed = services.request.speed
        page.person_ready.connect(partial(self._show_table, seat))
        self._match.table.set_wake_callback(self._wake_requested.emit)
        services.pages.show_page(page)
        services.pages.changed.emit()
        page.button.setFocus()

    def _show_table(self, seat: int | None) -> None:
        """Show the table to the person of a seat, starting with what they have missed."""
        self._release_page()
        player_view = self._view_of_seat(seat)
        match_view = self._make_table(player_view, self._match)
        match_view.missed_progress = ShownProgress(*self._backlogs[seat].pop_events())
        match_view.pacing.hand_over_requested.connect(partial(self._on_hand_over, match_view))
        self._services.pages.changed.emit()
        match_view.setFocus()
        match_view.begin_match()

    def _view_of_seat(self, seat: int | None) -> LocalPlayerView:
        return next(
            player_view for player_view in self._match.player_views if player_view.seat == seat
        )

    def _release_page(self) -> None:
        """Keep the match running when the current page is replaced by the next one."""
        page: Any = self._services.pages.current
        if page is None or page.match is not self._match:
            return
        page.match, page.hands_over_match = None, True
        if isinstance(page, MatchView):
            self._backlogs[page.player_view.seat].mark_all_seen()

    def _on_hand_over(self, match_view: MatchView, seat: int) -> None:
        player_view = self._view_of_seat(seat)
        # Everyone knows that a last card is played, so nobody need come for it.
        forced_command = find_forced_command(
            player_view, match_view.stage.pace._replace(plays_forced_cards=False)
        )
        if forced_command is None:
            self._show_cover_page(seat)
        else:
            player_view.submit(forced_command, lambda _: match_view.pacing.advance_table())
