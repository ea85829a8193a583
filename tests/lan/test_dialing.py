"""Tests of connecting to a host with several addresses, tried in parallel."""

import asyncio

import pytest

from greenbaize.lan import dialing
from greenbaize.lan.dialing import connect_first, typed_addresses
from greenbaize.lan.lines import memory_lines

OURS, OTHER = b"\1" * 32, b"\2" * 32
SILENT = object()


class Dialled:
    """Dialer with fixed answers that logs opened and aborted connections."""

    def __init__(self):
        self.hosts, self.made, self.aborted = {}, [], []

    async def connect(self, host, port):
        self.made.append(host)
        answer = self.hosts.get(host)
        if answer is SILENT:
            await asyncio.Event().wait()
        if answer is None:
            raise OSError(host)
        lines = memory_lines(answer, 1000)[0]
        lines.abort = lambda: self.aborted.append(host)
        return lines


@pytest.fixture
def dialled(monkeypatch):
    one = Dialled()
    monkeypatch.setattr(dialing, "connect", one.connect)
    monkeypatch.setattr(dialing, "STAGGER_S", 0.001)
    return one


def places(*hosts):
    return [(host, 4000) for host in hosts]


async def test_an_address_that_says_nothing_does_not_hold_up_the_next(dialled):
    dialled.hosts = {"bridge": SILENT, "wifi": OURS}
    lines, where = await connect_first(places("bridge", "wifi"))
    assert (lines.fingerprint, where) == (OURS, ("wifi", 4000))


async def test_the_certificate_tells_which_is_the_table(dialled):
    dialled.hosts = {"stranger": OTHER, "wifi": OURS}
    lines, where = await connect_first(places("stranger", "wifi"), OURS[:4])
    await asyncio.sleep(0)
    assert (lines.fingerprint, where, dialled.aborted) == (OURS, ("wifi", 4000), ["stranger"])


async def test_another_table_is_returned_if_there_is_no_right_one(dialled):
    dialled.hosts = {"stranger": OTHER}
    lines, where = await connect_first(places("gone", "stranger"), OURS)
    assert (lines.fingerprint, where) == (OTHER, ("stranger", 4000))


async def test_if_nobody_answers_the_likeliest_address_says_why(dialled):
    with pytest.raises(OSError, match="one"):
        await connect_first(places("one", "two"))
    assert dialled.made == ["one", "two"]


async def test_whoever_gives_up_leaves_no_connection(dialled):
    dialled.hosts = {"stranger": OTHER, "bridge": SILENT}
    trying = asyncio.ensure_future(connect_first(places("stranger", "bridge"), OURS))
    while "bridge" not in dialled.made:
        await asyncio.sleep(0.001)
    trying.cancel()
    await asyncio.wait([trying])
    await asyncio.sleep(0)
    assert dialled.aborted == ["stranger"]


def test_a_host_that_was_typed_is_tried_as_it_is():
    assert typed_addresses("kitchen.local", 4000) == [("kitchen.local", 4000)]
