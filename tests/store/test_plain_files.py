"""Reading files: plain ones are read, the others are told and never opened."""

import os
import socket
from pathlib import Path

import pytest

from greenbaize.rules.errors import FileError, NotPlainError, TooLargeError
from greenbaize.store.plain_files import is_special, open_plain, read_plain


def test_a_file_is_read_to_its_bound(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"12345")
    assert read_plain(path, 5) == b"12345"
    with pytest.raises(TooLargeError) as refused:
        read_plain(path, 4)
    assert refused.value.message.code == "file-too-large"
    with open_plain(path) as file:
        assert file.read(2) == b"12"


def test_what_the_system_does_not_open_is_told_in_its_words(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere", Path("\0")):
        with pytest.raises(FileError) as refused:
            read_plain(path, 5)
        assert refused.value.message.code == "file-error"


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="cannot tell what is open")
def test_what_is_refused_is_not_left_open(tmp_path: Path) -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    for path in (tmp_path, tmp_path / "nowhere", Path("/dev/zero")):
        with pytest.raises(FileError):
            read_plain(path, 5)
    assert len(list(Path("/proc/self/fd").iterdir())) == before


@pytest.mark.skipif(os.name == "nt", reason="has no such files")
def test_pipes_sockets_and_devices_are_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    with socket.socket(socket.AF_UNIX) as here:
        here.bind(str(tmp_path / "socket"))
    for path in (*tmp_path.iterdir(), Path("/dev/zero"), Path("/dev/null")):
        assert is_special(path)
        with pytest.raises(NotPlainError) as refused:
            read_plain(path, 5)
        assert refused.value.message.code == "file-not-plain"
    assert not is_special(tmp_path)
