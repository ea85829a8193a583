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
from greenbaize.lan.address import family_of
from greenbaize.lan.lines import Lines, LostError, StreamLines, cut, peer_address
from greenbaize.lan.pairing import PairingError, Side, TableKey
from greenbaize.lan.try_limiter import TryLimiter
from greenbaize.lan.wire import VERSIONS

GREET_S: Final = 4.0
"""Time for an unadmitted client's TLS handshake (s)."""
KNOCK_S: Final = 10.0
"""Time to be admitted after the handshake (s)."""
PING_S: Final = 2.0
SILENCE_S: Final = 6.0
"""Time without a message after which a guest is disconnected (s)."""
SLOW_S: Final = 0.7
MOST_STRANGERS: Final = 128
"""Connections that are not admitted yet. Beyond that the one without progress for longest is
closed, of the address that has the most: with the code or a secret, one is admitted long before.
"""
AT_ONCE: Final = 8
"""Connections accepted before existing ones are served."""
WAITING: Final = 512
MOST_GUESTS: Final = 64
FAREWELL_S: Final = 1.0
"""Time for a guest to receive the last messages (s)."""
MOST_PROOFS: Final = 2
"""Concurrent proofs; each takes some milliseconds of CPU."""
BURST: Final = 400.0
"""Messages that a guest may send at once."""
RATE: Final = 200.0
"""Further messages that a guest may send per second."""


COSTS: Final[dict[Any, float]] = {
    wire.Resume: 100.0,
    wire.StandIn: 100.0,
    wire.Look: 100.0,
    wire.Lay: 20.0,
    wire.Swap: 5.0,
    wire.ReadyMark: 5.0,
    wire.Reading: 5.0,
}
"""Messages that count more than once, for they keep the host, or everybody, busy."""


@dataclass(slots=True)
class Pace:
    """A token bucket of ``capacity``, refilled by one token every ``refill_s`` seconds."""

    most: float
    seconds: float
    used: float = 0.0
    _at: float = 0.0

    def allows(self, now: float, cost: float = 1.0) -> bool:
        self.used = max(0.0, self.used - (now - self._at) / self.seconds)
        self._at = now
        if self.used + cost > self.most:
            return False
        self.used += cost
        return True


class RefusedError(Exception):
    """A guest is refused, with a reason code."""

    def __init__(self, why: str, wait: float = 0.0) -> None:
        super().__init__(why)
        self.why = why
        self.wait = wait


@dataclass(eq=False, slots=True)
class Visitor:
    """An admitted guest: at a seat, or a spectator (None)."""

    lines: Lines
    seat: int | None
    secret: str
    number: int = 0
    """Number of the seat's last accepted command."""
    version: int = VERSIONS[-1]
    stranger: bool = False
    """Joined with the code: what the guest received before may be another seat's view."""
    following: bool = False
    """The guest has resumed and receives new events."""
    heard_at: float = 0.0
    pinged_at: float | None = None
    """Time when an unanswered ping was sent (s)."""
    slow: bool = False
    left: bool = False
    name: str = ""
    sees: int | None = None
    """Seat whose view a spectator has."""

    moved: bool = False
    """The guest's last command advanced the match."""

    def send(self, message: msgspec.Struct) -> None:
        self.lines.send(wire.line_of(message))


def _own_task() -> asyncio.Task[Any]:
    task = asyncio.current_task()
    assert task is not None
    return task


class RoomService(Protocol):
    """The table behind the server.

    ``seat_…`` and ``on_message`` raise ``GuestRefusedError``; ``on_error`` receives an internal
    error in handling a guest, who is disconnected for it; ``on_wrong_code`` the number of failed
    attempts.
    """

    def seat_stranger(self, lines: Lines, sit: wire.Sit) -> Visitor: ...
    def seat_known(self, lines: Lines, request: wire.Return) -> Visitor: ...
    def arrive(self, visitor: Visitor) -> None: ...
    def hear(self, visitor: Visitor, message: Any) -> None: ...
    def depart(self, visitor: Visitor) -> None: ...
    def fail(self, error: Exception) -> None: ...
    def show(self) -> None: ...
    def wrong_code(self, tries: int) -> None: ...


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
        tries: TryLimiter | None = None,
    ) -> None:
        self.tries: Final = tries or TryLimiter()
        self._room_service, self._key, self._code, self._program = room_service, key, code, program
        self._fingerprint = key.fingerprint
        self._proofs = asyncio.Semaphore(MOST_PROOFS)
        self._silent: dict[asyncio.Task[Any], str] = {}
        """Connections without TLS yet, with their addresses, oldest first."""
        self._greeted: dict[asyncio.Task[Any], str] = {}
        """Connections not admitted yet, those that answered last at the end."""
        self._crowded = False
        self._visitors: set[Visitor] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._context: ssl.SSLContext | None = None
        self._server: asyncio.Server | None = None
        self._pinging: asyncio.Task[None] | None = None

    async def open(self, port: int = 0, address: str = "") -> int:
        """Listen on all interfaces or at ``address``; return the port (0: a free one)."""
        listening = listen_at(port, address)
        self._context = self._key.server_context()
        self._server = await asyncio.start_server(
            self._knocked, sock=listening, limit=wire.LONGEST_FROM_GUEST, backlog=AT_ONCE
        )
        listening.listen(WAITING)
        self._pinging = asyncio.create_task(self._ping())
        taken: int = listening.getsockname()[1]
        return taken

    def change_code(self, code: str) -> None:
        """Admit new guests with this code only; admitted guests stay."""
        self._code = code
        self.tries.restart()

    def check_code(self, code: str, address: str) -> None:
        """Check a code that was typed at this address; ``GuestRefusedError`` if it is wrong.

        It counts as an attempt to join, and is slowed like one.
        """
        self._check_tries(address)
        if not hmac.compare_digest(code, self._code):
            self.tries.record_wrong(address)
            self._room_service.wrong_code(self.tries.wrong)
            raise RefusedError("code")
        self.tries.record_right(address)

    async def close(self) -> None:
        """Stop accepting and disconnect all, after sending what is queued."""
        if self._pinging is not None:
            self._pinging.cancel()
        if self._server is not None:
            self._server.close()
        for visitor in tuple(self._visitors):
            visitor.lines.close()
        if not self._tasks:
            return
        _, late = await asyncio.wait(self._tasks, timeout=FAREWELL_S)
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late, timeout=FAREWELL_S)

    async def _knocked(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = _own_task()
        assert self._context is not None
        self._make_room(peer_address(writer))
        self._tasks.add(task)
        try:
            send_at_once(writer)
            # Not by the server itself, which would forget connections during their handshake.
            await writer.start_tls(self._context, ssl_handshake_timeout=GREET_S)
            self._note_progress()
            await self.serve(StreamLines(reader, writer, self._fingerprint))
            async with asyncio.timeout(FAREWELL_S):
                await writer.wait_closed()
        except (OSError, TimeoutError, asyncio.CancelledError):
            pass
        finally:
            self._forget(task)
            self._tasks.discard(task)
            cut(writer)

    def _make_room(self, address: str) -> None:
        """Register this connection as not admitted, closing another one if there are too many."""
        if len(self._silent) + len(self._greeted) >= MOST_STRANGERS:
            # Neither kind can crowd out the other, nor one address the others.
            crowd = self._silent if len(self._silent) > len(self._greeted) else self._greeted
            ((most, _),) = Counter(crowd.values()).most_common(1)
            task = next(one for one, its in crowd.items() if its == most)
            del crowd[task]
            # Not by aborting the connection: ``start_tls`` would return as if it had succeeded.
            task.cancel()
            self._crowded = True
        self._silent[_own_task()] = address

    def _forget(self, task: asyncio.Task[Any]) -> str | None:
        return self._silent.pop(task, None) or self._greeted.pop(task, None)

    def _note_progress(self) -> None:
        """Move this connection to the end of those that may be closed before admission."""
        address = self._forget(_own_task())
        if address is not None:
            self._greeted[_own_task()] = address

    async def serve(self, lines: Lines) -> None:
        """Serve a connection to its end; never raises because of a guest."""
        visitor: Visitor | None = None
        try:
            visitor = await self._let_in(lines)
            self._visitors.add(visitor)
            self._room_service.arrive(visitor)
            await self._listen(visitor)
        except RefusedError as refusal:
            lines.send(wire.line_of(wire.Refused(refusal.why, ceil(refusal.wait))))
        except wire.DamagedMessageError:
            lines.send(wire.line_of(wire.Refused("damaged")))
        except (LostError, TimeoutError):
            pass
        except asyncio.CancelledError:
            lines.abort()
        except Exception as error:
            # An error caused by one guest must not end the table for the others.
            self._room_service.fail(error)
            lines.send(wire.line_of(wire.Refused("damaged")))
        finally:
            lines.close()
            if visitor is not None:
                self._visitors.discard(visitor)
                self._depart(visitor)

    def _depart(self, visitor: Visitor) -> None:
        try:
            self._room_service.depart(visitor)
        except Exception as error:
            self._room_service.fail(error)

    # Admission

    async def _let_in(self, lines: Lines) -> Visitor:
        if len(self._visitors) >= MOST_GUESTS:
            raise RefusedError("busy")
        async with asyncio.timeout(KNOCK_S):
            visitor = await self._ask_in(lines)
        self._forget(_own_task())
        return visitor

    async def _ask_in(self, lines: Lines) -> Visitor:
        hello: wire.Hello = await self._heard(lines, wire.HELLO)
        version = next((one for one in VERSIONS if one in hello.versions), None)
        if version is None:
            newer = max(hello.versions) > VERSIONS[0]
            raise RefusedError("host-older" if newer else "host-newer")
        lines.send(wire.line_of(wire.Welcome(version, self._program)))
        request: wire.Pair | wire.Return = await self._heard(lines, wire.KNOCK)
        if isinstance(request, wire.Return):
            visitor = self._room_service.seat_known(lines, request)
        else:
            await self._prove(lines, request)
            visitor = self._room_service.seat_stranger(lines, await self._heard(lines, wire.SIT))
            visitor.stranger = True
        visitor.version = version
        visitor.heard_at = asyncio.get_running_loop().time()
        visitor.send(wire.Seated(visitor.seat, visitor.secret, visitor.number))
        return visitor

    async def _heard(self, lines: Lines, decoder: Any) -> Any:
        message = wire.read(decoder, await lines.receive())
        self._note_progress()
        return message

    async def _prove(self, lines: Lines, request: wire.Pair) -> None:
        self._check_tries(lines.address)
        code = self._code
        async with self._proofs:
            side = await asyncio.to_thread(self._side_for, code, request.share)
        lines.send(wire.line_of(wire.Share(side.share)))
        proof: wire.Proof = await self._heard(lines, wire.PROOF)
        # Check again, with no await until the attempt is counted: others may have tried meanwhile.
        self._check_tries(lines.address)
        if code != self._code:
            raise RefusedError("code")
        if not side.proves("guest", proof.proof):
            self.tries.record_wrong(lines.address)
            self._room_service.wrong_code(self.tries.wrong)
            raise RefusedError("code")
        self.tries.record_right(lines.address)
        lines.send(wire.line_of(wire.Proof(side.proof("host"))))

    def _side_for(self, code: str, share: str) -> Side:
        side = Side(code, self._fingerprint, host=True)
        try:
            side.take(share)
        except PairingError:
            raise wire.DamagedMessageError from None
        return side

    def _check_tries(self, address: str) -> None:
        wait = self.tries.remaining_wait(address)
        if wait:
            raise RefusedError("slow", wait)

    # Admitted guests

    async def _listen(self, visitor: Visitor) -> None:
        time = asyncio.get_running_loop().time
        pace = Pace(BURST, 1 / RATE)
        while not visitor.left:
            line = await visitor.lines.receive()
            now = visitor.heard_at = time()
            visitor.moved = False
            message = wire.read(wire.FROM_GUEST, line)
            if not pace.allows(now, COSTS.get(type(message), 1.0)):
                raise RefusedError("flood")
            if isinstance(message, wire.Pong):
                self._answered(visitor, now)
            else:
                self._room_service.hear(visitor, message)
            if visitor.moved:
                pace.used -= 1  # commands that advance the match are welcome at any rate

    async def _ping(self) -> None:
        time = asyncio.get_running_loop().time
        while True:
            await asyncio.sleep(PING_S)
            try:
                self.look(time())
            except Exception as error:
                self._room_service.fail(error)

    def look(self, now: float) -> None:
        """Disconnect silent guests, and ping the others."""
        was = {visitor: visitor.slow for visitor in self._visitors}
        for visitor in was:
            if now - visitor.heard_at > SILENCE_S:
                visitor.lines.abort()
                continue
            if visitor.pinged_at is None:
                visitor.pinged_at = now
            else:
                visitor.slow = True
            visitor.send(wire.Ping())
        if any(visitor.slow != slow for visitor, slow in was.items()):
            self._room_service.show()
        if self._crowded and not (self._silent or self._greeted):
            self._crowded = False
            give_memory_back()

    def _answered(self, visitor: Visitor, now: float) -> None:
        if visitor.pinged_at is None:
            return
        slow = now - visitor.pinged_at > SLOW_S
        visitor.pinged_at = None
        if slow != visitor.slow:
            visitor.slow = slow
            self._room_service.show()


def listen_at(port: int, address: str = "") -> socket.socket:
    """Return a socket that listens on all interfaces, or at ``address``; raises ``OSError``."""
    if not address and socket.has_dualstack_ipv6():
        family, dual = socket.AF_INET6, True
    else:
        family, dual = family_of(address), False
    return socket.create_server((address, port), family=family, dualstack_ipv6=dual)


def send_at_once(connection: asyncio.StreamWriter | asyncio.BaseTransport) -> None:
    """Disable Nagle's algorithm, which delays short messages by 40 ms until an acknowledgement."""
    with contextlib.suppress(OSError):
        connected: socket.socket = connection.get_extra_info("socket")
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def give_memory_back() -> None:
    """Collect the cycles of closed connections, and trim the heap, which glibc does not."""
    gc.collect()
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).malloc_trim(0)
