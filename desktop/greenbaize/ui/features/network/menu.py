"""Menu actions for tables with friends, without importing network code."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from greenbaize.ui.shell.actions import MATCH, VIEW, Action
from greenbaize.ui.shell.navigation import ComeBack, JoinTable, OpenTable, ReopenTable
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.plain import on_button
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name

if TYPE_CHECKING:
    from greenbaize.ui.features.network.door import NetworkController
    from greenbaize.ui.features.network.visit import Visit


QUICK_KEYS: Final = "Alt+{number}"


class Network:
    """Feature of tables with friends; its controller is created when first needed."""

    def __init__(
        self,
        services: Services,
        make: "Callable[[Services], NetworkController]",
        close: Callable[[], object],
    ) -> None:
        self._services, self._make, self._close = services, make, close
        self.made: NetworkController | None = None
        navigator = services.navigator
        navigator.register(OpenTable, lambda _: self.door().open_table())
        navigator.register(ReopenTable, lambda to: self.door().reopen(to))
        navigator.register(JoinTable, lambda _: self.door().ask_join())
        navigator.register(ComeBack, lambda to: self.door().come_back(to))

    def door(self) -> "NetworkController":
        if self.made is None:
            self.made = self._make(self._services)
            self.made.changed.connect(self._services.pages.changed)
            self.made.closing_confirmed.connect(self._close)
        return self.made

    @property
    def visit(self) -> "Visit | None":
        return None if self.made is None else self.made.visit

    def asks_before_closing(self) -> bool:
        """Return whether the window must not close yet, because a question was opened."""
        return self.made is not None and self.made.asks_before_closing()

    def close(self) -> None:
        if self.made is not None:
            self.made.close()

    # Menu actions

    def actions(self) -> list[Action]:
        go, there = self._services.go, self._there

        def entry(place: int, name: str, text: str, **more: Any) -> Action:
            return Action(id=name, text=text, menu=MATCH, place=place, **more)

        def away() -> bool:
            return not there()

        return [
            entry(
                *(100, "open_table", tr("Open a &table…")),
                run=lambda: go(OpenTable()),
                keys="Ctrl+Shift+O",
                enabled=away,
            ),
            entry(
                *(101, "join_table", tr("&Join a table…")),
                run=lambda: go(JoinTable()),
                keys="Ctrl+J",
                enabled=away,
            ),
            entry(
                *(102, "chat", tr("&Chat")),
                run=lambda: self.door().open_chat(),
                keys="Ctrl+T",
                visible=there,
                enabled=lambda: not self._shows_table_only(),
            ),
            entry(103, "words", tr("Sa&y"), visible=there, entries=self._words),
            entry(
                *(104, "stand_in", tr("Let a computer player play &for")),
                visible=self._may_stand_in,
                entries=self._stand_ins,
                fresh=True,
            ),
            entry(
                *(105, "dismiss", tr("As&k to leave")),
                visible=lambda: self.visit is not None and self.visit.keeps,
                entries=self._guests,
                fresh=True,
            ),
            entry(
                *(106, "another_game", tr("Another &game…")),
                run=lambda: self.door().choose_game(),
                visible=lambda: self.visit is not None and self.visit.keeps,
            ),
            entry(
                *(107, "code", tr("C&ode of the table…")),
                run=lambda: self.door().show_code(),
                visible=lambda: self.visit is not None and bool(self.visit.session.code),
            ),
            entry(
                *(108, "phones", tr("&Phones…")),
                run=lambda: self.door().show_phones(),
                visible=lambda: self.visit is not None and self.visit.session.hosting,
            ),
            Action(
                *("table_only", tr("Show the table &only"), self._show_table_only, VIEW, 12),
                keys="Shift+F11",
                visible=there,
                enabled=lambda: self.made is not None and self.made.table_only.possible,
                checked=self._shows_table_only,
            ),
            entry(
                *(109, "leave_friends", tr("&Leave the table…")),
                run=lambda: self.door().ask_leave(),
                keys=self._leave_keys,
                visible=there,
            ),
        ]

    def _there(self) -> bool:
        return self.visit is not None

    def _shows_table_only(self) -> bool:
        return self.made is not None and self.made.table_only.on

    def _show_table_only(self, on: bool) -> None:
        self.door().table_only.show(on)

    def _leave_keys(self) -> str:
        # The key leaves a local table and a networked one alike, once the match is over.
        table = self._services.pages.table
        return "Ctrl+W" if self._there() and table is not None and table.place.over else ""

    def _may_stand_in(self) -> bool:
        visit = self.visit
        if visit is None or visit.lobby is None or visit.lobby.you is None:
            return False
        return visit.playing and visit.at_table is not None

    def _words(self) -> list[Action]:
        return [
            Action(
                id=f"say_{word}",
                text=on_button(tr(text)),
                run=partial(self._say, word),
                keys=QUICK_KEYS.format(number=number),
                visible=self._there,
            )
            for number, (word, text) in enumerate(self.door().quick_words.items(), 1)
        ]

    def _say(self, word: str) -> None:
        if self.visit is not None:
            self.visit.session.say(word=word)

    def _stand_ins(self) -> list[Action]:
        """Return the stand-in actions: the keeper's for all seats, a player's for their own."""
        visit = self.visit
        if visit is None or visit.at_table is None or visit.lobby is None:
            return []
        place, you = visit.at_table.place, visit.lobby.you
        return [
            Action(
                id=f"stand_in_{seat}",
                text=on_button(tr("myself") if seat == you else visit.at_table.name(seat)),
                run=partial(self._stand_in, seat),
                checked=partial(place.computer, seat),
            )
            for seat in sorted(place.people)
            if seat == you or visit.keeps
        ]

    def _stand_in(self, seat: int, on: bool) -> None:
        if self.visit is not None:
            self.visit.session.stand_in(seat, on=on)

    def _guests(self) -> list[Action]:
        visit = self.visit
        if visit is None or visit.lobby is None:
            return []
        guests = [
            Action(
                id=f"dismiss_{seat}",
                text=on_button(shown_name(chair.name)),
                run=partial(self.door().ask_dismiss, seat),
            )
            for seat, chair in enumerate(visit.lobby.chairs)
            if chair.is_guest and seat != visit.lobby.you
        ]
        nobody = Action(id="nobody", text=tr("Nobody else is here"), enabled=lambda: False)
        return guests or [nobody]
