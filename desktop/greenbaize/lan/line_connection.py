"""Connections that exchange lines, over TLS or in memory.

In memory no slow reader is disconnected.
"""

import asyncio
import contextlib
import ssl
from abc import ABC, abstractmethod
from asyncio.sslproto import SSLProtocol
from hashlib import sha256
from typing import Final

from greenbaize.lan.wire import DamagedMessageError

MAX_UNSENT_BYTES: Final = 4_000_000
"""Bytes that may wait for a slow reader before it is disconnected; it can reconnect."""

# Each connection allocates a buffer of this size at once. With the default of 262,144 bytes, the
# silent connections of a flood filled the memory.
SSLProtocol.max_size = 16_384


class ConnectionLostError(Exception):
    """The connection is gone, perhaps in the middle of a line."""


class LineConnection(ABC):
    """One side of a connection; only ``receive_line`` waits."""

    fingerprint: bytes
    """SHA-256 of the host's certificate, as this side uses or sees it."""
    address = ""
    """The other side's address; empty in memory."""

    @abstractmethod
    async def receive_line(self) -> bytes:
        """Return the next complete line.

        Raises ``ConnectionLostError`` at the end, ``DamagedMessageError`` for a line that is too
        long.
        """

    @abstractmethod
    def send_line(self, line: bytes) -> None:
        """Send a line; dropped if the connection is gone."""

    @abstractmethod
    def close(self) -> None:
        """Close after sending what is queued."""

    @abstractmethod
    def abort(self) -> None:
        """Close at once."""


class StreamConnection(LineConnection):
    """A connection over TLS.

    Without ``fingerprint``, that of the other side's certificate is used.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        fingerprint: bytes | None = None,
    ) -> None:
        self._reader, self._writer = reader, writer
        self.address = peer_address(writer)
        if fingerprint is None:
            ssl_object: ssl.SSLObject = writer.get_extra_info("ssl_object")
            fingerprint = sha256(ssl_object.getpeercert(binary_form=True) or b"").digest()
        self.fingerprint = fingerprint

    async def receive_line(self) -> bytes:
        try:
            line = await self._reader.readline()
        except ValueError:
            raise DamagedMessageError from None
        except OSError:
            raise ConnectionLostError from None
        if not line.endswith(b"\n"):
            raise ConnectionLostError
        return line

    def send_line(self, line: bytes) -> None:
        """Send a line; a slow reader is disconnected instead."""
        transport = self._writer.transport
        if transport.is_closing():
            return
        if transport.get_write_buffer_size() > MAX_UNSENT_BYTES:
            self.abort()
            return
        self._writer.write(line)

    def close(self) -> None:
        with contextlib.suppress(OSError, RuntimeError):
            self._writer.close()

    def abort(self) -> None:
        abort_writer(self._writer)


def peer_address(connection: asyncio.StreamWriter | asyncio.BaseTransport) -> str:
    """Return the address of the other side; ``?`` if it is gone already."""
    return str((connection.get_extra_info("peername") or ("?",))[0])


def abort_writer(writer: asyncio.StreamWriter) -> None:
    """Abort a connection at once, even while it is closing."""
    # After a second close, Python 3.11.2's encrypted transports have nothing left to abort.
    with contextlib.suppress(AttributeError):
        writer.transport.abort()


class MemoryConnection(LineConnection):
    """One side of a connection in memory; ``create_memory_connections`` creates pairs."""

    def __init__(self, fingerprint: bytes, max_line_bytes: int) -> None:
        self.fingerprint = fingerprint
        self.received_bytes: bytearray | None = None
        """Everything sent to this side, recorded if set to a ``bytearray``."""
        self._max_line_bytes = max_line_bytes
        self._incoming_lines: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._is_closed = False
        self._peer: MemoryConnection

    async def receive_line(self) -> bytes:
        line = None if self._is_closed else await self._incoming_lines.get()
        if line is None:
            self._is_closed = True
            raise ConnectionLostError
        if len(line) > self._max_line_bytes:
            raise DamagedMessageError
        if not line.endswith(b"\n"):
            raise ConnectionLostError
        return line

    def send_line(self, line: bytes) -> None:
        if not self._is_closed:
            if self._peer.received_bytes is not None:
                self._peer.received_bytes += line
            for one in line.splitlines(keepends=True):
                self._peer._incoming_lines.put_nowait(one)

    def close(self) -> None:
        if not self._is_closed:
            self._is_closed = True
            self._peer._incoming_lines.put_nowait(None)
            self._incoming_lines.put_nowait(None)

    abort = close


def create_memory_connections(
    fingerprint: bytes, max_line_bytes: int
) -> tuple[MemoryConnection, MemoryConnection]:
    """Return two connected sides in memory, with a limit for the size of a line (bytes)."""
    first, second = (
        MemoryConnection(fingerprint, max_line_bytes),
        MemoryConnection(fingerprint, max_line_bytes),
    )
    first._peer, second._peer = second, first
    return first, second
