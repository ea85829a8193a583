"""Start-up time of the window, compared with similar programs, all started in turns.

*Window* is the time from the start of the process to its window on the screen, *complete* to the
last change of the screen. In a cold start nothing of a program is in memory, which needs root; a
first start is from source, without cached byte code.
"""

import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from measured import OURS, bundles, environment, printed
from screen import Screen, Seen

RUNS: Final = 11
SLOW_RUNS: Final = 3
PEERS: Final = {"sol": "AisleRiot", "kpat": "KPatience"}
PEERS_PATH: Final = f"{os.environ.get('PATH', '')}:/usr/games"  # Debian keeps them there
MOST_OF_PEER: Final = 1.5
"""Maximum window time as a multiple of AisleRiot's."""
MOST_MS: Final = 300.0
"""Maximum window time without AisleRiot (ms)."""
OWN: Final = "Green Baize from source"
BARE: Final = """
from PySide6.QtWidgets import QApplication, QWidget
application = QApplication([])
window = QWidget()
window.resize(1280, 800)
window.show()
application.exec()
"""
PAINTED: Final = """
import os, sys, time
from greenbaize.ui.shell import window
def painted(self):
    print(time.time_ns(), flush=True)
    os._exit(0)
window.MainWindow.after_first_paint = painted
sys.argv = ["greenbaize"]
from greenbaize.cli.main import main
main()
"""
CACHE: Final = Path("/proc/sys/vm/drop_caches")


def programs() -> dict[str, list[str]]:
    """Return the commands to measure by name: ours, an empty window of Qt, similar programs."""
    found = {OWN: list(OURS)}
    found |= {f"Green Baize, bundle {path.parent.name}": [str(path)] for path in bundles()}
    found["An empty window of PySide6"] = [sys.executable, "-c", BARE]
    for program, name in PEERS.items():
        path = shutil.which(program, path=PEERS_PATH)
        if path is not None:
            found[name] = [path]
    return found


def in_turns(screen: Screen, runs: int, where: Mapping[str, str], *, cold: bool) -> float:
    """Measure each program in turns and print the figures; return our ratio to AisleRiot."""
    seen: dict[str, list[Seen]] = {}
    for turn in range(runs + (not cold)):
        for name, command in programs().items():
            if cold:
                os.sync()
                CACHE.write_text("3\n")
            one = screen.start(command, where)
            if one is not None and (cold or turn):  # the first turn warms up
                seen.setdefault(name, []).append(one)
    peer = seen.get(PEERS["sol"])
    for what in ("window", "complete", "cpu"):
        print(f"  {what}, ms{'':<32}{'min':>8}{'median':>8}{'max':>8}  of AisleRiot's")
        base = statistics.median(getattr(one, what) for one in peer) if peer else 0.0
        for name, times in seen.items():
            line(name, [getattr(one, what) for one in times], base)
    if OWN not in seen:
        return float("inf")
    own = statistics.median(one.window for one in seen[OWN])
    return own / statistics.median(one.window for one in peer) if peer else own / MOST_MS


def line(name: str, times: list[float], base: float) -> None:
    """Print minimum, median and maximum of some figures, and the median as a multiple."""
    low, middle, high = min(times), statistics.median(times), max(times)
    multiple = f"{middle / base:8.2f}" if base else ""
    print(f"    {name:<40}{low:8.0f}{middle:8.0f}{high:8.0f}{multiple}")


def unseen(home: str) -> float:
    """Return the median time to the end of the first paint without a display (ms)."""
    times = []
    for _ in range(RUNS + 1):
        begin = time.time_ns()
        times.append((int(printed(PAINTED, home=Path(home))[0]) - begin) / 1e6)
    print("  to the first paint without a display, ms")
    line(OWN, times[1:], 0.0)
    return statistics.median(times[1:])


def run() -> bool:
    """Print all figures of the start; return True if the target is met."""
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as code:
        try:
            screen = Screen()
        except OSError as error:
            print(f"Starts cannot be watched on a screen: {error}.")
            return unseen(home) < MOST_MS
        where = environment(GREENBAIZE_HOME=home)
        where.pop("QT_QPA_PLATFORM", None)
        print("warm start")
        met = in_turns(screen, RUNS, where, cold=False) <= (
            MOST_OF_PEER if shutil.which("sol", path=PEERS_PATH) else 1.0
        )
        print("first start, no byte code kept")
        once = where | {"PYTHONPYCACHEPREFIX": code, "PYTHONDONTWRITEBYTECODE": "1"}
        in_turns(screen, SLOW_RUNS, once, cold=False)
        print("cold start")
        try:
            in_turns(screen, SLOW_RUNS, where, cold=True)
        except PermissionError:
            print("  a cold start needs root")
    return met


if __name__ == "__main__":
    sys.exit(0 if run() else 1)
