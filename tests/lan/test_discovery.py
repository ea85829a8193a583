"""Tests of announcing and finding tables, and of computers where neither is possible."""

import asyncio
import gc
import sys
from dataclasses import replace
from ipaddress import ip_interface
from threading import Event
from types import SimpleNamespace

import pytest

from greenbaize.app.network.connections import Finder
from greenbaize.cli import join
from greenbaize.cli.main import main
from greenbaize.lan import announcement, discovery
from greenbaize.lan.announcement import Announcement
from greenbaize.lan.discovery import (
    MOST_FOUND,
    PROBES_AT_ONCE,
    FoundTable,
    ProbeLimit,
    ServiceBrowser,
    _table,
    found_again,
    found_tables,
    is_visible,
)
from greenbaize.lan.interfaces import InterfaceKind, NetworkInterface, own_addresses
from greenbaize.lan.mdns import SERVICE


@pytest.fixture
def without_zeroconf(monkeypatch):
    monkeypatch.setitem(sys.modules, "zeroconf", None)
    monkeypatch.setitem(sys.modules, "zeroconf.asyncio", None)


async def test_without_the_library_there_are_only_typed_addresses(without_zeroconf):
    known = Announcement("Kitchen", "damn", 4321, "abcd1234")
    began = await known.begin()
    await known.end()
    assert (began, await found_tables(0.0), await found_again("abcd1234", 60.0)) == (
        False,
        [],
        None,
    )


def test_no_table_found_is_said_in_plain_words(without_zeroconf, capsys):
    assert main(["join"]) == 1
    said = capsys.readouterr()
    assert said.err.startswith("No table was found. Some networks keep machines apart")
    assert said.out == ""


def test_tables_found_are_printed_as_plain_text(monkeypatch, capsys):
    async def found(seconds):
        return [FoundTable("Kit\x1b[2Jchen", "damn", "fe80::1", 4321)]

    monkeypatch.setattr(join, "found_tables", found)
    assert main(["join"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("[fe80::1]:4321  Kit")
    assert "\x1b" not in said


def interface(*addresses, name="wlan0", index=2, kind=InterfaceKind.HARDWARE, carrier=True):
    found = tuple(map(ip_interface, addresses))
    return NetworkInterface(name, index, kind, carrier, found)


HOME = interface("192.168.1.5/24", "fe80::5/64")
HERE = interface("192.168.1.6/24", "fe80::6/64", index=7)


def test_a_table_says_how_it_stands():
    known = Announcement("Kitchen", "damn", 4321, "abcd1234")
    known.know("rank", 2, playing=True)
    info = known._service_info(HOME)
    table = FoundTable("Kitchen", "rank", "192.168.1.5", 4321, "abcd1234", 2, True)
    assert _table(info, [HERE]) == table
    known._more["free"] = "-7"
    assert _table(known._service_info(HOME), [HERE]).free is None


TRIES = 10
"""A busy computer may not answer within one second."""


def test_an_open_table_is_found():
    async def run():
        known = Announcement("The long table. By the window, with ü" * 3, "damn", 4321, "abcd1234")
        if not await known.begin():
            return None
        others = False
        for _ in range(TRIES):
            found = await found_tables(1.0)
            ours = [one for one in found if one.unique == "abcd1234"]
            others |= bool(found)
            if ours:
                break
        await known.end()
        return ours if others else None

    ours = asyncio.run(run())
    if ours is None:
        pytest.skip("needs multicast")
    assert [(one.game, one.address) for one in ours] == [("damn", own_addresses()[0])]


UNIQUE = "0123abcd"


def test_a_table_is_found_again_by_its_fingerprint_and_seen_to_go():
    changed = Event()

    def ours(finder):
        return [(one.game, one.port) for one in finder.tables if one.unique == UNIQUE]

    async def holds(finder, there):
        while bool(ours(finder)) != there:
            assert await asyncio.to_thread(changed.wait, 20)
            changed.clear()
        return ours(finder)

    async def run():
        known = Announcement("Kitchen", "damn", 4321, UNIQUE)
        if not await known.begin() or await found_again(UNIQUE, 2.0) is None:
            await known.end()
            return None
        finder = Finder(changed.set)
        try:
            first = await holds(finder, there=True)
            await known.end()
            return first, await holds(finder, there=False)
        finally:
            await known.end()
            finder.close()

    found = asyncio.run(run())
    if found is None:
        pytest.skip("needs multicast")
    assert found == ([("damn", 4321)], [])


def test_all_tables_that_begin_alike_are_tried_at_once(monkeypatch):
    tables = tuple(FoundTable("Kitchen", "damn", "192.0.2.7", port, UNIQUE) for port in (1, 2, 3))

    async def begin(browser):
        browser.tables = (*tables, FoundTable("Other", "damn", "192.0.2.7", 4, "abcd0123"))
        browser._changed()
        return True

    async def attempt(table):
        if table.port == 1:
            await asyncio.Event().wait()
        return table if table.port > 2 else None

    monkeypatch.setattr(ServiceBrowser, "begin", begin)
    assert asyncio.run(found_again(UNIQUE, 60.0, attempt=attempt)) == tables[-1]


def test_what_is_sent_last_has_left_before_the_sockets_are_closed(monkeypatch):
    """Otherwise Windows keeps the sockets open."""
    done = []

    class Talk:
        async def async_register_service(self, info, cooperating_responders):
            return asyncio.sleep(0)

        async def async_unregister_all_services(self):
            asyncio.get_running_loop().call_soon(done.append, "left")

        async def async_close(self):
            done.append("closed")

    async def run():
        known = Announcement("Kitchen", "damn", 4321, UNIQUE)
        assert await known.begin()
        await known.end()

    async def settle(_):
        pass

    monkeypatch.setattr(announcement, "open_zeroconf", lambda _: Talk())
    monkeypatch.setattr(announcement, "hear_own_interface_only", settle)
    asyncio.run(run())
    assert done == ["left", "closed"]


def test_a_finder_that_cannot_look_finds_nothing(without_zeroconf):
    finder = Finder(lambda: None)
    finder.close()
    finder.close()
    assert finder.tables == ()


def test_what_makes_itself_known_is_bounded():
    browser = ServiceBrowser()
    asked = []

    async def ask(name):
        asked.append(name)

    async def run():
        browser._ask = ask
        for number in range(1000):
            browser._on_change(name=f"{number}", state_change=Change)
        await browser.end()

    class Change:
        name = "Added"

    asyncio.run(run())
    assert len(browser._known) == 100


def looking(monkeypatch, tables, **more):
    """Return a browser that resolves only the names in ``tables``."""

    async def ask(browser, name):
        await asyncio.sleep(0)
        del browser._asking[name]
        browser._know(name, tables.get(name))

    monkeypatch.setattr(ServiceBrowser, "_ask", ask)
    return ServiceBrowser(**more)


def test_a_table_that_comes_after_floods_of_nonsense_is_found(monkeypatch):
    kitchen = FoundTable("Kitchen", "damn", "192.0.2.7", 4321)

    async def run():
        browser = looking(monkeypatch, {"Kitchen": kitchen})
        for number in range(1000):
            browser._on_change(name=f"{number}", state_change=Added)
        browser._on_change(name="Kitchen", state_change=Added)
        waiting = len(browser._waiting)
        while browser._asking:
            await asyncio.gather(*browser._asking.values())
        return browser.tables, waiting

    assert asyncio.run(run()) == ((kitchen,), 100)


def test_a_table_one_has_sat_at_comes_first_and_has_room_among_false_ones(monkeypatch):
    name = f"Kitchen {UNIQUE}.{SERVICE}"
    false = {f"{n}": FoundTable(f"A {n:03}", "damn", "192.0.2.9", 1 + n) for n in range(100)}
    kitchen = FoundTable("Kitchen", "damn", "192.0.2.7", 4321, UNIQUE)

    async def run(familiar):
        browser = looking(monkeypatch, false | {name: kitchen}, familiar=familiar)
        for one in (*false, name):
            browser._on_change(name=one, state_change=Added)
        while browser._asking:
            await asyncio.gather(*browser._asking.values())
        return browser.tables

    assert asyncio.run(run((UNIQUE,)))[0] == kitchen
    assert kitchen not in asyncio.run(run(()))
    first, *_ = asyncio.run(run(("192.0.2.9",)))
    assert first.name == "A 000"


class Answer:
    """Service information that sends nothing to the network."""

    def __init__(self, heard):
        self.heard = heard

    async def async_request(self, zeroconf, wait_ms):
        return await self.heard.wait()


class Added:
    name = "Added"


@pytest.mark.parametrize(
    "name", ["evil.example.", "x._http._tcp.local.", f"\x01.{SERVICE}", f"{'x' * 64}.{SERVICE}"]
)
def test_a_name_that_nothing_can_have_is_passed_over(name):
    troubles = []

    async def run():
        asyncio.get_running_loop().set_exception_handler(lambda _, said: troubles.append(said))
        browser = ServiceBrowser()
        browser._zeroconf = SimpleNamespace(zeroconf=None, async_close=lambda: asyncio.sleep(0))
        browser._on_change(name=name, state_change=Added)
        await asyncio.gather(*browser._asking.values())
        left = dict(browser._known), len(browser._asking)
        await browser.end()
        return left

    assert asyncio.run(run()) == ({}, 0)
    gc.collect()
    assert troubles == []


def test_a_table_is_asked_once_at_a_time_and_its_room_is_free_if_it_is_none(monkeypatch):
    asked = []

    def answer(service, name):
        asked.append(name)
        return Answer(heard)

    async def run():
        browser = ServiceBrowser()
        browser._zeroconf = SimpleNamespace(zeroconf=None, async_close=lambda: asyncio.sleep(0))
        for _ in range(100):
            browser._on_change(name=f"Kitchen.{SERVICE}", state_change=Added)
        asking = tuple(browser._asking.values())
        heard.set()
        await asyncio.gather(*asking)
        await browser.end()
        return len(asking), browser._known

    heard = asyncio.Event()
    monkeypatch.setattr("zeroconf.asyncio.AsyncServiceInfo", answer)
    monkeypatch.setattr(discovery, "_table", lambda *_: None)
    assert asyncio.run(run()) == (1, {})
    assert asked == [f"Kitchen.{SERVICE}"]


def forged(*ports, address="192.168.1.7"):
    return [FoundTable("Kitchen", "damn", address, port, UNIQUE) for port in ports]


def allowed(limit, tables):
    async def run():
        return [table.port for table in tables if limit.allows(table)]

    return asyncio.run(run())


def test_forged_announcements_lead_to_few_ports_of_an_address():
    limit = ProbeLimit()
    assert allowed(limit, forged(*range(1, 61))) == [1, 2, 3, 4]
    assert allowed(limit, forged(3, 61, 4)) == [3, 4]
    assert allowed(limit, forged(61, address="192.168.1.8")) == [61]


def test_forged_announcements_lead_to_few_addresses(monkeypatch):
    monkeypatch.setattr(discovery, "PROBE_EVERY_S", 1e9)
    limit = ProbeLimit()
    tables = [one for n in range(100) for one in forged(40_000, address=f"192.168.1.{n}")]
    assert len(allowed(limit, tables)) == PROBES_AT_ONCE


def test_a_table_that_is_searched_is_not_tried_at_every_port(monkeypatch):
    tried = []

    async def begin(browser):
        browser.tables = (*forged(*range(1, 61)), *forged(4321, address="192.168.1.9"))
        browser._changed()
        return True

    async def attempt(table):
        tried.append(table.port)
        return table if table.port == 4321 else None

    monkeypatch.setattr(ServiceBrowser, "begin", begin)
    assert asyncio.run(found_again(UNIQUE, 60.0, attempt=attempt)).port == 4321
    assert tried == [1, 2, 3, 4, 4321]


@pytest.mark.parametrize(
    "name", ["", "\u2800", "\u3164", "\u115f\u1160", "\u0301", "\u2800 \u3164"]
)
def test_a_table_without_a_name_that_can_be_seen_is_not_listed(name):
    assert not is_visible(name)
    assert is_visible(f"{name}Ida")
    assert is_visible(f"{name}♠")
    info = SimpleNamespace(
        decoded_properties={"name": name, "game": "damn"},
        parsed_scoped_addresses=lambda: ["192.168.1.7"],
        port=4321,
        name=f"Kitchen {UNIQUE}.{SERVICE}",
    )
    assert _table(info, ()) is None
    info.decoded_properties["name"] = "Kitchen"
    assert _table(info, ()).name == "Kitchen"


@pytest.mark.parametrize("address", ["8.8.8.8", "224.0.0.251", "0.0.0.0", "2001:4860::1"])
def test_a_table_that_is_not_near_is_not_listed(address):
    info = SimpleNamespace(
        decoded_properties={"name": "Kitchen", "game": "damn"},
        parsed_scoped_addresses=lambda: [address],
        port=4321,
        name=f"Kitchen {UNIQUE}.{SERVICE}",
    )
    assert _table(info, ()) is None


async def test_tables_that_were_tried_in_vain_make_room_for_those_that_come_later(monkeypatch):
    async def resolve(browser, zeroconf, name):
        return FoundTable(name, "rank", f"192.168.1.{len(browser._known)}", 4000)

    async def probe(table):
        return replace(table, answers=table.name == "real")

    monkeypatch.setattr(ServiceBrowser, "_resolve", resolve)
    browser = ServiceBrowser(probe=probe)
    browser._zeroconf = object()
    for number in range(MOST_FOUND):
        browser._on_change(name=f"forged {number}", state_change=SimpleNamespace(name="Added"))
    while browser._asking:
        await asyncio.gather(*browser._asking.values())
    browser._on_change(name="real", state_change=SimpleNamespace(name="Added"))
    while browser._asking:
        await asyncio.gather(*browser._asking.values())
    assert len(browser._known) <= MOST_FOUND
    assert "real" in [one.name for one in browser.tables]
