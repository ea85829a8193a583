"""The host's server: admits guests by code or seat secret, and receives their messages.

It knows nothing of the game: it decodes messages for the *room service*, the table behind it. It
runs in one thread, and no guest can make another one wait.
"""

import asyncio
import contextlib
import ctypes
import gc
import hmac
import socket
import ssl
import sys
from collections import Counter
from dataclasses import dataclass
from math import ceil
from typing import Any, Final, Protocol

import msgspec

from greenbaize.lan import wire
from greenbaize.lan.address import address_family
from greenbaize.lan.attempt_limiter import AttemptLimiter
from greenbaize.lan.line_connection import (
    ConnectionLostError,
    LineConnection,
    StreamConnection,
    abort_writer,
    peer_address,
)
from greenbaize.lan.pairing import PairingError, PairingExchange, TableKey
from greenbaize.lan.wire import PROTOCOL_VERSIONS

TLS_HANDSHAKE_TIMEOUT_S: Final = 4.0
"""Time for an unadmitted client's TLS handshake (s)."""
ADMISSION_TIMEOUT_S: Final = 10.0
"""Time to be admitted after the handshake (s)."""
PING_INTERVAL_S: Final = 2.0
SILENCE_TIMEOUT_S: Final = 6.0
"""Time without a message after which a guest is disconnected (s)."""
SLOW_REPLY_S: Final = 0.7
MAX_UNADMITTED: Final = 128
"""Connections that are not admitted yet. Beyond that the one without progress for longest is
closed, of the address that has the most: with the code or a secret, one is admitted long before.
"""
ACCEPT_BATCH: Final = 8
"""Connections accepted before existing ones are served."""
LISTEN_BACKLOG: Final = 512
MAX_GUESTS: Final = 64
CLOSE_TIMEOUT_S: Final = 1.0
"""Time for a guest to receive the last messages (s)."""
MAX_CONCURRENT_PROOFS: Final = 2
"""Concurrent proofs; each takes some milliseconds of CPU."""
MESSAGE_BURST: Final = 400.0
"""Messages that a guest may send at once."""
MESSAGES_PER_SECOND: Final = 200.0
"""Further messages that a guest may send per second."""


MESSAGE_COSTS: Final[dict[Any, float]] = {
    wire.ResumeMessage: 100.0,
    wire.StandInMessage: 100.0,
    wire.WatchSeatMessage: 100.0,
    wire.MatchSetupMessage: 20.0,
    wire.SwapSeatsMessage: 5.0,
    wire.ReadyMessage: 5.0,
    wire.ReadingMessage: 5.0,
}
"""Messages that count more than once, for they keep the host, or everybody, busy."""


@dataclass(slots=True)
class TokenBucket:
    """A token bucket of ``capacity``, refilled by one token every ``refill_s`` seconds."""

    capacity: float
    refill_s: float
    used: float = 0.0
    _updated_at: float = 0.0

    def try_acquire(self, now: float, cost: float = 1.0) -> bool:
        self.used = max(0.0, self.used - (now - self._updated_at) / self.refill_s)
        self._updated_at = now
        if self.used + cost > self.capacity:
            return False
        self.used += cost
        return True


class GuestRefusedError(Exception):
    """A guest is refused, with a reason code."""

    def __init__(self, reason: str, wait_s: float = 0.0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.wait_s = wait_s


@dataclass(eq=False, slots=True)
class ConnectedClient:
    """An admitted guest: at a seat, or a spectator (None)."""

    connection: LineConnection
    seat: int | None
    secret: str
    last_command_number: int = 0
    """Number of the seat's last accepted command."""
    protocol_version: int = PROTOCOL_VERSIONS[-1]
    joined_by_code: bool = False
    """Joined with the code: what the guest received before may be another seat's view."""
    is_following: bool = False
    """The guest has resumed and receives new events."""
    last_message_at: float = 0.0
    ping_sent_at: float | None = None
    """Time when an unanswered ping was sent (s)."""
    is_slow: bool = False
    has_left: bool = False
    name: str = ""
    viewed_seat: int | None = None
    """Seat whose view a spectator has."""

    changed_match: bool = False
    """The guest's last command changed the match."""

    def send_message(self, message: msgspec.Struct) -> None:
        """Send a message; dropped if the guest's version lacks it."""
        fitted_message = wire.fit_to_version(message, self.protocol_version)
        if fitted_message is not None:
            self.connection.send_line(wire.encode_message(fitted_message))


def _current_task() -> asyncio.Task[Any]:
    task = asyncio.current_task()
    assert task is not None
    return task


class RoomService(Protocol):
    """The table behind the server.

    ``seat_…`` and ``on_message`` raise ``GuestRefusedError``; ``on_error`` receives an internal
    error in handling a guest, who is disconnected for it; ``on_wrong_code`` the number of failed
    attempts. ``oldest_version`` is the oldest protocol version in which guests can follow the
    match.
    """

    @property
    def oldest_version(self) -> int: ...
    def seat_new_guest(
        self, connection: LineConnection, join_message: wire.JoinMessage
    ) -> ConnectedClient: ...
    def seat_returning_guest(
        self, connection: LineConnection, request: wire.ReturnMessage
    ) -> ConnectedClient: ...
    def on_join(self, client: ConnectedClient) -> None: ...
    def on_message(self, client: ConnectedClient, message: wire.RoomRequest) -> None: ...
    def on_leave(self, client: ConnectedClient) -> None: ...
    def on_error(self, error: Exception) -> None: ...
    def update_lobby(self) -> None: ...
    def on_wrong_code(self, attempt_count: int) -> None: ...


class TableServer:
    """The server that accepts guests for ``room_service``.

    ``attempt_limiter`` counts wrong codes.
    """

    def __init__(
        self,
        room_service: RoomService,
        key: TableKey,
        code: str,
        program: str,
        attempt_limiter: AttemptLimiter | None = None,
    ) -> None:
        self.attempt_limiter: Final = attempt_limiter or AttemptLimiter()
        self._room_service, self._key, self._code, self._program = room_service, key, code, program
        self._fingerprint = key.fingerprint
        self._proofs = asyncio.Semaphore(MAX_CONCURRENT_PROOFS)
        self._unencrypted: dict[asyncio.Task[Any], str] = {}
        """Connections without TLS yet, with their addresses, oldest first."""
        self._encrypted: dict[asyncio.Task[Any], str] = {}
        """Connections not admitted yet, those that answered last at the end."""
        self._was_crowded = False
        self._clients: set[ConnectedClient] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._context: ssl.SSLContext | None = None
        self._server: asyncio.Server | None = None
        self._ping_task: asyncio.Task[None] | None = None

    async def start_listening(self, port: int = 0, address: str = "") -> int:
        """Listen on all interfaces or at ``address``; return the port (0: a free one)."""
        listening_socket = create_listening_socket(port, address)
        self._context = self._key.server_context()
        self._server = await asyncio.start_server(
            self._on_connect,
            sock=listening_socket,
            limit=wire.MAX_GUEST_LINE_BYTES,
            backlog=ACCEPT_BATCH,
        )
        listening_socket.listen(LISTEN_BACKLOG)
        self._ping_task = asyncio.create_task(self._check_periodically())
        bound_port: int = listening_socket.getsockname()[1]
        return bound_port

    def change_code(self, code: str) -> None:
        """Admit new guests with this code only; admitted guests stay."""
        self._code = code
        self.attempt_limiter.reset_total()

    def check_code(self, code: str, address: str) -> None:
        """Check a code that was typed at this address; ``GuestRefusedError`` if it is wrong.

        It counts as an attempt to join, and is slowed like one.
        """
        self._check_attempt_wait(address)
        if not hmac.compare_digest(code, self._code):
            self.attempt_limiter.record_failure(address)
            self._room_service.on_wrong_code(self.attempt_limiter.failure_count)
            raise GuestRefusedError("code")
        self.attempt_limiter.record_success(address)

    async def close(self) -> None:
        """Stop accepting and disconnect all, after sending what is queued."""
        if self._ping_task is not None:
            self._ping_task.cancel()
        if self._server is not None:
            self._server.close()
        for client in tuple(self._clients):
            client.connection.close()
        if not self._tasks:
            return
        _, late = await asyncio.wait(self._tasks, timeout=CLOSE_TIMEOUT_S)
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late, timeout=CLOSE_TIMEOUT_S)

    async def _on_connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = _current_task()
        assert self._context is not None
        self._limit_unadmitted(peer_address(writer))
        self._tasks.add(task)
        try:
            disable_send_delay(writer)
            # Not by the server itself, which would forget connections during their handshake.
            await writer.start_tls(self._context, ssl_handshake_timeout=TLS_HANDSHAKE_TIMEOUT_S)
            self._mark_progress()
            await self.serve_connection(StreamConnection(reader, writer, self._fingerprint))
            async with asyncio.timeout(CLOSE_TIMEOUT_S):
                await writer.wait_closed()
        except (OSError, TimeoutError, asyncio.CancelledError):
            pass
        finally:
            self._remove_unadmitted(task)
            self._tasks.discard(task)
            abort_writer(writer)

    def _limit_unadmitted(self, address: str) -> None:
        """Register this connection as not admitted, closing another one if there are too many."""
        if len(self._unencrypted) + len(self._encrypted) >= MAX_UNADMITTED:
            # Neither kind can crowd out the other, nor one address the others.
            crowd = (
                self._unencrypted
                if len(self._unencrypted) > len(self._encrypted)
                else self._encrypted
            )
            ((most_used_address, _),) = Counter(crowd.values()).most_common(1)
            task = next(one for one, its in crowd.items() if its == most_used_address)
            del crowd[task]
            # Not by aborting the connection: ``start_tls`` would return as if it had succeeded.
            task.cancel()
            self._was_crowded = True
        self._unencrypted[_current_task()] = address

    def _remove_unadmitted(self, task: asyncio.Task[Any]) -> str | None:
        return self._unencrypted.pop(task, None) or self._encrypted.pop(task, None)

    def _mark_progress(self) -> None:
        """Move this connection to the end of those that may be closed before admission."""
        address = self._remove_unadmitted(_current_task())
        if address is not None:
            self._encrypted[_current_task()] = address

    async def serve_connection(self, connection: LineConnection) -> None:
        """Serve a connection to its end; never raises because of a guest."""
        client: ConnectedClient | None = None
        try:
            client = await self._admit_client(connection)
            self._clients.add(client)
            self._room_service.on_join(client)
            await self._receive_messages(client)
        except GuestRefusedError as refusal:
            connection.send_line(
                wire.encode_message(
                    wire.ConnectionRefusedMessage(refusal.reason, ceil(refusal.wait_s))
                )
            )
        except wire.DamagedMessageError:
            connection.send_line(wire.encode_message(wire.ConnectionRefusedMessage("damaged")))
        except (ConnectionLostError, TimeoutError):
            pass
        except asyncio.CancelledError:
            connection.abort()
        except Exception as error:
            # An error caused by one guest must not end the table for the others.
            self._room_service.on_error(error)
            connection.send_line(wire.encode_message(wire.ConnectionRefusedMessage("damaged")))
        finally:
            connection.close()
            if client is not None:
                self._clients.discard(client)
                self._on_leave(client)

    def _on_leave(self, client: ConnectedClient) -> None:
        try:
            self._room_service.on_leave(client)
        except Exception as error:
            self._room_service.on_error(error)

    # Admission

    async def _admit_client(self, connection: LineConnection) -> ConnectedClient:
        if len(self._clients) >= MAX_GUESTS:
            raise GuestRefusedError("busy")
        async with asyncio.timeout(ADMISSION_TIMEOUT_S):
            client = await self._negotiate_admission(connection)
        self._remove_unadmitted(_current_task())
        return client

    async def _negotiate_admission(self, connection: LineConnection) -> ConnectedClient:
        hello: wire.HelloMessage = await self._receive_message(connection, wire.HELLO_DECODER)
        oldest_version = self._room_service.oldest_version
        spoken_versions = (one for one in PROTOCOL_VERSIONS if one >= oldest_version)
        version = next((one for one in spoken_versions if one in hello.versions), None)
        if version is None:
            newer = max(hello.versions) > PROTOCOL_VERSIONS[0]
            raise GuestRefusedError("host-older" if newer else "host-newer")
        connection.send_line(wire.encode_message(wire.WelcomeMessage(version, self._program)))
        request: wire.PairMessage | wire.ReturnMessage = await self._receive_message(
            connection, wire.ADMISSION_DECODER, version
        )
        if isinstance(request, wire.ReturnMessage):
            client = self._room_service.seat_returning_guest(connection, request)
        else:
            await self._verify_code(connection, request)
            client = self._room_service.seat_new_guest(
                connection, await self._receive_message(connection, wire.JOIN_DECODER, version)
            )
            client.joined_by_code = True
        client.protocol_version = version
        client.last_message_at = asyncio.get_running_loop().time()
        client.send_message(
            wire.SeatedMessage(client.seat, client.secret, client.last_command_number)
        )
        return client

    async def _receive_message(
        self, connection: LineConnection, decoder: Any, version: int = PROTOCOL_VERSIONS[-1]
    ) -> Any:
        message = wire.decode_message(decoder, await connection.receive_line(), version)
        self._mark_progress()
        return message

    async def _verify_code(self, connection: LineConnection, request: wire.PairMessage) -> None:
        self._check_attempt_wait(connection.address)
        code = self._code
        async with self._proofs:
            exchange = await asyncio.to_thread(self._create_exchange, code, request.share)
        connection.send_line(wire.encode_message(wire.ShareMessage(exchange.share)))
        proof: wire.ProofMessage = await self._receive_message(connection, wire.PROOF_DECODER)
        # Check again, with no await until the attempt is counted: others may have tried meanwhile.
        self._check_attempt_wait(connection.address)
        if code != self._code:
            raise GuestRefusedError("code")
        if not exchange.verify_proof("guest", proof.proof):
            self.attempt_limiter.record_failure(connection.address)
            self._room_service.on_wrong_code(self.attempt_limiter.failure_count)
            raise GuestRefusedError("code")
        self.attempt_limiter.record_success(connection.address)
        connection.send_line(wire.encode_message(wire.ProofMessage(exchange.create_proof("host"))))

    def _create_exchange(self, code: str, share: str) -> PairingExchange:
        exchange = PairingExchange(code, self._fingerprint, host=True)
        try:
            exchange.receive_share(share)
        except PairingError:
            raise wire.DamagedMessageError from None
        return exchange

    def _check_attempt_wait(self, address: str) -> None:
        wait = self.attempt_limiter.remaining_wait(address)
        if wait:
            raise GuestRefusedError("slow", wait)

    # Admitted guests

    async def _receive_messages(self, client: ConnectedClient) -> None:
        time = asyncio.get_running_loop().time
        bucket = TokenBucket(MESSAGE_BURST, 1 / MESSAGES_PER_SECOND)
        while not client.has_left:
            line = await client.connection.receive_line()
            now = client.last_message_at = time()
            client.changed_match = False
            message = wire.decode_message(wire.GUEST_MESSAGE_DECODER, line, client.protocol_version)
            if not bucket.try_acquire(now, MESSAGE_COSTS.get(type(message), 1.0)):
                raise GuestRefusedError("flood")
            if isinstance(message, wire.PongMessage):
                self._on_pong(client, now)
            else:
                self._room_service.on_message(client, message)
            if client.changed_match:
                bucket.used -= 1  # commands that change the match are welcome at any rate

    async def _check_periodically(self) -> None:
        time = asyncio.get_running_loop().time
        while True:
            await asyncio.sleep(PING_INTERVAL_S)
            try:
                self.check_clients(time())
            except Exception as error:
                self._room_service.on_error(error)

    def check_clients(self, now: float) -> None:
        """Disconnect silent guests, and ping the others."""
        slow_before = {client: client.is_slow for client in self._clients}
        for client in slow_before:
            if now - client.last_message_at > SILENCE_TIMEOUT_S:
                client.connection.abort()
                continue
            if client.ping_sent_at is None:
                client.ping_sent_at = now
            else:
                client.is_slow = True
            client.send_message(wire.PingMessage())
        if any(client.is_slow != slow for client, slow in slow_before.items()):
            self._room_service.update_lobby()
        if self._was_crowded and not (self._unencrypted or self._encrypted):
            self._was_crowded = False
            release_memory()

    def _on_pong(self, client: ConnectedClient, now: float) -> None:
        if client.ping_sent_at is None:
            return
        slow = now - client.ping_sent_at > SLOW_REPLY_S
        client.ping_sent_at = None
        if slow != client.is_slow:
            client.is_slow = slow
            self._room_service.update_lobby()


def create_listening_socket(port: int, address: str = "") -> socket.socket:
    """Return a socket that listens on all interfaces, or at ``address``; raises ``OSError``."""
    if not address and socket.has_dualstack_ipv6():
        family, is_dual_stack = socket.AF_INET6, True
    else:
        family, is_dual_stack = address_family(address), False
    return socket.create_server((address, port), family=family, dualstack_ipv6=is_dual_stack)


def disable_send_delay(connection: asyncio.StreamWriter | asyncio.BaseTransport) -> None:
    """Disable Nagle's algorithm, which delays short messages by 40 ms until an acknowledgement."""
    with contextlib.suppress(OSError):
        connected: socket.socket = connection.get_extra_info("socket")
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def release_memory() -> None:
    """Collect the cycles of closed connections, and trim the heap, which glibc does not."""
    gc.collect()
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).malloc_trim(0)
