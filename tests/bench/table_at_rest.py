"""What the window costs while nothing moves: at the opening, and where a person must act.

CPU time is that of the window and of the computer players' programs together. Memory is their
proportional share: what several processes share counts for each in part.
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
"""By then the cards are dealt, and the computer players have done what they have to."""
REST_S: Final = 10.0
MOST_CPU: Final = 0.01
"""Seconds of CPU time in a second of rest."""
MOMENTS: Final = {
    "the opening": (),
    "a table where a person must act": ("play", "--game", "damn", "--players", "4", "--seed", "1"),
}


def at_rest(words: Sequence[str], where: dict[str, str]) -> tuple[float, float, list[float]]:
    """CPU seconds of a rest, the window's memory in MB, and that of each program beside it."""
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
    """Print the figures; whether the window rests."""
    if not Path("/proc/self/smaps_rollup").exists():
        print("What rests is measured on Linux only.")
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
