"""Files are written wholly or not at all."""

import os
import stat
from pathlib import Path

import pytest

from greenbaize.rules.errors import FileError, GameError
from greenbaize.store.whole_files import same_file, write_whole

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

    def full(self: Path, target: Path) -> None:
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
    """A folder that everybody may write to, like that of temporary files."""

    @pytest.fixture
    def shared(self, tmp_path: Path) -> Path:
        folder = tmp_path / "shared"
        folder.mkdir()
        folder.chmod(0o1777)
        return folder

    def refused(self, path: Path) -> None:
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

    def noted(self: Path, target: Path) -> Path:
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
    monkeypatch.setattr("secrets.token_hex", lambda count: "known")
    (tmp_path / ".greenbaize-known").symlink_to(tmp_path / "victim")
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
    # None of these is there yet.
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
