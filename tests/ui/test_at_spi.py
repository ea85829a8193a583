"""The program on a real AT-SPI bus, as a screen reader finds it, where one is installed."""

import json
import os
import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from time import monotonic

import pytest

REQUIRED_PROGRAMS = ("Xvfb", "dbus-daemon", "busctl")
SERVICE_FILE = Path("/usr/share/dbus-1/services/org.a11y.Bus.service")
ROOT_PATH = "/org/a11y/atspi/accessible/root"
TIMEOUT_S = 60.0
MISSING_PROGRAMS = [name for name in REQUIRED_PROGRAMS if shutil.which(name) is None]

pytestmark = pytest.mark.skipif(
    bool(MISSING_PROGRAMS) or not SERVICE_FILE.exists(),
    reason=f"no AT-SPI bus: {', '.join(MISSING_PROGRAMS) or SERVICE_FILE} is missing",
)


class AccessibilityBus:
    """An accessibility bus, queried as a screen reader does."""

    def __init__(self, address, env):
        self._base = ("busctl", f"--address={address}", "--json=short")
        self._env = env

    def send_request(self, *arguments):
        """Return the answer to a call or a property request, empty if there is none."""
        result = subprocess.run(
            (*self._base, *arguments), env=self._env, capture_output=True, text=True, check=False
        )
        if result.returncode:
            return []
        data = json.loads(result.stdout)["data"]
        return list(data) if isinstance(data, list) else [data]

    def iter_names(self, owner, path=ROOT_PATH):
        """Yield the names of all accessible objects, except those inside tables."""
        accessible = "org.a11y.atspi.Accessible"
        name = "".join(map(str, self.send_request("get-property", owner, path, accessible, "Name")))
        yield name
        if name == "Score sheet":
            return
        for children in self.send_request("call", owner, path, accessible, "GetChildren"):
            for child_owner, child_path in children:
                yield from self.iter_names(child_owner, child_path)


def read_first_line(process):
    return process.stdout.readline().strip()


@pytest.mark.slow
def test_a_screen_reader_finds_hand_and_question(tmp_path):
    with ExitStack() as stack:

        def start_process(*arguments, env):
            process = subprocess.Popen(
                arguments, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
            stack.enter_context(process)
            stack.callback(process.terminate)
            return process

        env = {**os.environ, "XDG_RUNTIME_DIR": str(tmp_path), "QT_QPA_PLATFORM": "xcb"}
        env["QT_LINUX_ACCESSIBILITY_ALWAYS_ON"] = "1"
        screen = start_process("Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", env=env)
        env["DISPLAY"] = f":{read_first_line(screen)}"
        daemon = start_process("dbus-daemon", "--session", "--print-address=1", "--nofork", env=env)
        env["DBUS_SESSION_BUS_ADDRESS"] = read_first_line(daemon)
        session = AccessibilityBus(env["DBUS_SESSION_BUS_ADDRESS"], env)
        (address,) = session.send_request(
            "call", "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress"
        )
        play_arguments = (
            "play",
            "--game",
            "damn",
            "--players",
            "3",
            "--option",
            "first=3",
            "deals=5",
        )
        start_process(sys.executable, "-m", "greenbaize", *play_arguments, "--speed", "10", env=env)
        bus, names = AccessibilityBus(str(address), env), ""
        end = monotonic() + TIMEOUT_S
        while "How many tricks do you bid?" not in names:
            assert monotonic() < end, f"timed out, names found: {names}"
            names = "\n".join(bus.iter_names("org.a11y.atspi.Registry"))
        assert "Your hand, 3 cards" in names
        assert "On the table" in names
