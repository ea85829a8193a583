"""Controller of the help window."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from greenbaize.ui.shell.actions import HELP, Action
from greenbaize.ui.shell.navigation import About, Help, Rule
from greenbaize.ui.shell.pages import Destination
from greenbaize.ui.shell.placing import open_beside
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr

if TYPE_CHECKING:
    from greenbaize.ui.features.help.window import HelpWindow


class HelpDesk:
    """Controller of the help actions and the one help window."""

    def __init__(self, services: Services, make: "Callable[[], HelpWindow]") -> None:
        self._services, self._make = services, make
        self.shown: HelpWindow | None = None
        navigator = services.navigator
        navigator.register(Help, self._go)
        navigator.register(Rule, lambda to: self.show_rule(to.cited))
        navigator.open.append(self._open)

    def _go(self, to: Help) -> None:
        if to.page:
            self.show(to.page)
        else:
            self.show_rules()

    def _open(self) -> list[Destination]:
        shown = self.shown
        return [Help(shown.page)] if shown is not None and shown.isVisible() and shown.page else []

    def actions(self) -> list[Action]:
        entries = (
            ("rules", tr("&Rules of the game"), self.show_rules, 1, "F1"),
            ("help", tr("How to &use the table"), partial(self.show, "index"), 3, ""),
            ("players", tr("&Computer players"), partial(self.show, "computer-players"), 4, ""),
            ("by_ear", tr("Playing by &ear"), partial(self.show, "by-ear"), 5, ""),
            ("together", tr("&Playing together"), partial(self.show, "playing-together"), 6, ""),
            ("find", tr("&Find in the help…"), self.find, 7, "Ctrl+F"),
            ("about", tr("&About Green Baize"), lambda: self._services.go(About()), 100, ""),
        )
        return [
            Action(id=name, text=text, run=run, menu=HELP, place=place, keys=keys)
            for name, text, run, place, keys in entries
        ]

    def show_rules(self) -> None:
        """Show the rule of the visible note, or else the rules of the current game."""
        table = self._services.pages.table
        if table is not None and table.pointing.rule:
            self.show_rule(table.pointing.rule)
        else:
            self._show_rules()

    def _show_rules(self) -> "HelpWindow":
        table = self._services.pages.table
        return self.show(self._services.setup.game if table is None else table.place.header.game)

    def show(self, page: str) -> "HelpWindow":
        """Show a page in the help window; the current page if the name is empty."""
        if self.shown is None:
            self.shown = self._make()
            self._services.theme.changed.connect(self.shown.dress)
        shown = self.shown
        shown.show_page(page)
        open_beside(shown, self._services.window)
        shown.show()
        shown.raise_()
        return shown

    def show_rule(self, rule: str) -> None:
        """Show a cited rule on its page."""
        shown = self.show("")
        shown.show_rule(rule)
        shown.activateWindow()

    def find(self) -> None:
        shown = self._show_rules()
        shown.activateWindow()
        shown.begin_to_find()

    def close(self) -> None:
        if self.shown is not None:
            self.shown.close()
