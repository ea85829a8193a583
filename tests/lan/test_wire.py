"""Tests of messages: what each protocol version has, and malformed ones."""

import asyncio
from random import Random

from app.network.gathering import get_sent_bytes, list_faces
from greenbaize.lan.wire import (
    GUEST_MESSAGE_DECODER,
    DamagedMessageError,
    PongMessage,
    ReadyMessage,
    decode_message,
    encode_message,
)
from lan.invalid_lines import INVALID_LINES, mangle_line
from lan.random_guests import (
    RandomGuest,
    disconnect_guests,
    open_memory_table,
    wait_until,
)


async def test_an_older_guest_gets_only_known_fields(monkeypatch):
    async with open_memory_table() as hosted:
        anna = RandomGuest("Anna", hosted.connect_guest, face=("bun", "teal"))
        await wait_until(lambda: bool(anna.adapter.lobbies))
        monkeypatch.setattr("greenbaize.lan.client.PROTOCOL_VERSIONS", (1,))
        otto = RandomGuest("Otto", hosted.connect_guest, face=("cap", "rose"))
        await wait_until(lambda: bool(otto.adapter.lobbies) and len(list_faces(anna)) == 2)
        exchanged_bytes, visible_faces = (
            otto.collect_received() + b"".join(map(get_sent_bytes, otto.connections)),
            list_faces(anna),
        )
        assert b"face" not in exchanged_bytes
        assert b"bun" not in exchanged_bytes
        assert visible_faces == [
            ("Anna", "bun", "teal"),
            ("Otto", "bowler", "coral"),
        ]  # Teal is taken.


def test_a_guest_sends_an_older_host_only_known_fields(monkeypatch):
    async def join_older_host():
        monkeypatch.setattr("greenbaize.lan.server.PROTOCOL_VERSIONS", (1,))
        async with open_memory_table() as hosted:
            anna = RandomGuest("Anna", hosted.connect_guest, face=("bun", "teal"))
            await wait_until(lambda: bool(anna.adapter.lobbies))
            anna.abort_connection()
            await wait_until(lambda: len(anna.connections) == 2 and anna.guest.is_connected)
            await disconnect_guests(anna)
            return b"".join(map(get_sent_bytes, anna.connections))

    sent_bytes = asyncio.run(join_older_host())
    assert b'"sit"' in sent_bytes
    assert b'"return"' in sent_bytes
    assert b"face" not in sent_bytes


def test_a_mangled_message_raises_no_other_error():
    random = Random(12)
    valid_lines = [line for line in INVALID_LINES if len(line) < 300]
    valid_lines += [
        encode_message(PongMessage()),
        encode_message(ReadyMessage(True)),
        b'{"type":"resume","heard":3}\n',
    ]
    refused_count = 0
    for _ in range(20_000):
        try:
            decode_message(GUEST_MESSAGE_DECODER, mangle_line(random, random.choice(valid_lines)))
        except DamagedMessageError:
            refused_count += 1
    assert refused_count > 10_000
