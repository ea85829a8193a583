"""Crash tests of the match list: a process that updates it is killed at random moments.

The process performs every write the database knows: records are created, extended, deleted,
abandoned and damaged, and occasionally the database file itself is damaged.
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
"""Columns compared, by table: all but the row numbers."""


def records() -> list[bytes]:
    """Return the bytes of some short matches."""
    setups = [Setup("damn", 3, {"deals": 2}), Setup("ass", 2, {}), Setup("rank", 3, {"deals": 1})]
    return [play_randomly(setup, seed).record for setup in setups for seed in range(4)]


def kill_once(chance: Random, whole: list[bytes], most_s: float) -> None:
    """Let a child process work for a random time of at most ``most_s`` seconds, and kill it."""
    seed = chance.random()
    child = os.fork()
    if child == 0:
        try:
            work(Random(seed), whole)
        finally:
            os._exit(1)  # the loop only ends by the signal
    time.sleep(chance.random() * most_s)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the child ended before it was killed"


def work(chance: Random, whole: list[bytes]) -> None:
    """Change records at random and update the match list, forever."""
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
    """Make one random change to the records."""
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
    """Overwrite the beginning of the database with random bytes."""
    with path.open("r+b") as file:
        file.write(chance.randbytes(600))


def check(elsewhere: Path) -> None:
    """Compare the updated match list with one rebuilt from the records.

    Args:
        elsewhere: Path of the rebuilt database.
    """
    bring_up()
    with closing(History.open(elsewhere)) as fresh:
        gather(fresh)
    assert sound(folders.history())
    kept, expected = contents(folders.history()), contents(elsewhere)
    for table in TABLES:
        odd = [one for one in kept[table] if one not in expected[table]]
        less = [one for one in expected[table] if one not in kept[table]]
        assert kept[table] == expected[table], f"{table}: unexpected {odd[:3]}, missing {less[:3]}"


def sound(path: Path) -> bool:
    """Return True if the database is intact."""
    with closing(sqlite3.connect(path)) as base:
        return base.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def contents(path: Path) -> dict[str, list[Any]]:
    """Return the rows of every compared table."""
    with closing(sqlite3.connect(path)) as base:
        found = {}
        for table, columns in TABLES.items():
            where = " WHERE times <> 0" if table == "tallies" else ""
            rows = base.execute(f"SELECT {columns} FROM {table}{where}").fetchall()
            found[table] = sorted(rows, key=repr)
        return found
