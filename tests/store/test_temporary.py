"""Tests of temporary files and folders, and of leftovers of killed programs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from greenbaize.store import files, temporary
from greenbaize.store.files import put_in_place
from greenbaize.store.temporary import (
    ScratchFolder,
    fresh_file,
    remove_left_scratch,
    remove_leftovers,
)

posix = pytest.mark.skipif(os.name != "posix", reason="locks and owners of POSIX")
KILLED = """
import os, signal, sys, tempfile
from pathlib import Path
from greenbaize.store.temporary import ScratchFolder, fresh_file
tempfile.tempdir = sys.argv[1]
fresh_file(Path(sys.argv[1]))[1].write(b"half of it")
(ScratchFolder().path / "sheet.pdf").write_bytes(b"%PDF")
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Return a folder for temporary files that has not been searched yet."""
    monkeypatch.setattr(temporary, "gettempdir", lambda: str(tmp_path))
    remove_leftovers.cache_clear()
    remove_left_scratch.cache_clear()
    return tmp_path


@posix
def test_what_a_killed_program_left_is_removed(folder):
    subprocess.run([sys.executable, "-c", KILLED, folder], check=False)
    assert len(list(folder.iterdir())) == 3
    put_in_place(folder / "settings.json", b"{}", 0o600)
    ScratchFolder().remove()
    assert list(folder.iterdir()) == [folder / "settings.json"]


def test_what_a_running_program_holds_stays(folder):
    path, file = fresh_file(folder)
    scratch = ScratchFolder()
    (scratch.path / "sheet.pdf").write_bytes(b"%PDF")
    with file:
        remove_leftovers.cache_clear()
        remove_left_scratch.cache_clear()
        fresh_file(folder)[1].close()
        ScratchFolder().remove()
        assert path.exists()
    assert (scratch.path / "sheet.pdf").exists()
    scratch.remove()
    scratch.remove()
    assert not scratch.path.exists()


@posix
def test_only_names_and_files_of_ours_are_removed(folder):
    (folder / "victim").write_bytes(b"theirs")
    (folder / ".greenbaize-0123456789abcdef").symlink_to(folder / "victim")
    (folder / "greenbaize-0123456789abcdef.lock").symlink_to(folder / "victim")
    (folder / "greenbaize-0123456789abcdef").mkdir()
    (folder / ".greenbaize-notes").write_bytes(b"mine")
    os.mkfifo(folder / ".greenbaize-0000000000000000")
    before = sorted(folder.iterdir())
    remove_leftovers(folder)
    remove_left_scratch()
    assert sorted(folder.iterdir()) == before


def test_a_folder_that_cannot_be_read_is_left_alone(folder):
    remove_leftovers(folder / "nowhere")


def test_a_file_taken_for_a_leftover_before_it_was_renamed_is_written_again(folder, monkeypatch):
    replace, lost = Path.replace, []

    def lose_first(self, target):
        if not lost:
            lost.append(self)
            self.unlink()
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", lose_first)
    put_in_place(folder / "settings.json", b"{}", 0o600)
    assert (folder / "settings.json").read_bytes() == b"{}"
    assert lost[0].exists() is False


def test_a_file_that_is_lost_each_time_is_an_error(folder, monkeypatch):
    def lose(self, target):
        raise FileNotFoundError

    monkeypatch.setattr(Path, "replace", lose)
    with pytest.raises(FileNotFoundError):
        put_in_place(folder / "settings.json", b"{}", 0o600)


@posix
def test_a_name_that_somebody_else_has_locked_is_not_used(folder, monkeypatch):
    lock, refused = temporary.lock_descriptor, []

    def refuse_first(file):
        if not refused:
            refused.append(file)
            raise BlockingIOError
        lock(file)

    monkeypatch.setattr(temporary, "lock_descriptor", refuse_first)
    path, file = fresh_file(folder)
    file.close()
    assert len(list(folder.iterdir())) == 2
    assert path.exists()


@posix
def test_files_are_written_where_nothing_can_be_locked(folder, monkeypatch):
    def refuse(file):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(temporary, "lock_descriptor", refuse)
    put_in_place(folder / "settings.json", b"{}", 0o600)
    assert (folder / "settings.json").exists()


@posix
def test_no_scratch_folder_is_an_error_that_leaves_nothing(folder, monkeypatch):
    def full(self, mode):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "mkdir", full)
    with pytest.raises(OSError, match="No space"):
        ScratchFolder()
    assert list(folder.iterdir()) == []
    assert files.is_there(folder)
