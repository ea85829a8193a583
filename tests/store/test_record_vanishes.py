"""Tests of a record file that vanishes or is replaced during play: it is written again."""

import errno
import os
import shutil
import stat
from pathlib import Path

import pytest

from greenbaize.games import GAMES
from greenbaize.match.record import event_codec
from greenbaize.rules.messages import Message
from greenbaize.store import files, record_file
from greenbaize.store.record_file import RecordFile
from match.random_matches import GameSetup, play_randomly
from store.disks import LimitedDisk

SAMPLE_MATCH = play_randomly(GameSetup("damn", 3, {"deals": 2}), 1)
LINES = SAMPLE_MATCH.record.splitlines(keepends=True)
MIDDLE = len(SAMPLE_MATCH.events) // 2
FOREIGN_BYTES = b"somebody else's\n"
needs_removable_open_files = pytest.mark.skipif(
    os.name != "posix", reason="Windows cannot delete an open file"
)


@pytest.fixture
def path(tmp_path):
    (tmp_path / "matches").mkdir()
    return tmp_path / "matches" / "match.jsonl"


def aside_path(path):
    return path.parent.parent / "aside"


def replace_with_same_size(path):
    (path.parent / "other").write_bytes(b"x" * path.stat().st_size)
    (path.parent / "other").replace(path)


def replace_with_first_lines(path):
    (path.parent / "other").write_bytes(b"".join(path.read_bytes().splitlines(True)[:-1]))
    (path.parent / "other").replace(path)


def replace_with_link(path):
    aside_path(path).write_bytes(FOREIGN_BYTES)
    path.unlink()
    path.symlink_to(aside_path(path))


def replace_with_link_to_moved_file(path):
    path.rename(path.parent / "moved")
    path.symlink_to("moved")


def replace_with_hard_link(path):
    aside_path(path).write_bytes(FOREIGN_BYTES)
    path.unlink()
    path.hardlink_to(aside_path(path))


def replace_with_circular_link(path):
    path.unlink()
    path.symlink_to(path)


def replace_with_pipe(path):
    path.unlink()
    os.mkfifo(path)


def replace_with_copy(path):
    shutil.copy(path, path.parent / "copy")
    (path.parent / "copy").replace(path)


def move_and_restore(path):
    path.rename(path.parent / "moved")
    (path.parent / "moved").rename(path)


DISTURBANCES = {
    "deleted": lambda path: path.unlink(),
    "moved away": lambda path: path.rename(aside_path(path)),
    "moved and back": move_and_restore,
    "folder deleted": lambda path: shutil.rmtree(path.parent),
    "folder moved away": lambda path: path.parent.rename(aside_path(path)),
    "emptied": lambda path: os.truncate(path, 0),
    "cut": lambda path: os.truncate(path, path.stat().st_size - 9),
    "lengthened": lambda path: path.write_bytes(path.read_bytes() + b"x"),
    "overwritten": lambda path: path.write_bytes(FOREIGN_BYTES),
    "replaced by another": replace_with_same_size,
    "replaced by its first lines": replace_with_first_lines,
    "replaced by a copy": replace_with_copy,
    "replaced by a link": replace_with_link,
    "replaced by a link to itself": replace_with_link_to_moved_file,
    "replaced by a hard link": replace_with_hard_link,
    "replaced by a circle": replace_with_circular_link,
    "replaced by a pipe": replace_with_pipe,
}


class ErrorMessages(list[Message | None]):
    """Error messages that the owner of a record has received."""


def create_record(path, messages):
    file = RecordFile.create(path, SAMPLE_MATCH.header, event_codec(SAMPLE_MATCH.game))
    file.on_error = messages.append
    return file


def is_whole(path, events):
    whole = b"".join(LINES[: events + 1])
    return path.is_file() and not path.is_symlink() and path.read_bytes() == whole


@needs_removable_open_files
@pytest.mark.parametrize("disturbance", DISTURBANCES)
@pytest.mark.parametrize("when", [0, MIDDLE, len(SAMPLE_MATCH.events) - 1])
def test_the_next_event_restores_the_whole_record(disturbance, when, path):
    messages = ErrorMessages()
    file = create_record(path, messages)
    for number, event in enumerate(SAMPLE_MATCH.events):
        if number == when:
            DISTURBANCES[disturbance](path)
        file.write_event(event)
        assert is_whole(path, number + 1)
    file.close()
    assert is_whole(path, len(SAMPLE_MATCH.events))
    assert messages == []
    assert not list(path.parent.glob(".greenbaize-*"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600  # readable by its owner only
    if "link" in disturbance and aside_path(path).exists():
        assert aside_path(path).read_bytes() == FOREIGN_BYTES


@needs_removable_open_files
@pytest.mark.parametrize("disturbance", DISTURBANCES)
@pytest.mark.parametrize("events", [0, MIDDLE])
def test_closing_restores_the_whole_record(disturbance, events, path):
    file = create_record(path, ErrorMessages())
    for event in SAMPLE_MATCH.events[:events]:
        file.write_event(event)
    DISTURBANCES[disturbance](path)
    file.close()
    assert is_whole(path, events)


@needs_removable_open_files
@pytest.mark.parametrize("disturbance", DISTURBANCES)
@pytest.mark.parametrize("events", [0, 1])
def test_a_resumed_record_is_restored_too(disturbance, events, path):
    path.write_bytes(b"".join(LINES[: MIDDLE + 1]) + b'{"cut')
    file, record = RecordFile.resume(path, GAMES)
    assert len(record.events) == MIDDLE
    for event in SAMPLE_MATCH.events[MIDDLE : MIDDLE + events]:
        file.write_event(event)
    DISTURBANCES[disturbance](path)
    for event in SAMPLE_MATCH.events[MIDDLE + events :]:
        file.write_event(event)
    file.close()
    assert is_whole(path, len(SAMPLE_MATCH.events))


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX links and named pipes")
@pytest.mark.parametrize("disturbance", DISTURBANCES)
def test_a_record_that_was_only_read_is_restored_too(disturbance, path):
    path.write_bytes(b"".join(LINES[: MIDDLE + 1]))
    file, _ = RecordFile.resume(path, GAMES)
    DISTURBANCES[disturbance](path)
    file.close()
    assert is_whole(path, MIDDLE)


class TestBlockedRewriting:
    """Tests of errors while rewriting: reported once, and written when the cause is gone."""

    def play_with_disturbance(self, path, block, unblock):
        messages = ErrorMessages()
        file = create_record(path, messages)
        for number, event in enumerate(SAMPLE_MATCH.events):
            if number == MIDDLE:
                block()
            if number == MIDDLE + 3:
                assert len(messages) == 1
                assert file.error is not None
                unblock()
            file.write_event(event)
        assert file.error is None
        file.close()
        assert is_whole(path, len(SAMPLE_MATCH.events))
        assert not list(path.parent.glob(".greenbaize-*"))
        return messages

    def error_reason(self, messages):
        assert [message is None for message in messages] == [False, True]
        assert messages[0] is not None
        assert messages[0].code == "file-error"
        return messages[0].values["reason"]

    @needs_removable_open_files
    def test_a_folder_at_its_path(self, path):
        def block():
            path.unlink()
            (path / "deep").mkdir(parents=True)

        messages = self.play_with_disturbance(path, block, lambda: shutil.rmtree(path))
        assert self.error_reason(messages) == "Is a directory"

    @needs_removable_open_files
    def test_a_file_at_its_folders_path(self, path):
        def block():
            shutil.rmtree(path.parent)
            path.parent.write_bytes(FOREIGN_BYTES)

        messages = self.play_with_disturbance(path, block, path.parent.unlink)
        assert self.error_reason(messages) == "File exists"

    def test_a_folder_that_became_unreadable(self, path, monkeypatch):
        true_lstat = os.lstat

        def deny(name):
            if denied and Path(name) == path:
                raise PermissionError(errno.EACCES, "Permission denied")
            return true_lstat(name)

        denied = []
        monkeypatch.setattr(record_file.os, "lstat", deny)
        messages = self.play_with_disturbance(path, lambda: denied.append(True), denied.clear)
        assert self.error_reason(messages) == "Permission denied"

    @needs_removable_open_files
    def test_a_folder_that_became_unwritable(self, path, monkeypatch):
        def deny(folder, mode):
            raise PermissionError(errno.EACCES, "Permission denied")

        def block():
            path.unlink()
            monkeypatch.setattr(files, "create_temporary_file", deny)

        messages = self.play_with_disturbance(path, block, monkeypatch.undo)
        assert self.error_reason(messages) == "Permission denied"

    @needs_removable_open_files
    @pytest.mark.parametrize("room", [0, 1, len(LINES[0]), 600])
    def test_a_disk_that_became_full(self, room, path, monkeypatch):
        disk = LimitedDisk(None)
        disk.install(monkeypatch)

        def block():
            path.unlink()
            disk.free_bytes = room

        def unblock():
            disk.free_bytes = None

        assert (
            self.error_reason(self.play_with_disturbance(path, block, unblock))
            == "No space left on device"
        )

    @needs_removable_open_files
    def test_a_disk_that_was_removed_for_good(self, path):
        messages = ErrorMessages()
        file = create_record(path, messages)
        for event in SAMPLE_MATCH.events[:MIDDLE]:
            file.write_event(event)
        shutil.rmtree(path.parent)
        path.parent.touch()
        file.close()
        assert file.error is not None
        assert len(messages) == 1


def test_a_stale_file_handle_is_replaced(path, monkeypatch):
    """Check a stale file handle, as on a network disk after a deletion by another computer."""
    file = create_record(path, ErrorMessages())
    for event in SAMPLE_MATCH.events[:MIDDLE]:
        file.write_event(event)

    class StaleFile:
        def write(self, data):
            raise OSError(errno.ESTALE, "Stale file handle")

        def close(self):
            pass

    file._file.close()
    monkeypatch.setattr(file, "_file", StaleFile())
    path.unlink()
    for event in SAMPLE_MATCH.events[MIDDLE:]:
        file.write_event(event)
    assert file.error is None
    file.close()
    assert is_whole(path, len(SAMPLE_MATCH.events))


def test_closing_repairs_overwritten_bytes(path):
    file = create_record(path, ErrorMessages())
    for event in SAMPLE_MATCH.events:
        file.write_event(event)
        with path.open("r+b") as other_handle:
            other_handle.write(b"x" * 100)
    file.close()
    assert is_whole(path, len(SAMPLE_MATCH.events))


def test_each_event_checks_the_file_once(path, monkeypatch):
    file = create_record(path, ErrorMessages())
    file.write_event(SAMPLE_MATCH.events[0])
    checked_paths = []
    true_lstat = os.lstat

    def record_lstat(name):
        checked_paths.append(name)
        return true_lstat(name)

    monkeypatch.setattr(record_file.os, "lstat", record_lstat)
    for event in SAMPLE_MATCH.events[1:]:
        file.write_event(event)
    assert len(checked_paths) == len(SAMPLE_MATCH.events) - 1
    file.close()
