"""Settings that hold for all tests."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
DISPLAY_VARIABLES = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


def test_tests_without_a_display_run_offscreen_and_say_so():
    env = {name: value for name, value in os.environ.items() if name not in DISPLAY_VARIABLES}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n0"]
    done = subprocess.run(
        [*command, "tests/ui/test_application.py"],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    if sys.platform == "linux":
        assert "no display: windows are painted offscreen" in done.stdout
