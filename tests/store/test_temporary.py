"""Tests of temporary files and folders, and of leftovers of killed programs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from greenbaize.store import files, temporary
from greenbaize.store.files import write_and_rename
from greenbaize.store.temporary import (
    ScratchFolder,
    create_temporary_file,
    remove_leftover_scratch_folders,
    remove_leftovers,
)

posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX locks and owners")
CRASH_SCRIPT = """
import os, signal, sys, tempfile
from pathlib import Path
from greenbaize.store.temporary import ScratchFolder, create_temporary_file
tempfile.tempdir = sys.argv[1]
create_temporary_file(Path(sys.argv[1]))[1].write(b"half of it")
(ScratchFolder().path / "sheet.pdf").write_bytes(b"%PDF")
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Return a folder for temporary files that has not been searched yet."""
    monkeypatch.setattr(temporary, "gettempdir", lambda: str(tmp_path))
    remove_leftovers.cache_clear()
    remove_leftover_scratch_folders.cache_clear()
    return tmp_path


@posix
def test_leftovers_of_a_killed_program_are_removed(folder):
    subprocess.run([sys.executable, "-c", CRASH_SCRIPT, folder], check=False)
    assert len(list(folder.iterdir())) == 3
    write_and_rename(folder / "settings.json", b"{}", 0o600)
    ScratchFolder().remove()
    assert list(folder.iterdir()) == [folder / "settings.json"]


def test_files_of_a_running_program_are_kept(folder):
    path, file = create_temporary_file(folder)
    scratch = ScratchFolder()
    (scratch.path / "sheet.pdf").write_bytes(b"%PDF")
    with file:
        remove_leftovers.cache_clear()
        remove_leftover_scratch_folders.cache_clear()
        create_temporary_file(folder)[1].close()
        ScratchFolder().remove()
        assert path.exists()
    assert (scratch.path / "sheet.pdf").exists()
    scratch.remove()
    scratch.remove()
    assert not scratch.path.exists()


@posix
def test_only_our_own_files_are_removed(folder):
    (folder / "victim").write_bytes(b"theirs")
    (folder / ".greenbaize-0123456789abcdef").symlink_to(folder / "victim")
    (folder / "greenbaize-0123456789abcdef.lock").symlink_to(folder / "victim")
    (folder / "greenbaize-0123456789abcdef").mkdir()
    (folder / ".greenbaize-notes").write_bytes(b"mine")
    os.mkfifo(folder / ".greenbaize-0000000000000000")
    before = sorted(folder.iterdir())
    remove_leftovers(folder)
    remove_leftover_scratch_folders()
    assert sorted(folder.iterdir()) == before


def test_a_folder_that_cannot_be_read_is_left_alone(folder):
    remove_leftovers(folder / "nowhere")


def test_a_file_removed_as_a_leftover_is_written_again(folder, monkeypatch):
    replace, removed_paths = Path.replace, []

    def remove_first(self, target):
        if not removed_paths:
            removed_paths.append(self)
            self.unlink()
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", remove_first)
    write_and_rename(folder / "settings.json", b"{}", 0o600)
    assert (folder / "settings.json").read_bytes() == b"{}"
    assert removed_paths[0].exists() is False


def test_a_file_that_is_removed_each_time_is_an_error(folder, monkeypatch):
    def fail(self, target):
        raise FileNotFoundError

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(FileNotFoundError):
        write_and_rename(folder / "settings.json", b"{}", 0o600)


@posix
def test_a_name_locked_by_another_is_not_used(folder, monkeypatch):
    lock, refused = temporary.lock_descriptor, []

    def refuse_first(file):
        if not refused:
            refused.append(file)
            raise BlockingIOError
        lock(file)

    monkeypatch.setattr(temporary, "lock_descriptor", refuse_first)
    path, file = create_temporary_file(folder)
    file.close()
    assert len(list(folder.iterdir())) == 2
    assert path.exists()


@posix
def test_files_are_written_where_nothing_can_be_locked(folder, monkeypatch):
    def refuse(file):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(temporary, "lock_descriptor", refuse)
    write_and_rename(folder / "settings.json", b"{}", 0o600)
    assert (folder / "settings.json").exists()


@posix
def test_no_scratch_folder_is_an_error_that_leaves_nothing(folder, monkeypatch):
    def full(self, mode):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "mkdir", full)
    with pytest.raises(OSError, match="No space"):
        ScratchFolder()
    assert list(folder.iterdir()) == []
    assert files.path_exists(folder)
