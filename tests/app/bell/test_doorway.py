"""The socket at which the first program listens, and the sign that says where."""

import os
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from greenbaize.app.bell import doorway
from greenbaize.app.bell.doorway import Doorway, knock, sign_path, take_doorway

posix = pytest.mark.skipif(os.name != "posix", reason="has no sockets in the file system")


@pytest.fixture
def door() -> Iterator[Doorway]:
    found = take_doorway()
    assert found is not None
    yield found
    found.close()


def meets(door: Doorway) -> bool:
    """Whether one who knocks comes out at this door and is let in."""
    ringer, proof = knock(10)
    with ringer:
        other, _ = door.door.accept()
        with other:
            return door.lets_in(other, proof)


@posix
def test_a_folder_put_in_its_place_is_left_alone(home: Path) -> None:
    other = home.parent / "other"
    other.mkdir(0o755)
    (other / "sign").write_text("mine")
    home.mkdir()
    (home / "bell").symlink_to(other)
    with pytest.raises(OSError, match="Not a directory"):
        take_doorway()
    assert (other / "sign").read_text() == "mine"
    assert stat.S_IMODE(other.stat().st_mode) == 0o755


@posix
def test_what_is_no_socket_is_not_removed_for_one(home: Path) -> None:
    (home / "bell").mkdir(0o700, parents=True)
    (home / "bell" / "door").write_text("mine")
    found = take_doorway()
    assert found is not None
    assert meets(found)
    found.close()
    assert (home / "bell" / "door").read_text() == "mine"


@posix
def test_a_pipe_for_a_sign_keeps_nobody_waiting(home: Path) -> None:
    (home / "bell").mkdir(0o700, parents=True)
    os.mkfifo(home / "bell" / "sign")
    with pytest.raises((ConnectionRefusedError, FileNotFoundError)):
        knock(1)


@posix
def test_without_a_session_it_is_beside_the_sign(home: Path, door: Doorway) -> None:
    assert meets(door)
    assert take_doorway() is None
    assert {one.name for one in (home / "bell").iterdir()} == {"sign", "door"}
    assert stat.S_IMODE((home / "bell").stat().st_mode) == 0o700


@posix
def test_in_a_session_it_is_in_the_folder_of_that(home: Path, runtime: Path) -> None:
    door = take_doorway()
    assert door is not None
    assert meets(door)
    [path] = runtime.iterdir()
    assert path.is_socket()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    door.close()
    assert not list(runtime.iterdir())


@posix
def test_who_has_no_session_finds_it_by_the_sign(
    runtime: Path, door: Doorway, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    assert meets(door)


@posix
def test_an_empty_sign_of_a_full_disk_does_no_harm(runtime: Path, door: Doorway) -> None:
    sign_path().write_bytes(b"")
    assert meets(door)


@posix
@pytest.mark.parametrize("mode", [0o755, 0o770, 0o1777])
def test_a_folder_that_others_may_look_into_is_no_sessions(
    home: Path, runtime: Path, mode: int
) -> None:
    runtime.chmod(mode)
    door = take_doorway()
    assert door is not None
    assert not list(runtime.iterdir())
    door.close()


@posix
def test_other_homes_have_other_doors(
    tmp_path: Path, runtime: Path, door: Doorway, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "other"))
    other = take_doorway()
    assert other is not None
    assert len(list(runtime.iterdir())) == 2
    assert meets(other)
    other.close()


def test_a_home_that_is_named_from_here_is_the_same_from_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GREENBAIZE_HOME", "home")
    door = take_doorway()
    assert door is not None
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "home"))
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert meets(door)
    door.close()


@posix
def test_a_path_too_long_for_a_socket_leads_to_a_port(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / ("x" * 120)))
    door = take_doorway()
    assert door is not None
    assert door.door.family == socket.AF_INET
    assert door.door.getsockname()[0] == "127.0.0.1"
    assert meets(door)
    door.close()


@pytest.mark.usefixtures("port")
class TestPort:
    def test_without_such_sockets_it_is_a_port(self, home: Path, door: Doorway) -> None:
        assert meets(door)
        assert [one.name for one in (home / "bell").iterdir()] == ["sign"]

    @pytest.mark.parametrize("proof", ["", "0" * 32, "\ud800", "é"])
    def test_who_cannot_read_the_sign_is_not_let_in(self, door: Doorway, proof: str) -> None:
        ringer, _ = knock(10)
        other, _ = door.door.accept()
        with ringer, other:
            assert not door.lets_in(other, proof)


@posix
def test_a_door_left_by_one_who_was_killed_is_hung_anew(home: Path) -> None:
    left = socket.socket(socket.AF_UNIX)
    (home / "bell").mkdir(parents=True)
    left.bind(str(home / "bell" / "door"))
    left.close()
    with pytest.raises(ConnectionRefusedError):
        knock(10)
    door = take_doorway()
    assert door is not None
    assert meets(door)
    door.close()


@posix
def test_somebody_elses_door_is_not_knocked_at(
    door: Doorway, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not hasattr(socket, "SO_PEERCRED"):
        pytest.skip("the folder alone says whose it is")
    uid = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: uid + 1)
    with pytest.raises(ConnectionRefusedError):
        knock(10)
    other, _ = door.door.accept()
    with other:
        assert not door.lets_in(other, "")


def test_a_sign_that_says_nonsense_leads_nowhere(home: Path) -> None:
    (home / "bell").mkdir(parents=True)
    for text in (b"\xff\x00\xfe", b"99999999 zz", b"/nowhere/at/all", b"x" * 10_000):
        sign_path().write_bytes(text)
        with pytest.raises(OSError):  # noqa: PT011  (each has a word of its own for it)
            knock(10)


def test_a_folder_that_cannot_be_written_has_no_door(home: Path) -> None:
    home.write_text("a file where the folder should be")
    with pytest.raises(OSError):  # noqa: PT011
        take_doorway()


def test_a_door_that_cannot_be_made_leaves_the_sign_free(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError

    with monkeypatch.context() as patch:
        patch.setattr(doorway, "_bound", lambda _: None)
        patch.setattr(socket, "create_server", refuse)
        with pytest.raises(OSError):  # noqa: PT011
            take_doorway()
    door = take_doorway()
    assert door is not None
    door.close()
