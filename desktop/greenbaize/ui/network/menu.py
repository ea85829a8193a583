"""What the Match menu has for tables with friends; nothing of the network is imported for it."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from greenbaize.ui.plain import on_button
from greenbaize.ui.shell.actions import MATCH, Action
from greenbaize.ui.shell.navigation import ComeBack, JoinTable, OpenTable, ReopenTable
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name

if TYPE_CHECKING:
    from greenbaize.ui.network.door import Door
    from greenbaize.ui.network.visit import Visit

QUICK_KEYS: Final = "Alt+{number}"


class Network:
    """The actions of tables with friends; their controller is made when it is first needed."""

    def __init__(self, services: Services, close: Callable[[], object]) -> None:
        self._services, self._close = services, close
        self.made: Door | None = None
        """The controller, once it has been needed."""
        navigator = services.navigator
        navigator.register(OpenTable, lambda _: self.door().open_table())
        navigator.register(ReopenTable, lambda to: self.door().reopen(to))
        navigator.register(JoinTable, lambda _: self.door().ask_join())
        navigator.register(ComeBack, lambda to: self.door().come_back(to))

    def door(self) -> "Door":
        """The controller."""
        if self.made is None:
            from greenbaize.ui.network.door import Door  # noqa: PLC0415

            self.made = Door(self._services)
            self.made.changed.connect(self._services.pages.changed)
            self.made.closing_confirmed.connect(self._close)
        return self.made

    @property
    def visit(self) -> "Visit | None":
        """The stay at a table, which another match would end."""
        return None if self.made is None else self.made.visit

    def asks_before_closing(self) -> bool:
        """Whether the window must not close yet, for something is asked first."""
        return self.made is not None and self.made.asks_before_closing()

    def close(self) -> None:
        """End everything here and now."""
        if self.made is not None:
            self.made.close()

    # The menu

    def actions(self) -> list[Action]:
        """The entries, most of which are seen only where they make sense."""
        services = self._services
        return [
            Action(
                id="open_table",
                text=tr("Open a &table…"),
                run=lambda: services.go(OpenTable()),
                menu=MATCH,
                place=100,
                keys="Ctrl+Shift+O",
                enabled=lambda: not self._there(),
            ),
            Action(
                id="join_table",
                text=tr("&Join a table…"),
                run=lambda: services.go(JoinTable()),
                menu=MATCH,
                place=101,
                keys="Ctrl+J",
                enabled=lambda: not self._there(),
            ),
            Action(
                id="chat",
                text=tr("&Chat"),
                run=lambda: self.door().open_chat(),
                menu=MATCH,
                place=102,
                keys="Ctrl+T",
                visible=self._there,
            ),
            Action(
                id="words",
                text=tr("Sa&y"),
                menu=MATCH,
                place=103,
                visible=self._there,
                entries=self._words,
            ),
            Action(
                id="stand_in",
                text=tr("Let a computer player play &for"),
                menu=MATCH,
                place=104,
                visible=self._may_stand_in,
                entries=self._stand_ins,
                fresh=True,
            ),
            Action(
                id="dismiss",
                text=tr("As&k to leave"),
                menu=MATCH,
                place=105,
                visible=lambda: self.visit is not None and self.visit.keeps,
                entries=self._guests,
                fresh=True,
            ),
            Action(
                id="code",
                text=tr("C&ode of the table…"),
                run=lambda: self.door().show_code(),
                menu=MATCH,
                place=106,
                visible=lambda: self.visit is not None and bool(self.visit.session.code),
            ),
            Action(
                id="leave_friends",
                text=tr("&Leave the table…"),
                run=lambda: self.door().ask_leave(),
                menu=MATCH,
                place=107,
                keys=self._leave_keys,
                visible=self._there,
            ),
        ]

    def _there(self) -> bool:
        return self.visit is not None

    def _leave_keys(self) -> str:
        # The key leaves a table of one's own and one with friends alike, once the match is over.
        table = self._services.pages.table
        return "Ctrl+W" if self._there() and table is not None and table.place.over else ""

    def _may_stand_in(self) -> bool:
        visit = self.visit
        if visit is None or visit.lobby is None or visit.lobby.you is None:
            return False
        return visit.playing and visit.at_table is not None

    def _words(self) -> list[Action]:
        from greenbaize.ui.network.chat_log import QUICK_WORDS  # noqa: PLC0415

        return [
            Action(
                id=f"say_{word}",
                text=on_button(tr(text)),
                run=partial(self._say, word),
                keys=QUICK_KEYS.format(number=number),
                visible=self._there,
            )
            for number, (word, text) in enumerate(QUICK_WORDS.items(), 1)
        ]

    def _say(self, word: str) -> None:
        if self.visit is not None:
            self.visit.session.say(word=word)

    def _stand_ins(self) -> list[Action]:
        """Whoever keeps the table may do this for everybody, everybody for themselves."""
        visit = self.visit
        if visit is None or visit.at_table is None or visit.lobby is None:
            return []
        acting, you = visit.at_table.acting, visit.lobby.you
        return [
            Action(
                id=f"stand_in_{seat}",
                text=on_button(tr("myself") if seat == you else visit.at_table.name(seat)),
                run=partial(self._stand_in, seat),
                checked=partial(acting.computer, seat),
            )
            for seat in sorted(acting.people)
            if seat == you or visit.keeps
        ]

    def _stand_in(self, seat: int, on: bool) -> None:
        if self.visit is not None:
            self.visit.session.stand_in(seat, on=on)

    def _guests(self) -> list[Action]:
        from greenbaize.app.network.session_presenter import GUEST  # noqa: PLC0415

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
            if chair.who == GUEST and seat != visit.lobby.you
        ]
        nobody = Action(id="nobody", text=tr("Nobody else is here"), enabled=lambda: False)
        return guests or [nobody]
