"""A session at a table on the network, hosted here or elsewhere.

The network has its own thread. Its results wait until the owner calls ``process_pending``; requests
are handed over at once.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, Protocol

import msgspec

from greenbaize.app.network.network_thread import NetworkTask, NetworkThread
from greenbaize.app.network.remote_view import RemotePlayerView
from greenbaize.app.phones.phones_state import PhonesState
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.games import GAMES
from greenbaize.lan import wire
from greenbaize.lan.client import (
    CommandResultCallback,
    FullRecord,
    GuestClient,
    GuestListenerMessage,
    TableRejectionError,
)
from greenbaize.match.header import check_seat_count
from greenbaize.match.record import MAX_RECORD_BYTES
from greenbaize.match.seal import SealVerdict
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.rules.options import resolve_options
from greenbaize.store.log import log_exception
from greenbaize.store.record_file import RecordFile

REJECTION_CODES: Final = (
    "closed",
    "slow",
    "code",
    "busy",
    "full",
    "name",
    "no-name",
    "damaged",
    "flood",
    "secret",
    "dismissed",
    "replaced",
    "other-window",
    "watchers",
    "next-deal",
    "host-older",
    "host-newer",
    "host-damaged",
    "host-flood",
    "not-the-host",
)
MAX_SHOWN_WAIT_S: Final = 60
"""Longest wait shown to the player; a host could send any number (s)."""
DENIAL_CODES: Final = (
    "keeper",
    "too-fast",
    "options",
    "playing",
    "not-playing",
    "seats",
    "hands",
    "changed",
    "host-older",
)
"""Denial codes that have a sentence."""


def describe_rejection(error: TableRejectionError) -> Message:
    """Return the message why the host rejects this guest."""
    code = f"table-away-{error.reason}" if error.reason in REJECTION_CODES else "table-away"
    return Message(code, {"why": error.reason, "wait": min(error.wait_s, MAX_SHOWN_WAIT_S)})


def describe_denial(code: str) -> Message:
    """Return the message why a request to the table is denied."""
    message_id = f"table-denied-{code}" if code in DENIAL_CODES else "table-denied"
    return Message(message_id, {"why": code})


@dataclass(frozen=True, slots=True)
class MatchStart:
    """The start of a match that begins, or is sent again: its first line, and its circumstances."""

    match_number: int
    """Number of the match at this table."""
    line: bytes
    is_seated: bool
    record_path: Path | None
    """Path of the match's record on this computer."""


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """The full record of a finished match, stored on this computer and checked."""

    seal: SealVerdict
    path: Path | None


SessionListenerMessage = wire.RoomMessage | StoredRecord
"""Messages that a ``Session`` passes on to its ``SessionListener``; others become views."""


class SessionListener(Protocol):
    """The listener of a session; everything is called from ``process_pending``.

    ``on_message`` gets what the table tells; ``on_match`` is also called when a match is sent again
    from its start, ``on_warning`` with what this computer has to report, ``on_phones`` when
    ``phones_state`` has changed; ``on_over`` gets None after leaving or when the host has closed
    the table.
    """

    def on_open(self) -> None: ...
    def on_message(self, message: SessionListenerMessage) -> None: ...
    def on_match(self, player_view: RemotePlayerView) -> None: ...
    def on_warning(self, warning: Message) -> None: ...
    def on_phones(self) -> None: ...
    def on_connection_lost(self) -> None: ...
    def on_reconnected(self) -> None: ...
    def on_over(self, reason: Message | None) -> None: ...


class Session:
    """A session at a table, whose ``connection`` and ``listener`` are set before it begins.

    The ``on_…`` are called from ``process_pending`` only, and not once the session is over.
    """

    connection: "TableConnection"
    listener: SessionListener

    def __init__(self, launcher: BotLauncher) -> None:
        self.code = ""
        """Code of a table hosted here, as displayed; empty for guests, who may know an old one."""
        self.addresses: tuple[str, ...] = ()
        """Addresses of the table for friends (``192.168.1.5:40123``), the likeliest first."""
        self.lobby: wire.LobbyMessage | None = None
        """Last lobby of the table; ``you`` and ``keeper`` are the own seat and the keeper's."""
        self.player_view: RemotePlayerView | None = None
        self.is_connected = False
        self.is_over = False
        self.newest_match = 0
        """Number of the newest match here, shown or on its way; the network thread sets it."""
        self.phones_state = PhonesState()
        self._phones_url = ""
        """Address chosen for phones; ``phones_state`` is empty while phones are off."""
        self.thread: Final = NetworkThread(self.on_over)
        self._launcher = launcher
        self._is_started = False
        self._is_loss_reported = False
        """Listeners know that the connection is lost."""
        self._was_seen_gathering = False
        """The table was seen without a match since the last one."""
        self._incoming_view: RemotePlayerView | None = None
        """View of a match being sent again, until it is complete."""

    @property
    def is_hosting(self) -> bool:
        return self.connection.is_hosting

    @property
    def unwritten_record(self) -> RecordFile | None:
        """Record of the match hosted here if lines of it are not on the disk, or None."""
        return self.connection.unwritten_record

    def start_session(self) -> None:
        self._is_started = True
        self.thread.start_task(self.connection)

    # Requests

    def send_message(self, message: msgspec.Struct) -> None:
        """Send the table a request; some are open to its keeper only."""
        self.thread.call_in_thread(self.connection.send_message, message)

    def send_chat(self, text: str = "", word: str = "") -> None:
        self.send_message(wire.SendChatMessage(text, word))

    def set_ready(self, *, ready: bool = True) -> None:
        """Report whether the person is ready for the table as it is shown now."""
        arrangement_number = msgspec.UNSET if self.lobby is None else self.lobby.arranged
        self.send_message(wire.ReadyMessage(ready, arrangement_number))

    def stop_match(self) -> None:
        """Stop the match before its end, as the table's keeper; it can be continued later."""
        self.send_message(wire.StopMatchMessage())

    def switch_bot(self, seat: int, *, on: bool) -> None:
        self.send_message(wire.StandInMessage(seat, on))

    def switch_phones(self, *, on: bool) -> None:
        """Let phones join a table hosted here, or no longer.

        ``phones_state`` then says how to join. Phones that were on when the host of a match was
        ended are on again by themselves.
        """
        self.thread.call_in_thread(self.connection.switch_phones, on)

    def return_phone_chair(self, number: int) -> None:
        """Give a phone waiting at a table hosted here the chair that it asked for."""
        self.thread.call_in_thread(self.connection.return_phone_chair, number)

    def renew_code(self) -> None:
        """Request a new code for a table hosted here; ``on_open`` follows."""
        self.thread.call_in_thread(self.connection.renew_code)

    def set_show_only(self, *, on: bool) -> None:
        """Keep a table hosted here without a chair, or with one; between matches."""
        self.thread.call_in_thread(self.connection.set_show_only, on)

    def report_shown_lines(self, line_count: int | None) -> None:
        """Report to phones of a table hosted here how many lines its screen has shown.

        They show no result before it does; None: nobody looks at a screen.
        """
        if self.is_hosting:
            self.thread.call_in_thread(self.connection.report_shown_lines, line_count)

    def leave_table(self) -> None:
        """Leave the table; one hosted here is closed. ``on_over`` follows."""
        if self._is_started:
            self.thread.call_in_thread(self.connection.leave_table)
        else:
            self.thread.call_owner(self.on_over, None)

    def close(self) -> None:
        """End everything at once; a hosted match can be continued, a guest keeps the seat."""
        self.is_over = True
        self.thread.close()

    # Results from the network

    def call_owner(
        self, callback: Callable[..., object], *args: object, size: int = 0, kind: object = None
    ) -> None:
        """Call something in ``process_pending``, unless the session is over by then."""
        self.thread.call_owner(self._run_callback, callback, args, size=size, kind=kind)

    def _run_callback(self, callback: Callable[..., object], args: tuple[object, ...]) -> None:
        if not self.is_over:
            callback(*args)

    def on_open(self, code: str, addresses: tuple[str, ...]) -> None:
        self.code, self.addresses = code, addresses
        self.listener.on_open()

    def on_warning(self, warning: Message) -> None:
        self.listener.on_warning(warning)

    def on_phones(self, phones_state: PhonesState) -> None:
        self.phones_state = phones_state.with_url(self._phones_url)
        self.listener.on_phones()

    def choose_phones_url(self, url: str) -> None:
        """Show phones another of the ``addresses`` of this computer."""
        self._phones_url = url
        self.on_phones(self.phones_state)

    def on_message(self, message: wire.MatchMessage | MatchStart | SessionListenerMessage) -> None:
        """Apply a message to the state here, and pass on everything but the lines of a match."""
        match message:
            case MatchStart():
                self._begin_view(message)
            case wire.EventMessage(line=line):
                self._apply_event_line(bytes(line))
            case wire.CaughtUpMessage():
                self._show_incoming_match()
            case _:
                if isinstance(message, wire.LobbyMessage) and not self._update_lobby(message):
                    return
                if isinstance(message, wire.MatchStoppedMessage):
                    self._leave_match()
                self.listener.on_message(message)

    def _update_lobby(self, lobby: wire.LobbyMessage) -> bool:
        """Store the lobby; an invalid one ends the session, and False is returned."""
        try:
            _check_lobby(lobby)
        except GameError as error:
            self.abort_session(error)
            return False
        self.lobby = lobby
        self._was_seen_gathering = self._was_seen_gathering or lobby.stage != "playing"
        return True

    def _begin_view(self, header: MatchStart) -> None:
        """Begin the view of a match; a resent match is published once it is complete."""
        try:
            player_view = RemotePlayerView(
                header.line, self, header.match_number, is_seated=header.is_seated
            )
        except wire.DamagedMessageError as error:
            self.abort_session(error)
            return
        player_view.record_path, player_view.launcher = header.record_path, self._launcher
        self._incoming_view = player_view
        if self._was_seen_gathering and not self._is_outdated(player_view):
            self._was_seen_gathering = False
            self._show_match(player_view)

    def _apply_event_line(self, line: bytes) -> None:
        player_view = self._incoming_view or self.player_view
        try:
            if player_view is not None:
                player_view.apply_event_line(line)
        except wire.DamagedMessageError as error:
            self.abort_session(error)

    def _is_outdated(self, player_view: RemotePlayerView) -> bool:
        """Return whether another match is on its way already: only that one is shown."""
        return player_view.match_number < self.newest_match

    def _show_incoming_match(self) -> None:
        if self._incoming_view is None or self._is_outdated(self._incoming_view):
            return
        try:
            self._incoming_view.check_displayable()
        except Exception as error:
            # Rules expect valid events; invalid ones may raise anything.
            self.abort_session(error)
        else:
            self._show_match(self._incoming_view)

    def _show_match(self, player_view: RemotePlayerView) -> None:
        if self.player_view is not None:
            self.player_view.leave_table()
        self.player_view, self._incoming_view = player_view, None
        self.listener.on_match(player_view)

    def _leave_match(self) -> None:
        """Leave a match that was stopped before its end."""
        if self.player_view is not None:
            self.player_view.leave_table()
        self.player_view = self._incoming_view = None
        self._was_seen_gathering = True

    def on_slowed(self, wait_s: int) -> None:
        self.listener.on_warning(Message("table-slowed", {"wait": wait_s}))

    def on_connection_lost(self) -> None:
        self.is_connected, self._is_loss_reported, self._was_seen_gathering = False, True, False
        if self.player_view is not None:
            self.player_view.on_connection_lost()
        self.listener.on_connection_lost()

    def on_reconnected(self) -> None:
        self.is_connected, was_loss_reported, self._is_loss_reported = (
            True,
            self._is_loss_reported,
            False,
        )
        if was_loss_reported:
            self.listener.on_reconnected()

    def on_over(self, reason: Message | None) -> None:
        if not self.is_over:
            self.is_over, self.is_connected, self._incoming_view = True, False, None
            self.listener.on_over(reason)

    # MessageSender

    @property
    def has_hints(self) -> bool:
        return self.lobby is not None and self.lobby.hints

    def process_pending(self) -> None:
        self.thread.process_pending()

    def set_wake_callback(self, on_wake: Callable[[], None] | None, owner: object = None) -> None:
        """Call ``on_wake``, from another thread, when ``process_pending`` is due; one per owner."""
        self.thread.set_wake_callback(self if owner is None else owner, on_wake)

    def submit_command(
        self,
        match_number: int,
        line_count: int,
        command: dict[str, Any],
        on_result: CommandResultCallback,
    ) -> None:
        self.thread.call_in_thread(
            self.connection.submit_command, match_number, line_count, command, on_result
        )

    def abort_session(self, error: Exception) -> None:
        """End the session, as invalid data was received."""
        if not isinstance(error, wire.DamagedMessageError | GameError):
            log_exception(error)
        self.thread.stop()
        self.on_over(describe_rejection(TableRejectionError("host-damaged")))


class TableConnection(NetworkTask, ABC):
    """The network thread's part of a session, which passes on what its guest receives.

    ``run`` returns why it ended, None after leaving or when the table was closed.
    """

    is_hosting = False
    _guest_client: GuestClient

    def __init__(self, session: Session) -> None:
        self._session = session
        self._record_path: Path | None = None
        """Path of the match's record on this computer."""
        self._match_number = self._byte_count = 0
        self._has_left = self._is_reseating = False
        self._connection_task: asyncio.Task[None] | None = None

    @property
    def unwritten_record(self) -> RecordFile | None:
        """Record of the match hosted here if lines of it are not on the disk, or None.

        The window's thread may read it and save a copy.
        """
        return None

    @abstractmethod
    def leave_table(self) -> None:
        """Leave the table on the person's request."""

    def switch_phones(self, on: bool) -> None:
        pass

    def set_show_only(self, on: bool) -> None:
        pass

    def renew_code(self) -> None:
        pass

    def return_phone_chair(self, number: int) -> None:
        pass

    def report_shown_lines(self, line_count: int | None) -> None:
        pass

    def send_message(self, message: msgspec.Struct) -> None:
        """Send to the table; dropped while disconnected."""
        if self._connection_task is not None:
            self._guest_client.send_message(message)

    def submit_command(
        self,
        match_number: int,
        line_count: int,
        command: dict[str, Any],
        on_result: CommandResultCallback,
    ) -> None:
        guest, call_owner = self._guest_client, self._session.thread.call_owner
        if guest.is_connected and (
            match_number != self._match_number or line_count != guest.line_count
        ):
            call_owner(on_result, "stale", "")
        else:
            guest.submit(command, partial(call_owner, on_result))

    async def _run_connection(self, guest: GuestClient, connect: Callable[[], Any]) -> None:
        self._guest_client = guest
        guest.wait_for_listener = self._session.thread.wait_for_space
        guest.on_slowed = partial(self._post_to_session, self._session.on_slowed)
        on_lost = partial(self._post_to_session, self._session.on_connection_lost)
        self._connection_task = asyncio.ensure_future(
            guest.run_connection(connect, on_lost, self._on_admitted)
        )
        try:
            await self._connection_task
        except asyncio.CancelledError:
            own_task = asyncio.current_task()
            is_closing = own_task is not None and own_task.cancelling() > 0
            if not (self._has_left or (self._is_reseating and not is_closing)):
                raise

    # GuestListener

    def _on_admitted(self) -> None:
        self._post_to_session(self._session.on_reconnected)

    def on_message(self, message: GuestListenerMessage) -> None:
        """Pass a message on to the window's thread."""
        match message:
            case wire.EventMessage(number=0, line=line):
                self._post_message(self._count_match(bytes(line)))
            case FullRecord():
                self._post_message(self._store_full_record(message))
            case _:
                if isinstance(message, wire.EventMessage):
                    self._count_bytes(message.line)
                self._post_message(message)

    def _post_message(
        self, message: wire.MatchMessage | MatchStart | SessionListenerMessage
    ) -> None:
        # Of lobbies that wait, only the last one counts.
        kind = ("lobby", message.stage) if isinstance(message, wire.LobbyMessage) else None
        self._post_to_session(self._session.on_message, message, kind=kind)

    def _count_match(self, header: bytes) -> MatchStart:
        self._match_number += 1
        self._session.newest_match = self._match_number
        self._byte_count = 0
        is_seated = self._guest_client.seat is not None
        return MatchStart(self._match_number, header, is_seated, self._record_path)

    def _count_bytes(self, line: msgspec.Raw) -> None:
        self._byte_count += len(line)
        if self._byte_count > MAX_RECORD_BYTES:
            raise wire.DamagedMessageError

    @abstractmethod
    def _store_full_record(self, record: FullRecord) -> StoredRecord:
        """Store and check the full record of the match."""

    def _post_to_session(
        self, callback: Callable[..., object], *args: object, kind: object = None
    ) -> None:
        self._session.call_owner(callback, *args, size=self._guest_client.line_size, kind=kind)


def _check_lobby(lobby: wire.LobbyMessage) -> None:
    game, seats = GAMES.get(lobby.game), len(lobby.chairs)
    if game is None:
        raise GameError(Message("header-game", {"game": lobby.game}))
    check_seat_count(game, seats)
    resolve_options(game.options, seats, lobby.options)
    for seat in (lobby.you, lobby.keeper):
        if seat is not None and seat >= seats:
            raise GameError(Message("no-seat", {"number": seat}))


class PresenceChange(NamedTuple):
    """A change of a guest's presence, by name as chairs change seats."""

    kind: Literal["sat", "left", "away", "back", "slow"]
    name: str


def find_presence_changes(
    old: wire.LobbyMessage | None, new: wire.LobbyMessage
) -> list[PresenceChange]:
    """Return the changes of guests' presence; without an old lobby, those who are here."""
    old_guests, new_guests = _guest_chairs_by_name(old), _guest_chairs_by_name(new)
    changes = [PresenceChange("left", name) for name in old_guests if name not in new_guests]
    for name, chair in new_guests.items():
        old_chair = old_guests.get(name)
        if old_chair is None:
            if chair.here:
                changes.append(PresenceChange("sat", name))
        elif old_chair.here != chair.here:
            changes.append(PresenceChange("back" if chair.here else "away", name))
        elif chair.slow and not old_chair.slow:
            changes.append(PresenceChange("slow", name))
    return changes


def _guest_chairs_by_name(lobby: wire.LobbyMessage | None) -> dict[str, wire.ChairState]:
    chairs = [] if lobby is None else lobby.chairs
    return {chair.name: chair for chair in chairs if chair.is_guest}
