"""The guest's end of a connection: joins, reconnects, and receives its seat's view lines."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final, Protocol

import msgspec
from msgspec import UNSET

from greenbaize.lan import wire
from greenbaize.lan.host_flood_guard import HostFloodGuard
from greenbaize.lan.line_connection import ConnectionLostError, LineConnection
from greenbaize.lan.pairing import PairingError, PairingExchange
from greenbaize.lan.server import SILENCE_TIMEOUT_S
from greenbaize.lan.wire import PROTOCOL_VERSIONS
from greenbaize.match.record import MAX_RECORD_BYTES
from greenbaize.match.seal import ShuffleKnowledge, compute_commit, new_number


class ShuffleParticipant:
    """A guest's part in the joint shuffle, and what they know of it afterwards."""

    def __init__(self) -> None:
        self._round = 0
        self._lobby = ""
        self._own_index: int | None = None
        self._own_number = ""
        self._repeat_count = 0
        self._next_knowledge: ShuffleKnowledge | None = None
        self.shuffle_knowledge: ShuffleKnowledge | None = None

    def begin_round(self, shuffle: wire.ShuffleRoundMessage) -> wire.CommitMessage | None:
        """Begin a round; return a player's commitment. ``DamagedMessageError`` if repeated."""
        if shuffle.round <= self._round:
            raise wire.DamagedMessageError
        if self._next_knowledge is not None and self._own_index is not None:
            self._repeat_count += 1  # the host has seen the numbers, and may have disliked them
        self._round, self._lobby, self._own_index = shuffle.round, shuffle.lobby, shuffle.index
        self._next_knowledge = None
        if self._own_index is None:
            self._own_number = ""
            return None
        self._own_number = new_number()
        return wire.CommitMessage(
            self._round, compute_commit(self._own_number, self._lobby, self._own_index)
        )

    def reveal_number(self, commits: wire.AllCommitsMessage) -> wire.RevealMessage | None:
        """Return a player's number once all have committed, at most once a round.

        Raises ``DamagedMessageError`` if the guest's own hash is not among the published ones.
        """
        index, hashes = self._own_index, tuple(commits.hashes)
        if commits.round != self._round or self._next_knowledge is not None:
            raise wire.DamagedMessageError
        self._next_knowledge = ShuffleKnowledge(
            self._lobby, hashes, index, self._own_number, self._repeat_count
        )
        if index is None:
            return None
        if index >= len(hashes) or hashes[index] != compute_commit(
            self._own_number, self._lobby, index
        ):
            raise wire.DamagedMessageError
        return wire.RevealMessage(self._round, self._own_number)

    def on_reconnect(self) -> None:
        """Prepare for a new connection; what a player knows of a shuffle is not dropped."""
        self._round = 0  # the host may have been restarted, and counts rounds from there
        if self._own_index is None:
            self._next_knowledge = None

    def on_match_start(self, header_line: bytes, *, is_same_match: bool) -> None:
        """Note that a match is sent from its beginning: the same one again, or another.

        Only the header of the shuffled match ends the counting of repeated rounds: any other could
        be sent between two rounds to hide that the first one was repeated.
        """
        known, pending = self.shuffle_knowledge, self._next_knowledge
        if known is not None and known.fits_header(header_line):
            return
        if pending is not None and pending.fits_header(header_line):
            self.shuffle_knowledge, self._next_knowledge, self._repeat_count = pending, None, 0
        elif pending is not None or not is_same_match:
            self.shuffle_knowledge = pending


CONNECT_TIMEOUT_S: Final = 10.0
"""Time for a host to answer and admit the guest (s)."""
FIRST_RECONNECT_DELAY_S: Final = 0.2
MAX_RECONNECT_DELAY_S: Final = 5.0
"""Longest delay between two attempts to reconnect (s)."""


MAX_SLOWED_WAIT_S: Final = 5
MAX_SLOWED_RETRIES: Final = 6
"""Longest wait (s) that a slowed guest accepts, and how often it tries again."""


class TableRejectionError(Exception):
    """The guest is rejected by the host, or rejects it: at joining, or at any time later.

    ``reason`` is a reason code of docs/lan-protocol.md, or one of this program, such as
    ``host-flood``.
    """

    def __init__(self, reason: str, wait_s: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.wait_s = wait_s


class _SecretExpiredError(Exception):
    """The seat's secret is no longer valid and was deleted: the code is needed again."""


class SecretStore(Protocol):
    """Storage of the seats' secrets by the host's fingerprint."""

    def load_secret(self, fingerprint: bytes) -> str | None: ...
    def write_secret(self, fingerprint: bytes, secret: str) -> None: ...
    def delete_secret(self, fingerprint: bytes) -> None: ...


@dataclass(frozen=True, slots=True)
class FullRecord:
    """The full record of a finished match, and what this guest knows of its shuffle."""

    lines: list[bytes]
    shuffle_knowledge: ShuffleKnowledge | None
    """None if the guest put no number into the shuffle and saw no hashes."""


GuestListenerMessage = wire.MatchMessage | wire.RoomMessage | FullRecord
"""Messages that a ``GuestClient`` passes on to its ``GuestListener``."""


class GuestListener(Protocol):
    """The receiver of what a ``GuestClient`` passes on.

    The line of an ``EventMessage`` with number 0 is the header of a match, not an event.
    """

    def on_message(self, message: GuestListenerMessage) -> None: ...


CommandResultCallback = Callable[[str, str], object]
"""Callback with the result code of a command, also ``lost``, and the rule that refuses it."""


class GuestClient:
    """A guest's connection to a table, re-established when lost.

    ``listener`` receives all messages, ``secret_store`` stores the seat's secret, ``program`` is
    the name and version of this program. With an empty ``code`` only the secret can admit the
    guest.
    """

    def __init__(
        self,
        code: str,
        join_message: wire.JoinMessage,
        listener: GuestListener,
        secret_store: SecretStore,
        program: str = "",
    ) -> None:
        self.seat: int | None = None
        self.line_count = 0
        self.match_id = ""
        self.fingerprint = b""
        """Fingerprint of the table that has admitted the guest."""
        self.connection_count = 0
        self._command_number = 0
        self._result_callbacks: dict[int, CommandResultCallback] = {}
        self._protocol_version = PROTOCOL_VERSIONS[-1]
        self._shuffle = ShuffleParticipant()
        self._is_same_match = False
        """The match that is sent from its beginning is the one that was sent before."""
        self._full_record: list[bytes] = []
        self._missing_lines = self._record_bytes_left = 0
        self._code, self._join_message, self._listener, self._secret_store = (
            code,
            join_message,
            listener,
            secret_store,
        )
        self._program = program
        self.line_size = 0
        """Size of the message that the listener is being given (bytes)."""
        self.wait_for_listener: Callable[[], Awaitable[None]] = _wait_for_nothing
        """Awaited after each message: a listener that has fallen behind makes the host wait."""
        self.max_slowed_retries = MAX_SLOWED_RETRIES
        self.on_slowed: Callable[[int], object] = lambda _: None
        """Called with the time (s) that the guest waits before it tries the code again."""
        self._host_flood_guard = HostFloodGuard()
        self._connection: LineConnection | None = None
        self._is_finished = False
        self._was_admitted = False

    @property
    def is_connected(self) -> bool:
        return self._connection is not None

    @property
    def shuffle_knowledge(self) -> ShuffleKnowledge | None:
        """What this guest knows of the shuffle of the current match; None if it saw nothing."""
        return self._shuffle.shuffle_knowledge

    # Requests

    def send_ready(
        self, *, is_ready: bool = True, arrangement: int | msgspec.UnsetType = UNSET
    ) -> None:
        """Send that the person is ready, or not, for the lobby's ``arrangement`` number."""
        self.send_message(wire.ReadyMessage(is_ready, arrangement))

    def submit(
        self, command: dict[str, Any], on_result: CommandResultCallback = lambda *_: None
    ) -> None:
        """Send a command; while disconnected it is lost."""
        if self._connection is None:
            on_result("lost", "")
            return
        self._command_number += 1
        self._result_callbacks[self._command_number] = on_result
        if self.match_id:  # without a match it would answer a question to a seat that is lost
            self.send_message(wire.CommandMessage(self._command_number, self.line_count, command))

    def leave_table(self) -> None:
        self._is_finished = True
        self.send_message(wire.LeaveMessage())
        if self._connection is not None:
            self._connection.close()

    def send_message(self, message: msgspec.Struct) -> None:
        """Send a message; dropped while disconnected, or if the host's version lacks it."""
        self._send_message(self._connection, message)

    def _send_message(self, connection: LineConnection | None, message: msgspec.Struct) -> None:
        fitted_message = wire.fit_to_version(message, self._protocol_version)
        if fitted_message is None:
            # Nobody waits for an answer to what is sent by itself.
            if not isinstance(message, wire.ReadingMessage):
                self._listener.on_message(wire.RequestDeniedMessage("host-older"))
        elif connection is not None:
            connection.send_line(wire.encode_message(fitted_message))

    # Connection

    async def run_connection(
        self,
        connect: Callable[[], Any],
        on_lost: Callable[[], object],
        on_admitted: Callable[[], object] = lambda: None,
    ) -> None:
        """Stay connected until the guest leaves or the table closes, reconnecting as needed.

        ``connect`` returns a ``LineConnection`` or raises ``OSError``; ``on_lost`` is called after
        each loss, ``on_admitted`` each time the guest is admitted. Raises ``TableRejectionError``,
        or ``OSError`` before the first admission.
        """
        delay, slowed_retries = FIRST_RECONNECT_DELAY_S, 0
        while not self._is_finished:
            try:
                async with asyncio.timeout(CONNECT_TIMEOUT_S):
                    connection = await connect()
                    await self._join_table(connection, on_admitted)
            except wire.DamagedMessageError:
                raise TableRejectionError("host-damaged") from None
            except _SecretExpiredError:
                continue
            except (OSError, TimeoutError, ConnectionLostError) as error:
                if not self._was_admitted:
                    raise error if isinstance(error, OSError) else OSError(str(error)) from error
            except TableRejectionError as error:
                if (
                    error.reason == "slow"
                    and error.wait_s <= MAX_SLOWED_WAIT_S
                    and slowed_retries < self.max_slowed_retries
                ):
                    slowed_retries += 1
                    self.on_slowed(error.wait_s)
                    await asyncio.sleep(error.wait_s)
                    continue
                # A host that has just restarted may still be busy with the others.
                if not (self._was_admitted and error.reason == "busy"):
                    raise
            else:
                delay, slowed_retries = FIRST_RECONNECT_DELAY_S, 0
                await self._receive_messages(connection)
                if not self._is_finished:
                    on_lost()
            if not self._is_finished:
                await asyncio.sleep(delay)
                delay = min(MAX_RECONNECT_DELAY_S, 2 * delay)

    async def _join_table(
        self, connection: LineConnection, on_admitted: Callable[[], object]
    ) -> None:
        try:
            seated = await self._request_seat(connection)
        except BaseException:
            # Closing waits for the other side, and there is nothing left to send.
            connection.abort()
            raise
        self.seat, self._command_number = seated.seat, max(self._command_number, seated.number)
        self._was_admitted = True
        self.connection_count += 1
        self._shuffle.on_reconnect()
        self.fingerprint = connection.fingerprint
        self._secret_store.write_secret(connection.fingerprint, seated.secret)
        on_admitted()
        self._send_message(connection, wire.ResumeMessage(self.match_id, self.line_count))
        self._connection = connection
        if self._is_finished:
            self.leave_table()  # the guest left while joining

    async def _request_seat(self, connection: LineConnection) -> wire.SeatedMessage:
        self._send_message(connection, wire.HelloMessage(list(PROTOCOL_VERSIONS), self._program))
        welcome: wire.WelcomeMessage = await self._receive_message(connection, wire.WELCOME_DECODER)
        if welcome.version not in PROTOCOL_VERSIONS:
            raise TableRejectionError("host-newer")
        join_message, self._protocol_version = self._join_message, welcome.version
        secret = self._secret_store.load_secret(connection.fingerprint)
        if secret is not None:
            self._send_message(
                connection, wire.ReturnMessage(secret, join_message.face, join_message.colour)
            )
            try:
                return await self._receive_message(connection, wire.SEATED_DECODER)  # type: ignore[no-any-return]
            except TableRejectionError as error:
                if error.reason == "secret":
                    # The seat was given up meanwhile; the next attempt needs the code.
                    self._secret_store.delete_secret(connection.fingerprint)
                    if self._code:
                        raise _SecretExpiredError from None
                raise
        if not self._code:
            raise TableRejectionError("secret")
        if not join_message.watch:
            # It may be another seat, which sees other lines.
            self.match_id, self.line_count = "", 0
        await self._prove_code(connection)
        self._send_message(connection, join_message)
        return await self._receive_message(connection, wire.SEATED_DECODER)  # type: ignore[no-any-return]

    async def _prove_code(self, connection: LineConnection) -> None:
        exchange = await asyncio.to_thread(
            PairingExchange, self._code, connection.fingerprint, host=False
        )
        self._send_message(connection, wire.PairMessage(exchange.share))
        share: wire.ShareMessage = await self._receive_message(connection, wire.SHARE_DECODER)
        try:
            await asyncio.to_thread(exchange.receive_share, share.share)
        except PairingError:
            raise TableRejectionError("not-the-host") from None
        self._send_message(connection, wire.ProofMessage(exchange.create_proof("guest")))
        proof: wire.ProofMessage = await self._receive_message(connection, wire.HOST_PROOF_DECODER)
        if not exchange.verify_proof("host", proof.proof):
            raise TableRejectionError("not-the-host")

    async def _receive_message(self, connection: LineConnection, decoder: Any) -> Any:
        line = await connection.receive_line()
        message = wire.decode_message(decoder, line, self._protocol_version)
        if isinstance(message, wire.ConnectionRefusedMessage):
            raise TableRejectionError(message.why, message.wait)
        return message

    async def _receive_messages(self, connection: LineConnection) -> None:
        try:
            while not self._is_finished:
                async with asyncio.timeout(SILENCE_TIMEOUT_S):
                    line = await connection.receive_line()
                self._on_line(connection, line)
                await self.wait_for_listener()
        except (ConnectionLostError, TimeoutError):
            pass
        except wire.DamagedMessageError:
            # The host would send the same again.
            raise TableRejectionError("host-damaged") from None
        finally:
            self._connection = None
            connection.abort()
            callbacks, self._result_callbacks = self._result_callbacks, {}
            for on_result in callbacks.values():
                on_result("lost", "")

    def _on_line(self, connection: LineConnection, line: bytes) -> None:
        message = wire.decode_message(wire.HOST_MESSAGE_DECODER, line, self._protocol_version)
        self.line_size = len(line)
        # Connections in memory have no address: there the host is this very process.
        if connection.address and not self._host_flood_guard.try_acquire(
            type(message), len(line), monotonic()
        ):
            raise TableRejectionError("host-flood")
        self._on_message(connection, message)

    def _on_message(self, connection: LineConnection, message: wire.TableHostMessage) -> None:
        """Handle what concerns the connection, and pass on everything else."""
        match message:
            case wire.PingMessage():
                self._send_message(connection, wire.PongMessage())
            case wire.CommandResultMessage(number=number, result=result, rule=rule):
                if (on_result := self._result_callbacks.pop(number, None)) is not None:
                    on_result(result, rule)
            case wire.EventsFromMessage():
                self._start_match(message)
            case wire.ShuffleRoundMessage():
                self._send_in_shuffle(self._shuffle.begin_round(message))
            case wire.AllCommitsMessage():
                self._send_in_shuffle(self._shuffle.reveal_number(message))
            case wire.FullRecordMessage() | wire.FullRecordLineMessage():
                self._collect_full_record(message)
            case wire.ConnectionRefusedMessage(why=why, wait=wait):
                raise TableRejectionError(why, wait)
            case wire.TableClosedMessage():
                self._is_finished = True
            case _:
                if self._accept_message(message):
                    self._listener.on_message(message)

    def _start_match(self, message: wire.EventsFromMessage) -> None:
        if message.match == self.match_id and message.number == self.line_count:
            return
        if message.number:
            raise wire.DamagedMessageError
        self._is_same_match = message.match == self.match_id
        self.match_id, self.line_count = message.match, 0

    def _accept_message(self, message: wire.MatchMessage | wire.RoomMessage) -> bool:
        """Count the lines of the match; return False for a message about another one.

        Raises ``DamagedMessageError`` if a line is missing.
        """
        if isinstance(message, wire.MatchMessage):
            if message.number != self.line_count:
                raise wire.DamagedMessageError
            if isinstance(message, wire.EventMessage) and not message.number:
                self._shuffle.on_match_start(bytes(message.line), is_same_match=self._is_same_match)
            self.line_count += isinstance(message, wire.EventMessage)
        elif isinstance(message, wire.MatchStoppedMessage):
            if message.match != self.match_id:
                return False
            self.match_id, self.line_count = "", 0
        return True

    def _send_in_shuffle(self, message: wire.CommitMessage | wire.RevealMessage | None) -> None:
        if message is not None:
            self.send_message(message)

    def _collect_full_record(
        self, message: wire.FullRecordMessage | wire.FullRecordLineMessage
    ) -> None:
        if isinstance(message, wire.FullRecordMessage):
            if message.match != self.match_id:
                raise wire.DamagedMessageError
            self._full_record, self._missing_lines, self._record_bytes_left = (
                [],
                message.lines,
                MAX_RECORD_BYTES,
            )
            return
        self._missing_lines -= 1
        self._record_bytes_left -= len(message.line)
        if self._missing_lines < 0 or self._record_bytes_left < 0:
            raise wire.DamagedMessageError
        self._full_record.append(bytes(message.line))
        if not self._missing_lines:
            self._listener.on_message(
                FullRecord(self._full_record, self._shuffle.shuffle_knowledge)
            )
            self._full_record = []


async def _wait_for_nothing() -> None:
    """Return at once; the default for listeners that never fall behind."""
