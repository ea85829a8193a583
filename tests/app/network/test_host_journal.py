"""Tests of a host's record and keys when other programs write there too."""

import errno
import os

import pytest

from greenbaize.app.network.host_journal import HostJournal, KeptChair, TableKeys, read_keys
from greenbaize.app.tables.matches import settled_header
from greenbaize.games import GAMES
from greenbaize.match.player import Player
from greenbaize.rules.errors import FileError
from greenbaize.store.record_file import keys_path, lock_record
from store.disks import Disk

GAME = GAMES["rank"]
HEADER = settled_header("rank", (Player("Anna"), Player("Boris")), {}, "ab" * 16)


@pytest.fixture
def told():
    return []


@pytest.fixture
def journal(tmp_path, told):
    keys = TableKeys.make()
    keys.code = "ABC-DEF"
    return HostJournal(tmp_path / "match.jsonl", keys, told.append)


def test_a_record_that_another_has_written_meanwhile_is_not_replaced(journal, tmp_path, told):
    (tmp_path / "match.jsonl").write_text("theirs")
    (tmp_path / "match-2.jsonl").symlink_to("nowhere")
    journal.begin(GAME, HEADER).close()
    assert (tmp_path / "match.jsonl").read_text() == "theirs"
    assert journal.path == tmp_path / "match-3.jsonl"
    assert journal.path.read_bytes().startswith(b'{"format"')
    assert not told


def test_a_match_is_recorded_though_another_host_records_under_its_name(journal, tmp_path, told):
    theirs = lock_record(tmp_path / "match.jsonl")
    journal.begin(GAME, HEADER).close()
    theirs.let_go()
    assert not (tmp_path / "match.jsonl").exists()
    assert (tmp_path / "match-2.jsonl").exists()
    assert not told


def test_each_match_has_a_record_of_its_own(journal, tmp_path):
    for name in ("match.jsonl", "match-2.jsonl", "match-3.jsonl"):
        journal.begin(GAME, HEADER).close()
        assert journal.path == tmp_path / name
        journal.end()
    assert len(list(tmp_path.iterdir())) == 3


def test_a_match_that_is_ended_before_its_end_keeps_its_keys(journal, tmp_path):
    journal.begin(GAME, HEADER).close()
    journal.keep_chairs((KeptChair("Anna", "ab" * 32), KeptChair()))
    journal.set_aside()
    journal.keep_chairs((KeptChair(), KeptChair()))
    kept = read_keys(keys_path(tmp_path / "match.jsonl"))
    assert [chair.name for chair in kept.chairs] == ["Anna", ""]
    journal.begin(GAME, HEADER).close()
    assert (journal.path, journal.stopped) == (tmp_path / "match-2.jsonl", tmp_path / "match.jsonl")
    journal.end()
    assert read_keys(keys_path(tmp_path / "match.jsonl")) == kept


def test_keys_in_a_folder_that_may_not_be_looked_into_are_told(tmp_path, monkeypatch):
    def refused(*_, **__):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(os, "stat", refused)
    with pytest.raises(FileError):
        read_keys(tmp_path / "match.table")


def codes(told):
    return [news.code for news in told]


@pytest.mark.parametrize("has_record_path", [False, True])
def test_a_record_that_cannot_be_begun_is_told_once_and_kept_in_memory(
    tmp_path, told, has_record_path, monkeypatch
):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path))
    folder = tmp_path / "matches"
    folder.write_text("not a folder")
    keys = TableKeys.make()
    keys.code = "ABC-DEF"
    journal = HostJournal(folder / "match.jsonl" if has_record_path else None, keys, told.append)
    kept = journal.begin(GAME, HEADER)
    journal.keep_chairs((KeptChair("Anna"), KeptChair()))
    assert codes(told) == ["match-unwritten"]
    assert kept.file.is_lost
    assert kept.file.lines.startswith(b'{"format"')
    folder.unlink()
    kept.file.catch_up()
    assert codes(told) == ["match-unwritten", "record-complete"]
    assert journal.path.read_bytes() == kept.file.lines
    assert [chair.name for chair in read_keys(keys_path(journal.path)).chairs] == ["Anna", ""]
    kept.close()


def test_a_record_that_can_no_longer_be_written_is_told_until_it_is_complete(
    journal, told, monkeypatch
):
    disk = Disk(room=None)
    disk.take_place(monkeypatch)
    kept = journal.begin(GAME, HEADER)
    disk.room = 0
    kept.file.append_line(b"{}\n")
    assert codes(told) == ["match-unwritten"]
    assert told[0].values["reason"].endswith("No space left on device.")
    disk.room = None
    kept.file.append_line(b"{}\n")
    assert codes(told) == ["match-unwritten", "record-complete"]
    kept.close()


def test_keys_that_cannot_be_written_are_told_once(journal, tmp_path, told):
    kept = journal.begin(GAME, HEADER)
    (tmp_path / "match.table").mkdir()
    for name in ("Anna", "Boris"):
        journal.keep_chairs((KeptChair(name), KeptChair()))
    assert codes(told) == ["table-keys-unwritten"]
    kept.close()


def test_a_new_code_and_link_hold_for_matches_that_were_stopped(journal, tmp_path, told):
    """People who were dismissed must not come in when such a match is continued."""
    paths = []
    for _ in range(2):
        journal.begin(GAME, HEADER).close()
        journal.keep_phones("1" * 32, 8410)
        paths.append(journal.path)
        journal.set_aside()
    journal.keep_code("NEW-234")
    journal.keep_phones("2" * 32, 8410)
    for path in paths:
        keys = read_keys(keys_path(path))
        assert (keys.code, keys.phones, keys.phones_port) == ("NEW-234", "2" * 32, 8410)
    assert journal.stopped == paths[-1]
    assert told == []
