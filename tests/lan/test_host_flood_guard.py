"""Tests of a guest's limits on a host: floods end the connection, normal play does not."""

import asyncio

import pytest

from greenbaize.app.network.rate_limits import (
    ADDRESS_CHAT_BURST,
    RETURN_BURST,
    RETURN_INTERVAL_S,
    SHUFFLE_BURST,
)
from greenbaize.app.network.session import describe_rejection
from greenbaize.lan import wire
from greenbaize.lan.attempt_limiter import AttemptLimiter
from greenbaize.lan.client import MAX_SLOWED_RETRIES, TableRejectionError
from greenbaize.lan.host_flood_guard import BYTE_LIMIT, MESSAGE_LIMITS, HostFloodGuard
from greenbaize.words.speaker import Speaker
from lan.random_guests import (
    RandomGuest,
    decode_messages,
    make_table_setup,
    open_memory_table,
    wait_until,
)

SAMPLE_MESSAGES = {
    "spoken": wire.ChatMessage(1, "Anna", "hello", ""),
    "denied": wire.RequestDeniedMessage("keeper"),
    "ping": wire.PingMessage(),
    "answer": wire.CommandResultMessage(1, "done"),
}


REMOTE_ADDRESS = "192.168.1.66"


def connect_remotely(hosted):
    lines = hosted.connect_guest(REMOTE_ADDRESS)
    lines.address = "192.168.1.5"
    return lines


@pytest.mark.parametrize("kind", SAMPLE_MESSAGES)
async def test_a_flood_of_any_kind_ends_the_connection(kind, monkeypatch):
    monkeypatch.setattr("greenbaize.lan.client.monotonic", lambda: 100.0)
    async with open_memory_table(make_table_setup(seats=4)) as hosted:
        friend = RandomGuest("Anna", lambda: connect_remotely(hosted), plays_cards=False)
        await wait_until(lambda: friend.guest.is_connected)
        (client,) = hosted.server._clients
        for _ in range(int(MESSAGE_LIMITS[type(SAMPLE_MESSAGES[kind])][0]) + 50):
            client.send_message(SAMPLE_MESSAGES[kind])
        await asyncio.wait_for(friend.task, 60)
        assert friend.rejection_code == "host-flood"


async def test_the_local_table_has_no_rate_limit():
    async with open_memory_table(make_table_setup(seats=4)) as hosted:
        friend = RandomGuest("Anna", hosted.connect_guest, plays_cards=False)
        await wait_until(lambda: friend.guest.is_connected)
        (client,) = hosted.server._clients
        for _ in range(1000):
            client.send_message(SAMPLE_MESSAGES["spoken"])
        await wait_until(lambda: len(friend.adapter.chat_messages) == 1000)
        assert friend.guest.is_connected


@pytest.mark.parametrize("kind", MESSAGE_LIMITS)
def test_each_kind_has_a_burst_and_a_rate(kind):
    limiter = HostFloodGuard()
    burst, rate = MESSAGE_LIMITS[kind]
    sent_count = 0
    while sent_count <= burst and limiter.try_acquire(kind, 1, 100.0):
        sent_count += 1
    assert sent_count == burst
    assert limiter.try_acquire(kind, 1, 100.0 + 1.01 / rate)
    assert not limiter.try_acquire(kind, 1, 100.0 + 1.01 / rate)


def test_large_messages_are_limited_by_their_bytes():
    limiter = HostFloodGuard()
    assert limiter.try_acquire(wire.CaughtUpMessage, int(BYTE_LIMIT[0]), 100.0)
    assert not limiter.try_acquire(wire.CaughtUpMessage, int(BYTE_LIMIT[1]) + 1, 101.0)
    assert limiter.try_acquire(wire.CaughtUpMessage, int(BYTE_LIMIT[1]), 102.0)


def test_a_long_match_and_its_full_record_are_no_flood():
    limiter = HostFloodGuard()
    assert limiter.try_acquire(wire.EventsFromMessage, 80, 1.0)
    assert all(limiter.try_acquire(wire.EventMessage, 120, 1.0) for _ in range(20_000))
    assert limiter.try_acquire(wire.FullRecordMessage, 80, 1.0)
    assert all(limiter.try_acquire(wire.FullRecordLineMessage, 120, 1.0) for _ in range(20_000))


def test_every_message_of_a_host_is_limited():
    message_types = set(wire.HOST_MESSAGE_DECODER.type.__args__)
    assert message_types - {*MESSAGE_LIMITS} == {
        wire.ConnectionRefusedMessage,
        wire.TableClosedMessage,
    }  # No message follows after these two.


async def test_a_slowed_guest_waits_and_tries_again(monkeypatch):
    real_sleep, pauses = asyncio.sleep, []

    async def sleep_and_log(seconds):
        if seconds == 1:
            pauses.append(seconds)
        await real_sleep(0)

    monkeypatch.setattr("greenbaize.lan.client.asyncio.sleep", sleep_and_log)
    try_limiter = AttemptLimiter(lambda: 100.0)
    async with open_memory_table(make_table_setup(seats=3), try_limiter) as hosted:
        monkeypatch.setattr(try_limiter, "remaining_wait", lambda _: float(len(pauses) < 3))
        reported_waits = []
        anna = RandomGuest("Anna", lambda: connect_remotely(hosted), plays_cards=False)
        anna.guest.on_slowed, anna.guest.max_slowed_retries = (
            reported_waits.append,
            MAX_SLOWED_RETRIES,
        )
        await wait_until(lambda: anna.guest.is_connected)
        assert reported_waits == pauses == [1, 1, 1]
        monkeypatch.setattr(try_limiter, "remaining_wait", lambda _: 1.0)
        eve = RandomGuest("Eve", lambda: connect_remotely(hosted), plays_cards=False)
        eve.guest.on_slowed, eve.guest.max_slowed_retries = (
            reported_waits.append,
            MAX_SLOWED_RETRIES,
        )
        await asyncio.wait([eve.task])
        assert eve.rejection_code == "slow"
        assert len(reported_waits) == 3 + MAX_SLOWED_RETRIES


def test_a_very_long_wait_is_reported_as_the_maximum():
    message = describe_rejection(TableRejectionError("slow", 10**9))
    assert "60 s" in Speaker().format_message(message)


async def test_a_guest_who_reconnects_all_the_time_harms_nobody():
    async with open_memory_table(make_table_setup(seats=3)) as hosted:
        anna = RandomGuest("Anna", lambda: connect_remotely(hosted), plays_cards=False)
        await wait_until(lambda: anna.guest.is_connected)
        eve = RandomGuest("Eve", lambda: connect_remotely(hosted), plays_cards=False)
        await wait_until(lambda: eve.guest.is_connected)
        (secret,) = eve.secrets.secrets.values()
        eve.task.cancel()
        answers = []
        for _ in range(1500):
            lines = hosted.connect_guest(REMOTE_ADDRESS)
            lines.send_line(wire.encode_message(wire.HelloMessage([3])))
            lines.send_line(wire.encode_message(wire.ReturnMessage(secret)))
            await lines.receive_line()
            answers.append(decode_messages(await lines.receive_line())[0])
            lines.abort()
        refusals = [answer for answer in answers if answer["type"] == "refused"]
        assert len(refusals) > 1000
        assert {answer["why"] for answer in refusals} == {"busy"}
        assert all(0 < answer["wait"] <= RETURN_INTERVAL_S for answer in refusals)
        assert [answer["type"] for answer in answers[:RETURN_BURST]] == ["seated"] * RETURN_BURST
        lobby_count = len(anna.adapter.lobbies)
        assert lobby_count < MESSAGE_LIMITS[wire.LobbyMessage][0]
        await wait_until(lambda: not anna.lobby.chairs[1].here)  # The latest lobby is sent at last.
        assert anna.guest.is_connected
        assert anna.rejection_code is None


async def test_a_stream_of_talking_spectators_harms_nobody():
    async with open_memory_table(make_table_setup(seats=3)) as hosted:
        anna = RandomGuest("Anna", lambda: connect_remotely(hosted), plays_cards=False)
        await wait_until(lambda: anna.guest.is_connected)
        for _ in range(40):
            eve = RandomGuest("", lambda: connect_remotely(hosted), is_spectator=True)
            await wait_until(lambda: eve.guest.is_connected)  # noqa: B023
            for _ in range(5):
                eve.guest.send_message(wire.SendChatMessage("hello"))
            eve.guest.leave_table()
            await asyncio.wait([eve.task])
        await wait_until(lambda: not anna.lobby.watchers)
        assert ADDRESS_CHAT_BURST <= len(anna.adapter.chat_messages) <= 2 * ADDRESS_CHAT_BURST
        assert anna.rejection_code is None
        assert anna.guest.is_connected


async def test_a_shuffle_that_is_aborted_repeatedly_has_to_wait():
    async with open_memory_table(make_table_setup(seats=2, options={}, game="blackout")) as hosted:
        anna = RandomGuest("Anna", lambda: connect_remotely(hosted), plays_cards=False)
        await wait_until(lambda: anna.guest.is_connected)
        for _ in range(SHUFFLE_BURST + 5):
            eve = RandomGuest("Eve", lambda: connect_remotely(hosted), plays_cards=False)
            eve.guest._shuffle.begin_round = lambda _: None  # Eve sends no commitment.
            await wait_until(lambda: eve.guest.is_connected)  # noqa: B023
            await wait_until(
                lambda: hosted.table._shuffle_coordinator is not None or hosted.table._start_timer
            )
            eve.guest.leave_table()
            await asyncio.wait([eve.task])
            await wait_until(lambda: hosted.table._shuffle_coordinator is None)
        shuffle_messages = [
            message
            for message in decode_messages(anna.collect_received())
            if message["type"] == "shuffle"
        ]
        assert len(shuffle_messages) == SHUFFLE_BURST
