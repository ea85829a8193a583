"""Tests for importing records: each match once, and only valid records."""

import errno
import json
import os
from contextlib import closing
from pathlib import Path

import pytest

from greenbaize.app.memory import record_import
from greenbaize.app.memory.history_sync import sync_history
from greenbaize.app.memory.record_import import find_records, import_record
from greenbaize.match.record import encode_line
from greenbaize.rules.errors import FileError, GameError, HistoryError, RecordError
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.history import HistoryDatabase
from greenbaize.store.match_list import load_matches
from greenbaize.words.speaker import Speaker
from match.random_matches import GameSetup, create_sealed_header, play_randomly

MATCH = play_randomly(GameSetup("damn", 3, {"deals": 2}), 1)


@pytest.fixture
def history(tmp_path, monkeypatch):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "home"))
    folders.matches_folder().mkdir(parents=True)
    with closing(HistoryDatabase.open_or_rebuild(folders.history_path())) as open_database:
        yield open_database


def test_wrong_shuffle_is_refused(history, tmp_path):
    header, _ = create_sealed_header("damn", 3, {"deals": 2})
    record = encode_line(header.to_line())
    path = tmp_path / "a.jsonl"
    path.write_bytes(record)
    forged = json.loads(record.splitlines()[0])
    forged["shuffle"]["numbers"].reverse()
    forged_path = tmp_path / "forged.jsonl"
    forged_path.write_bytes(json.dumps(forged).encode() + record[record.index(b"\n") :])
    with pytest.raises(RecordError, match="seal-broken"):
        import_record(forged_path, history)
    assert import_record(path, history)


def test_sound_copy_replaces_a_damaged_record(history, tmp_path):
    backup = tmp_path / "backup.jsonl"
    backup.write_bytes(MATCH.record)
    own_path = folders.matches_folder() / "own.jsonl"
    lines = MATCH.record.splitlines(keepends=True)
    line_index = next(
        number for number, line in enumerate(lines) if line.startswith(b'{"type": "play"')
    )
    lines[line_index] = lines[line_index + 1]
    own_path.write_bytes(b"".join(lines))
    sync_history()
    assert import_record(backup, history)
    (match,) = load_matches(history)
    assert (folders.matches_folder() / match.file).read_bytes() == MATCH.record
    assert own_path.read_bytes() == b"".join(lines)
    sync_history()
    assert [row.file for row in load_matches(history)] == [match.file]
    assert not import_record(backup, history)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_copy_is_private(history, tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(MATCH.record)
    path.chmod(0o644)
    assert import_record(path, history)
    (copy,) = folders.matches_folder().glob("*.jsonl")
    assert copy.stat().st_mode & 0o777 == 0o600


def test_nested_folders_are_searched(tmp_path):
    folder = tmp_path
    for _ in range(40):
        folder = folder / "x"
    folder.mkdir(parents=True)
    (folder / "deep.jsonl").write_bytes(MATCH.record)
    (tmp_path / "flat.jsonl").write_bytes(MATCH.record)
    found_records = find_records(tmp_path)
    assert [path.name for path in found_records.files] == ["flat.jsonl", "deep.jsonl"]
    assert found_records.errors == []


@pytest.mark.skipif(os.name == "nt", reason="links need permissions on Windows")
def test_broken_link_is_reported(tmp_path):
    for name in "abc":
        (tmp_path / f"{name}.jsonl").write_bytes(MATCH.record)
    (tmp_path / "b2.jsonl").symlink_to("b2.jsonl")
    found_records = find_records(tmp_path)
    assert [item.name for item in found_records.files] == ["a.jsonl", "b.jsonl", "c.jsonl"]
    assert [str(item.message.values["path"]) for item in found_records.errors] == [
        str(tmp_path / "b2.jsonl")
    ]


def test_unreadable_folder_is_reported(tmp_path, monkeypatch):
    (tmp_path / "closed").mkdir()
    (tmp_path / "a.jsonl").write_bytes(MATCH.record)
    scandir = os.scandir

    def scan_guarded(folder):
        if folder.endswith("closed"):
            raise PermissionError(13, "Permission denied", folder)
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", scan_guarded)
    found_records = find_records(tmp_path)
    assert [path.name for path in found_records.files] == ["a.jsonl"]
    assert len(found_records.errors) == 1


def test_overlong_name_is_no_folder():
    path = Path("x" * 300)
    assert find_records(path).files == [path]


DISK_FULL = OSError(errno.ENOSPC, "No space left on device")


def test_failed_copy_is_reported_by_its_name(history, tmp_path, monkeypatch):
    def write(path, data, *, is_private):
        raise FileError(path, DISK_FULL)

    record = tmp_path / "elsewhere.jsonl"
    record.write_bytes(MATCH.record)
    monkeypatch.setattr(record_import, "write_replacing_link", write)
    with pytest.raises(GameError) as refused:
        import_record(record, history)
    assert Speaker().format_message(refused.value.message) == (
        f"{record} was not imported: No space left on device."
    )
    assert list(folders.matches_folder().glob("*")) == []


def test_imported_record_is_listed_later(history, tmp_path, monkeypatch):
    def note(history, path):
        raise HistoryError(Message("history-full"))

    record = tmp_path / "elsewhere.jsonl"
    record.write_bytes(MATCH.record)
    monkeypatch.setattr(record_import, "index_file", note)
    assert import_record(record, history)
    sync_history()
    assert len(load_matches(history)) == 1


def test_concurrent_imports_take_a_match_once(history, tmp_path, monkeypatch):
    file = tmp_path / "a.jsonl"
    file.write_bytes(MATCH.record)
    write = record_import.write_replacing_link
    monkeypatch.setattr(record_import, "LOCK_TIMEOUT_S", 0)

    def write_beside_another(*args, **options):
        with (
            closing(HistoryDatabase.open_or_rebuild(folders.history_path())) as other_history,
            pytest.raises(GameError, match="import-busy"),
        ):
            import_record(file, other_history)
        write(*args, **options)

    monkeypatch.setattr(record_import, "write_replacing_link", write_beside_another)
    assert import_record(file, history)
    assert not import_record(file, history)
    assert len(list(folders.matches_folder().glob("*.jsonl"))) == 1
    lock_names = [
        path.name for path in folders.history_path().parent.iterdir() if path.suffix == ".lock"
    ]
    assert lock_names == []
