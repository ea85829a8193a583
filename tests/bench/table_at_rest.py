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

from support import (
    OWN_COMMAND,
    iter_descendants,
    process_environment,
    read_cpu_seconds,
    read_pss_mb,
)

SETTLE_S: Final = 10.0
"""Time until the cards are dealt and the bots are idle (s)."""
IDLE_S: Final = 10.0
MAX_CPU: Final = 0.01
"""Maximum CPU time per second of idling (s)."""
MOMENTS: Final = {
    "the opening": (),
    "a table where a person must act": ("play", "--game", "damn", "--players", "4", "--seed", "1"),
}


def measure_idle(
    words: Sequence[str], variables: dict[str, str]
) -> tuple[float, float, list[float]]:
    """Return CPU time (s), the window's memory, and that of each program beside it (MB)."""
    with subprocess.Popen(
        (*OWN_COMMAND, *words), env=variables, stderr=subprocess.DEVNULL
    ) as window:
        try:
            time.sleep(SETTLE_S)
            process_ids = (window.pid, *iter_descendants(window.pid))
            before = sum(map(read_cpu_seconds, process_ids))
            time.sleep(IDLE_S)
            spent = sum(map(read_cpu_seconds, process_ids)) - before
            own, *others = map(read_pss_mb, process_ids)
            return spent, own, others
        finally:
            window.terminate()
            window.wait()


def run_benchmark() -> bool:
    """Print the figures; return True if the window is idle."""
    if not Path("/proc/self/smaps_rollup").exists():
        print("Idling is measured on Linux only.")
        return True
    is_met = True
    print(f"at rest for {IDLE_S:.0f} s{'':<36}{'CPU s':>8}{'window':>8}  programs, MB")
    platform = "xcb" if os.environ.get("DISPLAY") else "offscreen"
    for moment, words in MOMENTS.items():
        with tempfile.TemporaryDirectory() as home:
            variables = process_environment(GREENBAIZE_HOME=home, QT_QPA_PLATFORM=platform)
            spent, own, others = measure_idle(words, variables)
        print(f"  {moment:<48}{spent:8.3f}{own:8.1f}  {', '.join(f'{one:.1f}' for one in others)}")
        is_met = is_met and spent < MAX_CPU * IDLE_S
    return is_met


if __name__ == "__main__":
    sys.exit(0 if run_benchmark() else 1)
