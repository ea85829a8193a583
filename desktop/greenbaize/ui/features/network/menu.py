"""Menu actions for tables with friends, without importing network code."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from greenbaize.ui.shell.actions import MATCH, VIEW, Action
from greenbaize.ui.shell.navigation import (
    JoinTableRoute,
    OpenTableRoute,
    RejoinTableRoute,
    ReopenTableRoute,
)
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.plain_text import escape_ampersands
from greenbaize.words.catalogue import tr
from greenbaize.words.names import display_name

if TYPE_CHECKING:
    from greenbaize.ui.features.network.controller import NetworkController
    from greenbaize.ui.features.network.session_controller import SessionController


QUICK_WORD_SHORTCUT: Final = "Alt+{number}"


class NetworkFeature:
    """Feature of tables with friends; its controller is created when first needed."""

    def __init__(
        self,
        services: Services,
        create_controller: "Callable[[Services], NetworkController]",
        close_window: Callable[[], object],
    ) -> None:
        self._services, self._create_controller, self._close_window = (
            services,
            create_controller,
            close_window,
        )
        self.controller: NetworkController | None = None
        navigator = services.navigator
        navigator.register_route(OpenTableRoute, lambda _: self.load_controller().open_table())
        navigator.register_route(
            ReopenTableRoute, lambda to: self.load_controller().reopen_table(to)
        )
        navigator.register_route(JoinTableRoute, lambda _: self.load_controller().ask_join_table())
        navigator.register_route(
            RejoinTableRoute, lambda to: self.load_controller().rejoin_table(to)
        )

    def load_controller(self) -> "NetworkController":
        if self.controller is None:
            self.controller = self._create_controller(self._services)
            self.controller.changed.connect(self._services.pages.changed)
            self.controller.close_confirmed.connect(self._close_window)
        return self.controller

    @property
    def session_controller(self) -> "SessionController | None":
        return None if self.controller is None else self.controller.session_controller

    def ask_before_closing(self) -> bool:
        """Return whether the window must not close yet, because a question was opened."""
        return self.controller is not None and self.controller.ask_before_closing()

    def close(self) -> None:
        if self.controller is not None:
            self.controller.close()

    # Menu actions

    def declare_actions(self) -> list[Action]:
        navigate, is_at_table = self._services.navigate, self._is_at_table

        def make_action(order: int, action_id: str, text: str, **options: Any) -> Action:
            return Action(id=action_id, text=text, menu=MATCH, position=order, **options)

        def is_away() -> bool:
            return not is_at_table()

        return [
            make_action(
                order=100,
                action_id="open_table",
                text=tr("Open a &table…"),
                run=lambda: navigate(OpenTableRoute()),
                keys="Ctrl+Shift+O",
                is_enabled=is_away,
            ),
            make_action(
                order=101,
                action_id="join_table",
                text=tr("&Join a table…"),
                run=lambda: navigate(JoinTableRoute()),
                keys="Ctrl+J",
                is_enabled=is_away,
            ),
            make_action(
                order=102,
                action_id="chat",
                text=tr("&Chat"),
                run=lambda: self.load_controller().open_chat(),
                keys="Ctrl+T",
                is_visible=is_at_table,
                is_enabled=lambda: not self._is_table_only(),
            ),
            make_action(
                103,
                "words",
                tr("Sa&y"),
                is_visible=is_at_table,
                entries=self._create_quick_word_actions,
            ),
            make_action(
                order=104,
                action_id="stand_in",
                text=tr("Let a computer player play &for"),
                is_visible=self._can_stand_in,
                entries=self._create_stand_in_actions,
                rebuilds_entries=True,
            ),
            make_action(
                order=105,
                action_id="dismiss",
                text=tr("As&k to leave"),
                is_visible=lambda: (
                    self.session_controller is not None and self.session_controller.is_keeper
                ),
                entries=self._create_dismiss_actions,
                rebuilds_entries=True,
            ),
            make_action(
                order=106,
                action_id="another_game",
                text=tr("Another &game…"),
                run=lambda: self.load_controller().choose_game(),
                is_visible=lambda: (
                    self.session_controller is not None and self.session_controller.is_keeper
                ),
            ),
            make_action(
                order=107,
                action_id="code",
                text=tr("C&ode of the table…"),
                run=lambda: self.load_controller().show_code(),
                is_visible=lambda: (
                    self.session_controller is not None
                    and bool(self.session_controller.session.code)
                ),
            ),
            make_action(
                order=108,
                action_id="phones",
                text=tr("Phones…"),
                run=lambda: self.load_controller().show_phones(),
                is_visible=lambda: (
                    self.session_controller is not None
                    and self.session_controller.session.is_hosting
                ),
            ),
            Action(
                id="table_only",
                text=tr("Show the t&able only"),
                run=self._set_table_only,
                menu=VIEW,
                position=12,
                keys="Shift+F11",
                is_visible=is_at_table,
                is_enabled=lambda: (
                    self.controller is not None and self.controller.table_only.is_possible
                ),
                is_checked=self._is_table_only,
            ),
            make_action(
                order=109,
                action_id="leave_friends",
                text=tr("&Leave the table…"),
                run=lambda: self.load_controller().ask_leave_table(),
                keys=self._find_leave_shortcut,
                is_visible=is_at_table,
            ),
        ]

    def _is_at_table(self) -> bool:
        return self.session_controller is not None

    def _is_table_only(self) -> bool:
        return self.controller is not None and self.controller.table_only.is_on

    def _set_table_only(self, on: bool) -> None:
        self.load_controller().table_only.set_table_only(on)

    def _find_leave_shortcut(self) -> str:
        # The key leaves a local table and a networked one alike, once the match is over.
        table = self._services.pages.table
        return (
            "Ctrl+W"
            if self._is_at_table() and table is not None and table.player_view.is_over
            else ""
        )

    def _can_stand_in(self) -> bool:
        session_controller = self.session_controller
        if (
            session_controller is None
            or session_controller.lobby is None
            or session_controller.lobby.you is None
        ):
            return False
        return session_controller.is_playing and session_controller.overlay is not None

    def _create_quick_word_actions(self) -> list[Action]:
        return [
            Action(
                id=f"say_{word}",
                text=escape_ampersands(tr(text)),
                run=partial(self._send_quick_word, word),
                keys=QUICK_WORD_SHORTCUT.format(number=number),
                is_visible=self._is_at_table,
            )
            for number, (word, text) in enumerate(self.load_controller().quick_words.items(), 1)
        ]

    def _send_quick_word(self, word: str) -> None:
        if self.session_controller is not None:
            self.session_controller.session.send_chat(word=word)

    def _create_stand_in_actions(self) -> list[Action]:
        """Return the stand-in actions: the keeper's for all seats, a player's for their own."""
        session_controller = self.session_controller
        if (
            session_controller is None
            or session_controller.overlay is None
            or session_controller.lobby is None
        ):
            return []
        player_view, own_seat = session_controller.overlay.player_view, session_controller.lobby.you
        return [
            Action(
                id=f"stand_in_{seat}",
                text=escape_ampersands(
                    tr("myself")
                    if seat == own_seat
                    else session_controller.overlay.format_seat_name(seat)
                ),
                run=partial(self._set_stand_in, seat),
                is_checked=partial(player_view.is_bot_seat, seat),
            )
            for seat in sorted(player_view.known_human_seats)
            if seat == own_seat or session_controller.is_keeper
        ]

    def _set_stand_in(self, seat: int, on: bool) -> None:
        if self.session_controller is not None:
            self.session_controller.session.switch_bot(seat, on=on)

    def _create_dismiss_actions(self) -> list[Action]:
        session_controller = self.session_controller
        if session_controller is None or session_controller.lobby is None:
            return []
        actions = [
            Action(
                id=f"dismiss_{seat}",
                text=escape_ampersands(display_name(chair.name)),
                run=partial(self.load_controller().ask_dismiss_guest, seat),
            )
            for seat, chair in enumerate(session_controller.lobby.chairs)
            if chair.is_guest and seat != session_controller.lobby.you
        ]
        no_guest_action = Action(
            id="nobody", text=tr("Nobody else is here"), is_enabled=lambda: False
        )
        return actions or [no_guest_action]
