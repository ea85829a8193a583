"""Tests of the lock of the first instance and its listening socket."""

import os
import socket
import stat

import pytest

from greenbaize.app.instance_lock import DEAF, listen, said, socket_path, take_lock

posix = pytest.mark.skipif(os.name != "posix", reason="needs sockets in the file system")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    folder = tmp_path / "home"
    monkeypatch.setenv("GREENBAIZE_HOME", str(folder))
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    return folder


@pytest.fixture
def runtime(tmp_path, monkeypatch):
    """Return the folder for the user session's sockets."""
    folder = tmp_path / "run"
    folder.mkdir(0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    return folder


@pytest.fixture
def lock():
    found = take_lock()
    assert found is not None
    yield found
    found.let_go()


def test_one_program_has_it(lock):
    assert take_lock() is None
    lock.let_go()
    other = take_lock()
    other.let_go()


@posix
def test_a_folder_put_in_its_place_is_left_alone(home):
    other = home.parent / "other"
    other.mkdir(0o755)
    (other / "sign").write_text("mine")
    home.mkdir()
    (home / "bell").symlink_to(other)
    with pytest.raises(OSError, match="Not a directory"):
        take_lock()
    assert (other / "sign").read_text() == "mine"
    assert stat.S_IMODE(other.stat().st_mode) == 0o755


@posix
def test_a_pipe_in_its_place_keeps_nobody_waiting(home):
    (home / "bell").mkdir(0o700, parents=True)
    os.mkfifo(home / "bell" / "sign")
    assert said() == b""


@posix
def test_without_a_session_the_socket_is_beside_it(home, lock):
    listening = listen(lock)
    assert listening is not None
    path = home / "bell" / "door"
    assert (listening.path, said()) == (path, os.fsencode(path))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE((home / "bell").stat().st_mode) == 0o700
    listening.close()
    assert not path.exists()


@posix
def test_in_a_session_it_is_in_the_folder_of_that(runtime, lock):
    listening = listen(lock)
    assert [listening.path] == list(runtime.iterdir())
    listening.close()
    assert not list(runtime.iterdir())


@posix
def test_the_socket_of_another_is_left_alone(home, lock):
    old = listen(lock)
    path = home / "bell" / "door"
    # Keep the old file, so that its inode number is not used again.
    path.rename(path.with_name("gone"))
    new = listen(lock)
    assert old is not None
    assert new is not None
    old.close()
    assert path.is_socket()
    new.close()
    assert not path.exists()


@posix
@pytest.mark.parametrize("mode", [0o755, 0o770, 0o1777])
def test_a_folder_that_others_may_look_into_is_no_sessions(runtime, lock, mode):
    runtime.chmod(mode)
    assert socket_path() == lock.path.with_name("door")


@posix
def test_other_homes_have_other_sockets(tmp_path, runtime, lock, monkeypatch):
    here = socket_path()
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "other"))
    other = take_lock()
    assert other is not None
    assert socket_path() != here
    other.let_go()


@posix
def test_what_is_no_socket_is_not_removed_for_one(home, lock):
    (home / "bell" / "door").write_text("mine")
    listening = listen(lock)
    assert listening.socket.family == socket.AF_INET
    listening.close()
    assert (home / "bell" / "door").read_text() == "mine"


@posix
def test_a_path_too_long_for_a_socket_leads_to_a_port_of_this_computer(tmp_path, monkeypatch):
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / ("x" * 120)))
    lock = take_lock()
    assert lock is not None
    listening = listen(lock)
    host, port = listening.socket.getsockname()
    assert (host, listening.path) == ("127.0.0.1", None)
    assert said() == f"{port} {listening.proof}".encode()
    assert len(listening.proof) == 32
    listening.close()
    lock.let_go()


def test_where_no_socket_is_to_be_had_it_says_so(lock, monkeypatch):
    def refuse(*_):
        raise OSError

    monkeypatch.delattr(socket, "AF_UNIX", raising=False)
    monkeypatch.setattr(socket, "create_server", refuse)
    assert listen(lock) is None
    assert said() == DEAF
