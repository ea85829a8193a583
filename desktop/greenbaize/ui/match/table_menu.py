"""Menu actions and keys for the table that is shown, in play or replayed."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from greenbaize.ui.shell.actions import HELP, MATCH, VIEW, Action
from greenbaize.ui.shell.navigation import Rule
from greenbaize.ui.shell.pages import Page, TablePage
from greenbaize.ui.shell.services import Services
from greenbaize.ui.table.pace import pace_of
from greenbaize.words.catalogue import tr

READ_OUT: Final = {"trick": "F5", "last_trick": "Shift+F5", "score": "F12", "plates": "Shift+F12"}
"""Reports that can be read out, with their keys."""


class TableMenu:
    """Actions on the table, and application of the settings to it."""

    def __init__(self, services: Services) -> None:
        self._services = services
        services.pages.showing.connect(self._on_showing)
        services.settings.changed.connect(self._apply)

    def actions(self) -> list[Action]:
        there, settings = self.there, self._services.settings

        def seen(test: Callable[[Any], bool]) -> Callable[[], bool]:
            return lambda: self.page is not None and test(self.page)

        return [
            Action(
                *("result", tr("R&esult"), self.show_result, MATCH, 3, "F8"),
                enabled=seen(lambda page: page.has_result),
            ),
            Action(
                *("why", tr("&Why the last trick?"), self.explain_trick, MATCH, 8, "Shift+F1"),
                enabled=seen(lambda page: page.side.has_tricks),
            ),
            Action(
                *("hint", tr("&Hint"), self.ask_hint, MATCH, 9, "F2"),
                enabled=seen(lambda page: page.can_hint),
            ),
            Action(
                *("review", tr("&Review the deal…"), self.show_review, MATCH, 12, "Shift+F2"),
                enabled=seen(lambda page: page.side.can_review),
            ),
            Action("look", tr("&Look around the table"), self.look_around, VIEW, 3, enabled=there),
            Action("next_part", tr("&Next part"), self.go_on, VIEW, 4, "F6", enabled=there),
            Action(
                *("part_before", tr("Part &before"), partial(self.go_on, back=True), VIEW, 5),
                keys="Shift+F6",
                enabled=there,
            ),
            Action(
                id="read_out",
                text=tr("&Read out"),
                menu=VIEW,
                place=6,
                enabled=there,
                entries=self._reports,
            ),
            Action(
                *("ring", tr("&Who beats whom"), self.set_ring, VIEW, 7, "F4"),
                enabled=lambda: self.page is None or self.page.place.game.has_ring,
                checked=lambda: settings.now.ring,
                by_key=self.ask_ring,
            ),
            Action(
                *("side", tr("&Sheet beside the table"), self.show_side, VIEW, 10, "Shift+F9"),
                enabled=seen(lambda page: not page.table_only),
                checked=seen(lambda page: not page.folding.folded),
            ),
            Action(
                *("table_rules", tr("Rules of this &table"), self.show_rules, HELP, 2, "F3"),
                enabled=there,
            ),
        ]

    def _reports(self) -> list[Action]:
        titles = tr("The &trick"), tr("The &last trick"), tr("The &score"), tr("The &players")
        return [
            Action(f"read_{name}", text, partial(self._read_out, name), keys=keys)
            for text, (name, keys) in zip(titles, READ_OUT.items(), strict=True)
        ]

    def _read_out(self, name: str) -> None:
        if self.page is not None:
            self.page.read_out(name)

    @property
    def page(self) -> TablePage | None:
        return self._services.pages.table

    def there(self) -> bool:
        return self.page is not None

    # Settings

    def _on_showing(self, page: Page) -> None:
        """Apply the settings to a new table, and follow its signals."""
        if not isinstance(page, TablePage):
            return
        self._apply()
        services = self._services
        page.apply_asked.connect(self._apply)
        page.rule_asked.connect(lambda cited: services.go(Rule(cited)))
        page.told.connect(services.notifications.mention)
        page.folded.connect(lambda shown: services.settings.change("side", shown))
        page.side_turned.connect(services.pages.changed)

    def _apply(self) -> None:
        table, settings = self.page, self._services.settings
        if table is None:
            return
        table.folding.show_folded(on=not settings.now.side)
        table.corner.show_ring(on=settings.now.ring)
        request = self._services.request
        pace = pace_of(settings.now, request)
        table.apply(settings.now, pace, request.speed, still=settings.still)

    # Actions

    def show_result(self) -> None:
        ending = getattr(self.page, "ending", None)
        if ending is not None:
            ending.show_card()

    def explain_trick(self) -> None:
        table = self.page
        if table is None:
            return
        if table.side.last is None:
            self._services.notifications.mention(tr("No trick has been taken yet."))
        table.side.explain_last_trick()

    def ask_hint(self) -> None:
        table: Any = self.page
        if table is not None and table.played:
            table.asking.ask_hint()

    def show_review(self) -> None:
        if self.page is not None:
            self.page.side.show_review()

    def look_around(self) -> None:
        if self.page is not None:
            self.page.pointing.look_around()

    def go_on(self, *, back: bool = False) -> None:
        """Move the focus to the next part of the window, or to the previous one."""
        if self.page is not None:
            self.page.panes.go_on(back=back)

    def set_ring(self, on: bool) -> None:
        self._services.settings.change("ring", on)

    def ask_ring(self) -> None:
        """Toggle the ring on the table; open the rules panel with it if the table has no room."""
        corner = None if self.page is None else self.page.corner
        if corner is None or corner.at_hand.ring is None:
            return  # there is no ring to show
        if corner.folds_ring:
            corner.open_slip()
        else:
            self.set_ring(not self._services.settings.now.ring)

    def show_side(self, on: bool) -> None:
        if self.page is not None:
            self.page.folding.fold(on=not on)

    def show_rules(self) -> None:
        if self.page is not None:
            self.page.corner.open_slip()
