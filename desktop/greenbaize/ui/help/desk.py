"""Where a window's help comes from: one help window, opened at what was asked for."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from greenbaize.ui.help.window import HelpWindow
    from greenbaize.ui.theme import Theme
    from greenbaize.ui.window import MainWindow


class HelpDesk:
    """Opens the help.

    Args:
        window: whose help it is.
    """

    def __init__(self, window: "MainWindow") -> None:
        self._window = window
        self.shown: HelpWindow | None = None
        """The help window, once it has been opened."""

    def show_rules(self) -> None:
        """Show the rules of the game on the table; of a note that is shown, the rule it cites."""
        laid = self._window.laid
        if laid is not None and laid.pointing.rule:
            self.show_rule(laid.pointing.rule)
        else:
            self._show_rules()

    def _show_rules(self) -> "HelpWindow":
        laid = self._window.laid
        return self.show(self._window.wanted[0] if laid is None else laid.place.header.game)

    def show(self, page: str) -> "HelpWindow":
        """Show a page of the help window; empty for the one that is there."""
        from greenbaize.ui.help.window import HelpWindow  # noqa: PLC0415

        shown = self.shown = self.shown or HelpWindow(theme=self._window.theme)
        shown.show_page(page)
        shown.show()
        shown.raise_()
        return shown

    def show_rule(self, rule: str) -> None:
        """Show a rule as it is cited at the table, on its page of the help window."""
        shown = self.show("")
        shown.show_rule(rule)
        shown.activateWindow()

    def find(self) -> None:
        """Show the rules, ready to be told what is looked for."""
        shown = self._show_rules()
        shown.activateWindow()
        shown.begin_to_find()

    def set_theme(self, theme: "Theme") -> None:
        """Take the colours of a theme."""
        if self.shown is not None:
            self.shown.set_theme(theme)

    def close(self) -> None:
        """Close the help window."""
        if self.shown is not None:
            self.shown.close()
