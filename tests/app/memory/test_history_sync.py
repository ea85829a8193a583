"""Tests for the history sync: the database agrees with the records after any change."""

import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from app.memory.crash_tests import check_history, make_records
from greenbaize.app.memory import history_sync
from greenbaize.app.memory.history_sync import rebuild_history_database, sync_history, sync_records
from greenbaize.app.seats.bot_launcher import build_own_command, build_own_environment
from greenbaize.rules.errors import HistoryError
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.files import LockedFile
from greenbaize.store.history import HistoryDatabase
from greenbaize.store.match_list import load_matches
from match.random_matches import GameSetup, play_randomly

DAMN = play_randomly(GameSetup("damn", 3, {"deals": 2}), 1).record
MASTER = play_randomly(GameSetup("master", 2, {}), 1).record
UNFINISHED_DAMN = b"".join(DAMN.splitlines(keepends=True)[:8])


def listed_files(history):
    return sorted(match.file for match in load_matches(history))


def test_new_changed_and_deleted_records_are_noticed(folder, history):
    (folder / "a.jsonl").write_bytes(UNFINISHED_DAMN)
    assert sync_records(history)[:3] == (1, 0, 0)
    assert not load_matches(history)[0].is_over
    assert sync_records(history)[:3] == (0, 0, 0)
    (folder / "a.jsonl").write_bytes(DAMN)
    assert sync_records(history)[:3] == (1, 0, 0)
    assert load_matches(history)[0].is_over
    (folder / "a.jsonl").unlink()
    assert sync_records(history)[:3] == (0, 1, 0)
    assert not load_matches(history)


def test_abandoned_match_is_marked(folder, history):
    (folder / "a.jsonl").write_bytes(UNFINISHED_DAMN)
    sync_records(history)
    (folder / "a.jsonl").rename(folder / "abandoned" / "a.jsonl")
    sync_records(history)
    (match,) = load_matches(history)
    assert (match.file, match.is_abandoned) == ("abandoned/a.jsonl", True)


def test_lesser_record_is_read_when_the_better_goes(folder, history):
    (folder / "whole.jsonl").write_bytes(DAMN)
    (folder / "part.jsonl").write_bytes(UNFINISHED_DAMN)
    sync_records(history)
    assert [match.is_over for match in load_matches(history)] == [True]
    (folder / "whole.jsonl").unlink()
    sync_records(history)
    assert [(match.file, match.is_over) for match in load_matches(history)] == [
        ("part.jsonl", False)
    ]


def test_truncated_record_is_updated(folder, history):
    (folder / "a.jsonl").write_bytes(DAMN)
    sync_records(history)
    (folder / "a.jsonl").write_bytes(UNFINISHED_DAMN)
    sync_records(history)
    assert [match.is_over for match in load_matches(history)] == [False]


def test_unreadable_folder_keeps_the_list(folder, history, monkeypatch):
    (folder / "a.jsonl").write_bytes(DAMN)
    sync_records(history)

    def deny_access(path):
        raise PermissionError(13, "no")

    monkeypatch.setattr(history_sync.os, "scandir", deny_access)
    assert sync_records(history)[:3] == (0, 0, 0)
    assert listed_files(history) == ["a.jsonl"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such file names")
def test_unusual_files_are_handled(folder, history):
    (folder / "link.jsonl").symlink_to(folder / "nowhere")
    (folder / "folder.jsonl").mkdir()
    (folder / "later.jsonl").write_bytes(DAMN[:-1])
    os.utime(folder / "later.jsonl", ns=(0, 10**19))
    os.mkfifo(folder / "pipe.jsonl")
    (folder / "huge.jsonl").write_bytes(
        DAMN.replace(b'"totals": [', b'"totals": [' + b"9" * 40 + b", ", 1)
    )
    Path(os.fsdecode(os.fsencode(folder) + b"/\xff.jsonl")).write_bytes(DAMN)
    (folder / "good.jsonl").write_bytes(MASTER)
    sync_records(history)
    assert listed_files(history) == ["good.jsonl", "later.jsonl"]
    assert "folder.jsonl" not in history.load_file_stamps()
    assert sync_records(history).read_count == 0


def test_oversized_numbers_are_refused(folder, history):
    lines = DAMN.splitlines(keepends=True)
    line_index = next(
        number for number, line in enumerate(lines) if line.startswith(b'{"type": "deal"')
    )
    lines[line_index] = lines[line_index].replace(b'"deal": 1', b'"deal": ' + b"9" * 30)
    (folder / "a.jsonl").write_bytes(b"".join(lines[: line_index + 1]))
    (folder / "b.jsonl").write_bytes(MASTER)
    sync_records(history)
    assert listed_files(history) == ["b.jsonl"]


def test_damaged_database_is_set_aside_and_rebuilt(folder):
    (folder / "a.jsonl").write_bytes(DAMN)
    sync_history()
    base = sqlite3.connect(folders.history_path())
    base.execute("DROP TABLE players")
    base.commit()
    base.close()
    (folder / "b.jsonl").write_bytes(MASTER)
    assert sync_history().read_count == 2
    history = HistoryDatabase.open_or_rebuild(folders.history_path())
    assert listed_files(history) == ["a.jsonl", "b.jsonl"]
    history.close()
    assert folders.history_path().with_name("history.sqlite.bad").exists()


@pytest.mark.long
def test_concurrent_updates_agree(folder, tmp_path):
    for number, record in enumerate([*make_records(), *make_records()]):
        (folder / f"{number}.jsonl").write_bytes(record)
    command = build_own_command(["history", "update"])
    programs = [subprocess.Popen(command, env=build_own_environment()) for _ in range(2)]
    assert [program.wait() for program in programs] == [0, 0]
    check_history(tmp_path / "anew.sqlite")


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root can write to read-only files"
)
def test_read_only_database_is_reported(folder):
    sync_history()
    (folder / "a.jsonl").write_bytes(DAMN)
    folders.history_path().chmod(0o400)
    folders.history_path().parent.chmod(0o500)
    try:
        with pytest.raises(HistoryError, match="history-unwritable"):
            sync_history()
    finally:
        folders.history_path().parent.chmod(0o700)


def test_failed_rebuild_keeps_the_database(folder, monkeypatch):
    (folder / "a.jsonl").write_bytes(DAMN)
    sync_history()
    (folder / "a.jsonl").write_bytes(UNFINISHED_DAMN)

    def raise_disk_full(*_):
        raise HistoryError(Message("history-full"))

    monkeypatch.setattr(history_sync, "_index_batch", raise_disk_full)
    with pytest.raises(HistoryError):
        rebuild_history_database()
    with closing(HistoryDatabase.open_or_rebuild(folders.history_path())) as history:
        assert [match.is_over for match in load_matches(history)] == [True]


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot replace an open file")
def test_rebuild_replaces_a_database_in_use(folder):
    (folder / "a.jsonl").write_bytes(DAMN)
    sync_history()
    (folder / "a.jsonl").write_bytes(UNFINISHED_DAMN)
    with closing(HistoryDatabase.open_or_rebuild(folders.history_path())) as history:
        assert [match.is_over for match in load_matches(history)] == [True]
        sync_result, count = rebuild_history_database()
        assert (sync_result.read_count, count) == (1, 1)
        assert history.was_replaced
    with closing(HistoryDatabase.open_or_rebuild(folders.history_path())) as history:
        assert [match.is_over for match in load_matches(history)] == [False]
    file_names = [path.name for path in folders.history_path().parent.iterdir()]
    assert sorted(file_names) == ["history.sqlite", "matches"]


def test_rebuild_is_exclusive(folder):
    (folder / "a.jsonl").write_bytes(DAMN)
    sync_history()
    lock = LockedFile.try_lock(folders.history_path().with_name("history.sqlite.new.lock"))
    assert lock is not None
    with pytest.raises(HistoryError):
        rebuild_history_database()
    lock.release(remove=True)
    assert rebuild_history_database()[1] == 1
