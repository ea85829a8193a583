"""Tests of connections that carry lines: streams and memory."""

import asyncio
import socket

from greenbaize.lan.line_connection import abort_writer
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
        watcher = RandomGuest("", dial, is_spectator=True)
        await wait_until(lambda: watcher.guest.is_connected)
        (client,) = hosted.table.lobby.watchers
        client_socket = client.connection._writer.get_extra_info("socket")
        is_nodelay = client_socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        watcher.task.cancel()
        await asyncio.gather(watcher.task, return_exceptions=True)
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
