"""Tests for importing records: each match once, and only valid records."""

import errno
import json
import os
from contextlib import closing
from pathlib import Path

import pytest

from greenbaize.app.memory import record_import
from greenbaize.app.memory.history_sync import bring_up
from greenbaize.app.memory.record_import import import_records, records_in
from greenbaize.match.record import line_bytes
from greenbaize.rules.errors import FileError, GameError, HistoryError, RecordError
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.history import History
from greenbaize.store.listing import matches
from greenbaize.words.speaker import Speaker
from match.playing import Setup, play_randomly, sealed_match

MATCH = play_randomly(Setup("damn", 3, {"deals": 2}), 1)


@pytest.fixture
def history(tmp_path, monkeypatch):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "home"))
    folders.matches().mkdir(parents=True)
    with closing(History.open(folders.history())) as opened:
        yield opened


def test_a_record_whose_shuffle_is_not_the_one_agreed_on_is_refused(history, tmp_path):
    header, _ = sealed_match("damn", 3, {"deals": 2})
    record = line_bytes(header.line())
    path = tmp_path / "a.jsonl"
    path.write_bytes(record)
    forged = json.loads(record.splitlines()[0])
    forged["shuffle"]["numbers"].reverse()
    other = tmp_path / "forged.jsonl"
    other.write_bytes(json.dumps(forged).encode() + record[record.index(b"\n") :])
    with pytest.raises(RecordError, match="seal-broken"):
        import_records(other, history)
    assert import_records(path, history)


def test_a_sound_copy_takes_the_place_of_a_damaged_one(history, tmp_path):
    backup = tmp_path / "backup.jsonl"
    backup.write_bytes(MATCH.record)
    own = folders.matches() / "own.jsonl"
    lines = MATCH.record.splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.startswith(b'{"type": "play"'))
    lines[at] = lines[at + 1]
    own.write_bytes(b"".join(lines))
    bring_up()
    assert import_records(backup, history)
    (match,) = matches(history)
    assert (folders.matches() / match.file).read_bytes() == MATCH.record
    assert own.read_bytes() == b"".join(lines)
    bring_up()
    assert [one.file for one in matches(history)] == [match.file]
    assert not import_records(backup, history)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_nobody_else_may_read_the_copy(history, tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(MATCH.record)
    path.chmod(0o644)
    assert import_records(path, history)
    (copy,) = folders.matches().glob("*.jsonl")
    assert copy.stat().st_mode & 0o777 == 0o600


def test_folders_in_folders_are_looked_through(tmp_path):
    folder = tmp_path
    for _ in range(40):
        folder = folder / "x"
    folder.mkdir(parents=True)
    (folder / "deep.jsonl").write_bytes(MATCH.record)
    (tmp_path / "flat.jsonl").write_bytes(MATCH.record)
    found = records_in(tmp_path)
    assert [one.name for one in found.files] == ["flat.jsonl", "deep.jsonl"]
    assert found.faults == []


@pytest.mark.skipif(os.name == "nt", reason="links need permissions on Windows")
def test_a_link_that_leads_nowhere_costs_no_other_record(tmp_path):
    for name in "abc":
        (tmp_path / f"{name}.jsonl").write_bytes(MATCH.record)
    (tmp_path / "b2.jsonl").symlink_to("b2.jsonl")
    found = records_in(tmp_path)
    assert [one.name for one in found.files] == ["a.jsonl", "b.jsonl", "c.jsonl"]
    assert [str(one.message.values["path"]) for one in found.faults] == [str(tmp_path / "b2.jsonl")]


def test_a_folder_that_cannot_be_read_is_told(tmp_path, monkeypatch):
    (tmp_path / "closed").mkdir()
    (tmp_path / "a.jsonl").write_bytes(MATCH.record)
    scandir = os.scandir

    def guarded(folder):
        if folder.endswith("closed"):
            raise PermissionError(13, "Permission denied", folder)
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", guarded)
    found = records_in(tmp_path)
    assert [one.name for one in found.files] == ["a.jsonl"]
    assert len(found.faults) == 1


def test_a_name_that_is_too_long_is_no_folder():
    path = Path("x" * 300)
    assert records_in(path).files == [path]


FULL = OSError(errno.ENOSPC, "No space left on device")


def test_what_cannot_be_copied_is_told_by_its_own_name(history, tmp_path, monkeypatch):
    def write(path, data, *, private):
        raise FileError(path, FULL)

    record = tmp_path / "elsewhere.jsonl"
    record.write_bytes(MATCH.record)
    monkeypatch.setattr(record_import, "write_in_place", write)
    with pytest.raises(GameError) as refused:
        import_records(record, history)
    assert Speaker().say(refused.value.message) == (
        f"{record} was not imported: No space left on device."
    )
    assert list(folders.matches().glob("*")) == []


def test_a_copy_that_the_list_has_no_room_for_is_taken_in_and_listed_later(
    history, tmp_path, monkeypatch
):
    def note(history, path):
        raise HistoryError(Message("history-full"))

    record = tmp_path / "elsewhere.jsonl"
    record.write_bytes(MATCH.record)
    monkeypatch.setattr(record_import, "note_file", note)
    assert import_records(record, history)
    bring_up()
    assert len(matches(history)) == 1


def test_two_windows_that_import_a_match_at_once_take_it_in_once(history, tmp_path, monkeypatch):
    file = tmp_path / "a.jsonl"
    file.write_bytes(MATCH.record)
    write = record_import.write_in_place
    monkeypatch.setattr(record_import, "PATIENCE_S", 0)

    def write_beside_another(*args, **options):
        with (
            closing(History.open(folders.history())) as other,
            pytest.raises(GameError, match="import-busy"),
        ):
            import_records(file, other)
        write(*args, **options)

    monkeypatch.setattr(record_import, "write_in_place", write_beside_another)
    assert import_records(file, history)
    assert not import_records(file, history)
    assert len(list(folders.matches().glob("*.jsonl"))) == 1
    left = [one.name for one in folders.history().parent.iterdir() if one.suffix == ".lock"]
    assert left == []
