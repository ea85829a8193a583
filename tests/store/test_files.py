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

from greenbaize.rules.errors import FileError, GameError, NotPlainError, TooLargeError
from greenbaize.store import files
from greenbaize.store.files import (
    HeldFile,
    PlainFile,
    is_special,
    open_plain,
    put_in_place,
    read_plain,
    same_file,
    where_others_read,
    write_whole,
)


def test_a_file_is_read_to_its_bound(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"12345")
    assert read_plain(path, 5) == b"12345"
    with pytest.raises(TooLargeError, match="file-too-large"):
        read_plain(path, 4)
    with open_plain(path) as file:
        assert file.read(2) == b"12"


def test_what_the_system_does_not_open_is_told_in_its_words(tmp_path):
    for path in (tmp_path, tmp_path / "nowhere", Path("\0")):
        with pytest.raises(FileError, match="file-error"):
            read_plain(path, 5)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="cannot tell what is open")
def test_what_is_refused_is_not_left_open(tmp_path):
    before = len(list(Path("/proc/self/fd").iterdir()))
    for path in (tmp_path, tmp_path / "nowhere", Path("/dev/zero")):
        with pytest.raises(FileError):
            read_plain(path, 5)
    assert len(list(Path("/proc/self/fd").iterdir())) == before


@pytest.mark.skipif(os.name == "nt", reason="has no such files")
def test_pipes_sockets_and_devices_are_not_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    with socket.socket(socket.AF_UNIX) as here:
        here.bind(str(tmp_path / "socket"))
    for path in (*tmp_path.iterdir(), Path("/dev/zero"), Path("/dev/null")):
        assert is_special(path)
        with pytest.raises(NotPlainError, match="file-not-plain"):
            read_plain(path, 5)
    assert not is_special(tmp_path)


class _RefusedError(PermissionError):
    """Error that Windows raises."""

    def __init__(self, winerror):
        super().__init__()
        self.winerror = winerror


@pytest.fixture
def waits(monkeypatch):
    """Simulate Windows with instant sleeps; return the sleep times."""
    waited = []
    monkeypatch.setattr(files.sys, "platform", "win32")
    monkeypatch.setattr(files.time, "sleep", waited.append)
    return waited


def test_a_file_that_is_read_just_now_is_moved_a_little_later(waits):
    refused = [_RefusedError(32), _RefusedError(32)]

    def move():
        if refused:
            raise refused.pop()
        return "moved"

    assert where_others_read(move) == "moved"
    assert len(waits) == 2


@pytest.mark.parametrize(("winerror", "most"), [(32, 1.0), (5, 0.0)])
def test_it_is_not_waited_for_ever_nor_for_what_does_not_pass(waits, winerror, most):
    def move():
        raise _RefusedError(winerror)

    with pytest.raises(PermissionError):
        where_others_read(move)
    assert sum(waits) <= most
    assert bool(waits) is bool(most)


def test_a_file_is_put_in_the_place_of_one_that_is_read_just_now(waits, tmp_path, monkeypatch):
    refused = [_RefusedError(5), _RefusedError(32)]
    replace = Path.replace

    def replaced(fresh, target):
        if refused:
            raise refused.pop()
        return replace(fresh, target)

    monkeypatch.setattr(Path, "replace", replaced)
    put_in_place(tmp_path / "settings.json", b"{}", 0o666)
    assert len(waits) == 2
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"{}"]


posix = pytest.mark.skipif(os.name != "posix", reason="links and permissions of POSIX")


def test_it_writes_and_replaces(tmp_path):
    path = tmp_path / "x.csv"
    write_whole(path, b"one")
    write_whole(path, b"two")
    assert path.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [path]


def test_when_it_fails_what_was_there_stays_and_nothing_is_left_over(tmp_path, monkeypatch):
    path = tmp_path / "x.csv"
    path.write_bytes(b"one")

    def full(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(FileError, match="No space left"):
        write_whole(path, b"two")
    assert path.read_bytes() == b"one"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(FileError):
        write_whole(tmp_path / "no" / "x.csv", b"one")


@posix
def test_a_pipe_is_written_to_and_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, b"one")
    assert os.read(reading, 10) == b"one"
    os.close(reading)
    assert pipe.is_fifo()


@posix
def test_a_link_stays_a_link(tmp_path):
    path, link = tmp_path / "x.csv", tmp_path / "link.csv"
    path.write_bytes(b"one")
    link.symlink_to(path)
    write_whole(link, b"two")
    assert link.is_symlink()
    assert path.read_bytes() == b"two"


@posix
def test_a_link_to_nothing_yet_makes_the_file_it_names(tmp_path):
    path, link, other = tmp_path / "x.csv", tmp_path / "link.csv", tmp_path / "other.csv"
    link.symlink_to("other.csv")
    other.symlink_to(path)
    write_whole(link, b"one")
    assert link.is_symlink()
    assert other.is_symlink()
    assert path.read_bytes() == b"one"


@posix
def test_links_in_a_circle_are_an_error(tmp_path):
    link, other = tmp_path / "link.csv", tmp_path / "other.csv"
    link.symlink_to(other)
    other.symlink_to(link)
    with pytest.raises(FileError):
        write_whole(link, b"one")


@posix
def test_whoever_may_not_read_the_old_file_may_not_read_the_new_one(tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes(b"one")
    path.chmod(0o600)
    write_whole(path, b"two")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


class TestSharedFolder:
    """Tests in a folder that everybody may write to, like that of temporary files."""

    @pytest.fixture
    def shared(self, tmp_path):
        folder = tmp_path / "shared"
        folder.mkdir()
        folder.chmod(0o1777)
        return folder

    def refused(self, path):
        with pytest.raises(GameError, match="link-in-shared-folder"):
            write_whole(path, b"mine")

    @posix
    def test_a_file_is_written_there(self, shared):
        write_whole(shared / "x.csv", b"one")
        write_whole(shared / "x.csv", b"two")
        assert [one.read_bytes() for one in shared.iterdir()] == [b"two"]

    @posix
    def test_a_link_there_is_not_followed(self, shared, tmp_path):
        victim = tmp_path / "victim"
        victim.write_bytes(b"theirs")
        (shared / "x.csv").symlink_to(victim)
        self.refused(shared / "x.csv")
        assert victim.read_bytes() == b"theirs"

    @posix
    def test_nor_one_that_a_link_elsewhere_leads_to(self, shared, tmp_path):
        (shared / "x.csv").symlink_to(tmp_path / "victim")
        (tmp_path / "link").symlink_to(shared / "x.csv")
        self.refused(tmp_path / "link")
        assert not (tmp_path / "victim").exists()

    @posix
    def test_nor_one_to_a_folder(self, shared, tmp_path):
        (tmp_path / "private").mkdir()
        (shared / "folder").symlink_to(tmp_path / "private")
        self.refused(shared / "folder" / "x.csv")
        assert list((tmp_path / "private").iterdir()) == []

    @posix
    def test_nor_one_to_a_pipe(self, shared, tmp_path):
        os.mkfifo(tmp_path / "pipe")
        (shared / "x.csv").symlink_to(tmp_path / "pipe")
        self.refused(shared / "x.csv")


def test_nobody_can_foresee_what_a_temporary_file_is_called(tmp_path, monkeypatch):
    names = []
    replace = Path.replace

    def noted(self, target):
        names.append(self.name)
        assert self.parent == target.parent
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", noted)
    for _ in range(20):
        write_whole(tmp_path / "x.csv", b"one")
    assert len(set(names)) == 20
    assert all(len(name) > 16 for name in names)


@posix
def test_a_temporary_file_takes_no_place_that_is_taken(tmp_path, monkeypatch):
    monkeypatch.setattr("os.urandom", lambda count: b"known")
    (tmp_path / ".greenbaize-6b6e6f776e").symlink_to(tmp_path / "victim")
    with pytest.raises(FileError, match="exists"):
        write_whole(tmp_path / "x.csv", b"one")
    assert not (tmp_path / "victim").exists()


def test_a_name_may_be_as_long_as_the_system_lets_it(tmp_path):
    path = tmp_path / ("x" * 251 + ".csv")
    write_whole(path, b"one")
    write_whole(path, b"two")
    assert path.read_bytes() == b"two"


def test_files_are_the_same_over_detours(tmp_path):
    path = tmp_path / "a"
    path.touch()
    (tmp_path / "sub").mkdir()
    (tmp_path / "hard").hardlink_to(path)
    (tmp_path / "b").touch()
    ways = [path, tmp_path / "sub" / ".." / "a", tmp_path / "hard"]
    assert all(same_file(one, other) for one in ways for other in ways)
    assert not any(same_file(one, tmp_path / "b") for one in ways)
    # Neither exists yet.
    assert same_file(tmp_path / "new", tmp_path / "sub" / ".." / "new")
    assert not same_file(tmp_path / "new", tmp_path / "newer")


@posix
def test_files_are_the_same_over_links(tmp_path):
    for name in ("there", "not there"):
        (tmp_path / f"link to {name}").symlink_to(name)
    (tmp_path / "there").touch()
    assert same_file(tmp_path / "there", tmp_path / "link to there")
    assert same_file(tmp_path / "not there", tmp_path / "link to not there")
    assert not same_file(tmp_path / "there", tmp_path / "link to not there")


HOLDER = """
import sys
from pathlib import Path
from greenbaize.store.files import HeldFile
held = HeldFile.take(Path(sys.argv[1]))
print(held is not None, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path):
    return tmp_path / "held"


def test_one_at_a_time_holds_it(path):
    held = HeldFile.take(path)
    assert held is not None
    assert HeldFile.take(path) is None
    held.let_go()
    held.let_go()
    again = HeldFile.take(path)
    again.let_go(remove=True)
    assert not path.exists()


def test_others_read_what_the_holder_writes(path):
    held = HeldFile.take(path)
    held.write(b"a longer text")
    held.write(b"here\n")
    assert path.read_bytes() == b"here\n"
    held.let_go()
    assert path.read_bytes() == b"here\n"


@pytest.mark.skipif(os.name == "nt", reason="nobody can remove an open file there")
def test_a_file_that_was_removed_is_not_held(path):
    first = HeldFile.take(path)
    assert first is not None
    path.unlink()
    second = HeldFile.take(path)
    assert second is not None
    first.let_go(remove=True)
    assert HeldFile.take(path) is None
    second.let_go()


@pytest.mark.skipif(os.name == "nt", reason="kills")
def test_the_system_lets_go_for_one_who_was_killed(path):
    words = [sys.executable, "-c", HOLDER, str(path)]
    surroundings = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=surroundings
    ) as holder:
        assert holder.stdout.readline().strip() == b"True"
        assert HeldFile.take(path) is None
        assert HeldFile.wait(path, 0.02) is None
        holder.send_signal(signal.SIGKILL)
        held = HeldFile.wait(path, 10)
    held.let_go()


def test_a_folder_that_is_not_there_is_told(path):
    with pytest.raises(OSError, match="No such file"):
        HeldFile.take(path / "in" / "it")


@pytest.mark.skipif(os.name == "nt", reason="has no such links")
def test_a_link_is_not_followed(path):
    path.symlink_to(path.with_name("other"))
    with pytest.raises(OSError):  # (the error differs between systems)  # noqa: PT011
        HeldFile.take(path)
    assert not path.with_name("other").exists()


class _Silent(io.FileIO):
    """Special file without data at the moment, such as the kernel's log."""

    def readinto(self, buffer):
        return None


def test_a_file_without_data_for_now_is_no_file(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"12345")
    file = PlainFile(path, _Silent(path))
    with file, pytest.raises(NotPlainError):
        file.read(200)
    with pytest.raises(NotPlainError), PlainFile(path, _Silent(path)) as file:
        file.read()


def test_reading_takes_no_more_memory_than_the_file_needs(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"12345")
    tracemalloc.start()
    read_plain(path, 64_000_000)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 3_000_000


def test_a_large_file_is_read_whole(tmp_path):
    path, data = tmp_path / "x", os.urandom(3_000_000)
    path.write_bytes(data)
    assert read_plain(path, 3_000_000) == data
    with pytest.raises(TooLargeError):
        read_plain(path, 2_999_999)


@posix
def test_output_that_does_not_block_is_waited_for(monkeypatch):
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    data = os.urandom(1_000_000)
    got = []

    def read_all():
        with os.fdopen(reading, "rb") as file:
            got.append(file.read())

    reader = Thread(target=read_all)
    reader.start()
    with os.fdopen(writing, "wb", buffering=0) as file:
        files.write_all(file, data)
    reader.join()
    assert got == [data]
