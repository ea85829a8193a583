"""Tests of a host's record and keys when other programs write there too."""

import errno
import os

import pytest

from greenbaize.app.network.hosted_table_files import (
    HostedTableFiles,
    StoredChair,
    TableKeys,
    read_keys,
)
from greenbaize.app.tables.matches import create_header
from greenbaize.games import GAMES
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.errors import FileError
from greenbaize.store.record_file import keys_path, lock_record
from store.disks import LimitedDisk

GAME = GAMES["rank"]
HEADER = create_header("rank", (HeaderPlayer("Anna"), HeaderPlayer("Boris")), {}, "ab" * 16)


@pytest.fixture
def notices():
    return []


@pytest.fixture
def table_files(tmp_path, notices):
    keys = TableKeys.generate()
    keys.code = "ABC-DEF"
    return HostedTableFiles(tmp_path / "match.jsonl", keys, notices.append)


def test_a_record_written_meanwhile_by_another_is_not_replaced(table_files, tmp_path, notices):
    (tmp_path / "match.jsonl").write_text("theirs")
    (tmp_path / "match-2.jsonl").symlink_to("nowhere")
    table_files.create_record(GAME, HEADER).close()
    assert (tmp_path / "match.jsonl").read_text() == "theirs"
    assert table_files.record_path == tmp_path / "match-3.jsonl"
    assert table_files.record_path.read_bytes().startswith(b'{"format"')
    assert not notices


def test_a_match_is_recorded_though_another_host_holds_its_name(table_files, tmp_path, notices):
    other_lock = lock_record(tmp_path / "match.jsonl")
    table_files.create_record(GAME, HEADER).close()
    other_lock.release()
    assert not (tmp_path / "match.jsonl").exists()
    assert (tmp_path / "match-2.jsonl").exists()
    assert not notices


def test_each_match_has_a_record_of_its_own(table_files, tmp_path):
    for name in ("match.jsonl", "match-2.jsonl", "match-3.jsonl"):
        table_files.create_record(GAME, HEADER).close()
        assert table_files.record_path == tmp_path / name
        table_files.finish_match()
    assert len(list(tmp_path.iterdir())) == 3


def test_a_match_stopped_early_keeps_its_keys(table_files, tmp_path):
    table_files.create_record(GAME, HEADER).close()
    table_files.write_chairs((StoredChair("Anna", "ab" * 32), StoredChair()))
    table_files.suspend_match()
    table_files.write_chairs((StoredChair(), StoredChair()))
    stored_keys = read_keys(keys_path(tmp_path / "match.jsonl"))
    assert [chair.name for chair in stored_keys.chairs] == ["Anna", ""]
    table_files.create_record(GAME, HEADER).close()
    assert (table_files.record_path, table_files.last_stopped_path) == (
        tmp_path / "match-2.jsonl",
        tmp_path / "match.jsonl",
    )
    table_files.finish_match()
    assert read_keys(keys_path(tmp_path / "match.jsonl")) == stored_keys


def test_unreadable_keys_are_an_error(tmp_path, monkeypatch):
    def raise_permission_error(*_, **__):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(os, "stat", raise_permission_error)
    with pytest.raises(FileError):
        read_keys(tmp_path / "match.table")


def list_codes(notices):
    return [notice.code for notice in notices]


@pytest.mark.parametrize("has_record_path", [False, True])
def test_a_record_that_cannot_be_created_is_reported_once_and_kept_in_memory(
    tmp_path, notices, has_record_path, monkeypatch
):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path))
    folder = tmp_path / "matches"
    folder.write_text("not a folder")
    keys = TableKeys.generate()
    keys.code = "ABC-DEF"
    table_files = HostedTableFiles(
        folder / "match.jsonl" if has_record_path else None, keys, notices.append
    )
    recorded_match = table_files.create_record(GAME, HEADER)
    table_files.write_chairs((StoredChair("Anna"), StoredChair()))
    assert list_codes(notices) == ["match-unwritten"]
    assert recorded_match.file.has_unsaved_lines
    assert recorded_match.file.lines.startswith(b'{"format"')
    folder.unlink()
    recorded_match.file.write_pending_lines()
    assert list_codes(notices) == ["match-unwritten", "record-complete"]
    assert table_files.record_path.read_bytes() == recorded_match.file.lines
    assert [chair.name for chair in read_keys(keys_path(table_files.record_path)).chairs] == [
        "Anna",
        "",
    ]
    recorded_match.close()


def test_a_record_write_error_is_reported_until_the_record_is_complete(
    table_files, notices, monkeypatch
):
    disk = LimitedDisk(free_bytes=None)
    disk.install(monkeypatch)
    recorded_match = table_files.create_record(GAME, HEADER)
    disk.free_bytes = 0
    recorded_match.file.write_line(b"{}\n")
    assert list_codes(notices) == ["match-unwritten"]
    assert notices[0].values["reason"].endswith("No space left on device.")
    disk.free_bytes = None
    recorded_match.file.write_line(b"{}\n")
    assert list_codes(notices) == ["match-unwritten", "record-complete"]
    recorded_match.close()


def test_keys_that_cannot_be_written_are_reported_once(table_files, tmp_path, notices):
    recorded_match = table_files.create_record(GAME, HEADER)
    (tmp_path / "match.table").mkdir()
    for name in ("Anna", "Boris"):
        table_files.write_chairs((StoredChair(name), StoredChair()))
    assert list_codes(notices) == ["table-keys-unwritten"]
    recorded_match.close()


def test_a_new_code_and_link_apply_to_stopped_matches(table_files, tmp_path, notices):
    """People who were dismissed must not come in when such a match is continued."""
    paths = []
    for _ in range(2):
        table_files.create_record(GAME, HEADER).close()
        table_files.write_phone_link("1" * 32, 8410)
        paths.append(table_files.record_path)
        table_files.suspend_match()
    table_files.write_code("NEW-234")
    table_files.write_phone_link("2" * 32, 8410)
    for path in paths:
        keys = read_keys(keys_path(path))
        assert (keys.code, keys.phones, keys.phones_port) == ("NEW-234", "2" * 32, 8410)
    assert table_files.last_stopped_path == paths[-1]
    assert notices == []
