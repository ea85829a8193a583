"""A home of its own for every test, and bells that are taken down again."""

import os
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from greenbaize.app.bell import doorway
from greenbaize.app.bell.bell import Bell


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("GREENBAIZE_HOME", str(folder))
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.delenv("XDG_ACTIVATION_TOKEN", raising=False)
    return folder


@pytest.fixture
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the person's session."""
    folder = tmp_path / "run"
    folder.mkdir(0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    return folder


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system without sockets in the file system, as Windows."""
    monkeypatch.delattr(socket, "AF_UNIX", raising=False)


@pytest.fixture
def hang() -> Iterator[Callable[[], Bell]]:
    """Hangs a bell; there must be none."""
    bells: list[Bell] = []

    def hung() -> Bell:
        bell = Bell.hang()
        assert bell is not None
        bells.append(bell)
        return bell

    yield hung
    for bell in bells:
        bell.close()


@pytest.fixture
def ringer() -> Iterator[Callable[[], socket.socket]]:
    """Comes to the door and says nothing yet."""
    there: list[socket.socket] = []

    def come() -> socket.socket:
        one, _ = doorway.knock(10)
        there.append(one)
        return one

    yield come
    for one in there:
        one.close()


@pytest.fixture
def surroundings() -> dict[str, str]:
    """Those of a program of ours that is started by a test."""
    return os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
