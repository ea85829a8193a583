"""Cost of an idle window: at the opening, and where a person must act.

CPU time is that of the window and of the bot programs together. Memory is the proportional set
size: shared memory counts for each process in part.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from measured import OURS, cpu_seconds, descendants, environment, share_mb

SETTLED_S: Final = 10.0
"""Time until the cards are dealt and the bots are idle (s)."""
REST_S: Final = 10.0
MOST_CPU: Final = 0.01
"""Maximum CPU time per second of idling (s)."""
MOMENTS: Final = {
    "the opening": (),
    "a table where a person must act": ("play", "--game", "damn", "--players", "4", "--seed", "1"),
}


def at_rest(words: Sequence[str], where: dict[str, str]) -> tuple[float, float, list[float]]:
    """Return CPU time (s), the window's memory, and that of each program beside it (MB)."""
    with subprocess.Popen((*OURS, *words), env=where, stderr=subprocess.DEVNULL) as window:
        try:
            time.sleep(SETTLED_S)
            all_of_it = (window.pid, *descendants(window.pid))
            before = sum(map(cpu_seconds, all_of_it))
            time.sleep(REST_S)
            spent = sum(map(cpu_seconds, all_of_it)) - before
            own, *others = map(share_mb, all_of_it)
            return spent, own, others
        finally:
            window.terminate()
            window.wait()


def run() -> bool:
    """Print the figures; return True if the window is idle."""
    if not Path("/proc/self/smaps_rollup").exists():
        print("Idling is measured on Linux only.")
        return True
    met = True
    print(f"at rest for {REST_S:.0f} s{'':<36}{'CPU s':>8}{'window':>8}  programs, MB")
    platform = "xcb" if os.environ.get("DISPLAY") else "offscreen"
    for moment, words in MOMENTS.items():
        with tempfile.TemporaryDirectory() as home:
            where = environment(GREENBAIZE_HOME=home, QT_QPA_PLATFORM=platform)
            spent, own, others = at_rest(words, where)
        print(f"  {moment:<48}{spent:8.3f}{own:8.1f}  {', '.join(f'{one:.1f}' for one in others)}")
        met = met and spent < MOST_CPU * REST_S
    return met


if __name__ == "__main__":
    sys.exit(0 if run() else 1)
