"""What the window costs: start-up, painting while cards are dealt, and memory.

Start-up is wall time, process start to the end of the first paint that shows all seats. Painting is
one step of motion, event loop and raster, in CPU time, because machines are noisy.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "desktop"
RUNS = 11
PEERS = {"kpat": "KPatience", "sol": "AisleRiot"}
PEERS_PATH = f"{os.environ.get('PATH', '')}:/usr/games"  # where Debian keeps them

START_MS, CARD_MS, MEMORY_MB = 300.0, 1.0, 100.0
SIZES = (("1280×800", 1280, 800, "1", 4.0), ("1920×1080 at ratio 2", 1920, 1080, "2", 16.7))
"""What is measured, and below what the 99th percentile of dealing should be."""

PAINTED = """
import os, sys, time
from greenbaize.ui import window
def painted(self):
    print(time.time_ns(), flush=True)
    os._exit(0)
window.MainWindow.after_first_paint = painted
sys.argv = ["greenbaize"]
from greenbaize.cli.main import main
main()
"""


def environment(**more: str) -> dict[str, str]:
    """The environment of a measured process: no settings of anybody's."""
    return {**os.environ, "PYTHONPATH": str(SOURCE), "LC_ALL": "C.UTF-8", **more}


def started(home: str, platform: str) -> float:
    """Milliseconds from the start of a process to the end of its first paint."""
    begin = time.time_ns()
    where = environment(GREENBAIZE_HOME=home, QT_QPA_PLATFORM=platform)
    done = subprocess.run(
        [sys.executable, "-c", PAINTED], env=where, capture_output=True, text=True, check=True
    )
    return (int(done.stdout.split()[0]) - begin) / 1e6


def peer_started(program: str) -> float | None:
    """Milliseconds until a peer's window is on the screen, as xdotool sees it."""
    begin = time.time_ns()
    process = subprocess.Popen([program], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        found = subprocess.run(
            ["xdotool", "search", "--sync", "--onlyvisible", "--pid", str(process.pid)],
            capture_output=True,
            timeout=20,
            check=False,
        )
        return (time.time_ns() - begin) / 1e6 if found.returncode == 0 else None
    except subprocess.TimeoutExpired:
        return None
    finally:
        process.kill()
        process.wait()


def line(name: str, times: list[float], unit: str = "ms") -> None:
    """Print the least, the middle and the greatest of some figures."""
    low, middle, high = min(times), statistics.median(times), max(times)
    print(f"{name:<58}{low:8.1f}{middle:8.1f}{high:8.1f} {unit}")


def start_up() -> bool:
    """Start-up, beside a peer if one is installed and there is a display; whether it is quick."""
    platform = "xcb" if os.environ.get("DISPLAY") else "offscreen"
    print(f"{'start to first paint, all seats':<58}{'min':>8}{'median':>8}{'max':>8}")
    with tempfile.TemporaryDirectory() as home:
        started(home, platform)
        own = [started(home, platform) for _ in range(RUNS)]
    line(f"Green Baize from source, warm ({platform})", own)
    for program, name in PEERS.items():
        found = shutil.which(program, path=PEERS_PATH)
        if found and platform == "xcb" and shutil.which("xdotool"):
            peer_started(found)
            times = [t for t in (peer_started(found) for _ in range(RUNS)) if t is not None]
            if times:
                line(f"{name} to its window on the screen", times)
    return statistics.median(own) < START_MS


PAINTING = """
import os, sys
from time import process_time
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication
from greenbaize.app.tables.company import company
from greenbaize.app.tables.matches import OpenMatch, settled_header
from greenbaize.app.chairs.opponents import Opponent
from greenbaize.ui.application import make_application
from greenbaize.ui.playing import Playing
from greenbaize.ui.theme import LIGHT

width, height, what = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
application = make_application()
header = settled_header("damn", company([Opponent()] * 4, None), {"first": 13}, "0" * 32)
now = [0.0]  # time passes in whole frames, however long they take to paint
playing = Playing(OpenMatch.begin(header).place, LIGHT, clock=lambda: now[0])
playing.resize(width, height)
playing.show()
application.processEvents()
motion = playing.motion
playing.begin()
motion._timer.stop()
times = []
for _ in range(140):
    now[0] += 1000 / 60
    begin = process_time()
    motion.step()
    motion._timer.stop()
    application.processEvents()
    times.append((process_time() - begin) * 1000)
if what == "card":
    times = []
    playing.stage.blockSignals(True)  # nobody goes on playing: one card is to move, nothing else
    while motion.busy:
        motion.hurry()
    application.processEvents()
    item = playing.scene.cards.hands[1][3]
    for turn in range(8):
        target = playing.scene.geometry.played(turn % 4)
        item.send(target)
        item.depart()
        motion.move(item, 220)
        while item.moving:
            now[0] += 1000 / 60
            begin = process_time()
            motion.step()
            motion._timer.stop()
            application.processEvents()
            times.append((process_time() - begin) * 1000)
times.sort()
status = open("/proc/self/status").read() if os.path.exists("/proc/self/status") else ""
memory = float(status.split("VmHWM:")[1].split()[0]) / 1024 if status else 0.0
print(times[len(times) // 2], times[int(len(times) * 0.95)], times[int(len(times) * 0.99)], memory)
"""


def painting() -> bool:
    """Painting while 52 cards are dealt and while one is played; memory at its highest."""
    print(f"\n{'a frame: step, event loop and raster (CPU)':<58}{'p50':>8}{'p95':>8}{'p99':>8}")
    met = True
    for name, width, height, ratio, most in SIZES:
        for what, words in (("deal", "52 cards dealt"), ("card", "one card played")):
            rows = [_painted(width, height, ratio, what) for _ in range(3)]
            p50, p95, p99, memory = (
                statistics.median(column) for column in zip(*rows, strict=True)
            )
            print(f"{words + ', ' + name:<58}{p50:8.2f}{p95:8.2f}{p99:8.2f} ms  {memory:.0f} MB")
            met = met and p99 < (most if what == "deal" else CARD_MS * float(ratio) ** 2)
            met = met and (ratio != "1" or memory < MEMORY_MB)
    return met


def _painted(width: int, height: int, ratio: str, what: str) -> tuple[float, ...]:
    with tempfile.TemporaryDirectory() as home:
        where = environment(
            GREENBAIZE_HOME=home, QT_QPA_PLATFORM="offscreen", QT_SCALE_FACTOR=ratio
        )
        done = subprocess.run(
            [sys.executable, "-c", PAINTING, str(width), str(height), what],
            env=where,
            capture_output=True,
            text=True,
            check=True,
        )
    return tuple(map(float, done.stdout.split()))


def run() -> bool:
    """Print all figures of the window; whether the targets are met."""
    quick = start_up()
    return painting() and quick


if __name__ == "__main__":
    sys.exit(0 if run() else 1)
