"""Cost of a jump in a replay: the longest possible record, and one of each other game.

A jump includes everything until the table is painted: view, table, sheet, turns and painting. It is
CPU time, because machines are noisy. The times for reading a record and opening it are shown too.
"""

import sys

from measured import printed

JUMP_MS, READ_S = 100.0, 5.0
"""Target of the 95th percentile of jumps (ms), and of reading the longest record (s)."""
MATCHES = (("rank", 10, 99), ("damn", 7, 0), ("blackout", 4, 0), ("master", 4, 0), ("ass", 6, 0))
"""Game, number of players and number of deals; 0 for the default."""

JUMPING = """
import os, random, sys
from pathlib import Path
from time import process_time
from greenbaize.app.memory.replays import read_replay
from greenbaize.app.tables.matches import settled_header
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.match.record import line_bytes
from greenbaize.match.player import Player
from greenbaize.ui.application import make_application
from greenbaize.ui.features.history.replaying import Replaying
from greenbaize.ui.widgets.theme import LIGHT

name, seats, deals = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
sitters = tuple(Player(f"P{seat}", "bot", "random") for seat in range(seats))
header = settled_header(name, sitters, {"deals": deals} if deals else {}, "7" * 32)
codec, lines = event_codec(GAMES[name]), [line_bytes(header.line())]
keep = lambda event: lines.append(line_bytes(codec.write(event)))
Table(GAMES[name], header, keep=keep).play_out()
path = Path(os.environ["GREENBAIZE_HOME"], "match.jsonl")
path.write_bytes(b"".join(lines))
application = make_application()
begin = process_time()
replay = read_replay(path, progress=lambda count: None)
read = process_time() - begin
begin = process_time()
replaying = Replaying(replay)
replaying.set_pace(0)
replaying.resize(1280, 800)
replaying.show()
application.processEvents()
opened = (process_time() - begin) * 1000
chosen, last, times = random.Random(1), len(replay.playback), []
replaying.go_to(last // 2)  # the cards of this size are printed once
application.processEvents()
for _ in range(60):
    moment = chosen.randrange(last + 1)
    begin = process_time()
    replaying.go_to(moment)
    application.processEvents()
    times.append((process_time() - begin) * 1000)
times.sort()
print(len(replay.record.events), read, opened, times[len(times) // 2], times[len(times) * 19 // 20])
"""


def run() -> bool:
    """Print the figures of every match; return True if the targets are met."""
    met = True
    print(f"{'a match':<22}{'events':>8}{'read':>9}{'opened':>10}{'a jump':>10}{'19 of 20':>10}")
    for name, seats, deals in MATCHES:
        (line,) = printed(JUMPING, name, seats, deals)
        events, read, opened, usual, most = map(float, line.split())
        print(
            f"{f'{name}, {seats} players':<22}{events:>8.0f}{read:>7.2f} s"
            f"{opened:>7.0f} ms{usual:>7.0f} ms{most:>7.0f} ms"
        )
        met = met and most < JUMP_MS and read < READ_S
    return met


if __name__ == "__main__":
    sys.exit(0 if run() else 1)
