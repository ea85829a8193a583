"""Files are written wholly or not at all."""

import os
from pathlib import Path

import pytest

from greenbaize.rules.errors import FileError
from greenbaize.store.whole_files import write_whole


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


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="POSIX has pipes with names")
def test_a_pipe_is_written_to_and_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, b"one")
    assert os.read(reading, 10) == b"one"
    os.close(reading)
    assert pipe.is_fifo()


def test_a_link_stays_a_link(tmp_path):
    path, link = tmp_path / "x.csv", tmp_path / "link.csv"
    path.write_bytes(b"one")
    link.symlink_to(path)
    write_whole(link, b"two")
    assert link.is_symlink()
    assert path.read_bytes() == b"two"
