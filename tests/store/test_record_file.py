import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.blackout import Blackout
from greenbaize.match.codecs import event_codec
from greenbaize.match.record import line_bytes
from greenbaize.rules.errors import FileError, NotPlainError, RecordError, RecordLockedError
from greenbaize.rules.messages import Message
from greenbaize.store import files, record_file
from greenbaize.store.record_file import (
    LOCK_SUFFIX,
    RecordFile,
    beside,
    is_held,
    lock_record,
    lock_there,
)
from match.playing import Setup, play_randomly
from store.disks import Disk

PLAYED = play_randomly(Setup("damn", 3, {"deals": 2}), 1)
LINES = PLAYED.record.splitlines(keepends=True)

gone_while_open = pytest.mark.skipif(os.name == "nt", reason="nobody can remove an open file there")


def begun(path, played=PLAYED):
    return RecordFile.create(path, played.header, event_codec(played.game))


def written(path, played=PLAYED):
    """Return a record with a whole match, still open."""
    file = begun(path, played)
    for event in played.events:
        file.append(event)
    return file


@pytest.fixture
def path(tmp_path):
    return tmp_path / "match.jsonl"


class TestWriting:
    def test_header_is_there_at_once(self, path):
        file = begun(path)
        assert path.read_bytes() == LINES[0]
        file.close()

    def test_each_line_is_on_disk_when_it_happens(self, path):
        file = begun(path)
        for number, event in enumerate(PLAYED.events, 2):
            file.append(event)
            assert path.read_bytes() == b"".join(LINES[:number])
        file.close()
        assert path.read_bytes() == PLAYED.record

    def test_folder_is_made(self, tmp_path):
        deep = tmp_path / "a" / "b" / "match.jsonl"
        written(deep).close()
        assert deep.read_bytes() == PLAYED.record

    def test_earlier_content_is_replaced(self, path):
        path.write_bytes(b"x" * 100_000)
        written(path).close()
        assert path.read_bytes() == PLAYED.record

    def test_disk_that_takes_little_at_a_time(self, path, monkeypatch):
        Disk(None, 7).take_place(monkeypatch)
        file = written(path)
        assert file.trouble is None
        file.close()
        assert path.read_bytes() == PLAYED.record


class TestTrouble:
    """Tests of a disk that refuses: the match continues, and everything is written later."""

    @pytest.fixture
    def messages(self):
        return []

    def play(self, path, disk, messages):
        """Play a match during which the disk is full for a while."""
        file = begun(path)
        file.troubled = messages.append
        for number, event in enumerate(PLAYED.events):
            if number == len(PLAYED.events) * 2 // 3:
                disk.room = None
            file.append(event)
        return file

    # Room for the header, and for every length of two and a half more lines.
    @pytest.mark.parametrize("more", range(120))
    def test_full_disk_loses_nothing(self, more, path, messages, monkeypatch):
        disk = Disk(len(LINES[0]) + more)
        disk.take_place(monkeypatch)
        file = self.play(path, disk, messages)
        assert path.read_bytes() == PLAYED.record
        assert [message is None for message in messages] == [False, True]
        assert messages[0] is not None
        assert messages[0].values["reason"] == "No space left on device"
        assert file.trouble is None
        file.close()
        assert path.read_bytes() == PLAYED.record

    def test_a_record_that_cannot_be_written_again_is_known_before_it_is_left(self, path, messages):
        file = begun(path)
        file.troubled = messages.append
        folder = path.parent.rename(path.parent.with_name("elsewhere"))
        path.parent.write_text("in the way")
        file.catch_up()
        assert file.trouble is not None
        assert messages == [file.trouble]
        path.parent.unlink()
        folder.rename(path.parent)
        file.catch_up()
        assert messages[1:] == [None]
        file.close()

    @pytest.mark.parametrize("portion", [1, 5])
    def test_full_disk_with_partial_writes(self, portion, path, messages, monkeypatch):
        disk = Disk(len(LINES[0]) + 33, portion)
        disk.take_place(monkeypatch)
        self.play(path, disk, messages).close()
        assert path.read_bytes() == PLAYED.record

    def test_disk_that_stays_full_keeps_a_record_that_can_be_resumed(
        self, path, messages, monkeypatch
    ):
        disk = Disk(len(LINES[0]) + 333)
        with monkeypatch.context() as patch:
            disk.take_place(patch)
            file = begun(path)
            file.troubled = messages.append
            for event in PLAYED.events:
                file.append(event)
            file.close()
        assert len(messages) == 1
        assert file.trouble is not None
        assert path.read_bytes() == PLAYED.record[: len(LINES[0]) + 333]
        _, record = RecordFile.resume(path, GAMES)
        assert record.cut
        assert record.events == PLAYED.events[: len(record.events)]

    def test_closing_tries_once_more(self, path, monkeypatch):
        disk = Disk(100)
        disk.take_place(monkeypatch)
        file = written(path)
        assert file.trouble is not None
        disk.room = None
        file.close()
        assert file.trouble is None
        assert path.read_bytes() == PLAYED.record

    def test_folder_that_may_not_be_written(self, path, messages, monkeypatch):
        def deny(*_, **__):
            raise PermissionError(errno.EACCES, "Permission denied")

        with monkeypatch.context() as patch:
            patch.setattr(files, "fresh_file", deny)
            file = begun(path)
            assert file.trouble.code == "file-error"
            file.troubled = messages.append
            file.append(PLAYED.events[0])
            assert messages == []
        for event in PLAYED.events[1:]:
            file.append(event)
        file.close()
        assert messages == [None]
        assert path.read_bytes() == PLAYED.record

    def test_folder_that_cannot_be_made(self, tmp_path):
        (tmp_path / "file").touch()
        file = written(tmp_path / "file" / "match.jsonl")
        assert file.trouble is not None
        file.close()

    def test_file_that_opens_and_then_fails(self, path, monkeypatch):
        """Check that nothing is written before the end of the file has been found."""
        path.write_bytes(b"".join(LINES[:5]) + b'{"cut')
        file, record = RecordFile.resume(path, GAMES)
        true_open = record_file.open_to_append

        class Broken:
            def __init__(self, file):
                self.file = file

            def truncate(self, size):
                raise OSError(errno.EIO, "Input/output error")

            def __getattr__(self, name):
                return getattr(self.file, name)

        with monkeypatch.context() as patch:
            patch.setattr(record_file, "open_to_append", lambda path: Broken(true_open(path)))
            file.append(PLAYED.events[len(record.events)])
        assert file.trouble is not None
        for event in PLAYED.events[len(record.events) + 1 :]:
            file.append(event)
        assert file.trouble is None
        file.close()
        assert path.read_bytes() == PLAYED.record

    def test_file_that_fails_when_closed(self, path, monkeypatch):
        file = written(path)

        class Broken:
            def close(self):
                raise OSError(errno.EDQUOT, "Disk quota exceeded")

        file._file.close()
        monkeypatch.setattr(file, "_file", Broken())
        file.close()
        assert file.trouble.values["reason"] == "Disk quota exceeded"


class TestLock:
    def test_second_writer_is_refused(self, path):
        lock = lock_record(path)
        with pytest.raises(RecordLockedError):
            lock_record(path)
        lock.let_go()
        lock_record(path).let_go()

    @pytest.mark.parametrize("name", ["match.jsonl", "match.txt", "match"])
    def test_whether_it_is_held_is_asked_of_the_same_lock(self, tmp_path, name):
        path = tmp_path / name
        assert not is_held(path)
        lock = lock_record(path)
        assert is_held(path)
        lock.let_go()
        assert not is_held(path)

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
        lock_record(path).let_go()

    @gone_while_open
    def test_whoever_has_lost_it_does_not_write_over_another(self, path):
        told = list[Message | None]()
        codec, events = event_codec(PLAYED.game), PLAYED.events
        first = RecordFile.create(path, PLAYED.header, codec, lock_record(path))
        first.troubled = told.append
        beside(path, LOCK_SUFFIX).unlink()
        second, _ = RecordFile.resume(path, GAMES, lock=lock_there(path))
        second.append(events[0])
        first.append(events[0])
        first.append(events[1])
        first.close()
        assert [one and one.code for one in told] == ["record-locked"]
        assert is_held(path)
        second.append(events[1])
        second.close()
        assert path.read_bytes() == second.lines
        assert not is_held(path)

    @gone_while_open
    def test_it_may_be_removed_just_when_it_is_looked_at(self, path, monkeypatch):
        name, stat = beside(path, LOCK_SUFFIX), Path.stat
        name.touch()

        def removed(one, **more):
            found = stat(one, **more)
            monkeypatch.undo()
            name.unlink()
            return found

        monkeypatch.setattr(Path, "stat", removed)
        lock_record(path).let_go()

    def test_a_folder_that_may_not_be_looked_into_is_no_fault(self, path, monkeypatch):
        def refused(*_, **__):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

        monkeypatch.setattr(os, "stat", refused)
        monkeypatch.setattr(os, "lstat", refused)
        assert not is_held(path)

    def test_folder_that_cannot_be_written_is_named(self, tmp_path):
        (tmp_path / "file").touch()
        with pytest.raises(FileError):
            lock_record(tmp_path / "file" / "match.jsonl")


class TestResuming:
    def test_what_is_no_file_is_not_waited_for(self, path, tmp_path):
        with pytest.raises(FileError, match="file-error"):
            RecordFile.resume(tmp_path, GAMES)
        if hasattr(os, "mkfifo"):
            os.mkfifo(path)
            (tmp_path / "link.jsonl").symlink_to(path)
            for one in (path, tmp_path / "link.jsonl", Path("/dev/zero")):
                with pytest.raises(FileError, match="file-not-plain"):
                    RecordFile.resume(one, GAMES)

    def test_a_file_too_large_for_a_record_is_not_read(self, path, monkeypatch):
        monkeypatch.setattr(record_file, "MOST_BYTES", len(PLAYED.record) - 1)
        path.write_bytes(PLAYED.record)
        with pytest.raises(FileError, match="file-too-large"):
            RecordFile.resume(path, GAMES)

    @pytest.mark.skipif(os.name == "nt", reason="links need rights there")
    def test_a_record_behind_a_link_goes_on_where_it_is(self, path, tmp_path):
        path.symlink_to(tmp_path / "elsewhere")
        path.write_bytes(b"".join(LINES[:9]) + LINES[9][:-2])
        file, _ = RecordFile.resume(path, GAMES)
        for event in PLAYED.events[8:]:
            file.append(event)
        file.close()
        assert path.is_symlink()
        assert (tmp_path / "elsewhere").read_bytes() == PLAYED.record

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
    def test_it_goes_on_behind_the_last_whole_line(self, rest, cut, path):
        path.write_bytes(b"".join(LINES[:8]) + rest)
        file, record = RecordFile.resume(path, GAMES)
        assert record.cut == cut
        assert record.header == PLAYED.header
        assert record.events == PLAYED.events[:8]
        assert record.state == PLAYED.moments[7][1]
        file.append(PLAYED.events[8])
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


class ShortBlackout(Blackout):
    """Blackout of three deals, including the blind one."""

    name, seats = "blackout", range(2, 5)

    def deals(self, state):
        return 3


GAMES_OF_FEW_DEALS = {"damn": GAMES["damn"], "blackout": ShortBlackout()}


def played_out(game, seats, options):
    """Play a match of bots at once; return its header and record."""
    header = Setup(game, seats, options).header("5" * 32)
    codec = event_codec(GAMES_OF_FEW_DEALS[game])
    lines = [line_bytes(header.line())]

    def keep(event):
        lines.append(line_bytes(codec.write(event)))

    Table(GAMES_OF_FEW_DEALS[game], header, keep=keep).play_out()
    return header, b"".join(lines)


MATCHES = {
    "damn": lambda: played_out("damn", 3, {"deals": 3, "first": 2, "hook": True}),
    "blackout": lambda: played_out("blackout", 3, {}),
}


STEP = 9
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
        if size % STEP and b"\n" not in whole[size - 2 : size + 2]:
            continue
        path.write_bytes(whole[:size])
        file, record = RecordFile.resume(path, GAMES_OF_FEW_DEALS)
        rest = whole[:size].rpartition(b"\n")[2]
        at_an_end = size == len(whole) or whole[size : size + 1] == b"\n"
        assert record.cut == (rest != b"" and not at_an_end)
        Table(GAMES_OF_FEW_DEALS[game], header, record.events, file.append).play_out()
        file.close()
        assert path.read_bytes() == whole


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
def test_over_a_link_the_same_lock_is_taken(tmp_path):
    path, link = tmp_path / "there" / "match.jsonl", tmp_path / "link.jsonl"
    path.parent.mkdir()
    path.touch()
    link.symlink_to(path)
    lock = lock_there(link)
    for same in (path, link):
        with pytest.raises(RecordLockedError):
            lock_there(same)
    lock.let_go(remove=True)
    assert not link.with_suffix(".lock").exists()
    lock_record(path).let_go()


def test_what_lies_beside_a_record_is_never_somebody_elses(tmp_path):
    assert beside(Path("a.jsonl"), LOCK_SUFFIX) == Path("a.lock")
    assert beside(Path("Cargo.toml"), LOCK_SUFFIX) == Path("Cargo.toml.lock")
    lock = tmp_path / "a.lock"
    lock.write_text("mine")
    with pytest.raises(FileError):
        lock_record(tmp_path / "a.jsonl")
    assert lock.read_text() == "mine"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_no_lock_is_made_beside_a_pipe(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    link = tmp_path / "link.jsonl"
    link.symlink_to(tmp_path / "pipe")
    with pytest.raises(NotPlainError):
        lock_there(link)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["link.jsonl", "pipe"]


@pytest.mark.parametrize(
    ("before", "behind"), [(b"\xef\xbb\xbf", b""), (b"", b"\n\n"), (b"\xef\xbb\xbf", b"\r\n")]
)
def test_what_an_editor_added_is_gone_once_the_match_goes_on(path, before, behind):
    path.write_bytes(before + b"".join(LINES[:5]) + behind)
    file, record = RecordFile.resume(path, GAMES)
    assert record.events == PLAYED.events[:4]
    for event in PLAYED.events[4:]:
        file.append(event)
    assert file.lines == PLAYED.record
    file.close()
    assert path.read_bytes() == PLAYED.record


def test_a_copy_saved_elsewhere_is_no_loss(path, tmp_path, monkeypatch):
    disk = Disk(None)
    disk.take_place(monkeypatch)
    file = begun(path)
    assert not file.is_lost
    disk.room = 0
    file.append(PLAYED.events[0])
    assert file.is_lost
    with pytest.raises(FileError):
        file.save_copy(tmp_path / "copy.jsonl")
    assert file.is_lost
    monkeypatch.undo()
    file.save_copy(tmp_path / "copy.jsonl")
    assert not file.is_lost
    assert (tmp_path / "copy.jsonl").read_bytes() == b"".join(LINES[:2])
    disk.room = 0
    disk.take_place(monkeypatch)
    file.append(PLAYED.events[1])
    assert file.is_lost
    disk.room = None
    file.close()


def test_a_copy_replaces_no_record_that_is_being_played(path, tmp_path, monkeypatch):
    disk = Disk(room=0)
    disk.take_place(monkeypatch)
    file = RecordFile.create(path, PLAYED.header, event_codec(PLAYED.game))
    monkeypatch.undo()
    other = tmp_path / "other.jsonl"
    other.write_bytes(b"theirs")
    lock = lock_record(other)
    with pytest.raises(RecordLockedError):
        file.save_copy(other)
    assert other.read_bytes() == b"theirs"
    assert file.is_lost
    lock.let_go(remove=True)
    file.save_copy(other)
    assert other.read_bytes() == LINES[0]
    file.close()


def test_a_copy_may_be_saved_under_the_records_own_name(path, monkeypatch):
    disk = Disk(room=0)
    disk.take_place(monkeypatch)
    file = RecordFile.create(path, PLAYED.header, event_codec(PLAYED.game), lock_record(path))
    monkeypatch.undo()
    file.save_copy(path)
    assert path.read_bytes() == LINES[0]
    file.close()
    assert path.read_bytes() == LINES[0]
