"""Controller for opening, joining, rejoining and leaving tables on the network."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from greenbaize.app.memory.visibility_guard import check_resume_allowed
from greenbaize.app.network import connections as network
from greenbaize.app.network.connections import HostOptions
from greenbaize.app.network.session import Session
from greenbaize.app.network.table_texts import QUICK_MESSAGES
from greenbaize.app.nicknames import is_identifying_name
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.seats.opponents import DEFAULT_LEVEL, resolve_stored_level
from greenbaize.app.tables.default_players import get_own_name, get_person_name
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.lan.wire import MatchSetupMessage
from greenbaize.match.header import GamesByName, RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.seal import SealVerdict
from greenbaize.rules.errors import GameError
from greenbaize.rules.levels import fit_level
from greenbaize.rules.messages import Message, mark_text
from greenbaize.rules.options import find_unusual_values, resolve_options_or_defaults
from greenbaize.rules.players import HUMAN, LEVEL_NAMES, OFFERED_LEVELS
from greenbaize.store.record_file import is_record_locked
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.network.join_dialog import JoinDialog
from greenbaize.ui.features.network.phones_dialog import PhonesDialog
from greenbaize.ui.features.network.session_controller import SessionController
from greenbaize.ui.features.network.table_only import TableOnlyController
from greenbaize.ui.features.network.table_setup_dialog import TURN_LIMITS_S
from greenbaize.ui.features.network.waiting_room import (
    CodeDialog,
    WaitingRoomPage,
    create_dismiss_dialog,
)
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.match.result_controller import ResultController, connect_default_actions
from greenbaize.ui.sheets.result import CLOSED_TABLE_ACTIONS, NETWORK_ACTIONS
from greenbaize.ui.sheets.unsaved_match import UnsavedMatchDialog
from greenbaize.ui.shell.navigation import (
    PlayerNameRoute,
    RejoinTableRoute,
    RemoteMatchRoute,
    ReopenTableRoute,
    StartRoute,
)
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from greenbaize.words.catalogue import tr
from greenbaize.words.names import display_name
from greenbaize.words.speaker import Speaker

SEAL_TEXTS: Final = {
    SealVerdict.INTACT: mark_text("Everybody took part in the shuffle: checked."),
    SealVerdict.UNWITNESSED: mark_text(
        "The record fits its shuffle; this program took no part in it."
    ),
    SealVerdict.REPEATED: mark_text(
        "Everybody took part in the shuffle, but it was begun again after the host knew it."
    ),
    SealVerdict.BROKEN: mark_text(
        "The shuffle is not the one that everybody took part in. Do not trust it."
    ),
}
_REMEMBERED_FIELDS: Final = ("bots", "clock", "hints", "hands")


class LeaveMatchDialog(ConfirmationDialog):
    """Dialog of a guest in a running match: leave for now, leave for good, or stay."""

    temporary_leave_requested = Signal()
    """The guest leaves but keeps the seat."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(
            parent,
            tr("Leave the match?"),
            tr(
                "If you go for now, your seat is kept and you can come back; a computer player "
                "stands in for you after a while. If you leave for good, it plays on for you, "
                "and a friend may take the seat."
            ),
            tr("&Leave for good"),
            tr("&Stay"),
        )
        self.temporary_leave_button = self.make_button(tr("&Go for now"), self.reject)
        column = self.layout()
        assert column is not None
        buttons = column.itemAt(column.count() - 1)
        assert isinstance(buttons, QHBoxLayout)
        buttons.insertWidget(buttons.count() - 1, self.temporary_leave_button)
        self.temporary_leave_button.clicked.connect(self.temporary_leave_requested)


def create_close_table_dialog(parent: QWidget, *, playing: bool) -> ConfirmationDialog:
    """Return the dialog that asks the host whether to close the table."""
    details = tr("Your friends have to leave the table.")
    if playing:
        resume_hint = tr(
            "You can continue the match later: open the table again from the first screen."
        )
        details = f"{details} {resume_hint}"
    return ConfirmationDialog(
        parent, tr("Close the table?"), details, tr("&Close the table"), tr("&Keep it open")
    )


def create_stop_match_dialog(parent: QWidget, *, hosting: bool) -> ConfirmationDialog:
    """Return the dialog that asks the keeper whether to end the match for another game."""
    details = tr("All at the table are told, and you choose what is played next.")
    stored_note = tr("The match is kept on the host's computer and can be continued later.")
    if hosting:
        stored_note = tr("The match is kept: you can continue it later from the first screen.")
    return ConfirmationDialog(
        parent,
        tr("End the match?"),
        f"{details} {stored_note}",
        tr("&End the match"),
        tr("&Play on"),
    )


class NetworkController(QObject):
    """Controller of everything the window does with tables on the network."""

    changed = Signal()
    """The player joined or left a table, or other actions are available there."""
    close_confirmed = Signal()
    """The player agreed to close the window."""
    quick_words = QUICK_MESSAGES

    def __init__(self, services: Services) -> None:
        super().__init__(services.window)
        self._services = services
        self._window = services.window
        self.session_controller: SessionController | None = None
        self.dialog: Any = None
        services.pages.page_leaving.connect(self._detach_from_match)
        self._pending_session: SessionController | None = None
        """Session that waits for the host's decision on joining, or None."""
        self.table_only = TableOnlyController(
            services, lambda: self.session_controller, self._attach_to_match, self
        )
        self.table_only.changed.connect(self.changed)

    @property
    def _launcher(self) -> BotLauncher:
        return self._services.launcher.next_launcher

    @property
    def _match_view(self) -> MatchView | None:
        page = self._services.pages.current
        return page if isinstance(page, MatchView) else None

    def _detach_from_match(self) -> None:
        if self.session_controller is not None and self.session_controller.overlay is not None:
            self.session_controller.overlay.stop_listening()
            self.session_controller.overlay = None

    # Opening and joining

    def open_table(self) -> None:
        """Open a table with the setup played last and show its waiting room."""
        services = self._services

        def open_default() -> None:
            table = services.setup.table_setup
            settings = services.settings.current
            self._open_table(
                create_default_host_options(services.games, settings, table, self._launcher)
            )

        services.navigate(PlayerNameRoute(open_default))

    def reopen_table(self, destination: ReopenTableRoute) -> str:
        """Open the table of an unfinished match.

        Return the reason if that is impossible, else an empty string. A match that is open
        elsewhere leaves the window unchanged.
        """
        refusal = self.find_reopen_refusal(destination.path)
        if refusal:
            return refusal
        services = self._services
        services.persons.switch_to_player_of(destination.header)

        def open_stored() -> None:
            self._open_table(
                create_stored_host_options(
                    services.games,
                    destination.path,
                    destination.header,
                    services.settings.current,
                    self._launcher,
                )
            )

        services.navigate(PlayerNameRoute(open_stored))
        return ""

    def _open_table(self, host_options: network.HostOptions) -> None:
        pages = self._services.pages
        if self.session_controller is not None or pages.confirm_leave(
            lambda: self._open_table(host_options)
        ):
            return
        session_controller = self._create_session_controller(
            network.create_host_session(host_options)
        )
        session_controller.opening_texts = host_options.name, tr("The table is being opened…")
        self._enter_session(session_controller)
        session_controller.session.start_session()

    @staticmethod
    def find_reopen_refusal(path: Path) -> str:
        """Return the reason why the table of a match cannot be reopened, or an empty string."""
        try:
            check_resume_allowed(path)
        except GameError as error:
            return Speaker().format_message(error.message)
        if not is_record_locked(path):
            return ""
        return Speaker().format_message(Message("record-locked", {"path": path.name}))

    def ask_join_table(self) -> None:
        if self.session_controller is not None:
            return
        settings = self._services.settings.current
        own_name = get_own_name(settings)
        name = own_name if is_identifying_name(own_name) else ""
        dialog = JoinDialog(network.TableFinder, name, self._window)
        dialog.offer_persons(
            list(filter(is_identifying_name, map(get_person_name, settings.persons)))
        )
        dialog.join_requested.connect(self._on_join_requested)
        dialog.join_cancelled.connect(self._cancel_join)
        self._open_dialog(dialog)

    def _on_join_requested(
        self, host: str, port: int, code: str, name: str, only_watch: bool
    ) -> None:
        self._cancel_join()
        person, dialog = self._services.persons.person_named(name), self.dialog
        join_options = network.JoinOptions(
            host,
            port,
            code,
            name,
            only_watch,
            self._launcher,
            (person.face, person.colour),
            dialog.find_table(host, port) if isinstance(dialog, JoinDialog) else None,
        )
        session_controller = self._pending_session = self._create_session_controller(
            network.create_guest_session(join_options)
        )
        session_controller.admitted.connect(lambda: self._on_admitted(name))
        session_controller.session.start_session()

    def _on_admitted(self, name: str) -> None:
        session_controller, self._pending_session = self._pending_session, None
        if session_controller is not None:
            # Only now: a name that the host refused is not saved.
            self._services.persons.apply_typed_name(name)
            self._services.settings.save()
            if isinstance(self.dialog, JoinDialog):
                self.dialog.accept()
            self._enter_session(session_controller)

    def _cancel_join(self) -> None:
        session_controller, self._pending_session = self._pending_session, None
        if session_controller is not None:
            session_controller.close()

    def rejoin_table(self, destination: RejoinTableRoute) -> None:
        known_table = destination.table
        if self.session_controller is not None:
            return
        person = self._services.persons.person_named(known_table.you)
        join_options = network.JoinOptions(
            known_table.host,
            known_table.port,
            "",
            known_table.you,
            launcher=self._launcher,
            face=(person.face, person.colour),
        )
        session_controller = self._create_session_controller(
            network.create_guest_session(join_options)
        )
        text = tr("Coming back to the table…")
        session_controller.opening_texts = display_name(known_table.name), text
        self._enter_session(session_controller)
        session_controller.session.start_session()

    def _create_session_controller(self, session: Session) -> SessionController:
        session_controller = SessionController(session, self._services, self)
        session_controller.session_ended.connect(
            lambda text: self._on_session_ended(session_controller, text)
        )
        return session_controller

    def _enter_session(self, session_controller: SessionController) -> None:
        self.session_controller = session_controller
        session_controller.waiting_room_requested.connect(self._show_waiting_room)
        session_controller.match_started.connect(self._on_match_started)
        session_controller.changed.connect(self.changed)
        session_controller.seal_checked.connect(self._show_seal)
        self._show_waiting_room()

    def _show_waiting_room(self) -> None:
        assert self.session_controller is not None
        waiting_room = self.session_controller.create_waiting_room()
        waiting_room.leave_button.clicked.connect(self.ask_leave_table)
        waiting_room.setup_requested.connect(self._on_setup_requested)
        waiting_room.settings_form.show_only_changed.connect(self._on_show_only_changed)
        self._services.pages.show_page(waiting_room)
        waiting_room.ready_button.setFocus()
        waiting_room.announce_table()
        self.changed.emit()
        if self.session_controller.chooses_game_next:
            self.session_controller.chooses_game_next = False
            waiting_room.ask_game_change()

    def _on_setup_requested(self, match_setup: MatchSetupMessage) -> None:
        """Save the table's settings and the options of its game for the next table."""
        settings = self._services.settings.current
        stored_rules = settings.table.get("rules")
        unusual_values = find_unusual_values(
            self._services.games[match_setup.game].options, match_setup.seats, match_setup.options
        )
        rules = {
            **(stored_rules if isinstance(stored_rules, dict) else {}),
            match_setup.game: {"options": unusual_values},
        }
        settings.table = {
            **collect_remembered_settings(match_setup),
            "only": settings.table.get("only", False),
            "rules": rules,
        }

    def _on_show_only_changed(self, on: bool) -> None:
        settings = self._services.settings.current
        settings.table = {**settings.table, "only": on}

    # Matches

    def _on_match_started(self, player_view: PlayerView) -> None:
        assert self.session_controller is not None
        self.session_controller.waiting_room = None
        if not self.table_only.try_show_match(player_view):
            self._services.navigate(RemoteMatchRoute(player_view, self._attach_to_match))

    def _attach_to_match(self, match_view: MatchView) -> None:
        if self.session_controller is not None:
            match_view.is_shared, match_view.connect_result = True, self.connect_ending
            self.session_controller.attach_to_match(match_view)
            self.changed.emit()

    def connect_ending(self, ending: ResultController) -> None:
        """Connect the end of a match to what can follow at a networked table."""
        assert self.session_controller is not None
        ending.set_actions(NETWORK_ACTIONS)
        ending.rematch_requested.connect(self.start_next_match)
        ending.new_match_requested.connect(self._show_waiting_room)
        ending.leave_requested.connect(self.ask_leave_table)
        self._show_seal()

    def _keep_ending_local(
        self, session_controller: SessionController, ending: ResultController
    ) -> None:
        """Keep the table of a finished match after its networked table was closed."""
        session_controller.remove_overlay()
        ending.rematch_requested.disconnect()
        ending.new_match_requested.disconnect()
        ending.leave_requested.disconnect()
        ending.set_actions(CLOSED_TABLE_ACTIONS)
        connect_default_actions(ending, self._services)
        self.changed.emit()

    def _show_seal(self) -> None:
        ending = None if self._match_view is None else self._match_view.result_controller
        panel = None if ending is None else ending.result_panel
        seal = None if self.session_controller is None else self.session_controller.seal
        if panel is None or seal is None or seal is SealVerdict.NONE:
            return
        panel.show_seal(
            tr(SEAL_TEXTS[seal]),
            is_warning=seal is SealVerdict.REPEATED,
            is_broken=seal is SealVerdict.BROKEN,
        )

    def open_chat(self) -> None:
        if self.session_controller is not None:
            if self.session_controller.overlay is not None:
                self.session_controller.overlay.toggle_chat()
            elif isinstance(waiting_room := self._services.pages.current, WaitingRoomPage):
                waiting_room.chat_panel.input_field.setFocus()

    def show_code(self) -> None:
        session_controller = self.session_controller
        if session_controller is not None and session_controller.session.code:
            session, name = (
                session_controller.session,
                "" if session_controller.lobby is None else session_controller.lobby.table,
            )
            dialog = CodeDialog(name, session.code, session.addresses, self._window)
            dialog.join_info.new_code_requested.connect(session.renew_code)
            session_controller.table_opened.connect(dialog.join_info.show_join_info)
            self._open_dialog(dialog)

    def show_phones(self) -> None:
        session_controller = self.session_controller
        if session_controller is None or not session_controller.session.is_hosting:
            return
        if isinstance(waiting_room := self._services.pages.current, WaitingRoomPage):
            waiting_room.focus_phones()
        else:
            self._open_dialog(PhonesDialog(session_controller, self._window))

    def ask_dismiss_guest(self, seat: int) -> None:
        session_controller = self.session_controller
        if session_controller is not None:
            dialog = create_dismiss_dialog(
                self._window, session_controller.session, lambda: session_controller.lobby, seat
            )
            self._open_dialog(dialog)

    def choose_game(self) -> None:
        """Let the keeper choose another game, after ending a running match if they agree."""
        session_controller = self.session_controller
        if session_controller is None or not session_controller.is_keeper:
            return
        if session_controller.is_playing:
            if self._ask_about_unwritten(session_controller, self._stop_match):
                return
            dialog = create_stop_match_dialog(
                self._window, hosting=session_controller.session.is_hosting
            )
            dialog.confirmed.connect(self._stop_match)
            self._open_dialog(dialog)
            return
        if (
            session_controller.waiting_room is None
            or self._services.pages.current is not session_controller.waiting_room
        ):
            self._show_waiting_room()
        assert session_controller.waiting_room is not None
        session_controller.waiting_room.ask_game_change()

    def _stop_match(self) -> None:
        session_controller = self.session_controller
        if session_controller is not None and session_controller.is_playing:
            session_controller.chooses_game_next = True
            session_controller.session.stop_match()

    def start_next_match(self) -> None:
        """Continue with the next match; ask first if the last one cannot be written."""
        session_controller = self.session_controller
        if session_controller is not None and not self._ask_about_unwritten(
            session_controller, session_controller.join_next_match
        ):
            session_controller.join_next_match()

    # Leaving

    def ask_leave_table(self) -> None:
        """Leave the table; ask first if somebody would lose something."""
        session_controller = self.session_controller
        if session_controller is None or self._ask_about_unwritten(
            session_controller, self._leave_table
        ):
            return
        if not self._would_lose_something(session_controller):
            self._leave_table()
            return
        self._confirm_leaving(session_controller, self._leave_table, self._leave_temporarily)

    def _confirm_leaving(
        self,
        session_controller: SessionController,
        leave: Callable[[], object],
        leave_temporarily: Callable[[], object],
    ) -> None:
        if session_controller.session.is_hosting:
            dialog = create_close_table_dialog(self._window, playing=session_controller.is_playing)
        else:
            dialog = LeaveMatchDialog(self._window)
            dialog.temporary_leave_requested.connect(leave_temporarily)
        dialog.confirmed.connect(leave)
        self._open_dialog(dialog)

    def _ask_about_unwritten(
        self, session_controller: SessionController, action: Callable[[], object]
    ) -> bool:
        """Ask before a match hosted here is lost unwritten; return whether it was asked."""
        file = session_controller.session.unwritten_record
        error = None if file is None else file.error
        if file is None or error is None:
            return False
        dialog = UnsavedMatchDialog(self._window, file, error)
        dialog.confirmed.connect(action)
        self._open_dialog(dialog)
        return True

    @staticmethod
    def _would_lose_something(session_controller: SessionController) -> bool:
        if session_controller.session.is_hosting:
            chairs = () if session_controller.lobby is None else session_controller.lobby.chairs
            return (
                session_controller.is_playing or sum(chair.who == "guest" for chair in chairs) > 1
            )
        return (
            session_controller.is_playing
            and session_controller.lobby is not None
            and session_controller.lobby.you is not None
        )

    def ask_before_closing(self) -> bool:
        """Return whether the window must not close yet, because a question was opened."""
        session_controller, confirm_close = self.session_controller, self.close_confirmed.emit
        if session_controller is not None and self._ask_about_unwritten(
            session_controller, confirm_close
        ):
            return True
        if session_controller is None or not self._would_lose_something(session_controller):
            return False
        # A match hosted here keeps its seats on disk: closing is enough.
        leave = confirm_close if session_controller.session.is_hosting else self._leave_and_close
        self._confirm_leaving(session_controller, leave, confirm_close)
        return True

    def _leave_and_close(self) -> None:
        if self.session_controller is not None:
            self.session_controller.leave_table()
        self.close_confirmed.emit()

    def _leave_table(self) -> None:
        session_controller, self.session_controller = self.session_controller, None
        if session_controller is not None:
            session_controller.leave_table()
            self._return_to_start()

    def _leave_temporarily(self) -> None:
        session_controller, self.session_controller = self.session_controller, None
        if session_controller is not None:
            session_controller.close()
            self._return_to_start()

    def _on_session_ended(self, session_controller: SessionController, text: str) -> None:
        if session_controller is self._pending_session:
            self._pending_session = None
            if isinstance(self.dialog, JoinDialog):
                self.dialog.show_refusal(text, session_controller.end_code)
        elif session_controller is self.session_controller:
            self.session_controller = None
            match_view = self._match_view
            if match_view is None or match_view.result_controller is None:
                self._return_to_start()
            else:
                match_view.is_shared = False
                self._keep_ending_local(session_controller, match_view.result_controller)
            if text:
                self._services.notifications.show_sentence(text)

    def _return_to_start(self) -> None:
        page = self._services.pages.current
        if page is not None:
            page.is_shared = False
        self._services.navigate(StartRoute())
        self.changed.emit()

    def close(self) -> None:
        for session_controller in self.findChildren(SessionController):
            session_controller.close()
        # Its search for tables would run on.
        for dialog in self._window.findChildren(JoinDialog):
            dialog.reject()
        self.session_controller = self._pending_session = None

    def _open_dialog(self, dialog: Any) -> None:
        self.dialog = dialog
        self._services.dialogs.open_dialog(dialog)


def create_default_host_options(
    games: GamesByName,
    settings: UserSettings,
    table: tuple[str, Sequence[HeaderPlayer], Mapping[str, object]],
    launcher: BotLauncher,
) -> HostOptions:
    """Return the request to open a table with the game, players and options of ``table``."""
    game, players, options = table
    values = resolve_options_or_defaults(games[game].options, len(players), options)
    levels = (
        player.level for player in players if player.kind != HUMAN and player.level in LEVEL_NAMES
    )
    level = resolve_stored_level(next(levels, DEFAULT_LEVEL))
    match_setup = _create_match_setup(game, len(players), values, level)
    return _create_host_options(games, match_setup, settings, launcher)


def create_stored_host_options(
    games: GamesByName,
    path: Path,
    header: RecordHeader,
    settings: UserSettings,
    launcher: BotLauncher,
) -> HostOptions:
    """Return the request to reopen the table of a stored match."""
    match_setup = _create_match_setup(
        header.game, len(header.players), header.options, DEFAULT_LEVEL
    )
    return _create_host_options(games, match_setup, settings, launcher, path)


def _create_match_setup(
    game: str, seats: int, options: Mapping[str, object], bots: str
) -> MatchSetupMessage:
    return MatchSetupMessage(game, seats, dict(options), bots, clock=0, hints=True, hands=False)


def _create_host_options(
    games: GamesByName,
    match_setup: MatchSetupMessage,
    settings: UserSettings,
    launcher: BotLauncher,
    record: Path | None = None,
) -> HostOptions:
    own_name, person = get_own_name(settings), settings.current_person
    name = (
        tr("Table for friends")
        if own_name == tr("You")
        else tr("{name}'s table").format(name=own_name)
    )
    face = (person.face, person.colour)
    is_show_only = record is None and settings.table.get("only") is True
    match_setup = _apply_remembered_settings(match_setup, settings)
    offered_levels = games[match_setup.game].levels_for(match_setup.seats, match_setup.options)
    match_setup = msgspec.structs.replace(
        match_setup, bots=fit_level(match_setup.bots, offered_levels)
    )
    return HostOptions(
        name, own_name, match_setup, record, launcher=launcher, face=face, is_show_only=is_show_only
    )


def _apply_remembered_settings(
    match_setup: MatchSetupMessage, settings: UserSettings
) -> MatchSetupMessage:
    """Return the setup with the remembered settings, as far as they are valid."""
    allowed = {
        "bots": ("", *OFFERED_LEVELS),
        "clock": TURN_LIMITS_S,
        "hints": (True, False),
        "hands": (True, False),
    }
    table, level = settings.table, settings.table.get("bots")
    if isinstance(level, str):
        table = {**table, "bots": resolve_stored_level(level)}
    remembered = {
        key: value
        for key, value in table.items()
        if any(
            type(allowed_value) is type(value) and allowed_value == value
            for allowed_value in allowed.get(key, ())
        )
    }
    return msgspec.structs.replace(match_setup, **remembered)


def collect_remembered_settings(match_setup: MatchSetupMessage) -> dict[str, Any]:
    """Return the settings of a table to remember for the next one, without the game."""
    return {key: getattr(match_setup, key) for key in _REMEMBERED_FIELDS}
