"""Tests of connecting to a host with several addresses, tried in parallel."""

import asyncio

import pytest

from greenbaize.lan import dialing
from greenbaize.lan.dialing import expand_typed_address, open_first_connection
from greenbaize.lan.line_connection import create_memory_connections

OWN_FINGERPRINT, OTHER_FINGERPRINT = b"\1" * 32, b"\2" * 32
NO_ANSWER = object()


class FakeDialer:
    """Dialer with fixed answers that logs opened and aborted connections."""

    def __init__(self):
        self.hosts, self.dialled_hosts, self.aborted_hosts = {}, [], []

    async def open_fake_connection(self, host, port):
        self.dialled_hosts.append(host)
        answer = self.hosts.get(host)
        if answer is NO_ANSWER:
            await asyncio.Event().wait()
        if answer is None:
            raise OSError(host)
        lines = create_memory_connections(answer, 1000)[0]
        lines.abort = lambda: self.aborted_hosts.append(host)
        return lines


@pytest.fixture
def fake_dialer(monkeypatch):
    dialer = FakeDialer()
    monkeypatch.setattr(dialing, "open_connection", dialer.open_fake_connection)
    monkeypatch.setattr(dialing, "CONNECT_STAGGER_S", 0.001)
    return dialer


def make_addresses(*hosts):
    return [(host, 4000) for host in hosts]


async def test_a_silent_address_does_not_delay_the_next(fake_dialer):
    fake_dialer.hosts = {"bridge": NO_ANSWER, "wifi": OWN_FINGERPRINT}
    lines, address = await open_first_connection(make_addresses("bridge", "wifi"))
    assert (lines.fingerprint, address) == (OWN_FINGERPRINT, ("wifi", 4000))


async def test_the_certificate_identifies_the_table(fake_dialer):
    fake_dialer.hosts = {"stranger": OTHER_FINGERPRINT, "wifi": OWN_FINGERPRINT}
    lines, address = await open_first_connection(
        make_addresses("stranger", "wifi"), OWN_FINGERPRINT[:4]
    )
    await asyncio.sleep(0)
    assert (lines.fingerprint, address, fake_dialer.aborted_hosts) == (
        OWN_FINGERPRINT,
        ("wifi", 4000),
        ["stranger"],
    )


async def test_another_table_is_returned_if_the_right_one_is_missing(fake_dialer):
    fake_dialer.hosts = {"stranger": OTHER_FINGERPRINT}
    lines, address = await open_first_connection(
        make_addresses("gone", "stranger"), OWN_FINGERPRINT
    )
    assert (lines.fingerprint, address) == (OTHER_FINGERPRINT, ("stranger", 4000))


async def test_if_no_address_answers_the_first_error_is_raised(fake_dialer):
    with pytest.raises(OSError, match="one"):
        await open_first_connection(make_addresses("one", "two"))
    assert fake_dialer.dialled_hosts == ["one", "two"]


async def test_a_cancelled_attempt_leaves_no_connection(fake_dialer):
    fake_dialer.hosts = {"stranger": OTHER_FINGERPRINT, "bridge": NO_ANSWER}
    attempt = asyncio.ensure_future(
        open_first_connection(make_addresses("stranger", "bridge"), OWN_FINGERPRINT)
    )
    while "bridge" not in fake_dialer.dialled_hosts:
        await asyncio.sleep(0.001)
    attempt.cancel()
    await asyncio.wait([attempt])
    await asyncio.sleep(0)
    assert fake_dialer.aborted_hosts == ["stranger"]


def test_a_typed_host_is_tried_unchanged():
    assert expand_typed_address("kitchen.local", 4000) == [("kitchen.local", 4000)]
