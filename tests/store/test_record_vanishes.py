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
from match.playing import Setup, play_randomly
from store.disks import Disk

PLAYED = play_randomly(Setup("damn", 3, {"deals": 2}), 1)
LINES = PLAYED.record.splitlines(keepends=True)
MIDDLE = len(PLAYED.events) // 2
THEIRS = b"somebody else's\n"
taken_away = pytest.mark.skipif(
    os.name != "posix", reason="elsewhere nobody can take an open file away"
)


@pytest.fixture
def path(tmp_path):
    (tmp_path / "matches").mkdir()
    return tmp_path / "matches" / "match.jsonl"


def aside(path):
    return path.parent.parent / "aside"


def by_another_of_the_same_size(path):
    (path.parent / "other").write_bytes(b"x" * path.stat().st_size)
    (path.parent / "other").replace(path)


def by_its_first_lines(path):
    (path.parent / "other").write_bytes(b"".join(path.read_bytes().splitlines(True)[:-1]))
    (path.parent / "other").replace(path)


def by_a_link_to_another(path):
    aside(path).write_bytes(THEIRS)
    path.unlink()
    path.symlink_to(aside(path))


def by_a_link_to_itself_moved_away(path):
    path.rename(path.parent / "moved")
    path.symlink_to("moved")


def by_a_hard_link_to_another(path):
    aside(path).write_bytes(THEIRS)
    path.unlink()
    path.hardlink_to(aside(path))


def by_a_link_in_a_circle(path):
    path.unlink()
    path.symlink_to(path)


def by_a_pipe(path):
    path.unlink()
    os.mkfifo(path)


def by_a_copy(path):
    shutil.copy(path, path.parent / "copy")
    (path.parent / "copy").replace(path)


def moved_and_back(path):
    path.rename(path.parent / "moved")
    (path.parent / "moved").rename(path)


WAYS = {
    "deleted": lambda path: path.unlink(),
    "moved away": lambda path: path.rename(aside(path)),
    "moved and back": moved_and_back,
    "folder deleted": lambda path: shutil.rmtree(path.parent),
    "folder moved away": lambda path: path.parent.rename(aside(path)),
    "emptied": lambda path: os.truncate(path, 0),
    "cut": lambda path: os.truncate(path, path.stat().st_size - 9),
    "lengthened": lambda path: path.write_bytes(path.read_bytes() + b"x"),
    "overwritten": lambda path: path.write_bytes(THEIRS),
    "replaced by another": by_another_of_the_same_size,
    "replaced by its first lines": by_its_first_lines,
    "replaced by a copy": by_a_copy,
    "replaced by a link": by_a_link_to_another,
    "replaced by a link to itself": by_a_link_to_itself_moved_away,
    "replaced by a hard link": by_a_hard_link_to_another,
    "replaced by a circle": by_a_link_in_a_circle,
    "replaced by a pipe": by_a_pipe,
}


class Told(list[Message | None]):
    """Error messages that the owner of a record has received."""


def begun(path, told):
    file = RecordFile.create(path, PLAYED.header, event_codec(PLAYED.game))
    file.troubled = told.append
    return file


def is_whole(path, events):
    whole = b"".join(LINES[: events + 1])
    return path.is_file() and not path.is_symlink() and path.read_bytes() == whole


@taken_away
@pytest.mark.parametrize("disturbance", WAYS)
@pytest.mark.parametrize("when", [0, MIDDLE, len(PLAYED.events) - 1])
def test_after_the_next_event_the_whole_record_is_there(disturbance, when, path):
    told = Told()
    file = begun(path, told)
    for number, event in enumerate(PLAYED.events):
        if number == when:
            WAYS[disturbance](path)
        file.append(event)
        assert is_whole(path, number + 1)
    file.close()
    assert is_whole(path, len(PLAYED.events))
    assert told == []
    assert not list(path.parent.glob(".greenbaize-*"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600  # readable by its owner only
    if "link" in disturbance and aside(path).exists():
        assert aside(path).read_bytes() == THEIRS


@taken_away
@pytest.mark.parametrize("disturbance", WAYS)
@pytest.mark.parametrize("events", [0, MIDDLE])
def test_what_vanishes_before_the_match_is_left_is_written_when_it_is_left(
    disturbance, events, path
):
    file = begun(path, Told())
    for event in PLAYED.events[:events]:
        file.append(event)
    WAYS[disturbance](path)
    file.close()
    assert is_whole(path, events)


@taken_away
@pytest.mark.parametrize("disturbance", WAYS)
@pytest.mark.parametrize("events", [0, 1])
def test_a_match_that_was_gone_on_with_is_no_different(disturbance, events, path):
    path.write_bytes(b"".join(LINES[: MIDDLE + 1]) + b'{"cut')
    file, record = RecordFile.resume(path, GAMES)
    assert len(record.events) == MIDDLE
    for event in PLAYED.events[MIDDLE : MIDDLE + events]:
        file.append(event)
    WAYS[disturbance](path)
    for event in PLAYED.events[MIDDLE + events :]:
        file.append(event)
    file.close()
    assert is_whole(path, len(PLAYED.events))


@pytest.mark.skipif(os.name != "posix", reason="links and pipes")
@pytest.mark.parametrize("disturbance", WAYS)
def test_a_match_that_was_only_looked_at_is_not_lost_either(disturbance, path):
    path.write_bytes(b"".join(LINES[: MIDDLE + 1]))
    file, _ = RecordFile.resume(path, GAMES)
    WAYS[disturbance](path)
    file.close()
    assert is_whole(path, MIDDLE)


class TestWhatKeepsItFromBeingWritten:
    """Tests of errors while rewriting: reported once, and written when the cause is gone."""

    def played(self, path, away, back):
        told = Told()
        file = begun(path, told)
        for number, event in enumerate(PLAYED.events):
            if number == MIDDLE:
                away()
            if number == MIDDLE + 3:
                assert len(told) == 1
                assert file.trouble is not None
                back()
            file.append(event)
        assert file.trouble is None
        file.close()
        assert is_whole(path, len(PLAYED.events))
        assert not list(path.parent.glob(".greenbaize-*"))
        return told

    def reason(self, told):
        assert [message is None for message in told] == [False, True]
        assert told[0] is not None
        assert told[0].code == "file-error"
        return told[0].values["reason"]

    @taken_away
    def test_a_folder_in_its_place(self, path):
        def away():
            path.unlink()
            (path / "deep").mkdir(parents=True)

        told = self.played(path, away, lambda: shutil.rmtree(path))
        assert self.reason(told) == "Is a directory"

    @taken_away
    def test_a_file_in_its_folders_place(self, path):
        def away():
            shutil.rmtree(path.parent)
            path.parent.write_bytes(THEIRS)

        told = self.played(path, away, path.parent.unlink)
        assert self.reason(told) == "File exists"

    def test_a_folder_that_may_not_be_looked_into_any_more(self, path, monkeypatch):
        true_lstat = os.lstat

        def deny(name):
            if denied and Path(name) == path:
                raise PermissionError(errno.EACCES, "Permission denied")
            return true_lstat(name)

        denied = []
        monkeypatch.setattr(record_file.os, "lstat", deny)
        told = self.played(path, lambda: denied.append(True), denied.clear)
        assert self.reason(told) == "Permission denied"

    @taken_away
    def test_a_folder_in_which_nothing_may_be_made_any_more(self, path, monkeypatch):
        def deny(folder, mode):
            raise PermissionError(errno.EACCES, "Permission denied")

        def away():
            path.unlink()
            monkeypatch.setattr(files, "fresh_file", deny)

        told = self.played(path, away, monkeypatch.undo)
        assert self.reason(told) == "Permission denied"

    @taken_away
    @pytest.mark.parametrize("room", [0, 1, len(LINES[0]), 600])
    def test_a_disk_without_room_for_it_any_more(self, room, path, monkeypatch):
        disk = Disk(None)
        disk.take_place(monkeypatch)

        def away():
            path.unlink()
            disk.room = room

        def back():
            disk.room = None

        assert self.reason(self.played(path, away, back)) == "No space left on device"

    @taken_away
    def test_a_disk_that_was_taken_away_for_good(self, path):
        told = Told()
        file = begun(path, told)
        for event in PLAYED.events[:MIDDLE]:
            file.append(event)
        shutil.rmtree(path.parent)
        path.parent.touch()
        file.close()
        assert file.trouble is not None
        assert len(told) == 1


def test_a_file_that_was_taken_away_and_cannot_be_written_to_either(path, monkeypatch):
    """Check a stale file handle, as on a network disk after a deletion by another computer."""
    file = begun(path, Told())
    for event in PLAYED.events[:MIDDLE]:
        file.append(event)

    class Stale:
        def write(self, data):
            raise OSError(errno.ESTALE, "Stale file handle")

        def close(self):
            pass

    file._file.close()
    monkeypatch.setattr(file, "_file", Stale())
    path.unlink()
    for event in PLAYED.events[MIDDLE:]:
        file.append(event)
    assert file.trouble is None
    file.close()
    assert is_whole(path, len(PLAYED.events))


def test_what_was_written_over_in_the_file_itself_is_mended_when_the_match_is_left(path):
    file = begun(path, Told())
    for event in PLAYED.events:
        file.append(event)
        with path.open("r+b") as theirs:
            theirs.write(b"x" * 100)
    file.close()
    assert is_whole(path, len(PLAYED.events))


def test_one_look_at_the_file_is_enough_for_an_event(path, monkeypatch):
    file = begun(path, Told())
    file.append(PLAYED.events[0])
    looks = []
    true_lstat = os.lstat

    def noted(name):
        looks.append(name)
        return true_lstat(name)

    monkeypatch.setattr(record_file.os, "lstat", noted)
    for event in PLAYED.events[1:]:
        file.append(event)
    assert len(looks) == len(PLAYED.events) - 1
    file.close()
