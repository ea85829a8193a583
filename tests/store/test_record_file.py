import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.blackout import BlackoutGame
from greenbaize.match.codecs import event_codec
from greenbaize.match.record import encode_line
from greenbaize.rules.errors import FileError, NotRegularFileError, RecordError, RecordLockedError
from greenbaize.rules.messages import Message
from greenbaize.store import files, record_file
from greenbaize.store.record_file import (
    LOCK_SUFFIX,
    RecordFile,
    is_record_locked,
    lock_record,
    lock_record_target,
    sibling_path,
)
from match.random_matches import GameSetup, play_randomly
from store.disks import LimitedDisk

SAMPLE_MATCH = play_randomly(GameSetup("damn", 3, {"deals": 2}), 1)
LINES = SAMPLE_MATCH.record.splitlines(keepends=True)

needs_removable_open_files = pytest.mark.skipif(
    os.name == "nt", reason="Windows cannot delete an open file"
)


def create_record(path, sample=SAMPLE_MATCH):
    return RecordFile.create(path, sample.header, event_codec(sample.game))


def write_whole_record(path, sample=SAMPLE_MATCH):
    """Return a record with a whole match, still open."""
    file = create_record(path, sample)
    for event in sample.events:
        file.write_event(event)
    return file


@pytest.fixture
def path(tmp_path):
    return tmp_path / "match.jsonl"


class TestRecordWriting:
    def test_header_is_there_at_once(self, path):
        file = create_record(path)
        assert path.read_bytes() == LINES[0]
        file.close()

    def test_each_line_is_on_disk_when_it_happens(self, path):
        file = create_record(path)
        for number, event in enumerate(SAMPLE_MATCH.events, 2):
            file.write_event(event)
            assert path.read_bytes() == b"".join(LINES[:number])
        file.close()
        assert path.read_bytes() == SAMPLE_MATCH.record

    def test_folder_is_made(self, tmp_path):
        deep = tmp_path / "a" / "b" / "match.jsonl"
        write_whole_record(deep).close()
        assert deep.read_bytes() == SAMPLE_MATCH.record

    def test_earlier_content_is_replaced(self, path):
        path.write_bytes(b"x" * 100_000)
        write_whole_record(path).close()
        assert path.read_bytes() == SAMPLE_MATCH.record

    def test_disk_that_takes_little_at_a_time(self, path, monkeypatch):
        LimitedDisk(None, 7).install(monkeypatch)
        file = write_whole_record(path)
        assert file.error is None
        file.close()
        assert path.read_bytes() == SAMPLE_MATCH.record


class TestRecordWriteErrors:
    """Tests of a disk that refuses: the match continues, and everything is written later."""

    @pytest.fixture
    def messages(self):
        return []

    def play_through_full_disk(self, path, disk, messages):
        """Play a match during which the disk is full for a while."""
        file = create_record(path)
        file.on_error = messages.append
        for number, event in enumerate(SAMPLE_MATCH.events):
            if number == len(SAMPLE_MATCH.events) * 2 // 3:
                disk.free_bytes = None
            file.write_event(event)
        return file

    # Room for the header, and for every length of two and a half more lines.
    @pytest.mark.parametrize("more", range(120))
    def test_full_disk_loses_nothing(self, more, path, messages, monkeypatch):
        disk = LimitedDisk(len(LINES[0]) + more)
        disk.install(monkeypatch)
        file = self.play_through_full_disk(path, disk, messages)
        assert path.read_bytes() == SAMPLE_MATCH.record
        assert [message is None for message in messages] == [False, True]
        assert messages[0] is not None
        assert messages[0].values["reason"] == "No space left on device"
        assert file.error is None
        file.close()
        assert path.read_bytes() == SAMPLE_MATCH.record

    def test_a_record_that_cannot_be_rewritten_is_reported(self, path, messages):
        file = create_record(path)
        file.on_error = messages.append
        folder = path.parent.rename(path.parent.with_name("elsewhere"))
        path.parent.write_text("in the way")
        file.write_pending_lines()
        assert file.error is not None
        assert messages == [file.error]
        path.parent.unlink()
        folder.rename(path.parent)
        file.write_pending_lines()
        assert messages[1:] == [None]
        file.close()

    @pytest.mark.parametrize("portion", [1, 5])
    def test_full_disk_with_partial_writes(self, portion, path, messages, monkeypatch):
        disk = LimitedDisk(len(LINES[0]) + 33, portion)
        disk.install(monkeypatch)
        self.play_through_full_disk(path, disk, messages).close()
        assert path.read_bytes() == SAMPLE_MATCH.record

    def test_disk_that_stays_full_keeps_a_record_that_can_be_resumed(
        self, path, messages, monkeypatch
    ):
        disk = LimitedDisk(len(LINES[0]) + 333)
        with monkeypatch.context() as patch:
            disk.install(patch)
            file = create_record(path)
            file.on_error = messages.append
            for event in SAMPLE_MATCH.events:
                file.write_event(event)
            file.close()
        assert len(messages) == 1
        assert file.error is not None
        assert path.read_bytes() == SAMPLE_MATCH.record[: len(LINES[0]) + 333]
        _, record = RecordFile.resume(path, GAMES)
        assert record.is_cut
        assert record.events == SAMPLE_MATCH.events[: len(record.events)]

    def test_closing_tries_once_more(self, path, monkeypatch):
        disk = LimitedDisk(100)
        disk.install(monkeypatch)
        file = write_whole_record(path)
        assert file.error is not None
        disk.free_bytes = None
        file.close()
        assert file.error is None
        assert path.read_bytes() == SAMPLE_MATCH.record

    def test_folder_that_may_not_be_written(self, path, messages, monkeypatch):
        def deny(*_, **__):
            raise PermissionError(errno.EACCES, "Permission denied")

        with monkeypatch.context() as patch:
            patch.setattr(files, "create_temporary_file", deny)
            file = create_record(path)
            assert file.error.code == "file-error"
            file.on_error = messages.append
            file.write_event(SAMPLE_MATCH.events[0])
            assert messages == []
        for event in SAMPLE_MATCH.events[1:]:
            file.write_event(event)
        file.close()
        assert messages == [None]
        assert path.read_bytes() == SAMPLE_MATCH.record

    def test_folder_that_cannot_be_made(self, tmp_path):
        (tmp_path / "file").touch()
        file = write_whole_record(tmp_path / "file" / "match.jsonl")
        assert file.error is not None
        file.close()

    def test_file_that_opens_and_then_fails(self, path, monkeypatch):
        """Check that nothing is written before the end of the file has been found."""
        path.write_bytes(b"".join(LINES[:5]) + b'{"cut')
        file, record = RecordFile.resume(path, GAMES)
        true_open = record_file.open_for_append

        class BrokenTruncateFile:
            def __init__(self, file):
                self.file = file

            def truncate(self, size):
                raise OSError(errno.EIO, "Input/output error")

            def __getattr__(self, name):
                return getattr(self.file, name)

        with monkeypatch.context() as patch:
            patch.setattr(
                record_file, "open_for_append", lambda path: BrokenTruncateFile(true_open(path))
            )
            file.write_event(SAMPLE_MATCH.events[len(record.events)])
        assert file.error is not None
        for event in SAMPLE_MATCH.events[len(record.events) + 1 :]:
            file.write_event(event)
        assert file.error is None
        file.close()
        assert path.read_bytes() == SAMPLE_MATCH.record

    def test_file_that_fails_when_closed(self, path, monkeypatch):
        file = write_whole_record(path)

        class BrokenCloseFile:
            def close(self):
                raise OSError(errno.EDQUOT, "Disk quota exceeded")

        file._file.close()
        monkeypatch.setattr(file, "_file", BrokenCloseFile())
        file.close()
        assert file.error.values["reason"] == "Disk quota exceeded"


class TestRecordLock:
    def test_second_writer_is_refused(self, path):
        lock = lock_record(path)
        with pytest.raises(RecordLockedError):
            lock_record(path)
        lock.release()
        lock_record(path).release()

    @pytest.mark.parametrize("name", ["match.jsonl", "match.txt", "match"])
    def test_is_held_checks_the_same_lock(self, tmp_path, name):
        path = tmp_path / name
        assert not is_record_locked(path)
        lock = lock_record(path)
        assert is_record_locked(path)
        lock.release()
        assert not is_record_locked(path)

    def test_lock_holds_between_processes_and_ends_with_them(self, path):
        code = (
            "import sys, pathlib\n"
            "from greenbaize.rules.errors import RecordLockedError\n"
            "from greenbaize.store.record_file import lock_record\n"
            "try:\n"
            "    lock = lock_record(pathlib.Path(sys.argv[1]))\n"
            "except RecordLockedError:\n"
            "    print('locked')\n"
            "else:\n"
            "    print('mine', flush=True)\n"
            "    sys.stdin.read()\n"
        )
        words = [sys.executable, "-c", code, str(path)]
        environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2] / "desktop")}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        with subprocess.Popen(words, env=environment, **pipes) as first:
            assert first.stdout.readline().strip() == b"mine"
            with pytest.raises(RecordLockedError):
                lock_record(path)
            second = subprocess.run(
                words, env=environment, input=b"", capture_output=True, timeout=60, check=True
            )
            assert second.stdout.strip() == b"locked"
            first.kill()
        lock_record(path).release()

    @needs_removable_open_files
    def test_a_writer_that_lost_its_lock_does_not_overwrite(self, path):
        messages = list[Message | None]()
        codec, events = event_codec(SAMPLE_MATCH.game), SAMPLE_MATCH.events
        first = RecordFile.create(path, SAMPLE_MATCH.header, codec, lock_record(path))
        first.on_error = messages.append
        sibling_path(path, LOCK_SUFFIX).unlink()
        second, _ = RecordFile.resume(path, GAMES, lock=lock_record_target(path))
        second.write_event(events[0])
        first.write_event(events[0])
        first.write_event(events[1])
        first.close()
        assert [one and one.code for one in messages] == ["record-locked"]
        assert is_record_locked(path)
        second.write_event(events[1])
        second.close()
        assert path.read_bytes() == second.lines
        assert not is_record_locked(path)

    @needs_removable_open_files
    def test_a_lock_file_removed_during_the_check_is_recreated(self, path, monkeypatch):
        name, stat = sibling_path(path, LOCK_SUFFIX), Path.stat
        name.touch()

        def remove_after_stat(one, **more):
            found = stat(one, **more)
            monkeypatch.undo()
            name.unlink()
            return found

        monkeypatch.setattr(Path, "stat", remove_after_stat)
        lock_record(path).release()

    def test_an_unreadable_folder_means_not_held(self, path, monkeypatch):
        def refuse(*_, **__):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

        monkeypatch.setattr(os, "stat", refuse)
        monkeypatch.setattr(os, "lstat", refuse)
        assert not is_record_locked(path)

    def test_folder_that_cannot_be_written_is_named(self, tmp_path):
        (tmp_path / "file").touch()
        with pytest.raises(FileError):
            lock_record(tmp_path / "file" / "match.jsonl")


class TestRecordResuming:
    def test_pipes_and_devices_are_refused(self, path, tmp_path):
        with pytest.raises(FileError, match="file-error"):
            RecordFile.resume(tmp_path, GAMES)
        if hasattr(os, "mkfifo"):
            os.mkfifo(path)
            (tmp_path / "link.jsonl").symlink_to(path)
            for one in (path, tmp_path / "link.jsonl", Path("/dev/zero")):
                with pytest.raises(FileError, match="file-not-plain"):
                    RecordFile.resume(one, GAMES)

    def test_a_file_too_large_for_a_record_is_not_read(self, path, monkeypatch):
        monkeypatch.setattr(record_file, "MAX_RECORD_BYTES", len(SAMPLE_MATCH.record) - 1)
        path.write_bytes(SAMPLE_MATCH.record)
        with pytest.raises(FileError, match="file-too-large"):
            RecordFile.resume(path, GAMES)

    @pytest.mark.skipif(os.name == "nt", reason="links need permissions on Windows")
    def test_a_record_behind_a_link_goes_on_where_it_is(self, path, tmp_path):
        path.symlink_to(tmp_path / "elsewhere")
        path.write_bytes(b"".join(LINES[:9]) + LINES[9][:-2])
        file, _ = RecordFile.resume(path, GAMES)
        for event in SAMPLE_MATCH.events[8:]:
            file.write_event(event)
        file.close()
        assert path.is_symlink()
        assert (tmp_path / "elsewhere").read_bytes() == SAMPLE_MATCH.record

    def test_missing_file(self, path):
        with pytest.raises(FileError):
            RecordFile.resume(path, GAMES)

    @pytest.mark.parametrize(
        ("rest", "cut"),
        [
            (LINES[8], False),
            (LINES[8][:-1], False),  # whole, without its line end
            (LINES[8] + LINES[9][:-2], True),
            (LINES[8] + b'{"type": "' + b"x" * 10_000, True),
        ],
    )
    def test_it_continues_after_the_last_whole_line(self, rest, cut, path):
        path.write_bytes(b"".join(LINES[:8]) + rest)
        file, record = RecordFile.resume(path, GAMES)
        assert record.is_cut == cut
        assert record.header == SAMPLE_MATCH.header
        assert record.events == SAMPLE_MATCH.events[:8]
        assert record.state == SAMPLE_MATCH.moments[7][1]
        file.write_event(SAMPLE_MATCH.events[8])
        file.close()
        assert path.read_bytes() == b"".join(LINES[:10])

    def test_reading_alone_changes_nothing(self, path):
        data = b"".join(LINES[:9]) + LINES[9][:-2]
        path.write_bytes(data)
        file, _ = RecordFile.resume(path, GAMES)
        file.close()
        assert path.read_bytes() == data

    @pytest.mark.parametrize("number", [1, 2, 5, len(LINES) - 1])
    def test_other_damage_is_refused_with_its_line(self, number, path):
        lines = [*LINES]
        lines[number - 1] = lines[number - 1][:-3] + b"\n"
        path.write_bytes(b"".join(lines))
        with pytest.raises(RecordError) as error:
            RecordFile.resume(path, GAMES)
        assert error.value.line == number
        assert error.value.message.code == "line-damaged"
        assert path.read_bytes() == b"".join(lines)

    def test_lost_line_is_refused_with_its_number(self, path):
        path.write_bytes(b"".join(LINES[:4] + LINES[5:]))
        with pytest.raises(RecordError) as error:
            RecordFile.resume(path, GAMES)
        assert error.value.line == 5


class ShortBlackout(BlackoutGame):
    """Blackout of three deals, including the blind one."""

    name, seats = "blackout", range(2, 5)

    def max_deals(self, state):
        return 3


GAMES_OF_FEW_DEALS = {"damn": GAMES["damn"], "blackout": ShortBlackout()}


def play_out_bots(game, seats, options):
    """Play a match of bots at once; return its header and record."""
    header = GameSetup(game, seats, options).create_header("5" * 32)
    codec = event_codec(GAMES_OF_FEW_DEALS[game])
    lines = [encode_line(header.to_line())]

    def write_event(event):
        lines.append(encode_line(codec.encode_line(event)))

    Table(GAMES_OF_FEW_DEALS[game], header, write_event=write_event).play_to_end()
    return header, b"".join(lines)


MATCHES = {
    "damn": lambda: play_out_bots("damn", 3, {"deals": 3, "first": 2, "hook": True}),
    "blackout": lambda: play_out_bots("blackout", 3, {}),
}


BYTE_STEP = 9
"""Distance of the cuts within a line (bytes)."""


@pytest.mark.slow
@pytest.mark.parametrize("game", MATCHES)
def test_every_prefix_resumes_to_the_same_match(game, path):
    header, whole = MATCHES[game]()
    first = whole.index(b"\n")
    for size in range(first):
        path.write_bytes(whole[:size])
        with pytest.raises(RecordError):
            RecordFile.resume(path, GAMES_OF_FEW_DEALS)
    for size in range(first, len(whole) + 1):
        if size % BYTE_STEP and b"\n" not in whole[size - 2 : size + 2]:
            continue
        path.write_bytes(whole[:size])
        file, record = RecordFile.resume(path, GAMES_OF_FEW_DEALS)
        rest = whole[:size].rpartition(b"\n")[2]
        at_an_end = size == len(whole) or whole[size : size + 1] == b"\n"
        assert record.is_cut == (rest != b"" and not at_an_end)
        Table(GAMES_OF_FEW_DEALS[game], header, record.events, file.write_event).play_to_end()
        file.close()
        assert path.read_bytes() == whole


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX links")
def test_a_link_uses_the_same_lock(tmp_path):
    path, link = tmp_path / "there" / "match.jsonl", tmp_path / "link.jsonl"
    path.parent.mkdir()
    path.touch()
    link.symlink_to(path)
    lock = lock_record_target(link)
    for same in (path, link):
        with pytest.raises(RecordLockedError):
            lock_record_target(same)
    lock.release(remove=True)
    assert not link.with_suffix(".lock").exists()
    lock_record(path).release()


def test_lock_files_never_replace_other_files(tmp_path):
    assert sibling_path(Path("a.jsonl"), LOCK_SUFFIX) == Path("a.lock")
    assert sibling_path(Path("Cargo.toml"), LOCK_SUFFIX) == Path("Cargo.toml.lock")
    lock = tmp_path / "a.lock"
    lock.write_text("mine")
    with pytest.raises(FileError):
        lock_record(tmp_path / "a.jsonl")
    assert lock.read_text() == "mine"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes in folders")
def test_no_lock_is_made_beside_a_pipe(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    link = tmp_path / "link.jsonl"
    link.symlink_to(tmp_path / "pipe")
    with pytest.raises(NotRegularFileError):
        lock_record_target(link)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["link.jsonl", "pipe"]


@pytest.mark.parametrize(
    ("before", "behind"), [(b"\xef\xbb\xbf", b""), (b"", b"\n\n"), (b"\xef\xbb\xbf", b"\r\n")]
)
def test_bytes_added_by_an_editor_are_removed_on_resume(path, before, behind):
    path.write_bytes(before + b"".join(LINES[:5]) + behind)
    file, record = RecordFile.resume(path, GAMES)
    assert record.events == SAMPLE_MATCH.events[:4]
    for event in SAMPLE_MATCH.events[4:]:
        file.write_event(event)
    assert file.lines == SAMPLE_MATCH.record
    file.close()
    assert path.read_bytes() == SAMPLE_MATCH.record


def test_a_copy_saved_elsewhere_is_no_loss(path, tmp_path, monkeypatch):
    disk = LimitedDisk(None)
    disk.install(monkeypatch)
    file = create_record(path)
    assert not file.has_unsaved_lines
    disk.free_bytes = 0
    file.write_event(SAMPLE_MATCH.events[0])
    assert file.has_unsaved_lines
    with pytest.raises(FileError):
        file.save_copy(tmp_path / "copy.jsonl")
    assert file.has_unsaved_lines
    monkeypatch.undo()
    file.save_copy(tmp_path / "copy.jsonl")
    assert not file.has_unsaved_lines
    assert (tmp_path / "copy.jsonl").read_bytes() == b"".join(LINES[:2])
    disk.free_bytes = 0
    disk.install(monkeypatch)
    file.write_event(SAMPLE_MATCH.events[1])
    assert file.has_unsaved_lines
    disk.free_bytes = None
    file.close()


def test_a_copy_replaces_no_record_that_is_being_played(path, tmp_path, monkeypatch):
    disk = LimitedDisk(free_bytes=0)
    disk.install(monkeypatch)
    file = RecordFile.create(path, SAMPLE_MATCH.header, event_codec(SAMPLE_MATCH.game))
    monkeypatch.undo()
    other = tmp_path / "other.jsonl"
    other.write_bytes(b"theirs")
    lock = lock_record(other)
    with pytest.raises(RecordLockedError):
        file.save_copy(other)
    assert other.read_bytes() == b"theirs"
    assert file.has_unsaved_lines
    lock.release(remove=True)
    file.save_copy(other)
    assert other.read_bytes() == LINES[0]
    file.close()


def test_a_copy_may_be_saved_under_the_records_own_name(path, monkeypatch):
    disk = LimitedDisk(free_bytes=0)
    disk.install(monkeypatch)
    file = RecordFile.create(
        path, SAMPLE_MATCH.header, event_codec(SAMPLE_MATCH.game), lock_record(path)
    )
    monkeypatch.undo()
    file.save_copy(path)
    assert path.read_bytes() == LINES[0]
    file.close()
    assert path.read_bytes() == LINES[0]
