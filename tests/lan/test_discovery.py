"""Tests of announcing and finding tables, and of computers where neither is possible."""

import asyncio
import gc
import sys
from dataclasses import replace
from ipaddress import ip_interface
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from greenbaize.app.network.connections import TableFinder
from greenbaize.lan import announcement, discovery
from greenbaize.lan.announcement import TableAnnouncement
from greenbaize.lan.discovery import (
    MAX_QUEUED_SERVICES,
    MAX_TABLES,
    PROBE_BURST,
    DiscoveredTable,
    ProbeLimiter,
    ServiceBrowser,
    _parse_service,
    find_table_again,
    find_tables,
)
from greenbaize.lan.interfaces import InterfaceKind, NetworkInterface, own_addresses
from greenbaize.lan.mdns import SERVICE_TYPE
from greenbaize.rules.name_text import INVISIBLE_CHARACTERS, has_visible_character


@pytest.fixture
def without_zeroconf(monkeypatch):
    monkeypatch.setitem(sys.modules, "zeroconf", None)
    monkeypatch.setitem(sys.modules, "zeroconf.asyncio", None)


async def test_without_the_library_nothing_is_found(without_zeroconf):
    announcement_service = TableAnnouncement("Kitchen", "damn", 4321, "abcd1234")
    has_started = await announcement_service.start_announcing()
    await announcement_service.stop_announcing()
    assert (has_started, await find_tables(0.0), await find_table_again("abcd1234", 60.0)) == (
        False,
        [],
        None,
    )


def make_interface(*addresses, name="wlan0", index=2, kind=InterfaceKind.HARDWARE, carrier=True):
    ip_interfaces = tuple(map(ip_interface, addresses))
    return NetworkInterface(name, index, kind, carrier, ip_interfaces)


HOST_INTERFACE = make_interface("192.168.1.5/24", "fe80::5/64")
OWN_INTERFACE = make_interface("192.168.1.6/24", "fe80::6/64", index=7)


def test_an_announcement_has_the_tables_state():
    announcement_service = TableAnnouncement("Kitchen", "damn", 4321, "abcd1234")
    announcement_service.set_details("rank", 2, is_playing=True)
    info = announcement_service._service_info(HOST_INTERFACE)
    table = DiscoveredTable("Kitchen", "rank", "192.168.1.5", 4321, "abcd1234", 2, True)
    assert _parse_service(info, [OWN_INTERFACE]) == table
    announcement_service._details["free"] = "-7"
    assert (
        _parse_service(
            announcement_service._service_info(HOST_INTERFACE), [OWN_INTERFACE]
        ).free_seats
        is None
    )


MAX_SEARCHES = 10
"""A busy computer may not answer within one second."""


def test_an_announced_table_is_found():
    async def search_own_table():
        announcement_service = TableAnnouncement(
            "The long table. By the window, with ü" * 3, "damn", 4321, "abcd1234"
        )
        if not await announcement_service.start_announcing():
            return None
        has_found_any = False
        for _ in range(MAX_SEARCHES):
            found_list = await find_tables(1.0)
            own_tables = [table for table in found_list if table.unique_id == "abcd1234"]
            has_found_any |= bool(found_list)
            if own_tables:
                break
        await announcement_service.stop_announcing()
        return own_tables if has_found_any else None

    own_tables = asyncio.run(search_own_table())
    if own_tables is None:
        pytest.skip("needs multicast")
    assert [(table.game, table.address) for table in own_tables] == [("damn", own_addresses()[0])]


UNIQUE_ID = "0123abcd"


def test_a_table_is_found_by_its_fingerprint_and_removed_when_it_closes():
    changed_event = Event()

    def list_own_tables(finder):
        return [(table.game, table.port) for table in finder.tables if table.unique_id == UNIQUE_ID]

    async def wait_for_presence(finder, is_present):
        while bool(list_own_tables(finder)) != is_present:
            assert await asyncio.to_thread(changed_event.wait, 20), (
                f"the table should be listed: {is_present}, is listed: {not is_present}"
            )
            changed_event.clear()
        return list_own_tables(finder)

    async def find_then_close():
        announcement_service = TableAnnouncement("Kitchen", "damn", 4321, UNIQUE_ID)
        if (
            not await announcement_service.start_announcing()
            or await find_table_again(UNIQUE_ID, 2.0) is None
        ):
            await announcement_service.stop_announcing()
            return None
        finder = TableFinder(changed_event.set)
        try:
            tables_while_open = await wait_for_presence(finder, is_present=True)
            await announcement_service.stop_announcing()
            return tables_while_open, await wait_for_presence(finder, is_present=False)
        finally:
            await announcement_service.stop_announcing()
            finder.close()

    search_result = asyncio.run(find_then_close())
    if search_result is None:
        pytest.skip("needs multicast")
    assert search_result == ([("damn", 4321)], [])


def test_all_tables_with_one_fingerprint_prefix_are_tried_in_parallel(monkeypatch):
    tables = tuple(
        DiscoveredTable("Kitchen", "damn", "192.0.2.7", port, UNIQUE_ID) for port in (1, 2, 3)
    )

    async def start_with_tables(browser):
        browser.tables = (*tables, DiscoveredTable("Other", "damn", "192.0.2.7", 4, "abcd0123"))
        browser._on_tables_changed()
        return True

    async def try_table(table):
        if table.port == 1:
            await asyncio.Event().wait()
        return table if table.port > 2 else None

    monkeypatch.setattr(ServiceBrowser, "start_browsing", start_with_tables)
    assert asyncio.run(find_table_again(UNIQUE_ID, 60.0, attempt=try_table)) == tables[-1]


def test_goodbye_packets_are_sent_before_the_sockets_close(monkeypatch):
    """Otherwise Windows keeps the sockets open."""
    steps = []

    class FakeZeroconf:
        async def async_register_service(self, info, cooperating_responders):
            return asyncio.sleep(0)

        async def async_unregister_all_services(self):
            asyncio.get_running_loop().call_soon(steps.append, "left")

        async def async_close(self):
            steps.append("closed")

    async def start_and_stop():
        announcement_service = TableAnnouncement("Kitchen", "damn", 4321, UNIQUE_ID)
        assert await announcement_service.start_announcing()
        await announcement_service.stop_announcing()

    async def skip_settling(_):
        pass

    monkeypatch.setattr(announcement, "open_zeroconf", lambda _: FakeZeroconf())
    monkeypatch.setattr(announcement, "ignore_other_interfaces", skip_settling)
    asyncio.run(start_and_stop())
    assert steps == ["left", "closed"]


def test_without_the_library_a_finder_finds_nothing(without_zeroconf):
    finder = TableFinder(lambda: None)
    finder.close()
    finder.close()
    assert finder.tables == ()


def test_the_number_of_known_names_is_limited():
    browser = ServiceBrowser()
    asked_names = []

    async def log_name(name):
        asked_names.append(name)

    async def announce_many():
        browser._resolve_and_probe = log_name
        for number in range(1000):
            browser._on_service_changed(name=f"{number}", state_change=AddedChange)
        await browser.stop_browsing()

    class AddedChange:
        name = "Added"

    asyncio.run(announce_many())
    assert len(browser._tables_by_service) == 100


def make_browser(monkeypatch, tables, **options):
    """Return a browser that resolves only the names in ``tables``."""

    async def resolve_from_tables(browser, name):
        await asyncio.sleep(0)
        del browser._resolve_tasks[name]
        browser._update_table(name, tables.get(name))

    monkeypatch.setattr(ServiceBrowser, "_resolve_and_probe", resolve_from_tables)
    return ServiceBrowser(**options)


def test_a_table_is_found_after_a_flood_of_false_names(monkeypatch):
    kitchen = DiscoveredTable("Kitchen", "damn", "192.0.2.7", 4321)

    async def browse_after_flood():
        browser = make_browser(monkeypatch, {"Kitchen": kitchen})
        for number in range(MAX_TABLES + MAX_QUEUED_SERVICES):
            browser._on_service_changed(name=f"{number}", state_change=AddedState)
        browser._on_service_changed(name="Kitchen", state_change=AddedState)
        waiting_count = len(browser._queued_services)
        while browser._resolve_tasks:
            await asyncio.gather(*browser._resolve_tasks.values())
        return browser.tables, waiting_count

    assert asyncio.run(browse_after_flood()) == ((kitchen,), MAX_QUEUED_SERVICES)


def test_a_familiar_table_comes_first_and_has_room_among_false_ones(monkeypatch):
    name = f"Kitchen {UNIQUE_ID}.{SERVICE_TYPE}"
    false_tables = {
        f"{n}": DiscoveredTable(f"A {n:03}", "damn", "192.0.2.9", 1 + n) for n in range(100)
    }
    kitchen = DiscoveredTable("Kitchen", "damn", "192.0.2.7", 4321, UNIQUE_ID)

    async def browse_names(familiar):
        browser = make_browser(monkeypatch, false_tables | {name: kitchen}, familiar_ids=familiar)
        for browsed_name in (*false_tables, name):
            browser._on_service_changed(name=browsed_name, state_change=AddedState)
        while browser._resolve_tasks:
            await asyncio.gather(*browser._resolve_tasks.values())
        return browser.tables

    assert asyncio.run(browse_names((UNIQUE_ID,)))[0] == kitchen
    assert kitchen not in asyncio.run(browse_names(()))
    first, *_ = asyncio.run(browse_names(("192.0.2.9",)))
    assert first.name == "A 000"


class FakeServiceInfo:
    """Service information that sends nothing to the network."""

    def __init__(self, answer_event):
        self.answer_event = answer_event

    async def async_request(self, zeroconf, wait_ms):
        return await self.answer_event.wait()


class AddedState:
    name = "Added"


@pytest.mark.parametrize(
    "name",
    ["evil.example.", "x._http._tcp.local.", f"\x01.{SERVICE_TYPE}", f"{'x' * 64}.{SERVICE_TYPE}"],
)
def test_an_impossible_name_is_ignored(name):
    loop_errors = []

    async def browse_name():
        asyncio.get_running_loop().set_exception_handler(
            lambda _, context: loop_errors.append(context)
        )
        browser = ServiceBrowser()
        browser._zeroconf = SimpleNamespace(zeroconf=None, async_close=lambda: asyncio.sleep(0))
        browser._on_service_changed(name=name, state_change=AddedState)
        await asyncio.gather(*browser._resolve_tasks.values())
        remaining = dict(browser._tables_by_service), len(browser._resolve_tasks)
        await browser.stop_browsing()
        return remaining

    assert asyncio.run(browse_name()) == ({}, 0)
    gc.collect()
    assert loop_errors == []


def test_a_name_is_resolved_once_at_a_time_and_forgotten_if_it_is_no_table(monkeypatch):
    asked_names = []

    def make_service_info(service, name):
        asked_names.append(name)
        return FakeServiceInfo(answer_event)

    async def announce_repeatedly():
        browser = ServiceBrowser()
        browser._zeroconf = SimpleNamespace(zeroconf=None, async_close=lambda: asyncio.sleep(0))
        for _ in range(100):
            browser._on_service_changed(name=f"Kitchen.{SERVICE_TYPE}", state_change=AddedState)
        pending_tasks = tuple(browser._resolve_tasks.values())
        answer_event.set()
        await asyncio.gather(*pending_tasks)
        await browser.stop_browsing()
        return len(pending_tasks), browser._tables_by_service

    answer_event = asyncio.Event()
    monkeypatch.setattr("zeroconf.asyncio.AsyncServiceInfo", make_service_info)
    monkeypatch.setattr(discovery, "_parse_service", lambda *_: None)
    assert asyncio.run(announce_repeatedly()) == (1, {})
    assert asked_names == [f"Kitchen.{SERVICE_TYPE}"]


def make_forged_tables(*ports, address="192.168.1.7"):
    return [DiscoveredTable("Kitchen", "damn", address, port, UNIQUE_ID) for port in ports]


def list_allowed_ports(limit, tables):
    async def apply_limit():
        return [table.port for table in tables if limit.try_acquire(table)]

    return asyncio.run(apply_limit())


def test_forged_announcements_cause_few_probes_of_an_address():
    limit = ProbeLimiter()
    assert list_allowed_ports(limit, make_forged_tables(*range(1, 61))) == [1, 2, 3, 4]
    assert list_allowed_ports(limit, make_forged_tables(3, 61, 4)) == [3, 4]
    assert list_allowed_ports(limit, make_forged_tables(61, address="192.168.1.8")) == [61]


def test_forged_announcements_cause_few_probes_of_all_addresses(monkeypatch):
    monkeypatch.setattr(discovery, "PROBE_INTERVAL_S", 1e9)
    limit = ProbeLimiter()
    tables = [
        table for n in range(100) for table in make_forged_tables(40_000, address=f"192.168.1.{n}")
    ]
    assert len(list_allowed_ports(limit, tables)) == PROBE_BURST


def test_a_search_does_not_try_every_port(monkeypatch):
    tried_ports = []

    async def start_with_tables(browser):
        browser.tables = (
            *make_forged_tables(*range(1, 61)),
            *make_forged_tables(4321, address="192.168.1.9"),
        )
        browser._on_tables_changed()
        return True

    async def try_table(table):
        tried_ports.append(table.port)
        return table if table.port == 4321 else None

    monkeypatch.setattr(ServiceBrowser, "start_browsing", start_with_tables)
    assert asyncio.run(find_table_again(UNIQUE_ID, 60.0, attempt=try_table)).port == 4321
    assert tried_ports == [1, 2, 3, 4, 4321]


@pytest.mark.parametrize(
    "name", ["", "\u0301", "\u2800 \u3164", "\u2d7f\u115f", *INVISIBLE_CHARACTERS]
)
def test_a_table_without_a_visible_name_is_not_listed(name):
    assert not has_visible_character(name)
    assert has_visible_character(f"{name}Ida")
    assert has_visible_character(f"{name}♠")
    info: Any = SimpleNamespace(
        decoded_properties={"name": name, "game": "damn"},
        parsed_scoped_addresses=lambda: ["192.168.1.7"],
        port=4321,
        name=f"Kitchen {UNIQUE_ID}.{SERVICE_TYPE}",
    )
    assert _parse_service(info, ()) is None
    info.decoded_properties["name"] = "Kitchen"
    assert _parse_service(info, ()).name == "Kitchen"


@pytest.mark.parametrize("address", ["8.8.8.8", "224.0.0.251", "0.0.0.0", "2001:4860::1"])
def test_a_table_at_a_public_address_is_not_listed(address):
    info: Any = SimpleNamespace(
        decoded_properties={"name": "Kitchen", "game": "damn"},
        parsed_scoped_addresses=lambda: [address],
        port=4321,
        name=f"Kitchen {UNIQUE_ID}.{SERVICE_TYPE}",
    )
    assert _parse_service(info, ()) is None


@pytest.mark.long
async def test_tables_that_do_not_answer_make_room_for_later_ones(monkeypatch):
    async def resolve_name(browser, zeroconf, name):
        return DiscoveredTable(name, "rank", f"192.168.1.{len(browser._tables_by_service)}", 4000)

    async def probe_table(table):
        return replace(table, is_reachable=table.name == "real")

    monkeypatch.setattr(ServiceBrowser, "_resolve_service", resolve_name)
    browser = ServiceBrowser(probe=probe_table)
    browser._zeroconf = object()
    for number in range(MAX_TABLES):
        browser._on_service_changed(
            name=f"forged {number}", state_change=SimpleNamespace(name="Added")
        )
    while browser._resolve_tasks:
        await asyncio.gather(*browser._resolve_tasks.values())
    browser._on_service_changed(name="real", state_change=SimpleNamespace(name="Added"))
    while browser._resolve_tasks:
        await asyncio.gather(*browser._resolve_tasks.values())
    assert len(browser._tables_by_service) <= MAX_TABLES
    assert "real" in [listed_table.name for listed_table in browser.tables]


@pytest.mark.parametrize("position", [0, 150, 300])
async def test_real_table_is_listed_first_among_300_forged_ones(monkeypatch, position):
    async def resolve_name(browser, zeroconf, name):
        number = int(name)
        address = f"192.168.{number // 250}.{number % 250 + 1}"
        return DiscoveredTable("Z" if number == position else "A", "rank", address, 4000)

    async def probe_table(table):
        return replace(table, is_reachable=table.name == "Z")

    monkeypatch.setattr(ServiceBrowser, "_resolve_service", resolve_name)
    monkeypatch.setattr(discovery, "PROBE_INTERVAL_S", 1e-5)
    browser = ServiceBrowser(probe=probe_table)
    browser._zeroconf = object()
    for number in range(301):
        browser._on_service_changed(name=f"{number}", state_change=AddedState)
    while browser._resolve_tasks:
        await asyncio.gather(*browser._resolve_tasks.values())
    first, *others = browser.tables
    assert (first.name, first.is_reachable) == ("Z", True)
    assert len(others) < MAX_TABLES


async def test_table_is_listed_while_it_waits_for_its_probe(monkeypatch):
    async def resolve_name(browser, zeroconf, name):
        return DiscoveredTable(name, "rank", f"192.168.1.{name}", 4000)

    async def probe_table(table):
        return replace(table, is_reachable=True)

    monkeypatch.setattr(ServiceBrowser, "_resolve_service", resolve_name)
    monkeypatch.setattr(discovery, "PROBE_INTERVAL_S", 1e9)
    changed = asyncio.Event()
    browser = ServiceBrowser(changed.set, probe=probe_table)
    browser._zeroconf = SimpleNamespace(zeroconf=None, async_close=lambda: asyncio.sleep(0))
    for number in range(PROBE_BURST + 1):
        browser._on_service_changed(name=f"{number}", state_change=AddedState)
    while len(browser.tables) <= PROBE_BURST or not browser.tables[-2].is_reachable:
        changed.clear()
        await changed.wait()
    assert not browser.tables[-1].is_reachable
    await browser.stop_browsing()
