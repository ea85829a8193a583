"""Tests of the lock of the first instance and its listening socket."""

import os
import socket
import stat

import pytest

from greenbaize.app.instance_lock import (
    NO_SOCKET_CONTENT,
    acquire_lock,
    find_socket_path,
    listen_for_starts,
    read_lock_content,
)

posix = pytest.mark.skipif(os.name != "posix", reason="needs sockets in the file system")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    folder = tmp_path / "home"
    monkeypatch.setenv("GREENBAIZE_HOME", str(folder))
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    return folder


@pytest.fixture
def runtime_folder(tmp_path, monkeypatch):
    """Return the folder for the user session's sockets."""
    folder = tmp_path / "run"
    folder.mkdir(0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    return folder


@pytest.fixture
def lock():
    held_lock = acquire_lock()
    assert held_lock is not None
    yield held_lock
    held_lock.release()


def test_one_program_holds_the_lock(lock):
    assert acquire_lock() is None
    lock.release()
    other_lock = acquire_lock()
    other_lock.release()


@posix
def test_a_link_in_place_of_the_lock_folder_is_left_alone(home):
    other_folder = home.parent / "other"
    other_folder.mkdir(0o755)
    (other_folder / "sign").write_text("mine")
    home.mkdir()
    (home / "bell").symlink_to(other_folder)
    with pytest.raises(OSError, match="Not a directory"):
        acquire_lock()
    assert (other_folder / "sign").read_text() == "mine"
    assert stat.S_IMODE(other_folder.stat().st_mode) == 0o755


@posix
def test_a_pipe_in_place_of_the_sign_does_not_block(home):
    (home / "bell").mkdir(0o700, parents=True)
    os.mkfifo(home / "bell" / "sign")
    assert read_lock_content() == b""


@posix
def test_without_a_session_the_socket_is_beside_the_lock(home, lock):
    listening = listen_for_starts(lock)
    assert listening is not None
    path = home / "bell" / "door"
    assert (listening.path, read_lock_content()) == (path, os.fsencode(path))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE((home / "bell").stat().st_mode) == 0o700
    listening.close()
    assert not path.exists()


@posix
def test_in_a_session_the_socket_is_in_its_runtime_folder(runtime_folder, lock):
    listening = listen_for_starts(lock)
    assert [listening.path] == list(runtime_folder.iterdir())
    listening.close()
    assert not list(runtime_folder.iterdir())


@posix
def test_the_socket_of_another_program_is_left_alone(home, lock):
    old_listener = listen_for_starts(lock)
    path = home / "bell" / "door"
    # Keep the old file, so that its inode number is not used again.
    path.rename(path.with_name("gone"))
    new_listener = listen_for_starts(lock)
    assert old_listener is not None
    assert new_listener is not None
    old_listener.close()
    assert path.is_socket()
    new_listener.close()
    assert not path.exists()


@posix
@pytest.mark.parametrize("mode", [0o755, 0o770, 0o1777])
def test_a_runtime_folder_that_others_can_read_is_not_used(runtime_folder, lock, mode):
    runtime_folder.chmod(mode)
    assert find_socket_path() == lock.path.with_name("door")


@posix
def test_other_homes_have_other_sockets(tmp_path, runtime_folder, lock, monkeypatch):
    first_path = find_socket_path()
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "other"))
    other_lock = acquire_lock()
    assert other_lock is not None
    assert find_socket_path() != first_path
    other_lock.release()


@posix
def test_a_file_that_is_no_socket_is_not_removed(home, lock):
    (home / "bell" / "door").write_text("mine")
    listening = listen_for_starts(lock)
    assert listening.socket.family == socket.AF_INET
    listening.close()
    assert (home / "bell" / "door").read_text() == "mine"


@posix
def test_a_path_too_long_for_a_socket_falls_back_to_a_local_port(tmp_path, monkeypatch):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / ("x" * 120)))
    lock = acquire_lock()
    assert lock is not None
    listening = listen_for_starts(lock)
    host, port = listening.socket.getsockname()
    assert (host, listening.path) == ("127.0.0.1", None)
    assert read_lock_content() == f"{port} {listening.proof}".encode()
    assert len(listening.proof) == 32
    listening.close()
    lock.release()


def test_without_any_socket_the_sign_says_so(lock, monkeypatch):
    def refuse(*_):
        raise OSError

    monkeypatch.delattr(socket, "AF_UNIX", raising=False)
    monkeypatch.setattr(socket, "create_server", refuse)
    assert listen_for_starts(lock) is None
    assert read_lock_content() == NO_SOCKET_CONTENT
