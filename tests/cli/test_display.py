"""Tests that an unusable display is reported in one line instead of aborting in Qt."""

import os
import shutil
import socket
import subprocess
import sys
from ctypes.util import find_library
from threading import Thread

import pytest

from greenbaize.cli.opening import unusable_display

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="displays of Linux")
NEEDS_X = pytest.mark.skipif(find_library("xcb") is None, reason="a library of X")
NOBODY = ":9876"


@pytest.fixture
def doorkeeper():
    """Yield an X display that refuses every client."""
    reason = b"Go away\n"
    with socket.create_server(("127.0.0.1", 0)) as server:

        def refuse():
            with server.accept()[0] as client:
                client.recv(12)
                head = bytes([0, len(reason), 11, 0, 0, 0, len(reason) // 4, 0])
                client.sendall(head + reason)
                client.recv(1000)

        thread = Thread(target=refuse, daemon=True)
        thread.start()
        yield f"127.0.0.1:{server.getsockname()[1] - 6000}"
        thread.join()


@pytest.mark.parametrize(
    "display", [NOBODY, f"{NOBODY}.0", "nonsense", ":", ":x", "/gone/X0", "é:0"]
)
def test_nobody_answers(display):
    assert unusable_display({"DISPLAY": display}) == display
    assert unusable_display({"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}) == display


@NEEDS_X
def test_a_display_that_lets_nobody_in(doorkeeper, capfd):
    assert unusable_display({"DISPLAY": doorkeeper}) == doorkeeper
    assert capfd.readouterr().err == ""


def test_a_display_that_lets_us_in():
    if shutil.which("Xvfb") is None:
        pytest.skip("no Xvfb")
    reading, writing = os.pipe()
    words = ["Xvfb", "-noreset", "-displayfd", str(writing), "-nolisten", "tcp"]
    with subprocess.Popen(words, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        display = f":{os.read(reading, 100).decode().strip()}"
        try:
            assert unusable_display({"DISPLAY": display}) is None
            both = {"DISPLAY": display, "WAYLAND_DISPLAY": "gone", "XDG_RUNTIME_DIR": "/gone"}
            assert unusable_display(both) is None
        finally:
            server.terminate()
    os.close(reading)


def test_wayland(tmp_path):
    here = {"WAYLAND_DISPLAY": "w", "XDG_RUNTIME_DIR": str(tmp_path)}
    assert unusable_display(here) == "w"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "w"))
        server.listen()
        assert unusable_display(here) is None
        assert unusable_display({"WAYLAND_DISPLAY": str(tmp_path / "w")}) is None
    assert unusable_display({**here, "QT_QPA_PLATFORM": "wayland-egl"}) == "w"
    assert unusable_display({"WAYLAND_DISPLAY": "w" * 1000, "XDG_RUNTIME_DIR": "/"}) == "w" * 1000
    assert unusable_display({**here, "WAYLAND_SOCKET": "5"}) is None


@pytest.mark.parametrize("platform", ["offscreen", "vnc:size=3x4", "xcb;offscreen"])
def test_where_no_display_is_needed_none_is_asked(platform):
    assert unusable_display({"DISPLAY": NOBODY, "QT_QPA_PLATFORM": platform}) is None


@NEEDS_X
@pytest.mark.parametrize("words", [[], ["play", "--game", "damn"]])
def test_the_whole_program_says_it_in_one_line(words, command, monkeypatch):
    for name in ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    done = command(*words, DISPLAY=NOBODY)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"The table cannot be opened: nobody answers at the display {NOBODY}, "
        "or it does not let this program in.\n"
    )
