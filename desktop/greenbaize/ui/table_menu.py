"""What menus and keys do with the table that is shown, be its match played or played back."""

from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtGui import QKeySequence

from greenbaize.ui.shell.actions import HELP, MATCH, VIEW, Action
from greenbaize.ui.shell.navigation import Rule
from greenbaize.ui.shell.pages import Page, TablePage
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from greenbaize.ui.memory.taking_back import TakingBack


READ_OUT: Final = {"TRICK": "F5", "LAST_TRICK": "Shift+F5", "SCORE": "F12", "PLATES": "Shift+F12"}
"""The keys that read something out of a table, by the names of the reports."""


class TableMenu:
    """Does with the table what is asked for, and has it as it is set.

    Args:
        services: the window's services.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        services.pages.shown.connect(self._on_shown)
        services.settings.changed.connect(self._apply)

    @property
    def _table(self) -> TablePage | None:
        return self._services.pages.table

    # The table as it is set

    def _on_shown(self, page: Page) -> None:
        """Have a table that is laid as it is set, and follow what is asked for there."""
        if not isinstance(page, TablePage):
            return
        self._apply()
        services = self._services
        page.rule_asked.connect(lambda cited: services.go(Rule(cited)))
        page.told.connect(services.notifications.mention)
        page.folded.connect(self._on_folded)
        page.turned.connect(services.pages.changed)

    def _apply(self) -> None:
        table, settings = self._table, self._services.settings
        if table is None:
            return
        from greenbaize.ui.pace import pace_of  # noqa: PLC0415  (a match is on the table now)

        table.folding.show_folded(on=not settings.now.side)
        table.corner.show_ring(on=settings.now.ring)
        request = self._services.request
        pace = pace_of(settings.now, request)
        table.apply(settings.now, pace, request.speed, still=settings.still)

    def _on_folded(self, shown: bool) -> None:
        settings = self._services.settings
        settings.now.side = shown
        settings.save()

    # What is asked for

    @cached_property
    def taking_back(self) -> "TakingBack":
        """Takes a decision back; it is made when there is a match."""
        from greenbaize.ui.memory.taking_back import TakingBack  # noqa: PLC0415

        return TakingBack(self._services)

    def actions(self) -> list[Action]:
        """The entries of the menus."""

        def of_table(
            name: str, text: str, run: "Callable[..., object]", menu: str, place: int, **more: Any
        ) -> Action:
            there: Callable[[], bool] = lambda: self._table is not None  # noqa: E731
            more.setdefault("enabled", there)
            return Action(id=name, text=text, run=run, menu=menu, place=place, **more)

        settings = self._services.settings
        return [
            of_table(
                *("why", tr("&Why the last trick?"), self.explain_trick, MATCH, 8),
                keys="Shift+F1",
                enabled=lambda: self._table is not None and self._table.side.has_tricks,
            ),
            of_table(
                *("hint", tr("&Hint"), self.ask_hint, MATCH, 9),
                keys="F2",
                enabled=lambda: self._table is not None and self._table.can_hint,
            ),
            Action(
                id="take_back",
                text=tr("&Take back"),
                run=self._take_back,
                menu=MATCH,
                place=10,
                keys=QKeySequence.StandardKey.Undo,
                enabled=lambda: self._table is not None and self.taking_back.can_take_back(),
                why_not=self._tell_why_not,
            ),
            Action(
                id="redo",
                text=tr("Re&do"),
                run=self._redo,
                menu=MATCH,
                place=11,
                keys=QKeySequence.StandardKey.Redo,
                enabled=lambda: self._table is not None and self.taking_back.can_redo(),
            ),
            of_table(
                *("review", tr("&Review the deal…"), self.show_review, MATCH, 12),
                keys="Shift+F2",
                enabled=lambda: self._table is not None and self._table.side.can_review,
            ),
            of_table("look", tr("&Look around the table"), self._look_around, VIEW, 3),
            of_table("next_part", tr("&Next part"), self._go_on, VIEW, 4, keys="F6"),
            of_table(
                *("part_before", tr("Part &before"), lambda: self._go_on(back=True), VIEW, 5),
                keys="Shift+F6",
            ),
            of_table("read_out", tr("&Read out"), self._go_on, VIEW, 6, entries=self._reports),
            Action(
                id="ring",
                text=tr("&Who beats whom"),
                run=self.set_ring,
                menu=VIEW,
                place=7,
                keys="F4",
                enabled=lambda: self._table is None or self._table.place.game.has_ring,
                checked=lambda: settings.now.ring,
                by_key=self._ask_ring,
            ),
            of_table(
                *("side", tr("&Sheet beside the table"), self._show_side, VIEW, 10),
                keys="Shift+F9",
                checked=lambda: self._table is not None and not self._table.folding.folded,
            ),
            of_table(
                "table_rules", tr("Rules of this &table"), self.show_rules, HELP, 2, keys="F3"
            ),
        ]

    def _take_back(self) -> None:
        self.taking_back.ask()

    def _redo(self) -> None:
        self.taking_back.redo()

    def _tell_why_not(self) -> None:
        self.taking_back.tell_why_not()

    def _reports(self) -> list[Action]:
        titles = tr("The &trick"), tr("The &last trick"), tr("The &score"), tr("The &players")
        return [
            Action(
                id=f"read_{name.lower()}",
                text=text,
                run=partial(self._read_out, name),
                keys=keys,
            )
            for text, (name, keys) in zip(titles, READ_OUT.items(), strict=True)
        ]

    def explain_trick(self) -> None:
        """Show why the last trick went where it went."""
        table = self._table
        if table is None:
            return
        if table.side.last is None:
            self._services.notifications.mention(tr("No trick has been taken yet."))
        table.side.explain_last_trick()

    def ask_hint(self) -> None:
        """Show what a computer player would do in the person's place, or take that away."""
        table: Any = self._table
        if table is not None and table.played:
            table.asking.ask_hint()

    def show_review(self) -> None:
        """Hold the choices of the last deal against a computer player's."""
        if self._table is not None:
            self._table.side.show_review()

    def _look_around(self) -> None:
        """Walk about the things on the table by keys, or leave off."""
        if self._table is not None:
            self._table.pointing.look_around()

    def _go_on(self, *, back: bool = False) -> None:
        """Go to the next part of the window with the keyboard, or to the one before."""
        if self._table is not None:
            self._table.panes.go_on(back=back)

    def _read_out(self, name: str) -> None:
        """Say something of the match on the table, whoever's turn it is."""
        from greenbaize.ui.table.reports import Report  # noqa: PLC0415  (needs what a match needs)

        if self._table is not None:
            self._table.read_out(Report[name])

    def set_ring(self, on: bool) -> None:
        """Have the ring of who beats whom on the table, or not; that is remembered."""
        settings = self._services.settings
        if on != settings.now.ring:
            settings.now.ring = on
            settings.changed.emit()
            settings.save()

    def _ask_ring(self) -> None:
        """Have the ring on the table, or not; where it has no room there, open the slip with it."""
        corner = None if self._table is None else self._table.corner
        if corner is None or corner.at_hand.ring is None:
            return  # nothing would be seen of it
        if corner.folds_ring:
            corner.open_slip()
        else:
            self.set_ring(not self._services.settings.now.ring)

    def _show_side(self, on: bool) -> None:
        """Show the sheet beside the table, or give the table the whole width."""
        if self._table is not None:
            self._table.folding.fold(on=not on)

    def show_rules(self) -> None:
        """Open the slip with the rules of this table, or put it away."""
        if self._table is not None:
            self._table.corner.open_slip()
