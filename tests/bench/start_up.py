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

from support import OWN_COMMAND, find_bundles, process_environment, run_script
from x_display import StartTimes, WatchedDisplay

RUN_COUNT: Final = 11
SLOW_RUN_COUNT: Final = 3
PEERS: Final = {"sol": "AisleRiot", "kpat": "KPatience"}
PEERS_PATH: Final = f"{os.environ.get('PATH', '')}:/usr/games"  # Debian keeps them there
MAX_PEER_RATIO: Final = 1.5
"""Maximum window time as a multiple of AisleRiot's."""
MAX_MS: Final = 300.0
"""Maximum window time without AisleRiot (ms)."""
OWN_NAME: Final = "Green Baize from source"
EMPTY_WINDOW_SCRIPT: Final = """
from PySide6.QtWidgets import QApplication, QWidget
application = QApplication([])
window = QWidget()
window.resize(1280, 800)
window.show()
application.exec()
"""
FIRST_PAINT_SCRIPT: Final = """
import os, sys, time
from greenbaize.ui.shell import window
def painted(self):
    print(time.time_ns(), flush=True)
    os._exit(0)
window.MainWindow.on_first_paint = painted
sys.argv = ["greenbaize"]
from greenbaize.cli.main import main
main()
"""
DROP_CACHES: Final = Path("/proc/sys/vm/drop_caches")


def measured_commands() -> dict[str, list[str]]:
    """Return the commands to measure by name: ours, an empty window of Qt, similar programs."""
    found = {OWN_NAME: list(OWN_COMMAND)}
    found |= {f"Green Baize, bundle {path.parent.name}": [str(path)] for path in find_bundles()}
    found["An empty window of PySide6"] = [sys.executable, "-c", EMPTY_WINDOW_SCRIPT]
    for program, name in PEERS.items():
        path = shutil.which(program, path=PEERS_PATH)
        if path is not None:
            found[name] = [path]
    return found


def measure_in_turns(
    screen: WatchedDisplay, runs: int, variables: Mapping[str, str], *, cold: bool
) -> float:
    """Measure each program in turns and print the figures; return our ratio to AisleRiot."""
    times_by_name: dict[str, list[StartTimes]] = {}
    for turn in range(runs + (not cold)):
        for name, command in measured_commands().items():
            if cold:
                os.sync()
                DROP_CACHES.write_text("3\n")
            start_times = screen.measure_start(command, variables)
            if start_times is not None and (cold or turn):  # the first turn warms up
                times_by_name.setdefault(name, []).append(start_times)
    peer = times_by_name.get(PEERS["sol"])
    for figure in ("window", "complete", "cpu"):
        print(f"  {figure}, ms{'':<32}{'min':>8}{'median':>8}{'max':>8}  of AisleRiot's")
        base = (
            statistics.median(getattr(start_times, figure) for start_times in peer) if peer else 0.0
        )
        for name, times in times_by_name.items():
            print_line(name, [getattr(start_times, figure) for start_times in times], base)
    if OWN_NAME not in times_by_name:
        return float("inf")
    own = statistics.median(start_times.window for start_times in times_by_name[OWN_NAME])
    return (
        own / statistics.median(start_times.window for start_times in peer)
        if peer
        else own / MAX_MS
    )


def print_line(name: str, times: list[float], base: float) -> None:
    """Print minimum, median and maximum of some figures, and the median as a multiple."""
    low, middle, high = min(times), statistics.median(times), max(times)
    multiple = f"{middle / base:8.2f}" if base else ""
    print(f"    {name:<40}{low:8.0f}{middle:8.0f}{high:8.0f}{multiple}")


def measure_offscreen(home: str) -> float:
    """Return the median time to the end of the first paint without a display (ms)."""
    times = []
    for _ in range(RUN_COUNT + 1):
        begin = time.time_ns()
        times.append((int(run_script(FIRST_PAINT_SCRIPT, home=Path(home))[0]) - begin) / 1e6)
    print("  to the first paint without a display, ms")
    print_line(OWN_NAME, times[1:], 0.0)
    return statistics.median(times[1:])


def run_benchmark() -> bool:
    """Print all figures of the start; return True if the target is met."""
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as code:
        try:
            screen = WatchedDisplay()
        except OSError as error:
            print(f"Starts cannot be watched on a screen: {error}.")
            return measure_offscreen(home) < MAX_MS
        variables = process_environment(GREENBAIZE_HOME=home)
        variables.pop("QT_QPA_PLATFORM", None)
        print("warm start")
        is_met = measure_in_turns(screen, RUN_COUNT, variables, cold=False) <= (
            MAX_PEER_RATIO if shutil.which("sol", path=PEERS_PATH) else 1.0
        )
        print("first start, no byte code kept")
        first_start_variables = variables | {
            "PYTHONPYCACHEPREFIX": code,
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        measure_in_turns(screen, SLOW_RUN_COUNT, first_start_variables, cold=False)
        print("cold start")
        try:
            measure_in_turns(screen, SLOW_RUN_COUNT, variables, cold=True)
        except PermissionError:
            print("  a cold start needs root")
    return is_met


if __name__ == "__main__":
    sys.exit(0 if run_benchmark() else 1)
