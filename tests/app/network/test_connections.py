"""Tests of reconnecting to a table whose host has another address by now."""

import asyncio
import errno

import pytest

from greenbaize.app.network import connections
from greenbaize.app.network.connections import Reconnector, describe_connection_error
from greenbaize.lan import dialing
from greenbaize.lan.discovery import DiscoveredTable
from greenbaize.lan.line_connection import create_memory_connections

OWN_FINGERPRINT, OTHER_FINGERPRINT = b"\1" * 32, b"\2" * 32
SIMILAR_FINGERPRINT = OWN_FINGERPRINT[:16] + OTHER_FINGERPRINT[:16]


@pytest.fixture
def fake_network(monkeypatch):
    """Replace the network by a table of addresses and announcements."""

    class SimulatedNetwork:
        pass

    async def open_fake_connection(host, port):
        if (host, port) not in SimulatedNetwork.answers:
            raise OSError("nobody")
        return create_memory_connections(SimulatedNetwork.answers[host, port], 1000)[0]

    async def find_announced_table(unique, seconds, attempt):
        SimulatedNetwork.asked.append(unique)
        results = [
            await attempt(table) for table in SimulatedNetwork.found if table.unique_id == unique
        ]
        return next((result for result in results if result is not None), None)

    monkeypatch.setattr(dialing, "open_connection", open_fake_connection)
    monkeypatch.setattr(connections, "find_table_again", find_announced_table)
    SimulatedNetwork.answers, SimulatedNetwork.asked, SimulatedNetwork.found = {}, [], []
    return SimulatedNetwork


def open_reconnector(reconnector):
    return asyncio.run(reconnector.open_connection())


def test_a_typed_address_is_the_only_one_tried(fake_network):
    with pytest.raises(OSError, match="nobody"):
        open_reconnector(Reconnector("a", 1))
    assert fake_network.asked == []


def test_all_addresses_of_a_chosen_table_are_tried(fake_network):
    address_changes = []
    discovered_table = DiscoveredTable(
        "Kitchen", "damn", "a", 1, OWN_FINGERPRINT.hex()[:8], other_addresses=("b", "c")
    )
    reconnector = Reconnector(
        "a",
        1,
        on_address_change=lambda *where: address_changes.append(where),
        discovered_table=discovered_table,
    )
    fake_network.answers = {("b", 1): OTHER_FINGERPRINT, ("c", 1): OWN_FINGERPRINT}
    assert open_reconnector(reconnector).fingerprint == OWN_FINGERPRINT
    assert (address_changes, fake_network.asked) == ([("c", 1)], [])


def make_announced_tables(*addresses):
    return [
        DiscoveredTable("Kitchen", "damn", *address, OWN_FINGERPRINT.hex()[:8])  # type: ignore[call-arg]
        for address in addresses
    ]


def test_a_table_that_is_known_is_found_at_its_new_address(fake_network):
    address_changes = []
    reconnector = Reconnector(
        "a", 1, on_address_change=lambda *where: address_changes.append(where)
    )
    reconnector.fingerprint = OWN_FINGERPRINT
    fake_network.answers = {("b", 2): OWN_FINGERPRINT}
    fake_network.found = make_announced_tables(("b", 2))
    assert open_reconnector(reconnector).fingerprint == OWN_FINGERPRINT
    assert (fake_network.asked, address_changes, reconnector.host, reconnector.port) == (
        [OWN_FINGERPRINT.hex()[:8]],
        [("b", 2)],
        "b",
        2,
    )


def test_another_table_that_claims_to_be_ours_is_refused(fake_network):
    reconnector = Reconnector("a", 1, OWN_FINGERPRINT)
    fake_network.answers = {("b", 2): OTHER_FINGERPRINT}
    fake_network.found = make_announced_tables(("b", 2))
    with pytest.raises(OSError, match="nobody"):
        open_reconnector(reconnector)
    assert (reconnector.host, reconnector.port) == ("a", 1)


@pytest.mark.parametrize("fingerprint_at_known_address", [None, OTHER_FINGERPRINT])
def test_a_table_with_a_similar_fingerprint_does_not_hide_ours(
    fake_network, fingerprint_at_known_address
):
    reconnector = Reconnector("a", 1, OWN_FINGERPRINT)
    fake_network.answers = {("b", 2): SIMILAR_FINGERPRINT, ("d", 4): OWN_FINGERPRINT}
    if fingerprint_at_known_address is not None:
        fake_network.answers["a", 1] = fingerprint_at_known_address
    fake_network.found = make_announced_tables(("b", 2), ("c", 3), ("d", 4))
    assert open_reconnector(reconnector).fingerprint == OWN_FINGERPRINT
    assert (reconnector.host, reconnector.port) == ("d", 4)


def test_the_known_address_is_used_when_the_table_is_not_found(fake_network):
    fake_network.answers = {("a", 1): OTHER_FINGERPRINT}
    assert open_reconnector(Reconnector("a", 1, OWN_FINGERPRINT)).fingerprint == OTHER_FINGERPRINT
    assert fake_network.asked == [OWN_FINGERPRINT.hex()[:8]]


def test_a_table_that_is_not_found_is_an_error(fake_network):
    with pytest.raises(OSError, match="nobody"):
        open_reconnector(Reconnector("a", 1, OWN_FINGERPRINT))


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
def test_each_connection_error_has_its_message(error, own_interfaces, code, monkeypatch):
    monkeypatch.setattr(connections, "connected_interfaces", lambda: own_interfaces)
    assert describe_connection_error("192.0.2.1", 4000, error).code == code
