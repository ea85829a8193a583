"""Tests of messages: what each protocol version has, and malformed ones."""

import asyncio
from random import Random

import msgspec
import pytest

from app.network.gathering import get_sent_bytes, list_faces
from greenbaize.lan.wire import (
    GUEST_MESSAGE_DECODER,
    HOST_MESSAGE_DECODER,
    LEVELS_SINCE,
    PROTOCOL_VERSIONS,
    SINCE,
    ChairState,
    DamagedMessageError,
    JoinMessage,
    LobbyMessage,
    MatchSetupMessage,
    MatchStoppedMessage,
    PongMessage,
    ReadingMessage,
    ReadyMessage,
    decode_message,
    encode_event_message,
    encode_full_record_line,
    encode_message,
    first_version_with_levels,
    fit_level_to_version,
    fit_to_version,
)
from lan.invalid_lines import INVALID_LINES, mangle_line
from lan.random_guests import (
    RandomGuest,
    disconnect_guests,
    open_memory_table,
    wait_until,
)

BEFORE_FACES = (SINCE[JoinMessage, "face"] - 1,)
"""The versions of programs that know no faces."""


def test_additions_are_of_versions_that_this_program_speaks():
    versions = {*SINCE.values(), *LEVELS_SINCE.values()}
    assert max(versions) == PROTOCOL_VERSIONS[0]
    assert min(versions) > PROTOCOL_VERSIONS[-1]


@pytest.mark.parametrize("level", LEVELS_SINCE)
def test_a_level_is_replaced_before_its_version(level):
    setup = MatchSetupMessage("damn", 4, {}, level, 0, hints=True, hands=False)
    assert fit_to_version(setup, LEVELS_SINCE[level]) == setup
    older_setup = fit_to_version(setup, LEVELS_SINCE[level] - 1)
    assert older_setup.bots == fit_level_to_version(level, LEVELS_SINCE[level] - 1)
    assert first_version_with_levels([older_setup.bots]) == PROTOCOL_VERSIONS[-1]
    assert first_version_with_levels([None, level, "hard"]) == LEVELS_SINCE[level]


@pytest.mark.parametrize("addition", SINCE, ids=str)
def test_an_addition_is_left_out_before_its_version(addition):
    kind, key = addition if isinstance(addition, tuple) else (addition, None)
    message = kind(**dict.fromkeys(kind.__struct_fields__, "filled"))
    assert fit_to_version(message, SINCE[addition]) == message
    fitted_message = fit_to_version(message, SINCE[addition] - 1)
    if key is None:
        assert fitted_message is None
    else:
        assert getattr(message, key) is not msgspec.UNSET
        assert getattr(fitted_message, key) is msgspec.UNSET
        assert key.encode() not in encode_message(fitted_message)


def test_keys_are_left_out_in_parts_of_a_message_too():
    chair = ChairState("Ida", "guest", ready=True, here=True, face="bun", reads=True)
    lobby = LobbyMessage(
        "Kitchen", "damn", {}, "", 0, True, True, [chair], 0, "playing", None, None, arranged=4
    )
    fitted_lobby = fit_to_version(lobby, PROTOCOL_VERSIONS[-1])
    assert fitted_lobby.chairs == [ChairState("Ida", "guest", ready=True, here=True)]
    assert lobby.chairs == [chair]


async def test_an_older_guest_gets_only_known_fields(monkeypatch):
    async with open_memory_table() as hosted:
        anna = RandomGuest("Anna", hosted.connect_guest, face=("bun", "teal"))
        await wait_until(lambda: bool(anna.adapter.lobbies))
        monkeypatch.setattr("greenbaize.lan.client.PROTOCOL_VERSIONS", BEFORE_FACES)
        otto = RandomGuest("Otto", hosted.connect_guest, face=("cap", "rose"))
        await wait_until(lambda: bool(otto.adapter.lobbies) and len(list_faces(anna)) == 2)
        otto.guest.send_message(ReadingMessage(on=True))
        exchanged_bytes, visible_faces = (
            otto.collect_received() + b"".join(map(get_sent_bytes, otto.connections)),
            list_faces(anna),
        )
        assert b"face" not in exchanged_bytes
        assert b"bun" not in exchanged_bytes
        assert b"reading" not in exchanged_bytes
        assert otto.adapter.denial_codes == []  # Nobody has asked for it.
        assert visible_faces == [
            ("Anna", "bun", "teal"),
            ("Otto", "bowler", "coral"),
        ]  # Teal is taken.


async def test_a_guest_leaves_a_host_that_says_what_its_version_lacks(monkeypatch):
    monkeypatch.setattr(
        "greenbaize.lan.client.PROTOCOL_VERSIONS", (SINCE[MatchStoppedMessage] - 1,)
    )
    async with open_memory_table() as hosted:
        anna = RandomGuest("Anna", hosted.connect_guest)
        await wait_until(lambda: bool(anna.adapter.lobbies))
        stopped_line = encode_message(MatchStoppedMessage("0" * 32))
        hosted.table.lobby.chairs[0].client.connection.send_line(stopped_line)
        await wait_until(lambda: anna.rejection_code == "host-damaged")


def test_a_guest_sends_an_older_host_only_known_fields(monkeypatch):
    async def join_older_host():
        monkeypatch.setattr("greenbaize.lan.server.PROTOCOL_VERSIONS", BEFORE_FACES)
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


def test_encoded_lines_are_wrapped_without_their_end():
    line = b'{"type":"lot","dealer":1}\n'
    event_line = encode_event_message(7, line)
    assert event_line == b'{"type":"told","number":7,"line":{"type":"lot","dealer":1}}\n'
    assert decode_message(HOST_MESSAGE_DECODER, event_line).number == 7
    record_line = encode_full_record_line(line)
    assert record_line == b'{"type":"line","line":{"type":"lot","dealer":1}}\n'
    assert decode_message(HOST_MESSAGE_DECODER, record_line).line
