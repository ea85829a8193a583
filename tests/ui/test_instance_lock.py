"""Tests of the lock of the first instance and the name of its server."""

import os
import subprocess
import sys
from time import time

import pytest
from PySide6.QtCore import QDir, QLockFile

from greenbaize.app.tables.play_request import PlayRequest, SecondStartOutcome
from greenbaize.ui import instance_lock
from greenbaize.ui.instance_lock import (
    UnusableLockError,
    acquire_lock,
    find_server_name,
    lock_path,
    read_random_server_name,
    remove_random_server_name,
    write_random_server_name,
)
from greenbaize.ui.second_start import hand_over_request

posix = pytest.mark.skipif(os.name != "posix", reason="needs sockets in the file system")
KILLED_HOLDER_SCRIPT = """
import os, signal
from greenbaize.ui.instance_lock import acquire_lock
lock = acquire_lock()
assert lock is not None
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(autouse=True)
def no_session(monkeypatch):
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)


def test_one_program_holds_the_lock():
    lock = acquire_lock()
    assert acquire_lock() is None
    lock.unlock()
    assert not lock_path().exists()
    assert acquire_lock() is not None


def test_other_data_folders_are_independent(tmp_path, monkeypatch):
    lock, name = acquire_lock(), find_server_name()
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "other"))
    other_lock = acquire_lock()
    assert other_lock is not None
    assert find_server_name() != name
    lock.unlock()


@posix
def test_one_data_folder_has_one_server_name(home, tmp_path, monkeypatch):
    name = find_server_name()
    home.mkdir(exist_ok=True)
    (tmp_path / "link").symlink_to(home)
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "link"))
    assert find_server_name() == name


def test_an_old_lock_of_a_running_program_is_kept():
    lock = acquire_lock()
    os.utime(lock_path(), (0, 0))
    assert acquire_lock() is None
    lock.unlock()


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_the_lock_of_a_killed_program_is_taken_over():
    subprocess.run([sys.executable, "-c", KILLED_HOLDER_SCRIPT], check=False, timeout=60)
    assert lock_path().exists()
    assert acquire_lock() is not None


def test_the_lock_of_a_killed_program_whose_number_is_used_again_is_taken_over():
    holder = acquire_lock()
    content = lock_path().read_bytes()
    holder.unlock()
    lock_path().write_bytes(content)  # of a program that runs but does not hold the lock
    os.utime(lock_path(), (time() - 5, time() - 5))
    lock = acquire_lock()
    assert lock is not None
    assert acquire_lock() is None
    lock.unlock()


@posix
def test_a_pipe_instead_of_the_lock_is_not_waited_for():
    lock_path().parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(lock_path())
    with pytest.raises(UnusableLockError, match=r"instance\.lock"):
        acquire_lock()
    assert hand_over_request(PlayRequest()) is SecondStartOutcome.LOCK_UNUSABLE


@posix
@pytest.mark.parametrize("content", [b"", b"\xff", b"/tmp/other", b"x" * 2000])
def test_a_damaged_name_of_a_server_is_not_used(content):
    name = write_random_server_name_in_new_folder()
    assert read_random_server_name() == name
    lock_path().with_name("instance.server").write_bytes(content)
    assert read_random_server_name() == ""
    remove_random_server_name()
    assert read_random_server_name() == ""


def write_random_server_name_in_new_folder():
    lock_path().parent.mkdir(parents=True, exist_ok=True)
    return write_random_server_name()


def test_a_folder_that_cannot_be_made_raises_os_error(home):
    home.parent.mkdir(exist_ok=True)
    home.write_text("a file where the folder should be")
    with pytest.raises(OSError, match="home"):
        acquire_lock()


@pytest.mark.parametrize("error", ["UnknownError", "PermissionError"])
def test_a_disk_on_which_nobody_can_hold_the_lock_raises_os_error(error, monkeypatch):
    class RefusedLock(QLockFile):
        def tryLock(self, _=0):  # noqa: N802  (Qt's name)
            return False

        def error(self):
            return QLockFile.LockError[error]

    monkeypatch.setattr(instance_lock, "QLockFile", RefusedLock)
    with pytest.raises(OSError, match=error):
        acquire_lock()


@posix
def test_the_server_is_in_the_runtime_folder_of_the_session(tmp_path, monkeypatch):
    runtime_folder = tmp_path / "run"
    runtime_folder.mkdir(0o700)
    in_temporary_folder = find_server_name()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime_folder))
    assert find_server_name().startswith(f"{runtime_folder}/greenbaize-window-")
    assert in_temporary_folder.startswith(f"{QDir.tempPath()}/greenbaize-window-")


@posix
@pytest.mark.parametrize("runtime", ["", "run", "/no such folder"])
def test_a_missing_runtime_folder_is_not_used(runtime, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", runtime)
    assert find_server_name().startswith(f"{QDir.tempPath()}/greenbaize-window-")


def test_the_name_is_short_in_a_deep_data_folder(tmp_path, monkeypatch):
    usual_length = len(find_server_name())
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / ("x" * 200)))
    assert len(find_server_name()) == usual_length


def test_on_windows_the_server_is_a_pipe(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    assert find_server_name().startswith("greenbaize-window-")
