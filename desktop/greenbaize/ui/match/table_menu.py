"""Menu actions and keys for the table that is shown, in play or replayed."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from greenbaize.cards import Card
from greenbaize.ui.match.table_settings import TableSettingsController
from greenbaize.ui.shell.actions import HELP, MATCH, VIEW, Action
from greenbaize.ui.shell.navigation import RuleRoute
from greenbaize.ui.shell.pages import TablePage, WindowPage
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr

REPORT_KEYS: Final = {
    "trick": "F5",
    "last_trick": "Shift+F5",
    "score": "F12",
    "plates": "Shift+F12",
}
"""Reports that can be read out, with their keys."""


class TableMenu:
    """Actions on the table, and settings that follow it."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._table_settings = TableSettingsController(
            services, lambda: self.page, services.request.speed, services.window
        )
        services.pages.page_showing.connect(self._on_page_showing)

    def declare_actions(self) -> list[Action]:
        has_table, settings = self.has_table, self._services.settings

        def when_page(test: Callable[[Any], bool]) -> Callable[[], bool]:
            return lambda: self.page is not None and test(self.page)

        return [
            Action(
                id="result",
                text=tr("R&esult"),
                run=self.show_result,
                menu=MATCH,
                position=3,
                keys="F8",
                is_enabled=when_page(lambda page: page.has_result),
            ),
            Action(
                id="why",
                text=tr("&Why the last trick?"),
                run=self.explain_trick,
                menu=MATCH,
                position=8,
                keys="Shift+F1",
                is_enabled=when_page(lambda page: page.side_column.has_tricks),
            ),
            Action(
                id="hint",
                text=tr("&Hint"),
                run=self.ask_hint,
                menu=MATCH,
                position=9,
                keys="F2",
                is_enabled=when_page(lambda page: page.can_ask_hint),
            ),
            Action(
                id="review",
                text=tr("Re&view the deal…"),
                run=self.show_review,
                menu=MATCH,
                position=12,
                keys="Shift+F2",
                is_enabled=when_page(lambda page: page.side_column.can_review),
            ),
            Action(
                id="thoughts",
                text=tr("Why did they do that?"),
                run=self.show_thoughts,
                menu=MATCH,
                position=13,
                keys="Shift+F3",
                is_enabled=has_table,
            ),
            Action(
                "look",
                tr("&Look around the table"),
                self.look_around,
                VIEW,
                3,
                is_enabled=has_table,
            ),
            Action(
                "next_part",
                tr("&Next part"),
                self.focus_next_part,
                VIEW,
                4,
                "F6",
                is_enabled=has_table,
            ),
            Action(
                id="part_before",
                text=tr("Part &before"),
                run=partial(self.focus_next_part, backwards=True),
                menu=VIEW,
                position=5,
                keys="Shift+F6",
                is_enabled=has_table,
            ),
            Action(
                id="read_out",
                text=tr("&Read out"),
                menu=VIEW,
                position=6,
                is_enabled=has_table,
                entries=self._make_report_actions,
            ),
            Action(
                id="ring",
                text=tr("&Who beats whom"),
                run=self.set_ring,
                menu=VIEW,
                position=7,
                keys="F4",
                is_enabled=lambda: self.page is None or self.page.player_view.game.has_ring,
                is_checked=lambda: settings.current.ring,
                on_key=self.toggle_ring,
            ),
            Action(
                id="side",
                text=tr("&Sheet beside the table"),
                run=self.show_side,
                menu=VIEW,
                position=10,
                keys="Shift+F9",
                is_enabled=when_page(lambda page: not page.table_only),
                is_checked=when_page(lambda page: not page.folding.is_folded),
            ),
            Action(
                id="table_rules",
                text=tr("Rules of this &table"),
                run=self.show_rules,
                menu=HELP,
                position=2,
                keys="F3",
                is_enabled=has_table,
            ),
        ]

    def _make_report_actions(self) -> list[Action]:
        titles = tr("The &trick"), tr("The &last trick"), tr("The &score"), tr("The &players")
        return [
            Action(f"read_{name}", text, partial(self._read_out_report, name), keys=keys)
            for text, (name, keys) in zip(titles, REPORT_KEYS.items(), strict=True)
        ]

    def _read_out_report(self, name: str) -> None:
        if self.page is not None:
            self.page.read_out_report(name)

    @property
    def page(self) -> TablePage | None:
        return self._services.pages.table

    def has_table(self) -> bool:
        return self.page is not None

    def _on_page_showing(self, page: WindowPage) -> None:
        """Apply the settings to a new table, and follow its signals."""
        if not isinstance(page, TablePage):
            return
        self._table_settings.apply()
        services = self._services
        page.settings_requested.connect(self._table_settings.apply)
        page.rule_requested.connect(lambda cited: services.navigate(RuleRoute(cited)))
        page.hover_help.thoughts_requested.connect(self.show_thoughts)
        page.side_column.thoughts_requested.connect(self.show_thoughts)
        page.report_read_out.connect(services.notifications.show_transient)
        page.side_toggled.connect(lambda shown: services.settings.change_setting("side", shown))
        page.side_visibility_changed.connect(services.pages.changed)

    # Actions

    def show_result(self) -> None:
        controller = getattr(self.page, "result_controller", None)
        if controller is not None:
            controller.show_result()

    def explain_trick(self) -> None:
        table = self.page
        if table is None:
            return
        if table.side_column.latest_trick is None:
            self._services.notifications.show_transient(tr("No trick has been taken yet."))
        table.side_column.explain_last_trick()

    def ask_hint(self) -> None:
        table: Any = self.page
        if table is None or not table.is_played:
            return
        if table.prompts.question is not None and not table.player_view.has_hints:
            self._services.notifications.show_transient(tr("Hints are not allowed in this match."))
        table.prompts.toggle_hint()

    def show_review(self) -> None:
        if self.page is not None:
            self.page.side_column.show_review()

    def show_thoughts(self, seat: int | None = None, card: Card | None = None) -> None:
        """Show what the players thought, at the last move or at that of this seat and card."""
        page = self.page
        if page is None:
            return
        obstacle = page.side_column.show_thoughts(page.shown_event_count, seat, card)
        if obstacle:
            self._services.notifications.show_transient(obstacle)

    def look_around(self) -> None:
        if self.page is not None:
            self.page.hover_help.toggle_navigator()

    def focus_next_part(self, *, backwards: bool = False) -> None:
        """Move the focus to the next part of the window, or to the previous one."""
        if self.page is not None:
            self.page.focus_cycle.focus_next_part(back=backwards)

    def set_ring(self, is_shown: bool) -> None:
        self._services.settings.change_setting("ring", is_shown)

    def toggle_ring(self) -> None:
        """Toggle the ring on the table; open the rules panel with it if the table has no room."""
        rules = None if self.page is None else self.page.rules_controller
        if rules is None or rules.current_rules.ring is None:
            return  # there is no ring to show
        if rules.is_ring_folded:
            rules.toggle_slip()
        else:
            self.set_ring(not self._services.settings.current.ring)

    def show_side(self, is_shown: bool) -> None:
        if self.page is not None:
            self.page.folding.set_folded(on=not is_shown)

    def show_rules(self) -> None:
        if self.page is not None:
            self.page.rules_controller.toggle_slip()
