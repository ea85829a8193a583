"""A program that keeps up the list of matches, killed at any moment, again and again.

While it lives it does all that is ever written to the database: records come, grow, go, are left
for good and are damaged, and now and then the database itself is.
"""

import os
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Final

from greenbaize.app.memory.history_sync import bring_up, gather
from greenbaize.store import folders
from greenbaize.store.history import History
from greenbaize.store.reviews import Review, keep_review
from match.playing import Setup, play_randomly

MOST_RECORDS: Final = 30
TABLES: Final = {
    "matches": "identity, game, begun, deal, over, practice, origin, people, won, file",
    "files": "name, match, fault, over, deal, scored, seeded",
    "players": (
        "(SELECT identity FROM matches WHERE id = match), seat, name, folded, kind, level, total,"
        " place, stood_in, against, source"
    ),
    "facts": "(SELECT identity FROM matches WHERE id = match), seat, kind, key, times, sum",
    "tallies": "bot, who, game, against, kind, key, times, sum",
    "credits": (
        "game, bot, who, begun, identity, seat, against, seats, behind, tied, place, worst, deals,"
        " points, source, rating, spread"
    ),
    "reviews": "identity, deal, seat, adviser, made, choices, points",
    "unrated": "game, since",
    "honours": "(SELECT identity FROM matches WHERE id = match), seat, code",
}
"""What is compared of the tables, which is all but their numbers."""


def records() -> list[bytes]:
    """Some matches, short ones."""
    setups = [Setup("damn", 3, {"deals": 2}), Setup("ass", 2, {}), Setup("rank", 3, {"deals": 1})]
    return [play_randomly(setup, seed).record for setup in setups for seed in range(4)]


def kill_once(chance: Random, whole: list[bytes], most_s: float) -> None:
    """Let a process work for a random time, at most so many seconds, and kill it."""
    seed = chance.random()
    child = os.fork()
    if child == 0:
        try:
            work(Random(seed), whole)
        finally:
            os._exit(1)  # it works until it is killed
    time.sleep(chance.random() * most_s)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "it has stopped by itself"


def work(chance: Random, whole: list[bytes]) -> None:
    """Change the records at random and keep the list up, for ever."""
    folder = folders.matches()
    (folder / "abandoned").mkdir(parents=True, exist_ok=True)
    while True:
        for _ in range(chance.randrange(1, 4)):
            change(folder, chance, whole)
        made = f"20260101T1000{chance.randrange(60):02}"
        found = Review(f"{chance.randrange(9):032x}", 1, chance.randrange(3), "hard", made, 9, 1.5)
        keep_review(folders.reviews(), found)
        bring_up()
        if chance.random() < 0.05:
            damage(folders.history(), chance)


def change(folder: Path, chance: Random, whole: list[bytes]) -> None:
    """Do one thing to the records."""
    there = sorted(folder.rglob("*.jsonl"))
    if not there or (len(there) < MOST_RECORDS and chance.random() < 0.5):
        lines = chance.choice(whole).splitlines(keepends=True)
        data = b"".join(lines[: chance.randrange(1, len(lines) + 1)])
        (folder / f"{chance.getrandbits(32):08x}.jsonl").write_bytes(data)
        return
    path = chance.choice(there)
    match chance.randrange(4):
        case 0:
            path.unlink()
        case 1:
            path.write_bytes(chance.choice(whole))
        case 2:
            path.replace(folder / "abandoned" / path.name)
        case 3:
            path.write_bytes(b"no record\n")


def damage(path: Path, chance: Random) -> None:
    """Write nonsense over the beginning of the database."""
    with path.open("r+b") as file:
        file.write(chance.randbytes(600))


def check(elsewhere: Path) -> None:
    """Hold the list, brought up to date, against one that is made anew from the records.

    Args:
        elsewhere: where that one is made.
    """
    bring_up()
    with closing(History.open(elsewhere)) as fresh:
        gather(fresh)
    assert sound(folders.history())
    kept, expected = contents(folders.history()), contents(elsewhere)
    for table in TABLES:
        odd = [one for one in kept[table] if one not in expected[table]]
        less = [one for one in expected[table] if one not in kept[table]]
        assert kept[table] == expected[table], f"{table}: {odd[:3]} and not {less[:3]}"


def sound(path: Path) -> bool:
    """Whether nothing in a database is damaged."""
    with closing(sqlite3.connect(path)) as base:
        return base.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def contents(path: Path) -> dict[str, list[Any]]:
    """What is in the tables of a database."""
    with closing(sqlite3.connect(path)) as base:
        found = {}
        for table, columns in TABLES.items():
            where = " WHERE times <> 0" if table == "tallies" else ""
            rows = base.execute(f"SELECT {columns} FROM {table}{where}").fetchall()
            found[table] = sorted(rows, key=repr)
        return found
