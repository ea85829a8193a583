"""A file that one program at a time holds."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from greenbaize.store.held_file import HeldFile

HOLDER = """
import sys
from pathlib import Path
from greenbaize.store.held_file import HeldFile
held = HeldFile.take(Path(sys.argv[1]))
print(held is not None, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "held"


def test_one_at_a_time_holds_it(path: Path) -> None:
    held = HeldFile.take(path)
    assert held is not None
    assert HeldFile.take(path) is None
    held.let_go()
    held.let_go()
    again = HeldFile.take(path)
    assert again is not None
    again.let_go(remove=True)
    assert not path.exists()


def test_others_read_what_the_holder_writes(path: Path) -> None:
    held = HeldFile.take(path)
    assert held is not None
    held.write(b"a longer text")
    held.write(b"here\n")
    assert path.read_bytes() == b"here\n"
    held.let_go()
    assert path.read_bytes() == b"here\n"


@pytest.mark.skipif(os.name == "nt", reason="nobody can remove an open file there")
def test_a_file_that_was_removed_is_not_held(path: Path) -> None:
    first = HeldFile.take(path)
    assert first is not None
    path.unlink()
    second = HeldFile.take(path)
    assert second is not None
    assert HeldFile.take(path) is None
    for one in (first, second):
        one.let_go()


@pytest.mark.skipif(os.name == "nt", reason="kills")
def test_the_system_lets_go_for_one_who_was_killed(path: Path) -> None:
    words = [sys.executable, "-c", HOLDER, str(path)]
    surroundings = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=surroundings
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline().strip() == b"True"
        assert HeldFile.take(path) is None
        assert HeldFile.wait(path, 0.02) is None
        holder.send_signal(signal.SIGKILL)
        held = HeldFile.wait(path, 10)
    assert held is not None
    held.let_go()


def test_a_folder_that_is_not_there_is_told(path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        HeldFile.take(path / "in" / "it")


@pytest.mark.skipif(os.name == "nt", reason="has no such links")
def test_a_link_is_not_followed(path: Path) -> None:
    path.symlink_to(path.with_name("other"))
    with pytest.raises(OSError):  # noqa: PT011  (each system has a word of its own for it)
        HeldFile.take(path)
    assert not path.with_name("other").exists()
