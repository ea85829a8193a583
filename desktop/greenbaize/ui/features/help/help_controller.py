"""Controller of the help window."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from greenbaize.ui.shell.actions import HELP, Action
from greenbaize.ui.shell.navigation import AboutRoute, HelpRoute, RuleRoute
from greenbaize.ui.shell.pages import Route
from greenbaize.ui.shell.services import Services
from greenbaize.ui.shell.window_placement import position_window
from greenbaize.words.catalogue import tr

if TYPE_CHECKING:
    from greenbaize.ui.features.help.help_window import HelpWindow


class HelpController:
    """Controller of the help actions and the one help window."""

    def __init__(self, services: Services, make_window: "Callable[[], HelpWindow]") -> None:
        self._services, self._make_window = services, make_window
        self.window: HelpWindow | None = None
        navigator = services.navigator
        navigator.register_route(HelpRoute, self._open_help)
        navigator.register_route(RuleRoute, lambda to: self.show_rule(to.cited))
        navigator.open_route_providers.append(self._list_open_pages)

    def _open_help(self, route: HelpRoute) -> None:
        if route.page:
            self.show_page(route.page)
        else:
            self.show_current_rule()

    def _list_open_pages(self) -> list[Route]:
        window = self.window
        return (
            [HelpRoute(window.page_name)]
            if window is not None and window.isVisible() and window.page_name
            else []
        )

    def declare_actions(self) -> list[Action]:
        entries = (
            ("rules", tr("&Rules of the game"), self.show_current_rule, 1, "F1"),
            ("help", tr("How to &use the table"), partial(self.show_page, "index"), 3, ""),
            (
                "players",
                tr("&Computer players"),
                partial(self.show_page, "computer-players"),
                4,
                "",
            ),
            ("by_ear", tr("Playing by &ear"), partial(self.show_page, "by-ear"), 5, ""),
            (
                "together",
                tr("&Playing together"),
                partial(self.show_page, "playing-together"),
                6,
                "",
            ),
            ("find", tr("&Find in the help…"), self.open_search, 7, "Ctrl+F"),
            (
                "about",
                tr("&About Green Baize"),
                lambda: self._services.navigate(AboutRoute()),
                100,
                "",
            ),
        )
        return [
            Action(id=name, text=text, run=run, menu=HELP, position=position, keys=keys)
            for name, text, run, position, keys in entries
        ]

    def show_current_rule(self) -> None:
        """Show the rule of the visible note, or else the rules of the current game."""
        table = self._services.pages.table
        if table is not None and table.hover_help.shown_rule:
            self.show_rule(table.hover_help.shown_rule)
        else:
            self._show_game_rules()

    def _show_game_rules(self) -> "HelpWindow":
        table = self._services.pages.table
        return self.show_page(
            self._services.setup.game if table is None else table.player_view.header.game
        )

    def show_page(self, page: str) -> "HelpWindow":
        """Show a page in the help window; the current page if the name is empty."""
        if self.window is None:
            self.window = self._make_window()
            self._services.theme.changed.connect(self.window.apply_theme)
        window = self.window
        window.show_page(page)
        position_window(window, self._services.window)
        window.show()
        window.raise_()
        return window

    def show_rule(self, rule: str) -> None:
        """Show a cited rule on its page."""
        window = self.show_page("")
        window.show_rule(rule)
        window.activateWindow()

    def open_search(self) -> None:
        window = self._show_game_rules()
        window.activateWindow()
        window.focus_search()

    def close_window(self) -> None:
        if self.window is not None:
            self.window.close()
