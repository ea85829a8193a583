"""Tests for the history sync: the database agrees with the records after any change."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from app.memory.crash_tests import check_history, make_records
from greenbaize.app.memory import history_indexer, history_sync
from greenbaize.app.memory.history_indexer import (
    MAX_FILES_IN_PROCESS,
    HistoryIndexer,
    run_import,
    update_history_index,
)
from greenbaize.app.memory.history_sync import rebuild_history_database, sync_history, sync_records
from greenbaize.app.seats.bot_launcher import build_own_command, build_own_environment
from greenbaize.match.record import encode_line
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


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "home"))
    (folders.matches_folder() / "abandoned").mkdir(parents=True)
    return folders.matches_folder()


@pytest.fixture
def history(folder):
    open_database = HistoryDatabase.open_or_rebuild(folders.history_path())
    yield open_database
    open_database.close()


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


class TestIndexerProcess:
    def update_history(self, history_indexer):
        progress = []
        errors = []
        changed = update_history_index(
            history_indexer, lambda *one: progress.append(one), errors.append
        )
        return changed, progress, errors

    def test_few_records_are_read_in_process(self, folder):
        (folder / "a.jsonl").write_bytes(DAMN)
        history_indexer = HistoryIndexer()
        history_indexer.close()  # no program can be started
        assert self.update_history(history_indexer) == (1, [(1, 1)], [])
        assert self.update_history(history_indexer) == (0, [], [])

    @pytest.mark.slow
    def test_many_records_are_read_by_a_process(self, folder):
        for number in range(MAX_FILES_IN_PROCESS + 1):
            (folder / f"{number}.jsonl").write_bytes(encode_line({"number": number}) + DAMN)
        changed, progress, errors = self.update_history(HistoryIndexer())
        assert (changed, progress[-1], errors) == (
            MAX_FILES_IN_PROCESS + 1,
            (MAX_FILES_IN_PROCESS + 1, MAX_FILES_IN_PROCESS + 1),
            [],
        )
        history = HistoryDatabase.open_or_rebuild(folders.history_path())
        assert len(history.load_file_stamps()) == MAX_FILES_IN_PROCESS + 1
        history.close()

    def test_unusable_database_is_reported(self, folder):
        folders.history_path().mkdir()
        changed, _, errors = self.update_history(HistoryIndexer())
        assert changed == 0
        assert "Your matches are safe." in errors[0]

    @pytest.mark.slow
    def test_records_are_imported(self, folder, tmp_path):
        (tmp_path / "one.jsonl").write_bytes(DAMN)
        (tmp_path / "two.jsonl").write_bytes(b"{}")
        paths = [tmp_path / "one.jsonl", tmp_path / "two.jsonl", tmp_path / "one.jsonl"]
        result = run_import(HistoryIndexer(), paths, lambda *_: None)
        assert (result.new_count, result.known_count, len(result.error_texts)) == (1, 1, 1)
        assert len(list(folder.glob("*.jsonl"))) == 1


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


@pytest.mark.parametrize("output_lines", [[], [{"path": "a", "taken": True}, {"read": 1, "of": 2}]])
def test_interrupted_reading_is_reported(folder, output_lines, monkeypatch):
    program = "".join(f"print({json.dumps(json.dumps(line))});" for line in output_lines)
    monkeypatch.setattr(
        history_indexer, "build_own_command", lambda _: [sys.executable, "-c", f"{program}exit(1)"]
    )
    result = run_import(HistoryIndexer(), [folder], lambda *_: None)
    assert result.new_count == len(output_lines[:1])
    assert result.error_texts == ["Not all records could be read: the reading was cut off."]
