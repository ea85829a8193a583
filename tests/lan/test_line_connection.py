"""Tests of connections that carry lines: streams and memory."""

import asyncio
import socket
from hashlib import sha256

import pytest

from greenbaize.lan.line_connection import (
    MAX_UNSENT_BYTES,
    ConnectionLostError,
    StreamConnection,
    abort_writer,
    create_memory_connections,
    peer_address,
)
from greenbaize.lan.wire import DamagedMessageError
from lan.random_guests import (
    RandomGuest,
    make_dialer,
    open_memory_table,
    wait_until,
)


async def test_half_a_line_is_a_lost_connection_and_no_damage():
    async with open_memory_table() as hosted:
        anna = RandomGuest("Anna", hosted.connect_guest, plays_cards=False)
        await wait_until(lambda: anna.guest.is_connected)
        anna.connections[-1].send_line(b'{"type":"po')
        await wait_until(lambda: len(anna.connections) == 2 and anna.guest.is_connected)
        anna.task.cancel()
        await asyncio.gather(anna.task, return_exceptions=True)
        assert anna.rejection_code is None


async def test_short_lines_of_a_host_are_sent_at_once():
    async with open_memory_table() as hosted:
        dial = make_dialer(await hosted.server.start_listening(address="127.0.0.1"))
        spectator = RandomGuest("", dial, is_spectator=True)
        await wait_until(lambda: spectator.guest.is_connected)
        (client,) = hosted.table.lobby.spectators
        client_socket = client.connection._writer.get_extra_info("socket")
        is_nodelay = client_socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        spectator.task.cancel()
        await asyncio.gather(spectator.task, return_exceptions=True)
        assert is_nodelay


def test_a_connection_that_is_closed_twice_can_be_cut():
    class ClosedTransport(asyncio.Transport):
        """Encrypted transport as Python 3.11.2 leaves it after closing: without anything to end."""

        protocol: asyncio.Transport | None = None

        def abort(self):
            self.protocol.abort()

        def is_closing(self):
            return True

    async def cut_closed_stream():
        reader = asyncio.StreamReader()
        loop = asyncio.get_running_loop()
        abort_writer(
            asyncio.StreamWriter(
                ClosedTransport(), asyncio.StreamReaderProtocol(reader), reader, loop
            )
        )

    asyncio.run(cut_closed_stream())


class FakeTransport(asyncio.Transport):
    """Transport that records what is written and how it ends."""

    def __init__(self, buffer_size=0):
        super().__init__({"peername": ("192.168.1.5", 4321), "ssl_object": FakeCertificate()})
        self.written, self.buffer_size = b"", buffer_size
        self.is_aborted = self.is_closed = False

    def write(self, data):
        self.written += data

    def get_write_buffer_size(self):
        return self.buffer_size

    def is_closing(self):
        return self.is_closed

    def close(self):
        self.is_closed = True

    def abort(self):
        self.is_aborted = True


class FakeCertificate:
    """Certificate of the other side."""

    def getpeercert(self, *, binary_form):
        assert binary_form
        return b"certificate"


@pytest.fixture
def open_stream():
    """Open connections over fake transports with given bytes received, and close them."""
    streams = []

    def open_one(received=b"", buffer_size=0, fingerprint=b"f"):
        reader = asyncio.StreamReader(limit=64)
        reader.feed_data(received)
        reader.feed_eof()
        transport = FakeTransport(buffer_size)
        writer = asyncio.StreamWriter(
            transport, asyncio.StreamReaderProtocol(reader), reader, asyncio.get_running_loop()
        )
        streams.append((StreamConnection(reader, writer, fingerprint), transport))
        return streams[-1]

    yield open_one
    for _, transport in streams:
        transport.close()


async def test_a_stream_ends_after_its_last_whole_line(open_stream):
    connection, _ = open_stream(b"one\ntwo\nhalf")
    assert [await connection.receive_line() for _ in range(2)] == [b"one\n", b"two\n"]
    with pytest.raises(ConnectionLostError):
        await connection.receive_line()


async def test_a_line_longer_than_the_limit_is_damage(open_stream):
    connection, _ = open_stream(b"x" * 100 + b"\n")
    with pytest.raises(DamagedMessageError):
        await connection.receive_line()


async def test_a_stream_that_fails_is_lost(open_stream):
    connection, _ = open_stream()
    connection._reader.set_exception(ConnectionResetError())
    with pytest.raises(ConnectionLostError):
        await connection.receive_line()


async def test_a_stream_has_the_address_and_the_certificate_of_the_other_side(open_stream):
    connection, _ = open_stream(fingerprint=None)
    assert connection.address == "192.168.1.5"
    assert connection.fingerprint == sha256(b"certificate").digest()
    assert open_stream(fingerprint=b"known")[0].fingerprint == b"known"
    assert peer_address(asyncio.Transport()) == "?"


@pytest.mark.parametrize(("excess", "is_aborted"), [(0, False), (1, True)])
async def test_a_slow_reader_is_disconnected(excess, is_aborted, open_stream):
    connection, transport = open_stream(buffer_size=MAX_UNSENT_BYTES + excess)
    connection.send_line(b"one\n")
    assert transport.is_aborted is is_aborted
    assert transport.written == (b"" if is_aborted else b"one\n")


async def test_nothing_is_sent_to_a_closed_stream(open_stream):
    connection, transport = open_stream(buffer_size=MAX_UNSENT_BYTES + 1)
    connection.close()
    assert transport.is_closed
    connection.send_line(b"one\n")
    assert (transport.written, transport.is_aborted) == (b"", False)
    connection.abort()
    assert transport.is_aborted


async def test_memory_carries_lines_both_ways_and_records_them():
    first, second = create_memory_connections(b"f", 8)
    second.received_bytes = bytearray()
    first.send_line(b"one\ntwo\n")
    second.send_line(b"three\n")
    assert [await second.receive_line() for _ in range(2)] == [b"one\n", b"two\n"]
    assert await first.receive_line() == b"three\n"
    assert (second.received_bytes, first.received_bytes) == (b"one\ntwo\n", None)
    assert first.fingerprint == second.fingerprint == b"f"


async def test_memory_has_the_limits_of_a_stream():
    first, second = create_memory_connections(b"f", 8)
    for line, error in ((b"x" * 8 + b"\n", DamagedMessageError), (b"half", ConnectionLostError)):
        first.send_line(line)
        with pytest.raises(error):
            await second.receive_line()
    first.send_line(b"1234567\n")
    assert await second.receive_line() == b"1234567\n"


async def test_closing_one_side_of_memory_ends_both():
    for close_name in ("close", "abort"):
        first, second = create_memory_connections(b"f", 8)
        first.send_line(b"last\n")
        getattr(first, close_name)()
        getattr(first, close_name)()
        first.send_line(b"late\n")
        assert await second.receive_line() == b"last\n"
        for side in (first, second, second):
            with pytest.raises(ConnectionLostError):
                await side.receive_line()
        second.send_line(b"more\n")
        assert first._incoming_lines.qsize() == 1  # Only the end, which was not read.
