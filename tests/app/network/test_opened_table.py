"""Tests of opening a table: its keys, record, chairs and port, its addresses and announcement."""

import asyncio
import socket
from contextlib import asynccontextmanager

import pytest

from greenbaize.app.network import opened_table
from greenbaize.app.network.hosted_table_files import RecordedMatch, StoredChair, read_keys
from greenbaize.app.network.opened_table import ADDRESS_CHECK_S, HostRequest, OpenedTable
from greenbaize.app.tables.matches import create_header
from greenbaize.games import GAMES
from greenbaize.lan.table_code import normalise_code
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import LotDrawn
from greenbaize.store.record_file import keys_path
from lan.random_guests import make_table_setup
from lan.virtual_time import run_in_virtual_time

PLAYERS = (HeaderPlayer("Anna"), HeaderPlayer("Otto", "bot", "easy"), HeaderPlayer("Ida"))


class FakeAnnouncement:
    """Announcement that records what it is told."""

    def __init__(self, *args):
        self.args = args
        self.calls = []

    def set_details(self, game, free_count, *, is_playing):
        self.calls.append((game, free_count, is_playing))

    async def start_announcing(self):
        self.calls.append("start")

    async def publish_details(self):
        self.calls.append("publish")

    async def refresh_interfaces(self):
        self.calls.append("refresh")

    async def stop_announcing(self):
        self.calls.append("stop")


@pytest.fixture(autouse=True)
def local_addresses(monkeypatch):
    """Return the list of this computer's addresses, and announce nothing."""
    addresses = ["192.168.1.5"]
    monkeypatch.setattr(opened_table, "own_addresses", lambda: [*addresses])
    monkeypatch.setattr(opened_table, "TableAnnouncement", FakeAnnouncement)
    return addresses


@asynccontextmanager
async def open_table(request=None, **fields):
    request = request or HostRequest(make_table_setup(), address="127.0.0.1", **fields)
    table = await OpenedTable.open(request, print)
    try:
        yield table
    finally:
        await table.close()


def write_record(path, seats=3):
    """Write the record of a match that has just begun."""
    header = create_header("damn", PLAYERS[:seats], {"deals": 2}, "ab" * 16)
    recorded_match = RecordedMatch.create(path, GAMES["damn"], header)
    recorded_match.write_event(LotDrawn(1))
    recorded_match.close()


async def test_a_new_table_has_a_code_of_its_own_and_any_port():
    async with open_table() as first, open_table() as second:
        assert first.code != second.code
        assert normalise_code(first.code) == first.server._code
        assert first.table_files.keys.port != second.table_files.keys.port != 0
        assert not first.is_show_only
        assert first.addresses == (f"192.168.1.5:{first.table_files.keys.port}",)


async def test_a_chosen_code_and_port_are_used():
    with socket.socket() as free_port:
        free_port.bind(("127.0.0.1", 0))
        port = free_port.getsockname()[1]
    async with open_table(code="ABC-DEF", port=port) as table:
        assert (table.code, table.table_files.keys.port) == ("ABC-DEF", port)


async def test_a_taken_port_is_reported_and_the_record_released(tmp_path):
    path = tmp_path / "match.jsonl"
    write_record(path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(GameError) as caught:
            async with open_table(port=port, record=path):
                pass
    assert caught.value.message.code == "table-port"
    assert caught.value.message.values["port"] == port
    RecordedMatch.resume(path).close()  # Nobody holds its lock.


async def test_damaged_keys_are_an_error_and_the_record_is_released(tmp_path):
    path = tmp_path / "match.jsonl"
    write_record(path)
    keys_path(path).write_bytes(b"{}")
    with pytest.raises(GameError):
        async with open_table(record=path):
            pass
    RecordedMatch.resume(path).close()


async def test_a_table_opened_again_has_its_keys_code_port_and_chairs(tmp_path):
    path = tmp_path / "match.jsonl"
    write_record(path)
    async with open_table(record=path) as table:
        keys = table.table_files.keys
        first = keys.code, keys.port, keys.fingerprint
        chairs = [(chair.name, bool(chair.client)) for chair in table.table.lobby.chairs]
        assert chairs == [("Anna", False), ("", False), ("Ida", False)]
        assert read_keys(keys_path(path)).code == first[0]
    async with open_table(record=path) as table:
        keys = table.table_files.keys
        assert (keys.code, keys.port, keys.fingerprint) == first


async def test_the_record_decides_game_seats_and_options(tmp_path):
    path = tmp_path / "match.jsonl"
    write_record(path)
    request = HostRequest(make_table_setup("master"), address="127.0.0.1", record=path)
    async with open_table(request) as table:
        table_setup = table.table.setup
        assert (table_setup.game, table_setup.seats) == ("damn", 3)
        assert table_setup.options["deals"] == 2
        assert path.parent in table_setup.launcher.record_folders


async def test_a_table_without_a_record_keeps_its_request():
    table_setup = make_table_setup("master")
    async with open_table(HostRequest(table_setup, address="127.0.0.1")) as table:
        assert table.table.setup == table_setup
        assert not any(chair.name for chair in table.table.lobby.chairs)


@pytest.mark.parametrize(
    ("chair", "is_show_only"),
    [
        (StoredChair("Anna"), True),
        (StoredChair("Anna", here=True), False),
        (StoredChair("Anna", keeps=True), False),
    ],
)
async def test_a_match_whose_host_had_no_chair_is_only_shown_again(chair, is_show_only, tmp_path):
    path = tmp_path / "match.jsonl"
    write_record(path)
    async with open_table(record=path) as table:
        table.table_files.write_chairs((chair, StoredChair(), StoredChair("Ida")))
    async with open_table(record=path) as table:
        assert table.is_show_only is is_show_only
        assert [item.name for item in table.table.lobby.chairs] == ["Anna", "", "Ida"]


async def test_a_new_code_admits_at_the_server_and_is_stored(tmp_path):
    path = tmp_path / "match.jsonl"
    write_record(path)
    async with open_table(record=path) as table:
        old_code = table.code
        link_renewals = []
        table.phones.renew_link = lambda: link_renewals.append(table.code)
        table.renew_code()
        assert table.code != old_code
        assert table.server._code == normalise_code(table.code)
        assert read_keys(keys_path(path)).code == table.code
        assert link_renewals == [table.code]


async def test_a_table_is_announced_by_its_name_game_port_and_fingerprint():
    async with open_table() as table:
        keys = table.table_files.keys
        assert table._announcement.args == (
            "Kitchen",
            "damn",
            keys.port,
            keys.fingerprint.hex()[:8],
        )
    assert table._announcement.calls == ["stop"]
    async with open_table(is_announced=False) as table:
        assert table._announcement is None


def test_the_announcement_follows_chairs_and_addresses(local_addresses, monkeypatch):
    monkeypatch.setattr(opened_table, "PhoneService", lambda *args: None)
    address_changes = []

    async def announce():
        hosted, files = FakeHostedTable(), FakeTableFiles()
        table = OpenedTable(hosted, None, files, FakeAnnouncement(), "127.0.0.1")  # type: ignore[arg-type]
        task = asyncio.create_task(
            table.run_announcement(lambda: address_changes.append(table.addresses))
        )
        await asyncio.sleep(ADDRESS_CHECK_S * 1.5)
        table.table.lobby.chairs[0].name = "Anna"
        await asyncio.sleep(ADDRESS_CHECK_S)
        local_addresses.append("10.0.0.7")
        table.table.is_playing = True
        await asyncio.sleep(ADDRESS_CHECK_S)
        task.cancel()
        return table._announcement.calls

    free, one_taken, playing = ("damn", 2, False), ("damn", 1, False), ("damn", 1, True)
    assert run_in_virtual_time(announce()) == [
        free,
        "start",
        free,
        one_taken,
        "publish",
        playing,
        "refresh",
    ]
    assert address_changes == [("192.168.1.5:4321", "10.0.0.7:4321")]
    assert ADDRESS_CHECK_S == 2.0


class FakeChair:
    name = ""


class FakeHostedTable:
    """Table of two chairs."""

    is_playing = False

    def __init__(self):
        self.setup = make_table_setup()
        self.lobby = self
        self.chairs = [FakeChair(), FakeChair()]


class FakeTableFiles:
    """A table's files with a port."""

    def __init__(self):
        self.keys = self
        self.port = 4321


def test_a_missing_record_gives_the_table_a_new_one_of_its_name(tmp_path):
    path = tmp_path / "new.jsonl"

    async def open_and_close():
        async with open_table(record=path) as table:
            return table.table_files.record_path, table.table.match

    assert asyncio.run(open_and_close()) == (path, None)
    assert not path.exists()
