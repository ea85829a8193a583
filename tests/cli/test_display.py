"""Tests that an unusable display is reported in one line instead of aborting in Qt."""

import os
import shutil
import socket
import subprocess
import sys
from ctypes.util import find_library
from threading import Thread

import pytest

from greenbaize.cli.open_window import find_unusable_display

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs the displays of Linux")
needs_x = pytest.mark.skipif(find_library("xcb") is None, reason="needs libxcb")
UNUSED_DISPLAY = ":9876"


@pytest.fixture
def refusing_display():
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
    "display", [UNUSED_DISPLAY, f"{UNUSED_DISPLAY}.0", "nonsense", ":", ":x", "/gone/X0", "é:0"]
)
def test_a_display_without_server_is_unusable(display):
    assert find_unusable_display({"DISPLAY": display}) == display
    assert find_unusable_display({"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}) == display


@needs_x
def test_a_display_that_refuses_clients_is_unusable(refusing_display, capfd):
    assert find_unusable_display({"DISPLAY": refusing_display}) == refusing_display
    assert capfd.readouterr().err == ""


def test_a_display_that_accepts_clients_is_usable():
    if shutil.which("Xvfb") is None:
        pytest.skip("Xvfb is not installed")
    reading, writing = os.pipe()
    words = ["Xvfb", "-noreset", "-displayfd", str(writing), "-nolisten", "tcp"]
    with subprocess.Popen(words, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        display = f":{os.read(reading, 100).decode().strip()}"
        try:
            assert find_unusable_display({"DISPLAY": display}) is None
            both = {"DISPLAY": display, "WAYLAND_DISPLAY": "gone", "XDG_RUNTIME_DIR": "/gone"}
            assert find_unusable_display(both) is None
        finally:
            server.terminate()
    os.close(reading)


def test_wayland(tmp_path):
    here = {"WAYLAND_DISPLAY": "w", "XDG_RUNTIME_DIR": str(tmp_path)}
    assert find_unusable_display(here) == "w"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "w"))
        server.listen()
        assert find_unusable_display(here) is None
        assert find_unusable_display({"WAYLAND_DISPLAY": str(tmp_path / "w")}) is None
    assert find_unusable_display({**here, "QT_QPA_PLATFORM": "wayland-egl"}) == "w"
    assert (
        find_unusable_display({"WAYLAND_DISPLAY": "w" * 1000, "XDG_RUNTIME_DIR": "/"}) == "w" * 1000
    )
    assert find_unusable_display({**here, "WAYLAND_SOCKET": "5"}) is None


@pytest.mark.parametrize("platform", ["offscreen", "vnc:size=3x4", "xcb;offscreen"])
def test_platforms_without_display_are_usable(platform):
    assert find_unusable_display({"DISPLAY": UNUSED_DISPLAY, "QT_QPA_PLATFORM": platform}) is None


@needs_x
@pytest.mark.parametrize("words", [[], ["play", "--game", "damn"]])
def test_the_program_reports_an_unusable_display_in_one_line(words, run_process, monkeypatch):
    for name in ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    result = run_process(*words, DISPLAY=UNUSED_DISPLAY)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == (
        f"The table cannot be opened: nobody answers at the display {UNUSED_DISPLAY}, "
        "or it does not let this program in.\n"
    )
