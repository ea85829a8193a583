"""The table of a duel on disk: what it may replace, and how it ends."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from greenbaize.app import duels as table_file
from greenbaize.app.duels import FIRST_HEADS, TableFile
from greenbaize.rules.errors import FileError, GameError

POSIX = pytest.mark.skipif(os.name != "posix", reason="pipes and links of POSIX")
LINES = FIRST_HEADS + b"total_1\r\n1,a,AB,1,2\r\n"
MORE = b"2,b,AB,1,2\r\n"


def write(path: Path, *, force: bool = False) -> None:
    with TableFile(path, force=force) as table:
        table.write(LINES)
        table.write(MORE)


def test_it_takes_the_place_of_an_earlier_one_with_the_first_group(tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes(FIRST_HEADS + b"older")
    with TableFile(path) as table:
        assert path.read_bytes() == FIRST_HEADS + b"older"
        table.write(LINES)
        assert path.read_bytes() == LINES
        table.write(MORE)
        assert path.read_bytes() == LINES + MORE


@pytest.mark.parametrize("there", [b"", b'{"format": "greenbaize"}\n', b"group,seed\r\n"])
def test_nothing_else_is_replaced_unless_it_is_meant(there, tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes(there)
    with pytest.raises(GameError, match="table-over-other"):
        TableFile(path).__enter__()
    with pytest.raises(GameError, match="table-over-other"):
        TableFile(path).write(LINES)
    assert path.read_bytes() == there
    write(path, force=True)
    assert path.read_bytes() == LINES + MORE


def test_the_name_of_a_lock_is_never_taken(tmp_path):
    with pytest.raises(GameError, match="name-of-lock"):
        write(tmp_path / "x.lock", force=True)
    assert list(tmp_path.iterdir()) == []


@POSIX
def test_a_link_is_followed_unless_somebody_else_may_have_put_it_there(tmp_path):
    path, link = tmp_path / "x.csv", tmp_path / "link.csv"
    link.symlink_to(path)
    write(link)
    assert path.read_bytes() == LINES + MORE
    tmp_path.chmod(0o777)
    with pytest.raises(GameError, match="link-in-shared-folder"):
        write(link, force=True)
    assert path.read_bytes() == LINES + MORE


@POSIX
def test_a_pipe_is_written_to_if_somebody_reads_and_not_waited_for(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(FileError):
        write(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write(pipe)
    assert os.read(reading, 1000) == LINES + MORE
    os.close(reading)
    assert pipe.is_fifo()


@pytest.mark.slow
@POSIX
def test_our_own_output_takes_it_wherever_it_goes(tmp_path):
    program = f"""
from pathlib import Path
from greenbaize.app.duels import TableFile
with TableFile(Path("/dev/stdout")) as table:
    table.write({LINES!r})
    table.write({MORE!r})
print("done")
"""
    words = [sys.executable, "-c", program]
    with (tmp_path / "out").open("wb") as out:
        subprocess.run(words, stdout=out, check=True)
    assert (tmp_path / "out").read_bytes() == LINES + MORE + b"done\n"
    done = subprocess.run(words, stdout=subprocess.PIPE, check=True)
    assert done.stdout == LINES + MORE + b"done\n"


class Full:
    """A file on a disk that takes half of what it is given, and then nothing."""

    def __init__(self, file):
        self._file = file
        self._taken = False
        self.truncate, self.close = file.truncate, file.close

    def write(self, data):
        if self._taken:
            raise OSError(28, "No space left on device")
        self._taken = True
        return self._file.write(data[: len(data) // 2])


def test_a_full_disk_is_told_and_leaves_whole_groups(tmp_path, monkeypatch):
    opened = table_file.open_to_append
    monkeypatch.setattr(table_file, "open_to_append", lambda path: Full(opened(path)))
    path = tmp_path / "x.csv"
    with pytest.raises(FileError, match="No space"):
        write(path)
    assert path.read_bytes() == LINES
