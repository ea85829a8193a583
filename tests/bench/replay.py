"""Cost of a jump in a replay: the longest possible record, and one of each other game.

A jump includes everything until the table is painted: view, table, sheet, turns and painting. It is
CPU time, because machines are noisy. The times for reading a record and opening it are shown too.
"""

import sys

from support import run_script

MAX_JUMP_MS, MAX_READ_S = 100.0, 5.0
"""Target of the 95th percentile of jumps (ms), and of reading the longest record (s)."""
MATCHES = (("rank", 10, 99), ("damn", 7, 0), ("blackout", 4, 0), ("master", 4, 0), ("ass", 6, 0))
"""Game, number of players and number of deals; 0 for the default."""

JUMP_SCRIPT = """
import os, random, sys
from pathlib import Path
from time import process_time
from greenbaize.app.memory.replays import read_replay
from greenbaize.app.tables.matches import create_header
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.match.record import encode_line
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.ui.application import make_application
from greenbaize.ui.features.history.replay_page import ReplayPage
from greenbaize.ui.widgets.theme import LIGHT

name, seats, deals = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
players = tuple(HeaderPlayer(f"P{seat}", "bot", "random") for seat in range(seats))
header = create_header(name, players, {"deals": deals} if deals else {}, "7" * 32)
codec, lines = event_codec(GAMES[name]), [encode_line(header.to_line())]
write_event = lambda event: lines.append(encode_line(codec.encode_line(event)))
Table(GAMES[name], header, write_event=write_event).play_to_end()
path = Path(os.environ["GREENBAIZE_HOME"], "match.jsonl")
path.write_bytes(b"".join(lines))
application = make_application()
begin = process_time()
replay = read_replay(path, progress=lambda count: None)
read = process_time() - begin
begin = process_time()
page = ReplayPage(replay)
page.set_pace(0)
page.resize(1280, 800)
page.show()
application.processEvents()
opened = (process_time() - begin) * 1000
chosen, last, times = random.Random(1), len(replay.playback), []
page.go_to_moment(last // 2)  # the cards of this size are printed once
application.processEvents()
for _ in range(60):
    moment = chosen.randrange(last + 1)
    begin = process_time()
    page.go_to_moment(moment)
    application.processEvents()
    times.append((process_time() - begin) * 1000)
times.sort()
print(len(replay.record.events), read, opened, times[len(times) // 2], times[len(times) * 19 // 20])
sys.stdout.flush()
os._exit(0)  # Qt crashes while Python ends
"""


def run_benchmark() -> bool:
    """Print the figures of every match; return True if the targets are met."""
    is_met = True
    print(f"{'a match':<22}{'events':>8}{'read':>9}{'opened':>10}{'a jump':>10}{'19 of 20':>10}")
    for name, seats, deals in MATCHES:
        (line,) = run_script(JUMP_SCRIPT, name, seats, deals)
        events, read_s, open_ms, median_ms, p95_ms = map(float, line.split())
        print(
            f"{f'{name}, {seats} players':<22}{events:>8.0f}{read_s:>7.2f} s"
            f"{open_ms:>7.0f} ms{median_ms:>7.0f} ms{p95_ms:>7.0f} ms"
        )
        is_met = is_met and p95_ms < MAX_JUMP_MS and read_s < MAX_READ_S
    return is_met


if __name__ == "__main__":
    sys.exit(0 if run_benchmark() else 1)
