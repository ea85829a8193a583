"""Tests of a second start: its request to the open window and the outcome."""

import os
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread

import msgspec
import pytest

from greenbaize.app import instance_lock, second_start
from greenbaize.app.instance_lock import Outcome, listen, take_lock
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.second_start import Asked, asked_for, hand_over, request_of, screens
from greenbaize.app.tables.play_request import SENT, PlayRequest
from greenbaize.rules.chance import seed_from
from store.disks import Disk

UNUSUAL = {
    "game": "damn",
    "players": 3,
    "options": {"deals": 2},
    "seed": seed_from("words"),
    "bots": (Opponent("easy", "bold"), Opponent("random")),
    "record": Path("match.jsonl").absolute(),
    "seat": 1,
}


class Longer(PlayRequest):
    """Play request with a field that is not sent to the other instance."""

    _fields = (*PlayRequest._fields, "slowly")
    _field_defaults = {**PlayRequest._field_defaults, "slowly": False}  # noqa: RUF012
    slowly = False


def test_all_that_is_sent_arrives():
    assert set(UNUSUAL) == SENT
    assert set(Asked.__struct_fields__) - {"greenbaize", "screens", "activation", "proof"} == SENT
    request = PlayRequest(**UNUSUAL)
    assert request.for_any_window
    assert request_of(asked_for(request, "")) == request
    for name in SENT:
        alone = PlayRequest(**{name: UNUSUAL[name]})
        assert alone != PlayRequest()
        assert alone.for_any_window
        assert request_of(asked_for(alone, "")) == alone


@pytest.mark.parametrize("name", sorted({*PlayRequest._fields} - SENT))
def test_what_is_not_sent_stays_at_home(name):
    other = {"speed": 2.0, "screenshots": Path("pictures"), "programs": {"mine": "./mine"}}
    assert not PlayRequest(**{name: other.get(name, True)}).for_any_window


def test_so_does_a_field_that_nobody_has_thought_of():
    request = Longer(game="damn")
    assert request.for_any_window
    request.slowly = True
    assert not request.for_any_window


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Return a data folder that no program has open."""
    folder = tmp_path / "home"
    monkeypatch.setenv("GREENBAIZE_HOME", str(folder))
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.delenv("XDG_ACTIVATION_TOKEN", raising=False)
    monkeypatch.setattr(second_start, "LEAVING_S", 0.1)
    return folder


@pytest.fixture
def lock():
    """Hold the lock of a first program."""
    held = take_lock()
    assert held is not None
    yield held
    held.let_go()


@pytest.fixture
def first():
    """Start first instances that answer every request with the same bytes."""
    held = []
    sockets = []

    def open_first(answer):
        asked = []
        lock = take_lock()
        assert lock is not None
        held.append(lock)
        listening = listen(lock)
        sockets.append(listening.socket)

        def serve():
            with suppress(OSError):
                while True:
                    connection, _ = listening.socket.accept()
                    with connection:
                        line = connection.makefile("rb").readline()
                        asked.append(msgspec.json.decode(line, type=Asked))
                        connection.sendall(answer)

        Thread(target=serve, daemon=True).start()
        return asked

    yield open_first
    for one in sockets:
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
        one.close()
    for lock in held:
        lock.let_go()


@pytest.mark.parametrize("outcome", [Outcome.SHOWN, Outcome.NOT_DONE, Outcome.OTHER, Outcome.APART])
@pytest.mark.parametrize("port", [False, True])
def test_what_the_window_says_is_the_outcome(first, outcome, port, monkeypatch):
    if port:
        monkeypatch.delattr(socket, "AF_UNIX", raising=False)
    asked = first(f"{outcome.value}\n".encode())
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "a token")
    assert hand_over(PlayRequest("damn")) is outcome
    [one] = asked
    assert (one.game, one.activation, bool(one.proof)) == ("damn", "a token", port)


@pytest.mark.parametrize("answer", [b"", b"shown", b"what?\n", b"\xff\n", b"x" * 1000])
def test_one_who_says_anything_else_is_left_alone(first, answer):
    first(answer)
    assert hand_over(PlayRequest()) is Outcome.APART


def test_one_who_says_nothing_is_not_waited_for(lock, monkeypatch):
    monkeypatch.setattr(second_start, "ANSWERING_S", 0.05)
    listening = listen(lock)  # No thread accepts connections.
    assert listening is not None
    assert hand_over(PlayRequest()) is Outcome.STUCK
    listening.close()


def test_one_who_answers_letter_by_letter_is_not_waited_for(first, monkeypatch):
    first(b"shown")
    times = iter([0.0, 0.0, 100.0, 100.0, 100.0])
    monkeypatch.setattr(second_start, "monotonic", lambda: next(times))
    assert hand_over(PlayRequest()) is Outcome.STUCK


@pytest.mark.usefixtures("lock")
def test_one_whose_window_never_comes_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(second_start, "OPENING_S", 0.05)
    assert hand_over(PlayRequest()) is Outcome.STUCK


def test_without_any_socket_each_has_a_window(lock, monkeypatch):
    def refuse(*_):
        raise OSError

    monkeypatch.delattr(socket, "AF_UNIX", raising=False)
    monkeypatch.setattr(socket, "create_server", refuse)
    assert listen(lock) is None
    assert hand_over(PlayRequest()) is Outcome.APART


def test_whoever_comes_when_it_has_gone_is_the_first():
    lock = hand_over(PlayRequest())
    assert take_lock() is None
    lock.let_go()


def test_a_record_is_named_from_wherever(first, tmp_path, monkeypatch):
    asked = first(b"shown\n")
    monkeypatch.chdir(tmp_path)
    name = os.fsdecode("m\xe4tch ".encode() + (b"\xff" if os.name == "posix" else b""))
    hand_over(PlayRequest(record=Path(name), seat=2))
    assert request_of(asked[0]) == PlayRequest(record=tmp_path / name, seat=2)


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_what_a_killed_program_has_left_stops_nobody(home):
    killed = (
        "import os, signal\n"
        "from greenbaize.app.instance_lock import listen, take_lock\n"
        "lock = take_lock()\n"
        "assert listen(lock) is not None\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    surroundings = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", killed], env=surroundings, check=False, timeout=60)
    assert (home / "bell" / "door").is_socket()
    lock = hand_over(PlayRequest())
    listening = listen(lock)
    listening.close()
    lock.let_go()


X = {"DISPLAY": ":0"}
WAYLAND = {"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": "/run/user/1"}


@pytest.mark.parametrize(
    ("first", "second", "is_same_screen"),
    [
        (X, {"DISPLAY": ":0.0"}, True),
        (X, {"DISPLAY": "unix:0"}, True),
        (WAYLAND, {"WAYLAND_DISPLAY": "/run/user/1/wayland-0"}, True),
        (X | WAYLAND, X, True),
        (X | WAYLAND, WAYLAND, True),
        (X | WAYLAND, X | WAYLAND | {"QT_QPA_PLATFORM": "xcb"}, True),
        ({"QT_QPA_PLATFORM": "offscreen"}, X | {"QT_QPA_PLATFORM": "offscreen"}, True),
        ({"QT_QPA_PLATFORM": "wayland;xcb"} | X, X, True),
        (X, {"DISPLAY": ":1"}, False),
        (X, {"DISPLAY": "localhost:10.0"}, False),
        (X, X | {"QT_QPA_PLATFORM": "offscreen"}, False),
        (WAYLAND, WAYLAND | {"WAYLAND_DISPLAY": "wayland-1"}, False),
        (WAYLAND, WAYLAND | {"XDG_RUNTIME_DIR": "/run/user/2"}, False),
        (X, WAYLAND, False),
        ({}, {}, False),
    ],
)
def test_windows_on_one_screen_are_seen_together(first, second, is_same_screen, monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    assert bool(set(screens(first)) & set(screens(second))) == is_same_screen


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_other_systems_have_one(platform, monkeypatch):
    monkeypatch.setattr(sys, "platform", platform)
    assert screens({}) == screens(X)
    assert screens({})


def test_on_a_full_disk_nobody_waits_for_a_word_that_cannot_be_written(lock, monkeypatch):
    monkeypatch.setattr(instance_lock, "fresh_file", Disk(0).fresh_file)
    monkeypatch.setattr(second_start, "FULL_S", 0.0)
    assert hand_over(PlayRequest()) is Outcome.FULL
    assert sorted(one.name for one in lock.path.parent.iterdir()) == ["sign"]
