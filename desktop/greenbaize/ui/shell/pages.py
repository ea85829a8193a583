"""What fills the window: pages, and the one that is shown."""

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
"""Somewhere to go: one of the named tuples of ``navigation``."""
LeaveQuestion = Callable[[Callable[[], object]], bool]
"""Asks whether a page may be left, and then does what is given; False if there is no need."""


class Page:
    """What every page offers; it is a widget as well."""

    @property
    def heading(self) -> str:
        """What is shown, for the window's title; empty for the program's name alone."""
        return ""

    shared = False
    """Whether it belongs to a table with friends."""
    played = False
    """Whether a match is played at it, and not only looked at."""
    table_only = False
    """Whether all look at it from some metres away, and nobody plays here."""
    keeps_place = False
    """Whether what is played here goes on at the page that follows once this is left."""
    match: "OpenMatch | None" = None
    """The match that is played here, where it runs at this computer."""
    renewable = True
    """Whether ``way_back`` leads to the same again."""
    asks: LeaveQuestion | None = None
    """Asks whether the page may be left, where something would be lost."""
    at_stake = ""
    """What is lost by leaving it, in a sentence."""

    @property
    def progress(self) -> "Progress | None":
        """How far its match has been shown, for the table that is laid instead."""
        return None

    @property
    def way_back(self) -> Destination | None:
        """Where the same is shown again; None for the first screen."""
        return None

    def leave(self) -> None:
        """Let nothing more happen here; the page is not shown any more."""

    def dress(self) -> None:
        """Take the colours of the theme; also called when letters are of another size."""


class TablePage(Group, Page):
    """The table of a match, be it played or played back: what menus, help and speech ask for."""

    sheet_changed = Signal()
    """The sheet shows something new; ``seen`` is the view it is made of."""
    rule_asked = Signal(str)
    """Somebody wants to read a rule that is cited at the table or beside it."""
    told = Signal(str)
    """Something that was asked for is read out; with the sentences."""
    apply_asked = Signal()
    """It is to be applied once more how the table is set."""
    folded = Signal(bool)
    """Somebody has folded the sheet beside the table or unfolded it; whether it is seen now."""
    side_turned = Signal()
    """That sheet is folded or unfolded now, whoever did it."""
    dressed = Signal()
    """The table has other colours, or letters of another size."""

    place: Any
    """The place of whoever plays or looks."""
    seen: Any
    """The match as it is seen now."""
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
        """Whether the end of the match has been seen by those who play it."""
        return False

    @property
    def panes(self) -> "Panes":
        """The parts of the table and of what is beside it, as they are seen now."""
        raise NotImplementedError

    def read_out(self, report: str) -> None:
        """Say one of ``READ_OUT`` of the match as it is seen, to the eye and the ear."""
        raise NotImplementedError

    def set_card_look(self, look: "CardLook") -> None:
        raise NotImplementedError

    def apply(self, settings: "Settings", pace: "Pace", haste: float, *, still: bool) -> None:
        """Go as it is set: ``haste`` is 0 where all is over at once, ``still`` if nothing moves."""
        raise NotImplementedError

    @property
    def heading(self) -> str:
        return game_title(self.place.game.name)


class Pages(QObject):
    """Shows one page at a time in the middle of the window."""

    changed = Signal()
    """Another page is shown, or something else can be done on the one that is."""
    showing = Signal(object)
    """A page is about to be shown; with the page."""
    leaving = Signal(object)
    """A page is about to be left; with the page."""
    left = Signal(object)
    """A page has been left; with the page."""

    def __init__(self, window: QMainWindow, theme: ThemeService) -> None:
        super().__init__(window)
        self._window = window
        theme.changed.connect(self._on_theme_changed)
        theme.cards_changed.connect(self._on_cards)
        self.current: Page | None = None
        """The page that is shown, until it is left."""

    def show(self, page: Page) -> None:
        """Show a page in the place of the one that is shown.

        The caller emits ``changed`` once the page has been connected and filled.
        """
        self.leave()
        before = self._window.centralWidget()
        if before is not None:
            # If it is taken from under the keyboard, Qt for Python keeps it for good.
            before.hide()
        self.current = page
        self.showing.emit(page)
        self._window.setCentralWidget(cast("QWidget", page))

    def leave(self) -> None:
        """Leave the page that is shown; whoever does so shows another one at once."""
        page = self.current
        if page is not None:
            self.leaving.emit(page)
            focus = self._window.focusWidget()
            if focus is not None:
                focus.clearFocus()  # or it goes on to what is put away next, and that is told
            self.current = None
            page.leave()
            self.left.emit(page)

    def _on_theme_changed(self) -> None:
        if self.current is not None:
            self.current.dress()

    def _on_cards(self, look: "CardLook") -> None:
        table = self.table
        if table is not None:
            # Words are written anew with it, of what has been seen to its end.
            table.set_card_look(look)
            table.folding.stand_left(on=look.left_handed)

    @property
    def table(self) -> TablePage | None:
        page = self.current
        return page if isinstance(page, TablePage) else None

    @property
    def match(self) -> "OpenMatch | None":
        """The match that is played here and runs at this computer."""
        return None if self.current is None else self.current.match

    @property
    def place(self) -> Any:
        """The place at the match on the table, also where that is covered; None without one."""
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
        """Whether the same can be shown in a window made anew, with nothing lost."""
        page, match = self.current, self.match
        written = match is None or match.file.trouble is None
        return page is None or (page.renewable and not self.shared and written)

    def asks_first(self, act: Callable[[], object]) -> bool:
        """Whether it is asked first if the page may be left; ``act`` is done then."""
        ask = None if self.current is None else self.current.asks
        return ask is not None and ask(act)
