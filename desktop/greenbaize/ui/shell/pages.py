"""The pages that fill the window, and the controller that shows one of them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMainWindow, QWidget

from greenbaize.ui.shell.settings import ThemeService
from greenbaize.ui.widgets.accessibility import AccessibleGroup
from greenbaize.words.titles import game_title

if TYPE_CHECKING:
    from greenbaize.app.tables.matches import OpenMatch
    from greenbaize.match.header import RecordHeader
    from greenbaize.store.settings import UserSettings
    from greenbaize.ui.cards.card_look import CardLook
    from greenbaize.ui.sheets.column_folding import FoldController
    from greenbaize.ui.sheets.side_column import SideColumn
    from greenbaize.ui.table.hover_help import HoverHelpController
    from greenbaize.ui.table.pace import ShownProgress, TablePace
    from greenbaize.ui.table.rules_controller import RulesController
    from greenbaize.ui.table.scene import TableScene
    from greenbaize.ui.widgets.keyboard import FocusCycle

Route = tuple[Any, ...]
"""One of the named tuples of ``navigation``."""
LeaveGuard = Callable[[Callable[[], object]], bool]
"""Asks whether a page may be left and then runs the callable; returns False if it need not ask."""


class WindowPage:
    """The interface of every page, which is also a widget."""

    @property
    def heading(self) -> str:
        """The title shown in the window's title bar; empty for the program's name alone."""
        return ""

    is_shared = False
    """True for a table with friends."""
    is_played = False
    """True if a match is being played here, not only watched."""
    table_only = False
    """True if it is meant for onlookers some metres away, and nobody plays here."""
    hands_over_match = False
    """True if the page that follows continues this match."""
    match: "OpenMatch | None" = None
    """The match played here, if it runs in this process."""
    is_renewable = True
    """True if ``restore_route`` leads to the same state again."""
    leave_guard: LeaveGuard | None = None
    """Asks whether the page may be left; None if nothing would be lost."""
    loss_warning = ""
    """A sentence on what would be lost by leaving the page."""

    @property
    def progress(self) -> "ShownProgress | None":
        """The progress to which the match has been shown, for the page that replaces this one."""
        return None

    @property
    def restore_route(self) -> Route | None:
        """The route that shows the same again; None for the first screen."""
        return None

    def close_page(self) -> None:
        """Stop everything on the page; it is not shown any more."""

    def apply_theme(self) -> None:
        """Apply the colours of the theme; also called when the text scale changes."""


class ShownMoment(NamedTuple):
    """The moment on a table: its match, who looks on, the deal, and the number of events so far.

    ``view_lines`` returns what the seat has been told; None where no seat's view is shown.
    """

    header: "RecordHeader"
    seat: int | None
    deal: int
    event_count: int
    view_lines: Callable[[], bytes] | None = None


class TablePage(AccessibleGroup, WindowPage):
    """The table of a match, played or replayed, as menus, help and speech use it."""

    sheet_changed = Signal()
    """Emitted when the sheet shows something new, made from ``shown_view``."""
    rule_requested = Signal(str)
    """Emitted with a rule cited at the table or beside it that the player wants to read."""
    report_read_out = Signal(str)
    """Emitted with the sentences of a requested report."""
    settings_requested = Signal()
    """Emitted when the page needs the settings of the table applied again."""
    side_toggled = Signal(bool)
    """Emitted with the new visibility when the player folds or unfolds the sheet."""
    side_visibility_changed = Signal()
    """Emitted when the visibility of the sheet has changed, for whatever reason."""
    theme_applied = Signal()
    """Emitted after the theme or the text scale of the table has changed."""

    follows_sheet_setting = True
    """True if the sheet stands beside the table as the settings say."""
    player_view: Any
    """The view of the player or onlooker (``PlayerView``)."""
    shown_view: Any
    """The game state as the table has shown it so far."""
    scene: "TableScene"
    side_column: "SideColumn"
    folding: "FoldController"
    rules_controller: "RulesController"
    hover_help: "HoverHelpController"

    @property
    def can_ask_hint(self) -> bool:
        """True if a hint can be asked for, or the reason why there is none."""
        return False

    @property
    def shown_moment(self) -> ShownMoment | None:
        """The moment on the table, to be marked or copied; None where that is not possible."""
        return None

    def reload_notes(self) -> None:
        """Show the notes and marks of the match as they are now."""

    def call_back_card(self) -> bool:
        """Call a flying card back into the hand; return False if none is flying."""
        return False

    @property
    def has_result(self) -> bool:
        """True once the players have seen the end of the match."""
        return False

    @property
    def shown_event_count(self) -> int | None:
        """The number of events that a replay has shown; None where a match is played."""
        return None

    @property
    def focus_cycle(self) -> "FocusCycle":
        """The current parts of the page between which the focus can move."""
        raise NotImplementedError

    def read_out_report(self, report: str) -> None:
        """Show and announce one of the ``REPORT_KEYS`` reports on the state shown."""
        raise NotImplementedError

    def set_card_look(self, look: "CardLook") -> None:
        raise NotImplementedError

    def apply_settings(
        self,
        settings: "UserSettings",
        pace: "TablePace",
        requested_speed: float,
        *,
        reduced_motion: bool,
    ) -> None:
        """Apply the settings; ``requested_speed`` as of ``TableSettingsController``."""
        raise NotImplementedError

    @property
    def heading(self) -> str:
        return game_title(self.player_view.game.name)


class PageController(QObject):
    """Controller that shows one page at a time in the middle of the window."""

    changed = Signal()
    """Emitted when another page is shown, or the available actions of this one change."""
    page_showing = Signal(object)
    """Emitted with a page about to be shown."""
    page_leaving = Signal(object)
    """Emitted with a page about to be left."""
    page_left = Signal(object)
    """Emitted with a page that has been left."""

    def __init__(self, window: QMainWindow, theme: ThemeService) -> None:
        super().__init__(window)
        self._window = window
        theme.changed.connect(self._on_theme_changed)
        self.current: WindowPage | None = None
        """The page shown, until it is left."""

    def show_page(self, page: WindowPage) -> None:
        """Replace the page shown by another.

        The caller emits ``changed`` once the page has been connected and filled.
        """
        self.leave_page()
        old_widget = self._window.centralWidget()
        if old_widget is not None:
            # Taking a widget away while it has the focus leaks it: PySide6 never releases it.
            old_widget.hide()
        self.current = page
        self.page_showing.emit(page)
        self._window.setCentralWidget(cast("QWidget", page))

    def leave_page(self) -> None:
        """Leave the page shown; the caller shows another one at once."""
        page = self.current
        if page is not None:
            self.page_leaving.emit(page)
            focus = self._window.focusWidget()
            if focus is not None:
                # or Qt moves it to what is hidden next, which screen readers announce
                focus.clearFocus()
            self.current = None
            page.close_page()
            self.page_left.emit(page)

    def _on_theme_changed(self) -> None:
        if self.current is not None:
            self.current.apply_theme()

    @property
    def table(self) -> TablePage | None:
        page = self.current
        return page if isinstance(page, TablePage) else None

    @property
    def match(self) -> "OpenMatch | None":
        """The match played here, if it runs in this process."""
        return None if self.current is None else self.current.match

    @property
    def player_view(self) -> Any:
        """The view of the match on the table, even while a page covers it; None without a match."""
        if self.table is not None:
            return self.table.player_view
        return None if self.match is None else self.match.player_view

    @property
    def is_played(self) -> bool:
        return self.current is not None and self.current.is_played

    @property
    def is_shared(self) -> bool:
        return self.current is not None and self.current.is_shared

    @property
    def is_renewable(self) -> bool:
        """True if the same can be shown in a rebuilt window without losing anything."""
        page, match = self.current, self.match
        is_written = match is None or match.file.error is None
        return page is None or (page.is_renewable and not self.is_shared and is_written)

    def confirm_leave(self, on_confirmed: Callable[[], object]) -> bool:
        """Ask whether the page may be left, if it needs to; return False if it does not ask.

        ``on_confirmed`` runs once the player agrees.
        """
        leave_guard = None if self.current is None else self.current.leave_guard
        return leave_guard is not None and leave_guard(on_confirmed)
