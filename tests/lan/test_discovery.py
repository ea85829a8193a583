"""Tables that make themselves known, and computers where that cannot be done."""

import asyncio
import sys

import pytest

from greenbaize.cli import join
from greenbaize.cli.main import main
from greenbaize.lan.discovery import Announcement, FoundTable, found_tables, own_addresses


@pytest.fixture
def without_zeroconf(monkeypatch):
    monkeypatch.setitem(sys.modules, "zeroconf", None)
    monkeypatch.setitem(sys.modules, "zeroconf.asyncio", None)


def test_without_the_library_there_are_only_typed_addresses(without_zeroconf):
    async def run():
        known = Announcement("Kitchen", "damn", 4321, "abcd1234")
        began = await known.begin()
        await known.end()
        return began, await found_tables(0.0)

    assert asyncio.run(run()) == (False, [])


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


def test_an_open_table_is_found_until_it_is_closed():
    async def run():
        known = Announcement("The long table. By the window, with ü" * 3, "damn", 4321, "abcd1234")
        if not await known.begin():
            return None
        found = await found_tables(1.0)
        await known.end()
        return found

    found = asyncio.run(run())
    if not found:
        pytest.skip("there is no multicast here")
    ours = [one for one in found if one.port == 4321]
    assert [(one.game, one.address) for one in ours] == [("damn", own_addresses()[0])]
