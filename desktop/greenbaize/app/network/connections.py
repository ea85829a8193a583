"""Connections to a table, in the network thread: remote, or to the table hosted here.

The person at the host's computer is a guest like all others, connected through memory.
"""

import asyncio
import errno
import os
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, Final

import msgspec

from greenbaize.app.network.guest_record import GuestRecord
from greenbaize.app.network.hosted_table import HostedTable
from greenbaize.app.network.lobby import HostedTableSetup
from greenbaize.app.network.network_thread import NetworkTask, NetworkThread
from greenbaize.app.network.opened_table import HostRequest, OpenedTable
from greenbaize.app.network.seat_secrets import (
    MemorySecretStore,
    SecretFileStore,
    find_known_table,
    read_known_tables,
)
from greenbaize.app.network.session import (
    Session,
    StoredRecord,
    TableConnection,
    describe_denial,
    describe_rejection,
)
from greenbaize.app.seats.bot_launcher import IN_PROCESS_LAUNCHER, BotLauncher
from greenbaize.app.tables.matches import describe_record_state
from greenbaize.games import GAMES
from greenbaize.lan.address import format_address
from greenbaize.lan.client import FullRecord, GuestClient, GuestListenerMessage, TableRejectionError
from greenbaize.lan.dialing import Address, expand_typed_address, open_first_connection
from greenbaize.lan.discovery import DiscoveredTable, ServiceBrowser, find_table_again
from greenbaize.lan.interfaces import connected_interfaces
from greenbaize.lan.line_connection import LineConnection, create_memory_connections
from greenbaize.lan.server import GuestRefusedError, TokenBucket
from greenbaize.lan.table_code import normalise_code, validate_code
from greenbaize.lan.wire import (
    MAX_HOST_LINE_BYTES,
    EventMessage,
    JoinMessage,
    LobbyMessage,
    MatchSetupMessage,
    MatchStoppedMessage,
)
from greenbaize.match.header import PROGRAM_VERSION
from greenbaize.match.record import read_header
from greenbaize.match.seal import SealVerdict, verify_guest_seal
from greenbaize.rules.errors import FileError, GameError
from greenbaize.rules.events import MatchEnded, SeatReassigned
from greenbaize.rules.messages import Message
from greenbaize.rules.options import OptionValues
from greenbaize.store import folders
from greenbaize.store.files import path_exists
from greenbaize.store.record_file import RecordFile
from greenbaize.words.speaker import Speaker


class _EventTypeMessage(msgspec.Struct):
    type: str = ""


_EVENT_TYPE_DECODER: Final = msgspec.json.Decoder(_EventTypeMessage)
HEAD_START_S: Final = 0.3
"""Seconds for a known table to answer at its last address before it is also searched."""
DIAL_TIMEOUT_S: Final = 4.0
SEARCH_TIMEOUT_S: Final = 3.5
UNREACHABLE_ERRORS: Final = (errno.ETIMEDOUT, errno.EHOSTUNREACH)
"""System errors of a computer that does not answer."""
MAX_SEAT_CHANGES: Final = 2_000
"""Changes of a seat's occupant that a guest accepts at once, such as a resent match's."""
SEAT_CHANGE_INTERVAL_S: Final = 0.2
"""Seconds until one more change is accepted."""
LEAVE_TIMEOUT_S: Final = 1.0
"""Seconds for the host to receive the leave message."""


@dataclass(eq=False, slots=True)
class Reconnector:
    """Connects to a table with this ``fingerprint``, if known, and reports a new address.

    ``discovered_table`` is the table chosen on the network, if any: its addresses are tried side by
    side. Once the right table was reached, only that one is searched.
    """

    host: str
    port: int
    fingerprint: bytes = b""
    on_address_change: Callable[[str, int], object] = lambda *_: None
    discovered_table: DiscoveredTable | None = None

    async def open_connection(self) -> LineConnection:
        """Return a connection to the table; ``OSError`` if there is none.

        With a known fingerprint the table is also searched on the network unless it answers soon;
        another one at its address is returned only if the right one is not found.
        """
        if not self.fingerprint:
            unique = "" if self.discovered_table is None else self.discovered_table.unique_id
            lines, address = await open_first_connection(
                self._list_addresses(), bytes.fromhex(unique)
            )
            self._store_address(address)
            return lines
        direct = asyncio.ensure_future(self._dial_known_address())
        attempts = [direct]
        chosen: LineConnection | None = None
        try:
            await asyncio.wait(attempts, timeout=HEAD_START_S)
            if not self._has_right_fingerprint(direct):
                attempts.append(asyncio.ensure_future(self._search_network()))
            pending = {attempt for attempt in attempts if not attempt.done()}
            while pending and not any(map(self._has_right_fingerprint, attempts)):
                _, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
            best_attempt = next(filter(self._has_right_fingerprint, attempts), direct)
            chosen, address = best_attempt.result()
            if chosen.fingerprint == self.fingerprint:
                self._store_address(address)
            return chosen
        finally:
            await _cancel_attempts(attempts, chosen)

    def _list_addresses(self) -> list[Address]:
        """Return the addresses to try, the last known one first."""
        other_addresses = (
            () if self.discovered_table is None else self.discovered_table.addresses_to_try
        )
        return list(dict.fromkeys((*expand_typed_address(self.host, self.port), *other_addresses)))

    def _has_right_fingerprint(
        self, attempt: "asyncio.Task[tuple[LineConnection, Address]]"
    ) -> bool:
        if not attempt.done() or attempt.cancelled() or attempt.exception() is not None:
            return False
        return attempt.result()[0].fingerprint == self.fingerprint

    def _store_address(self, address: Address) -> None:
        if address != (self.host, self.port):
            self.host, self.port = address
            self.on_address_change(*address)

    async def _dial_known_address(self) -> tuple[LineConnection, Address]:
        async with asyncio.timeout(DIAL_TIMEOUT_S):
            return await open_first_connection(self._list_addresses(), self.fingerprint)

    async def _search_network(self) -> tuple[LineConnection, Address]:
        """Return a connection to the table wherever it is announced; ``OSError`` if nowhere.

        Anybody may announce such a table, so the one that answers must have the whole fingerprint.
        """
        connections: list[LineConnection] = []

        async def try_table(table: DiscoveredTable) -> tuple[LineConnection, Address] | None:
            try:
                lines, address = await open_first_connection(
                    table.addresses_to_try, self.fingerprint
                )
            except OSError:
                return None
            if lines.fingerprint != self.fingerprint:
                lines.abort()
                return None
            connections.append(lines)
            return lines, address

        result: tuple[LineConnection, Address] | None = None
        try:
            unique = self.fingerprint.hex()[:8]
            result = await find_table_again(unique, SEARCH_TIMEOUT_S, attempt=try_table)
        finally:
            for lines in connections:
                if result is None or lines is not result[0]:
                    lines.abort()
        if result is None:
            raise OSError(errno.EHOSTUNREACH, os.strerror(errno.EHOSTUNREACH))
        return result


async def _cancel_attempts(
    attempts: list["asyncio.Task[tuple[LineConnection, Address]]"], chosen: LineConnection | None
) -> None:
    """Cancel the attempts, and abort all their connections but the chosen one."""
    for attempt in attempts:
        attempt.cancel()
    try:
        results = await asyncio.gather(*attempts, return_exceptions=True)
    except asyncio.CancelledError:
        if chosen is not None:
            chosen.abort()
        raise
    for result in results:
        if not isinstance(result, BaseException) and result[0] is not chosen:
            result[0].abort()


def describe_connection_error(host: str, port: int, error: OSError) -> Message:
    """Return the message why an address does not answer."""
    address, reason = format_address(host, port), error.strerror or str(error)
    if isinstance(error, ConnectionRefusedError):
        return Message("table-not-open", {"address": address})
    if not connected_interfaces():
        return Message("table-no-network", {"address": address})
    if not reason or isinstance(error, TimeoutError) or error.errno in UNREACHABLE_ERRORS:
        return Message("table-silent", {"address": address})
    return Message("table-no-host", {"address": address, "reason": reason})


class GuestConnection(TableConnection):
    """A connection to a table elsewhere; ``code`` is as typed, and empty with a secret."""

    def __init__(
        self,
        session: Session,
        reconnector: Reconnector,
        code: str,
        join_message: JoinMessage,
        secrets: SecretFileStore | None,
    ) -> None:
        super().__init__(session)
        self._reconnector, self._code, self._join_message, self._secrets = (
            reconnector,
            code,
            join_message,
            secrets,
        )
        self._guest_record = GuestRecord(folders.matches_folder())
        self._record_error: Message | None = None
        self._is_match_running = False
        """A match is running, as far as the host has said."""
        self._has_unfinished_match = False
        """A match was ended here that the host can continue another time."""
        self._seat_change_limit = TokenBucket(MAX_SEAT_CHANGES, SEAT_CHANGE_INTERVAL_S)
        self._is_leave_sent = False
        """The host received the leave message, and frees the chair."""

    async def run(self) -> Message | None:
        if self._has_left:
            return None
        secret_store = self._secrets or MemorySecretStore()
        try:
            code = normalise_code(validate_code(self._code)) if self._code else ""
            guest = GuestClient(code, self._join_message, self, secret_store, PROGRAM_VERSION)
            await self._run_connection(guest, self._reconnector.open_connection)
        except TableRejectionError as error:
            if error.reason == "dismissed":
                self._delete_secret(guest)
            return describe_rejection(error)
        except OSError as error:
            if self._secrets is not None and isinstance(error, ConnectionRefusedError):
                self._secrets.mark_table_closed()
            return describe_connection_error(self._reconnector.host, self._reconnector.port, error)
        except GameError as error:
            return error.message
        # A table that is closed during a match may be opened again.
        if self._is_leave_sent or not (self._is_match_running or self._has_unfinished_match):
            self._delete_secret(guest)
        return None

    def _delete_secret(self, guest: GuestClient) -> None:
        if self._secrets is not None and guest.fingerprint:
            self._secrets.delete_secret(guest.fingerprint)

    async def clean_up(self) -> None:
        self._guest_record.close()
        if self._secrets is not None:
            self._secrets.unlock_seat()

    def leave_table(self) -> None:
        """Leave the table, even if the host cannot be reached."""
        self._has_left = True
        if self._connection_task is None:
            return
        self._is_leave_sent = self._guest_client.is_connected
        self._guest_client.leave_table()
        if self._is_leave_sent:
            asyncio.get_running_loop().call_later(LEAVE_TIMEOUT_S, self._connection_task.cancel)
        else:
            self._connection_task.cancel()

    def _on_admitted(self) -> None:
        self._reconnector.fingerprint = self._guest_client.fingerprint
        super()._on_admitted()

    def on_message(self, message: GuestListenerMessage) -> None:
        match message:
            case EventMessage(number=0, line=line):
                self._start_record(bytes(line))
            case EventMessage(line=line):
                self._record_line(bytes(line))
            case MatchStoppedMessage():
                self._has_unfinished_match = True
            case LobbyMessage():
                self._is_match_running = message.stage == "playing"
                if self._secrets is not None:
                    self._secrets.write_table_info(
                        self._guest_client.fingerprint, message.table, message.game
                    )
        super().on_message(message)
        if isinstance(message, FullRecord):
            self._report_record_error()

    def _start_record(self, header: bytes) -> None:
        self._is_match_running = True
        self._guest_record.start_match(
            header, self._guest_client.match_id, self._guest_client.shuffle_knowledge
        )
        self._record_path = self._guest_record.path
        # An earlier error belongs to another match, or to a window that has discarded it.
        self._record_error = None
        self._report_record_error()

    def _record_line(self, line: bytes) -> None:
        with suppress(msgspec.DecodeError):
            event_type = _EVENT_TYPE_DECODER.decode(line).type
            self._is_match_running = self._is_match_running and event_type != MatchEnded.type
            if event_type == SeatReassigned.type and not self._seat_change_limit.try_acquire(
                monotonic()
            ):
                raise TableRejectionError("host-flood")
        self._guest_record.append_line(line)
        self._report_record_error()

    def _store_full_record(self, record: FullRecord) -> StoredRecord:
        return StoredRecord(
            *self._guest_record.store_full_record(record.lines, record.shuffle_knowledge)
        )

    def _report_record_error(self) -> None:
        """Report when the guest's own record cannot be written, and when it is complete."""
        previous_error, self._record_error = self._record_error, self._guest_record.write_error
        if self._record_error == previous_error:
            return
        if self._record_error is None:
            notice = describe_record_state(None)
        elif self._record_error.code == "guest-record-full":
            notice = self._record_error
        else:
            reason = Speaker().format_message(self._record_error)
            notice = Message("guest-record-unwritten", {"reason": reason})
        self._post_to_session(self._session.on_warning, notice)


class HostConnection(TableConnection):
    """A connection to a table hosted here.

    ``make_request`` returns the request for the table, or raises ``GameError`` if impossible.
    """

    is_hosting = True

    def __init__(
        self, session: Session, make_request: Callable[[], HostRequest], join_message: JoinMessage
    ) -> None:
        super().__init__(session)
        self._make_request, self._join_message = make_request, join_message
        self._report_warning = partial(session.call_owner, session.on_warning)
        self._is_show_only = join_message.watch
        self._opened_table: OpenedTable | None = None
        self._announcement_task: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> Message | None:
        try:
            self._opened_table = opened = await OpenedTable.open(
                self._make_request(), self._report_warning
            )
            if self._has_left:
                return None
            self._is_show_only = self._is_show_only or opened.is_show_only
            secret = self._claim_seat(opened.table)
        except GameError as error:
            return error.message
        except GuestRefusedError as error:
            return describe_rejection(TableRejectionError(error.reason))
        self._publish_addresses()
        opened.phones.on_change = partial(self._session.call_owner, self._session.on_phones)
        await self._run_phone_switch(opened.phones.resume_service)
        if opened.table.finished_event.is_set():
            return None
        if opened.table.match is not None:
            opened.table.resume_match()
        self._announcement_task = asyncio.ensure_future(
            opened.run_announcement(self._publish_addresses)
        )
        previous_guest: GuestClient | None = None
        while True:
            guest = GuestClient(
                "", self._join_message, self, MemorySecretStore(secret), PROGRAM_VERSION
            )
            if previous_guest is not None:  # Do not send the last match again, which is over.
                guest.match_id, guest.line_count = (
                    previous_guest.match_id,
                    previous_guest.line_count,
                )
            try:
                await self._run_connection(guest, self._open_memory_connection)
            except TableRejectionError as error:
                return describe_rejection(error)
            if not self._is_reseating:
                return None
            self._is_reseating = False
            secret, previous_guest = self._claim_seat_again(opened.table), guest

    @property
    def unwritten_record(self) -> RecordFile | None:
        match = None if self._opened_table is None else self._opened_table.table.match
        file = None if match is None else match.record_file
        return file if file is not None and file.has_unsaved_lines else None

    def _claim_seat(self, table: HostedTable) -> str:
        claim = table.admit_host_spectator if self._is_show_only else table.seat_host
        return claim(self._join_message.name)

    def _claim_seat_again(self, table: HostedTable) -> str:
        try:
            return self._claim_seat(table)
        except GuestRefusedError as error:
            self._report_warning(describe_rejection(TableRejectionError(error.reason)))
            self._is_show_only = True
            return table.admit_host_spectator(self._join_message.name)

    def on_message(self, message: GuestListenerMessage) -> None:
        if isinstance(message, EventMessage) and message.number == 0:
            assert self._opened_table is not None
            self._record_path = self._opened_table.table_files.record_path
        super().on_message(message)

    def _store_full_record(self, record: FullRecord) -> StoredRecord:
        try:
            header = read_header(record.lines[0] if record.lines else b"", GAMES)
            seal = verify_guest_seal(header, GAMES, record.shuffle_knowledge)
        except GameError:
            seal = SealVerdict.BROKEN
        assert self._opened_table is not None
        if (
            seal is SealVerdict.UNWITNESSED
            and self._record_path != self._opened_table.foreign_record
        ):
            # The host contributes a number, also without a chair and before the table was reopened.
            seal = SealVerdict.INTACT
        return StoredRecord(seal, self._record_path)

    def set_show_only(self, on: bool) -> None:
        """Keep the table without a chair from now on, or take one; between matches only."""
        opened = self._opened_table
        if (
            opened is None
            or self._connection_task is None
            or on == self._is_show_only
            or self._is_reseating
        ):
            return
        if opened.table.is_locked:
            self._report_warning(describe_denial("playing"))
            return
        self._is_show_only, self._is_reseating = on, True
        self._connection_task.cancel()

    async def clean_up(self) -> None:
        if self._announcement_task is not None:
            self._announcement_task.cancel()
            await asyncio.gather(self._announcement_task, return_exceptions=True)
        if self._opened_table is not None:
            await self._opened_table.close()

    def renew_code(self) -> None:
        if self._opened_table is not None and not self._has_left:
            self._opened_table.renew_code()
            self._publish_addresses()

    def return_phone_chair(self, number: int) -> None:
        if self._opened_table is not None:
            self._opened_table.phones.grant_chair_request(number)

    def report_shown_lines(self, line_count: int | None) -> None:
        if self._opened_table is not None:
            self._opened_table.phones.sync_with_screen(line_count)

    def switch_phones(self, on: bool) -> None:
        if self._opened_table is not None and not self._has_left:
            phones = self._opened_table.phones
            self._run_in_background(
                self._run_phone_switch(phones.switch_on if on else phones.switch_off)
            )

    async def _run_phone_switch(self, switch: Callable[[], Awaitable[object]]) -> None:
        try:
            await switch()
        except GameError as error:
            self._report_warning(error.message)

    def leave_table(self) -> None:
        self._has_left = True
        if self._opened_table is not None:
            self._opened_table.table.close()  # This notifies everybody, the person here too.
        if self._connection_task is not None:
            asyncio.get_running_loop().call_later(LEAVE_TIMEOUT_S, self._connection_task.cancel)

    def _publish_addresses(self) -> None:
        assert self._opened_table is not None
        self._session.call_owner(
            self._session.on_open, self._opened_table.code, self._opened_table.addresses
        )
        self._opened_table.phones.publish_state()

    async def _open_memory_connection(self) -> LineConnection:
        opened = self._opened_table
        assert opened is not None
        guest_end, host_end = create_memory_connections(
            opened.table_files.keys.fingerprint, MAX_HOST_LINE_BYTES
        )
        self._run_in_background(opened.server.serve_connection(host_end))
        return guest_end

    def _run_in_background(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


@dataclass(frozen=True, slots=True)
class HostOptions:
    """Options of a table to be hosted here; ``match_setup`` can change until a match begins."""

    name: str
    own_name: str
    match_setup: MatchSetupMessage
    record_path: Path | None = None
    launcher: BotLauncher = field(default=IN_PROCESS_LAUNCHER)
    face: tuple[str, str] = ("", "")
    is_show_only: bool = False
    """The person here takes no chair and only shows the table."""


@dataclass(frozen=True, slots=True)
class JoinOptions:
    """Options for joining a table elsewhere; ``code`` is as typed, empty when coming back."""

    host: str
    port: int
    code: str
    own_name: str
    is_spectator: bool = False
    launcher: BotLauncher = field(default=IN_PROCESS_LAUNCHER)
    face: tuple[str, str] = ("", "")
    discovered_table: DiscoveredTable | None = None
    """The table, if it was chosen among those found: its other addresses are tried, too."""


def create_host_session(options: HostOptions) -> Session:
    """Return a session at a table that this computer hosts."""
    session = Session(options.launcher)
    join_message = JoinMessage(options.own_name, options.is_show_only, *options.face)
    session.connection = HostConnection(
        session, partial(_build_host_request, options), join_message
    )
    return session


def _build_host_request(options: HostOptions) -> HostRequest:
    match_setup, record_path = options.match_setup, options.record_path
    if record_path is not None and not path_exists(record_path):
        raise FileError(record_path, FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)))
    table = HostedTableSetup(
        name=options.name,
        game=match_setup.game,
        seats=match_setup.seats,
        options=OptionValues(),
        allows_further_matches=True,
        launcher=options.launcher,
    )
    try:
        return HostRequest(table.apply_match_setup(match_setup), record=record_path)
    except ValueError:
        raise GameError(Message("header-game", {"game": match_setup.game})) from None


def create_guest_session(options: JoinOptions) -> Session:
    """Return a session at a table elsewhere."""
    session = Session(options.launcher)
    host, port, own_name = options.host, options.port, options.own_name
    secrets = (
        None
        if options.is_spectator
        else SecretFileStore(folders.seat_secrets_folder(), own_name, host, port)
    )
    known_table = None if options.code else find_known_table(host, port, own_name)
    fingerprint = b"" if known_table is None else bytes.fromhex(known_table.fingerprint)
    on_address_change = (lambda *_: None) if secrets is None else secrets.set_address
    reconnector = Reconnector(host, port, fingerprint, on_address_change, options.discovered_table)
    join_message = JoinMessage(own_name, options.is_spectator, *options.face)
    session.connection = GuestConnection(session, reconnector, options.code, join_message, secrets)
    return session


class TableFinder(NetworkTask):
    """Searches tables on the network until closed; ``on_change`` is called from another thread."""

    def __init__(self, on_change: Callable[[], None]) -> None:
        # Without network discovery no tables are found, silently.
        self._thread = NetworkThread()
        self._browser = ServiceBrowser(self._thread.call_wake_callbacks)
        self._thread.set_wake_callback(self, on_change)
        self._thread.start_task(self)

    async def run(self) -> Message | None:
        known_tables_list = read_known_tables()
        fingerprints = {table.fingerprint[:8] for table in known_tables_list}
        self._browser.familiar_ids = fingerprints | {table.host for table in known_tables_list}
        await self._browser.start_browsing()
        await self._browser.watch_interfaces()
        return None

    async def clean_up(self) -> None:
        await self._browser.stop_browsing()

    @property
    def tables(self) -> tuple[DiscoveredTable, ...]:
        """Tables known now, those with an own seat first, by name."""
        return self._browser.tables

    @property
    def has_network(self) -> bool:
        """True if this computer was connected to a network at the last check."""
        return self._browser.has_network

    def close(self) -> None:
        self._thread.close()
