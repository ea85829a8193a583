"""Table-only mode: a networked match shown to everybody at this screen, without hands.

It uses a watcher's public view, so that nothing is shown that not everybody may see.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal

from greenbaize.app.tables.player_view import PlayerView
from greenbaize.app.tables.public_view import PublicView
from greenbaize.rules.events import Event
from greenbaize.ui.features.network.phones_panel import is_full
from greenbaize.ui.features.network.visit import Visit
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.shell.navigation import SitDown
from greenbaize.ui.shell.services import Services
from greenbaize.ui.table.table_only import TableOnlyGeometry
from greenbaize.ui.table.way_in import WayInItem
from greenbaize.words.catalogue import tr


class TableOnly(QObject):
    """Controller that switches a networked match to table-only mode and back."""

    changed = Signal()

    def __init__(
        self,
        services: Services,
        visit: Callable[[], Visit | None],
        live_at: Callable[[MatchView], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._services, self._visit, self._live_at = services, visit, live_at
        self._whose: Visit | None = None
        """Session for which table-only mode is on, or None."""
        self._public: PublicView | None = None
        """Public view that is shown instead of the player's own, or None."""
        self._state_before: Qt.WindowState | None = None
        """Window state to restore after full screen, or None."""

    @property
    def on(self) -> bool:
        return self._whose is not None and self._whose is self._visit()

    @property
    def possible(self) -> bool:
        """True at a table that may be shown alone: one hosted here, or one that is watched."""
        visit, page = self._visit(), self._services.pages.current
        if visit is None or not isinstance(page, MatchView) or visit.at_table is None:
            return False
        return visit.session.hosting or page.place.seat is None

    def show(self, on: bool) -> None:
        visit, page = self._visit(), self._services.pages.current
        if visit is None or not self.possible or on == self.on:
            return
        assert isinstance(page, MatchView)
        place = visit.session.place
        assert place is not None
        if on:
            self._whose = visit
            if place.seat is not None or not visit.look_at_none():
                # otherwise the host sends the match again, and it is shown so then
                self._lay(place, page)
        else:
            self._whose = None
            self._lay(place, page)
            self._leave_full_screen()
        self.changed.emit()

    def leave(self) -> bool:
        """Leave table-only mode; return whether it was on."""
        if not (self.on and self.possible):
            return False
        self.show(False)
        return True

    def takes(self, place: PlayerView) -> bool:
        """Show a starting match in table-only mode, if that is on; return whether it was shown."""
        visit = self._visit()
        if visit is None:
            return False
        if visit.only_shows:
            self._whose = visit
            self._fill_screen(visit)
        if not self.on:
            return False
        self._lay(place)
        return True

    def _fill_screen(self, visit: Visit) -> None:
        """Show the window in full screen until the session ends."""
        window = self._services.window
        if not window.isFullScreen():
            self._state_before = window.windowState()
            window.showFullScreen()
            visit.destroyed.connect(self._leave_full_screen)

    def _leave_full_screen(self) -> None:
        before, self._state_before = self._state_before, None
        if before is not None and self._services.window.isFullScreen():
            self._services.window.setWindowState(before)

    @property
    def _own_turn(self) -> bool:
        own = None if self._public is None else self._public.own
        return own is not None and own.question is not None and own.game.turn(own.view) == own.seat

    def _on_event(self, event: Event) -> None:
        if self.on and self._own_turn:
            self._tell()

    def _tell(self) -> None:
        words = tr("The table alone is shown; Esc shows everything again.")
        if self._own_turn:
            words = tr("It is your turn; Esc shows your hand.")
        self._services.notifications.mention(words)

    def _lay(self, place: PlayerView, before: MatchView | None = None) -> None:
        page, visit, on = self._services.pages.current, self._visit(), self.on
        own = None if visit is None else visit.session.place
        public, self._public = self._public, None
        if public is not None:
            public.leave()
        if own is not None and isinstance(page, MatchView) and page.place in (own, public):
            # The player's own view is used again later; until then nothing may wake the old page.
            page.keeps_place = True
            own.wake_by(lambda: None)
        shown = place
        if on and place.seat is not None:
            shown = self._public = PublicView(place)
            shown.listen(self._on_event)
        progress = before.progress if before is not None and before.place is shown else None
        self._services.go(SitDown(shown, self._prepare, table_only=on, progress=progress))
        if on:
            self._tell()

    def _prepare(self, playing: MatchView) -> None:
        self._live_at(playing)
        visit = self._visit()
        if playing.table_only and visit is not None:
            playing.escaped = self.leave
            WayIn(playing, visit)


class WayIn(QObject):
    """Controller of the corner item that shows how phones join the table."""

    def __init__(self, playing: MatchView, visit: Visit) -> None:
        super().__init__(playing)
        self._playing, self._visit = playing, visit
        self.item = WayInItem()
        playing.scene.addItem(self.item)
        playing.view.resized.connect(self._show)
        visit.phones_changed.connect(self._show)
        visit.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        url, geometry = self._visit.session.phones_shown.url, self._playing.scene.geometry
        if is_full(self._visit.lobby):
            url = ""  # nobody else can join a full table
        if isinstance(geometry, TableOnlyGeometry):
            self.item.show_way(url)
            self.item.lay(geometry.way_in())
