"""Cost of the window: start-up, painting while cards are dealt, idling, and memory.

Painting is one animation step, event loop and rasterisation, in CPU time, because machines are
noisy.
"""

import statistics
import sys

import start_up
import table_at_rest
from measured import printed

CARD_MS, MEMORY_MB = 1.0, 100.0
SIZES = (("1280×800", 1280, 800, "1", 4.0), ("1920×1080 at ratio 2", 1920, 1080, "2", 16.7))
"""Name, size, device pixel ratio, and target of the 99th percentile of dealing (ms)."""

PAINTING = """
import os, sys
from time import process_time
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication
from greenbaize.app.tables.default_players import default_players
from greenbaize.app.tables.matches import OpenMatch, settled_header
from greenbaize.app.seats.opponents import Opponent
from greenbaize.ui.application import make_application
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.widgets.theme import LIGHT

width, height, what = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
application = make_application()
header = settled_header("damn", default_players([Opponent()] * 4, None), {"first": 13}, "0" * 32)
now = [0.0]  # time passes in whole frames, however long they take to paint
playing = MatchView(OpenMatch.begin(header).place, clock=lambda: now[0])
playing.resize(width, height)
playing.show()
application.processEvents()
motion = playing.motion
playing.begin()
motion.hurry()  # it is announced as the last deal
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
    motion.hurry()
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
    """Measure painting while 52 cards are dealt and while one is played, and the peak memory."""
    print(f"\n{'a frame: step, event loop and raster (CPU)':<58}{'p50':>8}{'p95':>8}{'p99':>8}")
    met = True
    for name, width, height, ratio, most in SIZES:
        for what, words in (("deal", "52 cards dealt"), ("card", "one card played")):
            rows = []
            for _ in range(3):
                (line,) = printed(PAINTING, width, height, what, QT_SCALE_FACTOR=ratio)
                rows.append(map(float, line.split()))
            p50, p95, p99, memory = (
                statistics.median(column) for column in zip(*rows, strict=True)
            )
            print(f"{words + ', ' + name:<58}{p50:8.2f}{p95:8.2f}{p99:8.2f} ms  {memory:.0f} MB")
            met = met and p99 < (most if what == "deal" else CARD_MS * float(ratio) ** 2)
            met = met and (ratio != "1" or memory < MEMORY_MB)
    return met


def run() -> bool:
    """Print all figures of the window; return True if the targets are met."""
    quick = start_up.run()
    calm = table_at_rest.run()
    return painting() and quick and calm


if __name__ == "__main__":
    sys.exit(0 if run() else 1)
