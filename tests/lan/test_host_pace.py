"""A host that floods: whatever it sends too much of ends the connection; honest haste does not."""

import asyncio

import pytest

from greenbaize.lan import wire
from greenbaize.lan.host_pace import BYTES, LIMITS, HostPace
from lan.friends import Friend, opened, request, until

KINDS = {
    "spoken": wire.Spoken(1, "Anna", "hello", ""),
    "denied": wire.Denied("keeper"),
    "ping": wire.Ping(),
    "answer": wire.Answer(1, "done"),
}


def from_elsewhere(hosted):
    lines = hosted.knock()
    lines.address = "192.168.1.66"
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
    assert said - {*LIMITS} == {wire.Refused, wire.Over}  # after which nothing comes
