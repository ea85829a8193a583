"""Long runs of checks that the tests try a few times.

    python tests/bench/many.py positions --count 2000

- ``positions``: unseen cards are dealt again; every bot must choose the same
- ``pairs``: matches differ in unseen cards only; a seat must receive the same bytes
- ``manners``: random actions at any time at a table with manners
- ``storms``: matches over a network with cuts and delays, with both ends killed
- ``kills``: the match database, killed at random moments of a write; not for Windows

Each stops at the first failure; ``--number`` is the first number, or the seed.
"""

import os
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

from measured import arguments  # isort: skip  (finds the package)
from app.memory import killing
from bots.honesty import Positions
from greenbaize.bots import LEVELS
from greenbaize.games import GAMES
from lan.storming import Storm
from match.erring import TABLES, Examined, play_erring
from match.pairs import Pairs


def positions(count: int, number: int) -> Counter[str]:
    counts = Counter[str]()
    for name in GAMES:
        for level, player in LEVELS.items():
            tried = Positions(name, number)
            for _ in range(count):
                tried.compare(player)
            counts[f"{name}, {level}: positions"] = tried.compared
            counts[f"{name}, {level}: with other cards unseen"] = tried.differing
    return counts


def pairs(count: int, number: int) -> Counter[str]:
    tried = Pairs(number)
    while tried.counts["pairs"] < count:
        tried.compare()
    return tried.counts


def manners(count: int, number: int) -> Counter[str]:
    counts = Counter[str]()
    for one in range(number, number + count):
        # Players from rare errors to almost random play.
        played = play_erring(TABLES[one % len(TABLES)], one, (0.1, 0.3, 0.6)[one % 3])
        counts += Examined(played).counts
    return counts


def storms(count: int, number: int) -> Counter[str]:
    counts = Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        for one in range(number, number + count):
            storm = Storm(one, Path(folder))
            try:
                storm.run()
            except Exception:
                print(f"match {one} ({storm.game})", flush=True)
                raise
            counts += storm.counts
            storm.path.unlink(missing_ok=True)
    return counts


def kills(count: int, number: int) -> Counter[str]:
    chance, whole, counts = Random(number), killing.records(), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["GREENBAIZE_HOME"] = str(Path(folder) / "home")
        for _ in range(count):
            killing.kill_once(chance, whole, 0.15)
            counts["kills"] += 1
            counts["amid a writing"] += Path(folder, "home", "history.sqlite-journal").exists()
            killing.check(Path(folder) / "anew.sqlite")
    return counts


TRIED = {one.__name__: one for one in (positions, pairs, manners, storms, kills)}


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("what", choices=list(TRIED))
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--number", type=int, default=1)
    wanted = parser.parse_args()
    counts = TRIED[wanted.what](wanted.count, wanted.number)
    for what, count in sorted(counts.items()):
        print(f"{count:>10,} {what}")
    print("All checks passed.")


if __name__ == "__main__":
    main()
