"""Table-only mode: a networked match shown to everybody at this screen, without hands.

It uses a spectator's public view, so that nothing is shown that not everybody may see.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal

from greenbaize.app.tables.player_view import PlayerView
from greenbaize.app.tables.public_view import PublicView
from greenbaize.rules.events import Event
from greenbaize.ui.features.network.phones_panel import is_table_full
from greenbaize.ui.features.network.session_controller import SessionController
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.shell.navigation import RemoteMatchRoute
from greenbaize.ui.shell.services import Services
from greenbaize.ui.table.join_code_item import JoinCodeItem
from greenbaize.ui.table.table_only import TableOnlyGeometry
from greenbaize.words.catalogue import tr


class TableOnlyController(QObject):
    """Controller that switches a networked match to table-only mode and back."""

    changed = Signal()

    def __init__(
        self,
        services: Services,
        get_session_controller: Callable[[], SessionController | None],
        attach_to_match: Callable[[MatchView], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._services, self._get_session_controller, self._attach_to_match = (
            services,
            get_session_controller,
            attach_to_match,
        )
        self._table_only_session: SessionController | None = None
        """Session for which table-only mode is on, or None."""
        self._public_view: PublicView | None = None
        """Public view that is shown instead of the player's own, or None."""
        self._previous_window_state: Qt.WindowState | None = None
        """Window state to restore after full screen, or None."""

    @property
    def is_on(self) -> bool:
        return (
            self._table_only_session is not None
            and self._table_only_session is self._get_session_controller()
        )

    @property
    def is_possible(self) -> bool:
        """True at a table that may be shown alone: one hosted here, or one that is watched."""
        session_controller, page = self._get_session_controller(), self._services.pages.current
        if (
            session_controller is None
            or not isinstance(page, MatchView)
            or session_controller.overlay is None
        ):
            return False
        return session_controller.session.is_hosting or page.player_view.seat is None

    def set_table_only(self, on: bool) -> None:
        session_controller, page = self._get_session_controller(), self._services.pages.current
        if session_controller is None or not self.is_possible or on == self.is_on:
            return
        assert isinstance(page, MatchView)
        player_view = session_controller.session.player_view
        assert player_view is not None
        if on:
            self._table_only_session = session_controller
            if player_view.seat is not None or not session_controller.stop_viewing_seat():
                # otherwise the host sends the match again, and it is shown so then
                self._open_table(player_view, page)
        else:
            self._table_only_session = None
            self._open_table(player_view, page)
            self._exit_full_screen()
        self.changed.emit()

    def show_everything(self) -> bool:
        """Leave table-only mode; return whether it was on."""
        if not (self.is_on and self.is_possible):
            return False
        self.set_table_only(False)
        return True

    def try_show_match(self, player_view: PlayerView) -> bool:
        """Show a starting match in table-only mode, if that is on; return whether it was shown."""
        session_controller = self._get_session_controller()
        if session_controller is None:
            return False
        if session_controller.is_show_only:
            self._table_only_session = session_controller
            self._enter_full_screen(session_controller)
        if not self.is_on:
            return False
        self._open_table(player_view)
        return True

    def _enter_full_screen(self, session_controller: SessionController) -> None:
        """Show the window in full screen until the session ends."""
        window = self._services.window
        if not window.isFullScreen():
            self._previous_window_state = window.windowState()
            window.showFullScreen()
            session_controller.destroyed.connect(self._exit_full_screen)

    def _exit_full_screen(self) -> None:
        previous_state, self._previous_window_state = self._previous_window_state, None
        if previous_state is not None and self._services.window.isFullScreen():
            self._services.window.setWindowState(previous_state)

    @property
    def _is_own_turn(self) -> bool:
        own_view = None if self._public_view is None else self._public_view.player_view
        return (
            own_view is not None
            and own_view.question is not None
            and own_view.game.turn(own_view.view) == own_view.seat
        )

    def _on_event(self, event: Event) -> None:
        if self.is_on and self._is_own_turn:
            self._show_hint()

    def _show_hint(self) -> None:
        text = tr("The table alone is shown; Esc shows everything again.")
        if self._is_own_turn:
            text = tr("It is your turn; Esc shows your hand.")
        self._services.notifications.show_transient(text)

    def _open_table(self, player_view: PlayerView, previous_page: MatchView | None = None) -> None:
        page, session_controller, on = (
            self._services.pages.current,
            self._get_session_controller(),
            self.is_on,
        )
        own_view = None if session_controller is None else session_controller.session.player_view
        public_view, self._public_view = self._public_view, None
        if public_view is not None:
            public_view.leave_table()
        if (
            own_view is not None
            and isinstance(page, MatchView)
            and page.player_view in (own_view, public_view)
        ):
            # The player's own view is used again later; until then nothing may wake the old page.
            page.hands_over_match = True
            own_view.set_wake_callback(lambda: None)
        shown_view = player_view
        if on and player_view.seat is not None:
            shown_view = self._public_view = PublicView(player_view)
            shown_view.add_listener(self._on_event)
        progress = (
            previous_page.progress
            if previous_page is not None and previous_page.player_view is shown_view
            else None
        )
        self._services.navigate(
            RemoteMatchRoute(shown_view, self._prepare_page, table_only=on, progress=progress)
        )
        if on:
            self._show_hint()

    def _prepare_page(self, match_view: MatchView) -> None:
        self._attach_to_match(match_view)
        session_controller = self._get_session_controller()
        if match_view.table_only and session_controller is not None:
            match_view.on_escape = self.show_everything
            JoinCodeController(match_view, session_controller)


class JoinCodeController(QObject):
    """Controller of the corner item that shows how phones join the table."""

    def __init__(self, match_view: MatchView, session_controller: SessionController) -> None:
        super().__init__(match_view)
        self._match_view, self._session_controller = match_view, session_controller
        self.item = JoinCodeItem()
        match_view.scene.addItem(self.item)
        match_view.table_view.resized.connect(self._update_item)
        session_controller.phones_changed.connect(self._update_item)
        session_controller.changed.connect(self._update_item)
        self._update_item()

    def _update_item(self) -> None:
        url, geometry = (
            self._session_controller.session.phones_state.url,
            self._match_view.scene.geometry,
        )
        if is_table_full(self._session_controller.lobby):
            url = ""  # nobody else can join a full table
        if isinstance(geometry, TableOnlyGeometry):
            self.item.show_code(url)
            self.item.fit_box(geometry.join_code_box())
