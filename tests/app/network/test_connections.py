"""Tests of reconnecting to a table whose host has another address by now."""

import asyncio
import errno

import pytest

from greenbaize.app.network import connections
from greenbaize.app.network.connections import Reconnector, unreached
from greenbaize.lan import dialing
from greenbaize.lan.discovery import FoundTable
from greenbaize.lan.lines import memory_lines

OURS, OTHER = b"\1" * 32, b"\2" * 32
ALIKE = OURS[:16] + OTHER[:16]


@pytest.fixture
def network(monkeypatch):
    """Replace the network by a table of addresses and announcements."""

    class Network:
        pass

    async def connect(host, port):
        if (host, port) not in Network.answers:
            raise OSError("nobody")
        return memory_lines(Network.answers[host, port], 1000)[0]

    async def found_again(unique, seconds, attempt):
        Network.asked.append(unique)
        made = [await attempt(table) for table in Network.found if table.unique == unique]
        return next((one for one in made if one is not None), None)

    monkeypatch.setattr(dialing, "connect", connect)
    monkeypatch.setattr(connections, "found_again", found_again)
    Network.answers, Network.asked, Network.found = {}, [], []
    return Network


def dial(way):
    return asyncio.run(way.connect())


def test_an_address_that_was_typed_is_the_only_one(network):
    with pytest.raises(OSError, match="nobody"):
        dial(Reconnector("a", 1))
    assert network.asked == []


def test_of_a_table_that_was_chosen_all_addresses_are_tried(network):
    moved = []
    found = FoundTable("Kitchen", "damn", "a", 1, OURS.hex()[:8], others=("b", "c"))
    way = Reconnector("a", 1, moved=lambda *where: moved.append(where), found=found)
    network.answers = {("b", 1): OTHER, ("c", 1): OURS}
    assert dial(way).fingerprint == OURS
    assert (moved, network.asked) == ([("c", 1)], [])


def announced(*where):
    return [FoundTable("Kitchen", "damn", *one, OURS.hex()[:8]) for one in where]


def test_a_table_that_is_known_is_found_at_its_new_address(network):
    moved = []
    way = Reconnector("a", 1, moved=lambda *where: moved.append(where))
    way.fingerprint = OURS
    network.answers = {("b", 2): OURS}
    network.found = announced(("b", 2))
    assert dial(way).fingerprint == OURS
    assert (network.asked, moved, way.host, way.port) == ([OURS.hex()[:8]], [("b", 2)], "b", 2)


def test_another_table_that_says_it_is_ours_is_not(network):
    way = Reconnector("a", 1, OURS)
    network.answers = {("b", 2): OTHER}
    network.found = announced(("b", 2))
    with pytest.raises(OSError, match="nobody"):
        dial(way)
    assert (way.host, way.port) == ("a", 1)


@pytest.mark.parametrize("fingerprint_at_known_address", [None, OTHER])
def test_a_false_table_that_begins_like_ours_does_not_hide_it(
    network, fingerprint_at_known_address
):
    way = Reconnector("a", 1, OURS)
    network.answers = {("b", 2): ALIKE, ("d", 4): OURS}
    if fingerprint_at_known_address is not None:
        network.answers["a", 1] = fingerprint_at_known_address
    network.found = announced(("b", 2), ("c", 3), ("d", 4))
    assert dial(way).fingerprint == OURS
    assert (way.host, way.port) == ("d", 4)


def test_whoever_is_at_the_known_address_is_heard_where_the_table_is_not_found(network):
    network.answers = {("a", 1): OTHER}
    assert dial(Reconnector("a", 1, OURS)).fingerprint == OTHER
    assert network.asked == [OURS.hex()[:8]]


def test_a_table_that_is_not_found_is_lost_as_before(network):
    with pytest.raises(OSError, match="nobody"):
        dial(Reconnector("a", 1, OURS))


@pytest.mark.parametrize(
    ("error", "own_interfaces", "code"),
    [
        (ConnectionRefusedError(errno.ECONNREFUSED, "refused"), ["eth0"], "table-not-open"),
        (TimeoutError(), ["eth0"], "table-silent"),
        (OSError(errno.EHOSTUNREACH, "no route"), ["eth0"], "table-silent"),
        (OSError(), ["eth0"], "table-silent"),
        (OSError(errno.ENETUNREACH, "unreachable"), [], "table-no-network"),
        (OSError("no such address"), ["eth0"], "table-no-host"),
    ],
)
def test_what_is_known_of_a_host_that_is_not_reached(error, own_interfaces, code, monkeypatch):
    monkeypatch.setattr(connections, "connected_interfaces", lambda: own_interfaces)
    assert unreached("192.0.2.1", 4000, error).code == code
