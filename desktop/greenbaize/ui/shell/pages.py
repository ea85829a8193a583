"""The pages that fill the window, and the controller that shows one of them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMainWindow, QWidget

from greenbaize.ui.shell.settings import ThemeService
from greenbaize.ui.widgets.accessibility import Group
from greenbaize.words.titles import game_title

if TYPE_CHECKING:
    from greenbaize.app.tables.matches import OpenMatch
    from greenbaize.store.settings import Settings
    from greenbaize.ui.cards.look import CardLook
    from greenbaize.ui.sheets.folding import Folding
    from greenbaize.ui.sheets.side import Side
    from greenbaize.ui.table.corner import Corner
    from greenbaize.ui.table.hover_help import HoverHelp
    from greenbaize.ui.table.pace import Pace, Progress
    from greenbaize.ui.table.scene import TableScene
    from greenbaize.ui.widgets.keyboard import Panes

Destination = tuple[Any, ...]
"""One of the named tuples of ``navigation``."""
LeaveQuestion = Callable[[Callable[[], object]], bool]
"""Asks whether a page may be left and then runs the callable; returns False if it need not ask."""


class Page:
    """The interface of every page, which is also a widget."""

    @property
    def heading(self) -> str:
        """The title shown in the window's title bar; empty for the program's name alone."""
        return ""

    shared = False
    """True for a table with friends."""
    played = False
    """True if a match is being played here, not only watched."""
    table_only = False
    """True if it is meant for onlookers some metres away, and nobody plays here."""
    keeps_place = False
    """True if the page that follows continues this match."""
    match: "OpenMatch | None" = None
    """The match played here, if it runs in this process."""
    renewable = True
    """True if ``restore_route`` leads to the same state again."""
    asks: LeaveQuestion | None = None
    """Asks whether the page may be left; None if nothing would be lost."""
    at_stake = ""
    """A sentence on what would be lost by leaving the page."""

    @property
    def progress(self) -> "Progress | None":
        """The progress to which the match has been shown, for the page that replaces this one."""
        return None

    @property
    def way_back(self) -> Destination | None:
        """The route that shows the same again; None for the first screen."""
        return None

    def leave(self) -> None:
        """Stop everything on the page; it is not shown any more."""

    def dress(self) -> None:
        """Apply the colours of the theme; also called when the text scale changes."""


class TablePage(Group, Page):
    """The table of a match, played or replayed, as menus, help and speech use it."""

    sheet_changed = Signal()
    """Emitted when the sheet shows something new, made from ``shown_view``."""
    rule_asked = Signal(str)
    """Emitted with a rule cited at the table or beside it that the player wants to read."""
    told = Signal(str)
    """Emitted with the sentences of a requested report."""
    apply_asked = Signal()
    """Emitted when the page needs the settings of the table applied again."""
    folded = Signal(bool)
    """Emitted with the new visibility when the player folds or unfolds the sheet."""
    side_turned = Signal()
    """Emitted when the visibility of the sheet has changed, for whatever reason."""
    dressed = Signal()
    """Emitted after the theme or the text scale of the table has changed."""

    place: Any
    """The view of the player or onlooker (``PlayerView``)."""
    seen: Any
    """The game state as the table has shown it so far."""
    scene: "TableScene"
    side: "Side"
    folding: "Folding"
    corner: "Corner"
    pointing: "HoverHelp"

    @property
    def can_hint(self) -> bool:
        return False

    @property
    def has_result(self) -> bool:
        """True once the players have seen the end of the match."""
        return False

    @property
    def panes(self) -> "Panes":
        """The current parts of the page between which the focus can move."""
        raise NotImplementedError

    def read_out(self, report: str) -> None:
        """Show and announce one of the ``REPORT_KEYS`` reports on the state shown."""
        raise NotImplementedError

    def set_card_look(self, look: "CardLook") -> None:
        raise NotImplementedError

    def apply(self, settings: "Settings", pace: "Pace", haste: float, *, still: bool) -> None:
        """Apply the settings; ``pause_speed`` is 0 for instant play."""
        raise NotImplementedError

    @property
    def heading(self) -> str:
        return game_title(self.place.game.name)


class Pages(QObject):
    """Controller that shows one page at a time in the middle of the window."""

    changed = Signal()
    """Emitted when another page is shown, or the available actions of this one change."""
    showing = Signal(object)
    """Emitted with a page about to be shown."""
    leaving = Signal(object)
    """Emitted with a page about to be left."""
    left = Signal(object)
    """Emitted with a page that has been left."""

    def __init__(self, window: QMainWindow, theme: ThemeService) -> None:
        super().__init__(window)
        self._window = window
        theme.changed.connect(self._on_theme_changed)
        theme.cards_changed.connect(self._on_cards)
        self.current: Page | None = None
        """The page shown, until it is left."""

    def show(self, page: Page) -> None:
        """Replace the page shown by another.

        The caller emits ``changed`` once the page has been connected and filled.
        """
        self.leave()
        before = self._window.centralWidget()
        if before is not None:
            # Taking a widget away while it has the focus leaks it: PySide6 never releases it.
            before.hide()
        self.current = page
        self.showing.emit(page)
        self._window.setCentralWidget(cast("QWidget", page))

    def leave(self) -> None:
        """Leave the page shown; the caller shows another one at once."""
        page = self.current
        if page is not None:
            self.leaving.emit(page)
            focus = self._window.focusWidget()
            if focus is not None:
                # or Qt moves it to what is hidden next, which screen readers announce
                focus.clearFocus()
            self.current = None
            page.leave()
            self.left.emit(page)

    def _on_theme_changed(self) -> None:
        if self.current is not None:
            self.current.dress()

    def _on_cards(self, look: "CardLook") -> None:
        table = self.table
        if table is not None:
            # Redraw the texts with it, as of the events already shown.
            table.set_card_look(look)
            table.folding.stand_left(on=look.left_handed)

    @property
    def table(self) -> TablePage | None:
        page = self.current
        return page if isinstance(page, TablePage) else None

    @property
    def match(self) -> "OpenMatch | None":
        """The match played here, if it runs in this process."""
        return None if self.current is None else self.current.match

    @property
    def place(self) -> Any:
        """The view of the match on the table, even while a page covers it; None without a match."""
        if self.table is not None:
            return self.table.place
        return None if self.match is None else self.match.place

    @property
    def played(self) -> bool:
        return self.current is not None and self.current.played

    @property
    def shared(self) -> bool:
        return self.current is not None and self.current.shared

    @property
    def renewable(self) -> bool:
        """True if the same can be shown in a rebuilt window without losing anything."""
        page, match = self.current, self.match
        written = match is None or match.file.trouble is None
        return page is None or (page.renewable and not self.shared and written)

    def asks_first(self, act: Callable[[], object]) -> bool:
        """Ask whether the page may be left, if it needs to; return False if it does not ask.

        ``on_confirmed`` runs once the player agrees.
        """
        ask = None if self.current is None else self.current.asks
        return ask is not None and ask(act)
