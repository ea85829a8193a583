"""Tests of files: careful opening, atomic replacement, and holding."""

import io
import os
import signal
import socket
import stat
import subprocess
import sys
import tracemalloc
from pathlib import Path
from threading import Thread

import pytest

from greenbaize.rules.errors import FileError, FileTooLargeError, GameError, NotRegularFileError
from greenbaize.store import files
from greenbaize.store.files import (
    LockedFile,
    PlainFile,
    check_writable_folder,
    is_same_file,
    is_special_file,
    open_plain,
    read_plain,
    retry_while_read,
    write_and_rename,
    write_atomically,
)


def test_a_file_is_read_to_its_bound(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"12345")
    assert read_plain(path, 5) == b"12345"
    with pytest.raises(FileTooLargeError, match="file-too-large"):
        read_plain(path, 4)
    with open_plain(path) as file:
        assert file.read(2) == b"12"


def test_open_errors_quote_the_system(tmp_path):
    for path in (tmp_path, tmp_path / "nowhere", Path("\0")):
        with pytest.raises(FileError, match="file-error"):
            read_plain(path, 5)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="reads open files in /proc")
def test_refused_files_are_closed(tmp_path):
    before = len(list(Path("/proc/self/fd").iterdir()))
    for path in (tmp_path, tmp_path / "nowhere", Path("/dev/zero")):
        with pytest.raises(FileError):
            read_plain(path, 5)
    assert len(list(Path("/proc/self/fd").iterdir())) == before


@pytest.mark.skipif(os.name == "nt", reason="needs named pipes in folders")
def test_pipes_sockets_and_devices_are_not_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    with socket.socket(socket.AF_UNIX) as here:
        here.bind(str(tmp_path / "socket"))
    for path in (*tmp_path.iterdir(), Path("/dev/zero"), Path("/dev/null")):
        assert is_special_file(path)
        with pytest.raises(NotRegularFileError, match="file-not-plain"):
            read_plain(path, 5)
    assert not is_special_file(tmp_path)


class _SharingViolationError(PermissionError):
    """Error that Windows raises."""

    def __init__(self, winerror):
        super().__init__()
        self.winerror = winerror


@pytest.fixture
def sleep_times(monkeypatch):
    """Simulate Windows with instant sleeps; return the sleep times."""
    times = []
    monkeypatch.setattr(files.sys, "platform", "win32")
    monkeypatch.setattr(files.time, "sleep", times.append)
    return times


def test_moving_a_file_in_use_is_retried(sleep_times):
    errors = [_SharingViolationError(32), _SharingViolationError(32)]

    def move_file():
        if errors:
            raise errors.pop()
        return "moved"

    assert retry_while_read(move_file) == "moved"
    assert len(sleep_times) == 2


@pytest.mark.parametrize(("winerror", "most"), [(32, 1.0), (5, 0.0)])
def test_retries_end_and_permanent_errors_are_not_retried(sleep_times, winerror, most):
    def move_file():
        raise _SharingViolationError(winerror)

    with pytest.raises(PermissionError):
        retry_while_read(move_file)
    assert sum(sleep_times) <= most
    assert bool(sleep_times) is bool(most)


def test_replacing_a_file_in_use_is_retried(sleep_times, tmp_path, monkeypatch):
    errors = [_SharingViolationError(5), _SharingViolationError(32)]
    replace = Path.replace

    def refuse_then_replace(fresh, target):
        if errors:
            raise errors.pop()
        return replace(fresh, target)

    monkeypatch.setattr(Path, "replace", refuse_then_replace)
    write_and_rename(tmp_path / "settings.json", b"{}", 0o666)
    assert len(sleep_times) == 2
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"{}"]


posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX links and permissions")


def test_it_writes_and_replaces(tmp_path):
    path = tmp_path / "x.csv"
    write_atomically(path, b"one")
    write_atomically(path, b"two")
    assert path.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failed_write_keeps_the_old_file_and_leaves_no_other(tmp_path, monkeypatch):
    path = tmp_path / "x.csv"
    path.write_bytes(b"one")

    def fail(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(FileError, match="No space left"):
        write_atomically(path, b"two")
    assert path.read_bytes() == b"one"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(FileError):
        write_atomically(tmp_path / "no" / "x.csv", b"one")


@posix
def test_a_pipe_is_written_to_and_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_atomically(pipe, b"one")
    assert os.read(reading, 10) == b"one"
    os.close(reading)
    assert pipe.is_fifo()


@posix
def test_a_link_stays_a_link(tmp_path):
    path, link = tmp_path / "x.csv", tmp_path / "link.csv"
    path.write_bytes(b"one")
    link.symlink_to(path)
    write_atomically(link, b"two")
    assert link.is_symlink()
    assert path.read_bytes() == b"two"


@posix
def test_a_link_to_nothing_yet_makes_the_file_it_names(tmp_path):
    path, link, other = tmp_path / "x.csv", tmp_path / "link.csv", tmp_path / "other.csv"
    link.symlink_to("other.csv")
    other.symlink_to(path)
    write_atomically(link, b"one")
    assert link.is_symlink()
    assert other.is_symlink()
    assert path.read_bytes() == b"one"


@posix
def test_links_in_a_circle_are_an_error(tmp_path):
    link, other = tmp_path / "link.csv", tmp_path / "other.csv"
    link.symlink_to(other)
    other.symlink_to(link)
    with pytest.raises(FileError):
        write_atomically(link, b"one")


@posix
def test_a_replaced_file_keeps_its_permissions(tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes(b"one")
    path.chmod(0o600)
    write_atomically(path, b"two")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


class TestSharedFolder:
    """Tests in a folder that everybody may write to, like that of temporary files."""

    @pytest.fixture
    def shared(self, tmp_path):
        folder = tmp_path / "shared"
        folder.mkdir()
        folder.chmod(0o1777)
        return folder

    def check_refused(self, path):
        with pytest.raises(GameError, match="link-in-shared-folder"):
            write_atomically(path, b"mine")

    @posix
    def test_a_file_is_written_there(self, shared):
        write_atomically(shared / "x.csv", b"one")
        write_atomically(shared / "x.csv", b"two")
        assert [one.read_bytes() for one in shared.iterdir()] == [b"two"]

    @posix
    def test_a_link_there_is_not_followed(self, shared, tmp_path):
        victim = tmp_path / "victim"
        victim.write_bytes(b"theirs")
        (shared / "x.csv").symlink_to(victim)
        self.check_refused(shared / "x.csv")
        assert victim.read_bytes() == b"theirs"

    @posix
    def test_a_link_to_a_link_there_is_not_followed(self, shared, tmp_path):
        (shared / "x.csv").symlink_to(tmp_path / "victim")
        (tmp_path / "link").symlink_to(shared / "x.csv")
        self.check_refused(tmp_path / "link")
        assert not (tmp_path / "victim").exists()

    @posix
    def test_a_link_to_a_folder_there_is_not_followed(self, shared, tmp_path):
        (tmp_path / "private").mkdir()
        (shared / "folder").symlink_to(tmp_path / "private")
        self.check_refused(shared / "folder" / "x.csv")
        assert list((tmp_path / "private").iterdir()) == []

    @posix
    def test_a_link_to_a_pipe_there_is_not_followed(self, shared, tmp_path):
        os.mkfifo(tmp_path / "pipe")
        (shared / "x.csv").symlink_to(tmp_path / "pipe")
        self.check_refused(shared / "x.csv")


def test_temporary_file_names_are_unpredictable(tmp_path, monkeypatch):
    names = []
    replace = Path.replace

    def record_name(self, target):
        names.append(self.name)
        assert self.parent == target.parent
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", record_name)
    for _ in range(20):
        write_atomically(tmp_path / "x.csv", b"one")
    assert len(set(names)) == 20
    assert all(len(name) > 16 for name in names)


@posix
def test_a_temporary_file_replaces_no_existing_one(tmp_path, monkeypatch):
    monkeypatch.setattr("os.urandom", lambda count: b"known")
    (tmp_path / ".greenbaize-6b6e6f776e").symlink_to(tmp_path / "victim")
    with pytest.raises(FileError, match="exists"):
        write_atomically(tmp_path / "x.csv", b"one")
    assert not (tmp_path / "victim").exists()


def test_the_longest_file_names_can_be_written(tmp_path):
    path = tmp_path / ("x" * 251 + ".csv")
    write_atomically(path, b"one")
    write_atomically(path, b"two")
    assert path.read_bytes() == b"two"


def test_files_are_the_same_over_detours(tmp_path):
    path = tmp_path / "a"
    path.touch()
    (tmp_path / "sub").mkdir()
    (tmp_path / "hard").hardlink_to(path)
    (tmp_path / "b").touch()
    spellings = [path, tmp_path / "sub" / ".." / "a", tmp_path / "hard"]
    assert all(is_same_file(one, other) for one in spellings for other in spellings)
    assert not any(is_same_file(one, tmp_path / "b") for one in spellings)
    # Neither exists yet.
    assert is_same_file(tmp_path / "new", tmp_path / "sub" / ".." / "new")
    assert not is_same_file(tmp_path / "new", tmp_path / "newer")


@posix
def test_files_are_the_same_over_links(tmp_path):
    for name in ("there", "not there"):
        (tmp_path / f"link to {name}").symlink_to(name)
    (tmp_path / "there").touch()
    assert is_same_file(tmp_path / "there", tmp_path / "link to there")
    assert is_same_file(tmp_path / "not there", tmp_path / "link to not there")
    assert not is_same_file(tmp_path / "there", tmp_path / "link to not there")


HOLD_SCRIPT = """
import sys
from pathlib import Path
from greenbaize.store.files import LockedFile
held = LockedFile.try_lock(Path(sys.argv[1]))
print(held is not None, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path):
    return tmp_path / "held"


def test_a_file_is_held_by_one_at_a_time(path):
    first_hold = LockedFile.try_lock(path)
    assert first_hold is not None
    assert LockedFile.try_lock(path) is None
    first_hold.release()
    first_hold.release()
    second_hold = LockedFile.try_lock(path)
    second_hold.release(remove=True)
    assert not path.exists()


def test_others_read_what_the_holder_writes(path):
    held_file = LockedFile.try_lock(path)
    held_file.write_content(b"a longer text")
    held_file.write_content(b"here\n")
    assert path.read_bytes() == b"here\n"
    held_file.release()
    assert path.read_bytes() == b"here\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot delete an open file")
def test_a_file_that_was_removed_is_not_held(path):
    first = LockedFile.try_lock(path)
    assert first is not None
    path.unlink()
    second = LockedFile.try_lock(path)
    assert second is not None
    first.release(remove=True)
    assert LockedFile.try_lock(path) is None
    second.release()


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_a_killed_holder_releases_the_file(path):
    words = [sys.executable, "-c", HOLD_SCRIPT, str(path)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    ) as holder:
        assert holder.stdout.readline().strip() == b"True"
        assert LockedFile.try_lock(path) is None
        assert LockedFile.lock_within(path, 0.02) is None
        holder.send_signal(signal.SIGKILL)
        held_file = LockedFile.lock_within(path, 10)
    held_file.release()


def test_holding_in_a_missing_folder_is_an_error(path):
    with pytest.raises(OSError, match="No such file"):
        LockedFile.try_lock(path / "in" / "it")


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX links")
def test_a_link_is_not_followed(path):
    path.symlink_to(path.with_name("other"))
    with pytest.raises(OSError):  # (the error differs between systems)  # noqa: PT011
        LockedFile.try_lock(path)
    assert not path.with_name("other").exists()


class _SilentFile(io.FileIO):
    """Special file without data at the moment, such as the kernel's log."""

    def readinto(self, buffer):
        return None


def test_a_file_that_returns_no_data_is_refused(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"12345")
    file = PlainFile(path, _SilentFile(path))
    with file, pytest.raises(NotRegularFileError):
        file.read(200)
    with pytest.raises(NotRegularFileError), PlainFile(path, _SilentFile(path)) as file:
        file.read()


def test_reading_takes_no_more_memory_than_the_file_needs(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"12345")
    tracemalloc.start()
    read_plain(path, 64_000_000)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 3_000_000


def test_a_large_file_is_read_whole(tmp_path):
    path, data = tmp_path / "x", os.urandom(3_000_000)
    path.write_bytes(data)
    assert read_plain(path, 3_000_000) == data
    with pytest.raises(FileTooLargeError):
        read_plain(path, 2_999_999)


@posix
def test_non_blocking_output_is_written_completely(monkeypatch):
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    data = os.urandom(1_000_000)
    received = []

    def read_all():
        with os.fdopen(reading, "rb") as file:
            received.append(file.read())

    reader = Thread(target=read_all)
    reader.start()
    with os.fdopen(writing, "wb", buffering=0) as file:
        files.write_all_bytes(file, data)
    reader.join()
    assert received == [data]


def test_folder_is_created_and_found_writable_without_a_trace(tmp_path):
    folder = tmp_path / "new" / "folder"
    check_writable_folder(folder)
    assert list(folder.iterdir()) == []


def test_folder_below_a_file_cannot_be_written(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(FileError, match="file-error"):
        check_writable_folder(tmp_path / "file" / "folder")
