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

NEEDED = ("Xvfb", "dbus-daemon", "busctl")
SERVICE = Path("/usr/share/dbus-1/services/org.a11y.Bus.service")
ROOT = "/org/a11y/atspi/accessible/root"
PATIENCE = 60.0
MISSING = [name for name in NEEDED if shutil.which(name) is None]

pytestmark = pytest.mark.skipif(
    bool(MISSING) or not SERVICE.exists(),
    reason=f"no AT-SPI bus: {', '.join(MISSING) or SERVICE} is missing",
)


class Bus:
    """An accessibility bus, queried as a screen reader does."""

    def __init__(self, address, env):
        self._base = ("busctl", f"--address={address}", "--json=short")
        self._env = env

    def ask(self, *words):
        """Return the answer to a call or a property request, empty if there is none."""
        done = subprocess.run(
            (*self._base, *words), env=self._env, capture_output=True, text=True, check=False
        )
        if done.returncode:
            return []
        data = json.loads(done.stdout)["data"]
        return list(data) if isinstance(data, list) else [data]

    def names(self, owner, path=ROOT):
        """Yield the names of all accessible objects, except those inside tables."""
        accessible = "org.a11y.atspi.Accessible"
        name = "".join(map(str, self.ask("get-property", owner, path, accessible, "Name")))
        yield name
        if name == "Score sheet":
            return
        for children in self.ask("call", owner, path, accessible, "GetChildren"):
            for below, where in children:
                yield from self.names(below, where)


def first_line(process):
    return process.stdout.readline().strip()


@pytest.mark.slow
def test_a_screen_reader_finds_hand_and_question(tmp_path):
    with ExitStack() as stack:

        def begun(*words, env):
            process = subprocess.Popen(
                words, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
            stack.enter_context(process)
            stack.callback(process.terminate)
            return process

        env = {**os.environ, "XDG_RUNTIME_DIR": str(tmp_path), "QT_QPA_PLATFORM": "xcb"}
        env["QT_LINUX_ACCESSIBILITY_ALWAYS_ON"] = "1"
        screen = begun("Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", env=env)
        env["DISPLAY"] = f":{first_line(screen)}"
        daemon = begun("dbus-daemon", "--session", "--print-address=1", "--nofork", env=env)
        env["DBUS_SESSION_BUS_ADDRESS"] = first_line(daemon)
        session = Bus(env["DBUS_SESSION_BUS_ADDRESS"], env)
        (address,) = session.ask(
            "call", "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress"
        )
        play = ("play", "--game", "damn", "--players", "3", "--option", "first=3", "deals=5")
        begun(sys.executable, "-m", "greenbaize", *play, "--speed", "10", env=env)
        bus, found = Bus(str(address), env), ""
        end = monotonic() + PATIENCE
        while "How many tricks do you bid?" not in found:
            assert monotonic() < end, f"timed out, names found: {found}"
            found = "\n".join(bus.names("org.a11y.atspi.Registry"))
        assert "Your hand, 3 cards" in found
        assert "On the table" in found
