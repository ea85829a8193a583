"""Controller of one session at a networked table: waiting room, matches and messages."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, assert_never

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from greenbaize.app.network.session import (
    Session,
    SessionListenerMessage,
    StoredRecord,
    describe_denial,
    find_presence_changes,
)
from greenbaize.app.network.table_changes import TableChangeTracker
from greenbaize.app.network.table_texts import (
    GATHERING_STAGE,
    PLAYING_STAGE,
    describe_stopped_match,
    extract_match_setup,
    format_names,
    is_keeper,
    list_faces,
)
from greenbaize.app.phones.phones_state import ChairRequest
from greenbaize.lan.wire import (
    ChatMessage,
    LobbyMessage,
    MatchStoppedMessage,
    RequestDeniedMessage,
    WatchSeatMessage,
)
from greenbaize.match.seal import SealVerdict
from greenbaize.rules.messages import Message
from greenbaize.ui.faces.assigned_avatars import set_guest_avatars
from greenbaize.ui.features.network.chat import ChatLog
from greenbaize.ui.features.network.network_overlay import NetworkOverlay
from greenbaize.ui.features.network.waiting_room import WaitingRoomPage
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr
from greenbaize.words.names import display_name, isolate_direction
from greenbaize.words.speaker import Speaker

LEAVE_TIMEOUT_MS: Final = 3000
PHONE_ERROR_CODES: Final = ("phones-port", "phones-no-network")
"""Codes of errors for which phones cannot be switched on."""
RECORD_COMPLETE: Final = "record-complete"
RECORD_MESSAGE_CODES: Final = (
    "match-unwritten",
    "table-keys-unwritten",
    RECORD_COMPLETE,
    "guest-record-unwritten",
    "guest-record-full",
)
"""Codes of messages about the match's record, which outlives the waiting room."""


def format_chair_request(request: ChairRequest) -> str:
    """Return the question whether to give a phone the chair that it asks for."""
    name = isolate_direction(display_name(request.name))
    text = Speaker().format_message(
        Message("phone-at-door", {"name": name, "number": request.number})
    )
    return f"{text} {tr('Give {name} the chair back?').format(name=name)}"


def describe_lobby_changes(old: LobbyMessage | None, new: LobbyMessage) -> list[str]:
    """Return sentences about guests who came or left between two states of the lobby."""
    if old is None or {old.stage, new.stage} != {PLAYING_STAGE}:
        return []
    own_name = None if new.you is None else new.chairs[new.you].name
    format_message = Speaker().format_message
    return [
        format_message(Message(f"guest-{change}", {"name": isolate_direction(display_name(name))}))
        for change, name in find_presence_changes(old, new)
        if name != own_name
    ]


def describe_next_match(old: LobbyMessage | None, new: LobbyMessage, changes: str) -> list[str]:
    """Return the news for a player who still looks at the last match.

    ``changes`` describes the changes of the table's setup.
    """
    if old is None or new.stage != GATHERING_STAGE:
        return []
    sentences = []
    if changes and extract_match_setup(old) != extract_match_setup(new):
        sentences.append(changes)
    already_ready = set() if old.stage != GATHERING_STAGE else set(_list_ready_names(old))
    ready_names = _list_ready_names(new)
    if not already_ready.issuperset(
        ready_names
    ):  # all names, since each sentence replaces the one before
        sentences.append(
            tr("Ready for another match: {names}.").format(names=format_names(ready_names))
        )
    return sentences


def _list_ready_names(lobby: LobbyMessage) -> list[str]:
    """Return the names of the other guests who are ready."""
    return [
        chair.name
        for seat, chair in enumerate(lobby.chairs)
        if chair.is_guest and chair.ready and seat != lobby.you
    ]


def _parse_last_options(stored: object) -> dict[str, dict[str, object]]:
    """Return the options by game, ignoring anything malformed in the settings."""
    entries = stored.items() if isinstance(stored, dict) else ()
    games = {
        game: entry["options"]
        for game, entry in entries
        if isinstance(entry, dict) and "options" in entry
    }
    return {game: options for game, options in games.items() if isinstance(options, dict)}


class NullListener:
    """Listener that calls the given callbacks and ignores everything else."""

    def __init__(self, **callbacks: Callable[..., object]) -> None:
        vars(self).update(callbacks)

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_: None


class SessionController(QObject):
    """Listener of a session, which must not have begun; it shows the session in the window."""

    admitted = Signal()
    """The host has let the player in."""
    waiting_room_requested = Signal()
    table_opened = Signal(str, tuple)
    """The table hosted here is open, or its code or addresses have changed; carries both."""
    match_started = Signal(object)
    """A match starts; carries its player view."""
    changed = Signal()
    """The available actions may have changed."""
    seal_checked = Signal()
    phones_changed = Signal()
    """The address for phones, or the guests by phone, have changed."""
    request_denied = Signal(str)
    """A request was refused; carries the reason as a sentence."""
    session_ended = Signal(str)
    """The session is over; carries the reason as a sentence."""
    _wake_requested = Signal()

    def __init__(self, session: Session, services: Services, parent: QObject) -> None:
        super().__init__(parent)
        self.session = session
        self.chat_log = ChatLog(self)
        self.overlay: NetworkOverlay | None = None
        self.seal: SealVerdict | None = None
        """Verification result of the last match's shuffle, or None until it is known."""
        self.is_admitted = False
        self.has_ended = False
        self.end_code = ""
        """Code of the reason, if the session ended for one."""
        self._games, self._notifications = services.games, services.notifications
        self._settings = services.settings
        self._table_changes = TableChangeTracker(services.games, is_hosting=session.is_hosting)
        self.chooses_game_next = False
        """True if the keeper chooses the next game as soon as the match has ended."""
        self.waiting_room: WaitingRoomPage | None = None
        self.opening_texts = ("", "")
        """Table name and status text until the first state of the lobby arrives."""
        self.lobby: LobbyMessage | None = None
        self._pending_request: ChairRequest | None = None
        self._last_request_number = 0
        """Number of the last request of a phone for a chair."""
        self._is_leaving = False
        self._viewed_seat: int | None = None
        self._connection_lost_text = tr("The connection is lost; trying to get it back.")
        self._not_connected_text = Speaker().format_message(Message("table-not-connected"))
        self._wake_requested.connect(self._on_wake, Qt.ConnectionType.QueuedConnection)
        session.listener = self
        session.set_wake_callback(self._wake_requested.emit)

    def _on_wake(self) -> None:
        if not self.has_ended:
            self.session.process_pending()

    # Waiting room

    def create_waiting_room(self) -> WaitingRoomPage:
        """Create the waiting room; the window deletes each page that it has shown."""
        stored_rules = self._settings.current.table.get("rules")
        last_options = {
            **_parse_last_options(self._settings.current.setups),
            **_parse_last_options(stored_rules),
        }
        waiting_room = WaitingRoomPage(
            self._games,
            self.session,
            self.chat_log,
            last_options,
            self._settings.current,
        )
        waiting_room.house_rules_changed.connect(self._settings.save)
        self.waiting_room = waiting_room
        waiting_room.show_opening(*self.opening_texts)
        self._show_join_info()
        self._update_waiting_room()
        return waiting_room

    def _show_join_info(self) -> None:
        if self.waiting_room is not None and self.session.is_hosting:
            self.waiting_room.join_info.show_join_info(self.session.code, self.session.addresses)

    def _update_waiting_room(self) -> None:
        if self.waiting_room is not None and self.lobby is not None:
            changes = self._table_changes.describe_changes(self.lobby)
            self.waiting_room.show_lobby(
                self.lobby, is_connected=self.session.is_connected, changes=changes
            )

    # Role

    @property
    def is_keeper(self) -> bool:
        lobby = self.lobby
        return lobby is not None and is_keeper(lobby, is_hosting=self.session.is_hosting)

    @property
    def is_show_only(self) -> bool:
        """True if this computer hosts the table without a seat at it."""
        return self.session.is_hosting and self.lobby is not None and self.lobby.you is None

    @property
    def is_playing(self) -> bool:
        return self.lobby is not None and self.lobby.stage == PLAYING_STAGE

    # Session events

    def on_phones(self) -> None:
        self._update_waiting_room()
        self._ask_about_chairs()
        self.phones_changed.emit()

    def _ask_about_chairs(self) -> None:
        """Ask whether a phone gets the chair of an absent player."""
        requests = self.session.phones_state.chair_requests
        if self._pending_request is not None and self._pending_request not in requests:
            self._notifications.withdraw_sentence(format_chair_request(self._pending_request))
            self._pending_request = None
        for request in requests:
            if request.number > self._last_request_number:
                self._last_request_number = request.number
                self._pending_request = request
                give_chair = partial(self.session.return_phone_chair, request.number)
                self._notifications.show_question(
                    format_chair_request(request), tr("Give it back"), give_chair
                )

    def on_open(self) -> None:
        self._show_join_info()
        self.table_opened.emit(self.session.code, self.session.addresses)
        self.changed.emit()

    def on_message(self, message: SessionListenerMessage) -> None:
        """Show a message of the table."""
        match message:
            case LobbyMessage():
                self._show_lobby(message)
            case ChatMessage(seat=seat):
                own_seat = None if self.lobby is None else self.lobby.you
                self.chat_log.add_message(message, is_own=own_seat is not None and seat == own_seat)
            case RequestDeniedMessage(why=code):
                self._show_denial(describe_denial(code))
            case MatchStoppedMessage(by=keeper_name):
                self._show_stopped_match(keeper_name)
            case StoredRecord(seal=seal):
                self.seal = seal
                self.seal_checked.emit()
            case _:
                assert_never(message)

    def _show_lobby(self, lobby: LobbyMessage) -> None:
        sentences = describe_lobby_changes(self.lobby, lobby)
        self._table_changes.update_agreed_lobby(lobby)
        if self.overlay is not None and self.waiting_room is None:
            sentences += describe_next_match(
                self.lobby, lobby, self._table_changes.describe_changes(lobby)
            )
        for sentence in sentences:
            self._notifications.show_transient(sentence)
        self.lobby = lobby
        set_guest_avatars(list_faces(lobby))
        self._mark_admitted()
        self._update_waiting_room()
        if self.overlay is not None:
            self.overlay.show_lobby(lobby)
        self.changed.emit()

    def _mark_admitted(self) -> None:
        if not self.is_admitted:
            self.is_admitted = True
            self.admitted.emit()

    def on_match(self, player_view: Any) -> None:
        self.seal = None
        self._mark_admitted()
        self.match_started.emit(player_view)

    def _show_stopped_match(self, keeper_name: str) -> None:
        self.remove_overlay()
        self.waiting_room_requested.emit()
        if self.is_keeper:
            self._notifications.show_transient(tr("The match is kept and can be continued later."))
        else:
            self._notifications.show_sentence(describe_stopped_match(keeper_name))

    def attach_to_match(self, match_view: MatchView) -> None:
        self.overlay = NetworkOverlay(
            match_view, self.session, self.chat_log, self._notifications, self._viewed_seat
        )
        self.overlay.changed.connect(self.changed)
        self.overlay.viewed_seat_changed.connect(self._on_viewed_seat_changed)
        if self.lobby is not None:
            self.overlay.show_lobby(self.lobby)

    def stop_viewing_seat(self) -> bool:
        """Stop viewing a hand; return whether one was viewed."""
        was_viewing = self._viewed_seat is not None
        if was_viewing:
            self._on_viewed_seat_changed(None)
        return was_viewing

    def remove_overlay(self) -> None:
        """Remove the network overlay from the table of a match, which stays."""
        if self.overlay is not None:
            self.overlay.remove_from_table()
        self.overlay = None

    def _on_viewed_seat_changed(self, seat: int | None) -> None:
        self._viewed_seat = seat
        self.session.send_message(WatchSeatMessage(seat))

    def on_warning(self, warning: Message) -> None:
        if warning.code in RECORD_MESSAGE_CODES:
            self._notifications.show_message(warning, is_lasting=warning.code != RECORD_COMPLETE)
        else:
            self._show_denial(warning)

    def _show_denial(self, message: Message) -> None:
        text = Speaker().format_message(message)
        self.request_denied.emit(text)
        self._update_waiting_room()  # restore the state before the refused change
        if self.waiting_room is not None:
            self.waiting_room.show_message(text)
            if message.code in PHONE_ERROR_CODES:
                self.waiting_room.phones_panel.show_error(text)
        else:
            self._notifications.show_sentence(text)

    def on_connection_lost(self) -> None:
        self._notifications.show_sentence(self._connection_lost_text)
        self._update_connection()

    def on_reconnected(self) -> None:
        self._notifications.withdraw_sentence(self._connection_lost_text)
        self._notifications.withdraw_sentence(self._not_connected_text)
        self._notifications.show_transient(tr("The connection is back."))
        self._update_connection()

    def _update_connection(self) -> None:
        self._update_waiting_room()
        if self.overlay is not None:
            self.overlay.refresh()
        self.changed.emit()

    def on_over(self, reason: Message | None) -> None:
        if self.has_ended:
            return
        text = (
            tr("The table has been closed.") if reason is None else Speaker().format_message(reason)
        )
        self.end_code = "" if reason is None else reason.code
        self.close()
        self.session_ended.emit(text)

    # Leaving

    def leave_table(self) -> None:
        """Leave on purpose; a table hosted here is closed."""
        if not self.has_ended and not self._is_leaving:
            self._is_leaving = True
            # Pending messages must not reach a window that shows something else.
            null_listener: Any = NullListener(on_over=lambda _: self.close())
            self.session.listener = null_listener
            self.session.leave_table()
            # Do not wait for a host that does not answer.
            QTimer.singleShot(LEAVE_TIMEOUT_MS, self, self.close)

    def close(self) -> None:
        """End the session at once; the seat, or the match hosted here, is kept."""
        if not self.has_ended:
            self.has_ended = True
            self.session.close()
            set_guest_avatars({})
            self.deleteLater()

    # Menu actions

    def join_next_match(self) -> None:
        """Return to the waiting room, ready if the setup is unchanged since the last match.

        Nobody agrees to changes unseen: the waiting room lists them.
        """
        lobby = self.lobby
        is_seated = lobby is not None and lobby.you is not None and lobby.stage == GATHERING_STAGE
        if lobby is not None and is_seated and not self._table_changes.has_changed(lobby):
            self.session.set_ready()
        self.waiting_room_requested.emit()
