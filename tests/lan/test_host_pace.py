"""Tests of a guest's limits on a host: floods end the connection, normal play does not."""

import asyncio

import pytest

from greenbaize.app.network.session import rejection_message
from greenbaize.app.network.table_paces import (
    CHAT_OF_ADDRESS_AT_ONCE,
    RETURN_S,
    RETURNS_AT_ONCE,
    SHUFFLES_AT_ONCE,
)
from greenbaize.lan import wire
from greenbaize.lan.client import MOST_SLOWED, RejectedError
from greenbaize.lan.host_pace import BYTES, LIMITS, HostPace
from greenbaize.lan.try_limiter import TryLimiter
from greenbaize.words.speaker import Speaker
from lan.friends import Friend, messages, opened, request, until

KINDS = {
    "spoken": wire.Spoken(1, "Anna", "hello", ""),
    "denied": wire.Denied("keeper"),
    "ping": wire.Ping(),
    "answer": wire.Answer(1, "done"),
}


EVE = "192.168.1.66"


def from_elsewhere(hosted):
    lines = hosted.knock(EVE)
    lines.address = "192.168.1.5"
    return lines


@pytest.mark.parametrize("kind", KINDS)
async def test_a_flood_of_any_kind_ends_the_connection(kind, monkeypatch):
    monkeypatch.setattr("greenbaize.lan.client.monotonic", lambda: 100.0)
    async with opened(request(seats=4)) as hosted:
        friend = Friend("Anna", lambda: from_elsewhere(hosted), plays=False)
        await until(lambda: friend.guest.here)
        (visitor,) = hosted.door._visitors
        for _ in range(int(LIMITS[type(KINDS[kind])][0]) + 50):
            visitor.send(KINDS[kind])
        await asyncio.wait_for(friend.task, 60)
        assert friend.rejected == "host-flood"


async def test_the_table_at_this_computer_is_never_too_fast():
    async with opened(request(seats=4)) as hosted:
        friend = Friend("Anna", hosted.knock, plays=False)
        await until(lambda: friend.guest.here)
        (visitor,) = hosted.door._visitors
        for _ in range(1000):
            visitor.send(KINDS["spoken"])
        await until(lambda: len(friend.talk.spoken_lines) == 1000)
        assert friend.guest.here


@pytest.mark.parametrize("kind", LIMITS)
def test_every_kind_has_a_burst_and_then_a_rate(kind):
    pace = HostPace()
    most, rate = LIMITS[kind]
    sent = 0
    while sent <= most and pace.allows(kind, 1, 100.0):
        sent += 1
    assert sent == most
    assert pace.allows(kind, 1, 100.0 + 1.01 / rate)
    assert not pace.allows(kind, 1, 100.0 + 1.01 / rate)


def test_large_messages_are_limited_by_their_bytes():
    pace = HostPace()
    assert pace.allows(wire.Now, int(BYTES[0]), 100.0)
    assert not pace.allows(wire.Now, int(BYTES[1]) + 1, 101.0)
    assert pace.allows(wire.Now, int(BYTES[1]), 102.0)


def test_a_long_match_told_at_once_and_its_record_are_no_flood():
    pace = HostPace()
    assert pace.allows(wire.From, 80, 1.0)
    assert all(pace.allows(wire.Told, 120, 1.0) for _ in range(20_000))
    assert pace.allows(wire.Whole, 80, 1.0)
    assert all(pace.allows(wire.WholeLine, 120, 1.0) for _ in range(20_000))


def test_everything_that_a_host_says_is_measured():
    said = set(wire.FROM_HOST.type.__args__)
    assert said - {*LIMITS} == {wire.Refused, wire.Over}  # No message follows after these two.


async def test_a_guest_that_is_slowed_for_a_little_waits_and_tries_again(monkeypatch):
    slept, pauses = asyncio.sleep, []

    async def sleep(seconds):
        if seconds == 1:
            pauses.append(seconds)
        await slept(0)

    monkeypatch.setattr("greenbaize.lan.client.asyncio.sleep", sleep)
    tries = TryLimiter(lambda: 100.0)
    async with opened(request(seats=3), tries) as hosted:
        monkeypatch.setattr(tries, "remaining_wait", lambda _: float(len(pauses) < 3))
        said = []
        anna = Friend("Anna", lambda: from_elsewhere(hosted), plays=False)
        anna.guest.on_slowed, anna.guest.most_slowed = said.append, MOST_SLOWED
        await until(lambda: anna.guest.here)
        assert said == pauses == [1, 1, 1]
        monkeypatch.setattr(tries, "remaining_wait", lambda _: 1.0)
        eve = Friend("Eve", lambda: from_elsewhere(hosted), plays=False)
        eve.guest.on_slowed, eve.guest.most_slowed = said.append, MOST_SLOWED
        await asyncio.wait([eve.task])
        assert eve.rejected == "slow"
        assert len(said) == 3 + MOST_SLOWED


def test_a_wait_of_any_length_is_said_as_the_longest_there_is():
    said = rejection_message(RejectedError("slow", 10**9))
    assert "60 s" in Speaker().say(said)


async def test_whoever_comes_back_all_the_time_drives_nobody_off():
    async with opened(request(seats=3)) as hosted:
        anna = Friend("Anna", lambda: from_elsewhere(hosted), plays=False)
        await until(lambda: anna.guest.here)
        eve = Friend("Eve", lambda: from_elsewhere(hosted), plays=False)
        await until(lambda: eve.guest.here)
        (secret,) = eve.secrets.kept.values()
        eve.task.cancel()
        answers = []
        for _ in range(1500):
            lines = hosted.knock(EVE)
            lines.send(wire.line_of(wire.Hello([3])))
            lines.send(wire.line_of(wire.Return(secret)))
            await lines.receive()
            answers.append(messages(await lines.receive())[0])
            lines.abort()
        refused = [one for one in answers if one["type"] == "refused"]
        assert len(refused) > 1000
        assert {one["why"] for one in refused} == {"busy"}
        assert all(0 < one["wait"] <= RETURN_S for one in refused)
        assert [one["type"] for one in answers[:RETURNS_AT_ONCE]] == ["seated"] * RETURNS_AT_ONCE
        shown = len(anna.talk.shown)
        assert shown < LIMITS[wire.LobbyShown][0]
        await until(lambda: not anna.lobby.chairs[1].here)  # The latest lobby is sent at last.
        assert anna.guest.here
        assert anna.rejected is None


async def test_ever_new_watchers_who_talk_drive_nobody_off():
    async with opened(request(seats=3)) as hosted:
        anna = Friend("Anna", lambda: from_elsewhere(hosted), plays=False)
        await until(lambda: anna.guest.here)
        for _ in range(40):
            eve = Friend("", lambda: from_elsewhere(hosted), watch=True)
            await until(lambda: eve.guest.here)  # noqa: B023
            for _ in range(5):
                eve.guest.send(wire.Say("hello"))
            eve.guest.leave()
            await asyncio.wait([eve.task])
        await until(lambda: not anna.lobby.watchers)
        assert CHAT_OF_ADDRESS_AT_ONCE <= len(anna.talk.spoken_lines) <= 2 * CHAT_OF_ADDRESS_AT_ONCE
        assert anna.rejected is None
        assert anna.guest.here


async def test_a_shuffle_that_is_broken_off_again_and_again_waits():
    async with opened(request(seats=2, options={}, game="blackout")) as hosted:
        anna = Friend("Anna", lambda: from_elsewhere(hosted), plays=False)
        await until(lambda: anna.guest.here)
        for _ in range(SHUFFLES_AT_ONCE + 5):
            eve = Friend("Eve", lambda: from_elsewhere(hosted), plays=False)
            eve.guest._committing.begin = lambda _: None  # Eve sends no commitment.
            await until(lambda: eve.guest.here)  # noqa: B023
            await until(lambda: hosted.table._shuffling is not None or hosted.table._breath)
            eve.guest.leave()
            await asyncio.wait([eve.task])
            await until(lambda: hosted.table._shuffling is None)
        begun = [one for one in messages(anna.received()) if one["type"] == "shuffle"]
        assert len(begun) == SHUFFLES_AT_ONCE
