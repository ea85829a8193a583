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
from greenbaize.app.instance_lock import SecondStartOutcome, acquire_lock, listen_for_starts
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.second_start import (
    LaunchRequest,
    create_launch_request,
    hand_over_request,
    list_screens,
    to_play_request,
)
from greenbaize.app.tables.play_request import SENT_FIELDS, PlayRequest
from greenbaize.rules.chance import seed_from_text
from store.disks import LimitedDisk

UNUSUAL_VALUES = {
    "game": "damn",
    "players": 3,
    "options": {"deals": 2},
    "seed": seed_from_text("words"),
    "bots": (Opponent("easy", "bold"), Opponent("random")),
    "record": Path("match.jsonl").absolute(),
    "seat": 1,
}


class ExtendedPlayRequest(PlayRequest):
    """Play request with a field that is not sent to the other instance."""

    _fields = (*PlayRequest._fields, "slowly")
    _field_defaults = {**PlayRequest._field_defaults, "slowly": False}  # noqa: RUF012
    slowly = False


def test_all_sent_fields_arrive():
    assert set(UNUSUAL_VALUES) == SENT_FIELDS
    assert (
        set(LaunchRequest.__struct_fields__) - {"greenbaize", "screens", "activation", "proof"}
        == SENT_FIELDS
    )
    request = PlayRequest(**UNUSUAL_VALUES)
    assert request.fits_any_window
    assert to_play_request(create_launch_request(request, "")) == request
    for name in SENT_FIELDS:
        alone = PlayRequest(**{name: UNUSUAL_VALUES[name]})
        assert alone != PlayRequest()
        assert alone.fits_any_window
        assert to_play_request(create_launch_request(alone, "")) == alone


@pytest.mark.parametrize("name", sorted({*PlayRequest._fields} - SENT_FIELDS))
def test_a_field_that_is_not_sent_needs_a_window_of_its_own(name):
    other_values = {"speed": 2.0, "screenshots": Path("pictures"), "programs": {"mine": "./mine"}}
    assert not PlayRequest(**{name: other_values.get(name, True)}).fits_any_window


def test_an_unknown_field_needs_a_window_of_its_own():
    request = ExtendedPlayRequest(game="damn")
    assert request.fits_any_window
    request.slowly = True
    assert not request.fits_any_window


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Return a data folder that no program has open."""
    folder = tmp_path / "home"
    monkeypatch.setenv("GREENBAIZE_HOME", str(folder))
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.delenv("XDG_ACTIVATION_TOKEN", raising=False)
    monkeypatch.setattr(second_start, "EXIT_WAIT_S", 0.1)
    return folder


@pytest.fixture
def first_lock():
    """Hold the lock of a first program."""
    held_lock = acquire_lock()
    assert held_lock is not None
    yield held_lock
    held_lock.release()


@pytest.fixture
def start_first_instance():
    """Start first instances that answer every request with the same bytes."""
    held_locks = []
    sockets = []

    def start_instance(answer):
        requests = []
        lock = acquire_lock()
        assert lock is not None
        held_locks.append(lock)
        listener = listen_for_starts(lock)
        sockets.append(listener.socket)

        def serve_requests():
            with suppress(OSError):
                while True:
                    connection, _ = listener.socket.accept()
                    with connection:
                        line = connection.makefile("rb").readline()
                        requests.append(msgspec.json.decode(line, type=LaunchRequest))
                        connection.sendall(answer)

        Thread(target=serve_requests, daemon=True).start()
        return requests

    yield start_instance
    for listening_socket in sockets:
        with suppress(OSError):
            listening_socket.shutdown(socket.SHUT_RDWR)
        listening_socket.close()
    for lock in held_locks:
        lock.release()


@pytest.mark.parametrize(
    "outcome",
    [
        SecondStartOutcome.SHOWN,
        SecondStartOutcome.NOT_DONE,
        SecondStartOutcome.OTHER_VERSION,
        SecondStartOutcome.SEPARATE,
    ],
)
@pytest.mark.parametrize("port", [False, True])
def test_the_answer_of_the_window_is_the_outcome(start_first_instance, outcome, port, monkeypatch):
    if port:
        monkeypatch.delattr(socket, "AF_UNIX", raising=False)
    requests = start_first_instance(f"{outcome.value}\n".encode())
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "a token")
    assert hand_over_request(PlayRequest("damn")) is outcome
    [request] = requests
    assert (request.game, request.activation, bool(request.proof)) == ("damn", "a token", port)


@pytest.mark.parametrize("answer", [b"", b"shown", b"what?\n", b"\xff\n", b"x" * 1000])
def test_any_other_answer_means_a_window_of_its_own(start_first_instance, answer):
    start_first_instance(answer)
    assert hand_over_request(PlayRequest()) is SecondStartOutcome.SEPARATE


def test_a_silent_instance_is_not_waited_for(first_lock, monkeypatch):
    monkeypatch.setattr(second_start, "WINDOW_ANSWER_TIMEOUT_S", 0.05)
    listener = listen_for_starts(first_lock)  # No thread accepts connections.
    assert listener is not None
    assert hand_over_request(PlayRequest()) is SecondStartOutcome.STUCK
    listener.close()


def test_a_slow_answer_is_not_waited_for(start_first_instance, monkeypatch):
    start_first_instance(b"shown")
    times = iter([0.0, 0.0, 100.0, 100.0, 100.0])
    monkeypatch.setattr(second_start, "monotonic", lambda: next(times))
    assert hand_over_request(PlayRequest()) is SecondStartOutcome.STUCK


@pytest.mark.usefixtures("first_lock")
def test_an_instance_whose_window_never_opens_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(second_start, "OPEN_TIMEOUT_S", 0.05)
    assert hand_over_request(PlayRequest()) is SecondStartOutcome.STUCK


def test_without_sockets_each_start_has_its_own_window(first_lock, monkeypatch):
    def refuse(*_):
        raise OSError

    monkeypatch.delattr(socket, "AF_UNIX", raising=False)
    monkeypatch.setattr(socket, "create_server", refuse)
    assert listen_for_starts(first_lock) is None
    assert hand_over_request(PlayRequest()) is SecondStartOutcome.SEPARATE


def test_the_next_start_after_the_end_becomes_the_first():
    lock = hand_over_request(PlayRequest())
    assert acquire_lock() is None
    lock.release()


def test_a_relative_record_path_is_sent_absolute(start_first_instance, tmp_path, monkeypatch):
    requests = start_first_instance(b"shown\n")
    monkeypatch.chdir(tmp_path)
    name = os.fsdecode("m\xe4tch ".encode() + (b"\xff" if os.name == "posix" else b""))
    hand_over_request(PlayRequest(record=Path(name), seat=2))
    assert to_play_request(requests[0]) == PlayRequest(record=tmp_path / name, seat=2)


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_leftovers_of_a_killed_program_do_not_block_a_start(home):
    code = (
        "import os, signal\n"
        "from greenbaize.app.instance_lock import acquire_lock, listen_for_starts\n"
        "lock = acquire_lock()\n"
        "assert listen_for_starts(lock) is not None\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", code], env=environment, check=False, timeout=60)
    assert (home / "bell" / "door").is_socket()
    lock = hand_over_request(PlayRequest())
    listener = listen_for_starts(lock)
    listener.close()
    lock.release()


X11 = {"DISPLAY": ":0"}
WAYLAND = {"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": "/run/user/1"}


@pytest.mark.parametrize(
    ("start_first_instance", "second", "is_same_screen"),
    [
        (X11, {"DISPLAY": ":0.0"}, True),
        (X11, {"DISPLAY": "unix:0"}, True),
        (WAYLAND, {"WAYLAND_DISPLAY": "/run/user/1/wayland-0"}, True),
        (X11 | WAYLAND, X11, True),
        (X11 | WAYLAND, WAYLAND, True),
        (X11 | WAYLAND, X11 | WAYLAND | {"QT_QPA_PLATFORM": "xcb"}, True),
        ({"QT_QPA_PLATFORM": "offscreen"}, X11 | {"QT_QPA_PLATFORM": "offscreen"}, True),
        ({"QT_QPA_PLATFORM": "wayland;xcb"} | X11, X11, True),
        (X11, {"DISPLAY": ":1"}, False),
        (X11, {"DISPLAY": "localhost:10.0"}, False),
        (X11, X11 | {"QT_QPA_PLATFORM": "offscreen"}, False),
        (WAYLAND, WAYLAND | {"WAYLAND_DISPLAY": "wayland-1"}, False),
        (WAYLAND, WAYLAND | {"XDG_RUNTIME_DIR": "/run/user/2"}, False),
        (X11, WAYLAND, False),
        ({}, {}, False),
    ],
)
def test_starts_on_one_screen_share_a_window(
    start_first_instance, second, is_same_screen, monkeypatch
):
    monkeypatch.setattr(sys, "platform", "linux")
    assert (
        bool(set(list_screens(start_first_instance)) & set(list_screens(second))) == is_same_screen
    )


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_other_systems_have_a_single_screen(platform, monkeypatch):
    monkeypatch.setattr(sys, "platform", platform)
    assert list_screens({}) == list_screens(X11)
    assert list_screens({})


def test_a_full_disk_is_reported_without_waiting(first_lock, monkeypatch):
    monkeypatch.setattr(instance_lock, "create_temporary_file", LimitedDisk(0).fresh_file)
    monkeypatch.setattr(second_start, "FULL_DISK_CHECK_S", 0.0)
    assert hand_over_request(PlayRequest()) is SecondStartOutcome.DISK_FULL
    assert sorted(path.name for path in first_lock.path.parent.iterdir()) == ["sign"]
