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

from greenbaize.app.memory.history_sync import sync_history, sync_records
from greenbaize.store import folders
from greenbaize.store.history import HistoryDatabase
from greenbaize.store.reviews import REVIEWS, DealReview
from match.random_matches import GameSetup, play_randomly

MOST_RECORDS: Final = 30
COMPARED_COLUMNS: Final = {
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


def make_records() -> list[bytes]:
    """Return the bytes of some short matches."""
    setups = [
        GameSetup("damn", 3, {"deals": 2}),
        GameSetup("ass", 2, {}),
        GameSetup("rank", 3, {"deals": 1}),
    ]
    return [play_randomly(setup, seed).record for setup in setups for seed in range(4)]


def kill_worker(chance: Random, record_list: list[bytes], most_s: float) -> None:
    """Let a child process work for a random time of at most ``most_s`` seconds, and kill it."""
    seed = chance.random()
    child = os.fork()
    if child == 0:
        try:
            run_worker(Random(seed), record_list)
        finally:
            os._exit(1)  # the loop only ends by the signal
    time.sleep(chance.random() * most_s)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the child ended before it was killed"


def run_worker(chance: Random, record_list: list[bytes]) -> None:
    """Change records at random and update the match list, forever."""
    folder = folders.matches_folder()
    (folder / "abandoned").mkdir(parents=True, exist_ok=True)
    while True:
        for _ in range(chance.randrange(1, 4)):
            change_records(folder, chance, record_list)
        timestamp = f"20260101T1000{chance.randrange(60):02}"
        review = DealReview(
            f"{chance.randrange(9):032x}", 1, chance.randrange(3), "hard", timestamp, 9, 1.5
        )
        REVIEWS.write_result(folders.reviews_path(), review)
        sync_history()
        if chance.random() < 0.05:
            damage_database(folders.history_path(), chance)


def change_records(folder: Path, chance: Random, record_list: list[bytes]) -> None:
    """Make one random change to the records."""
    paths = sorted(folder.rglob("*.jsonl"))
    if not paths or (len(paths) < MOST_RECORDS and chance.random() < 0.5):
        lines = chance.choice(record_list).splitlines(keepends=True)
        data = b"".join(lines[: chance.randrange(1, len(lines) + 1)])
        (folder / f"{chance.getrandbits(32):08x}.jsonl").write_bytes(data)
        return
    path = chance.choice(paths)
    match chance.randrange(4):
        case 0:
            path.unlink()
        case 1:
            path.write_bytes(chance.choice(record_list))
        case 2:
            path.replace(folder / "abandoned" / path.name)
        case 3:
            path.write_bytes(b"no record\n")


def damage_database(path: Path, chance: Random) -> None:
    """Overwrite the beginning of the database with random bytes."""
    with path.open("r+b") as file:
        file.write(chance.randbytes(600))


def check_history(rebuilt_path: Path) -> None:
    """Compare the updated match list with one rebuilt from the records.

    Args:
        elsewhere: Path of the rebuilt database.
    """
    sync_history()
    with closing(HistoryDatabase.open_or_rebuild(rebuilt_path)) as fresh:
        sync_records(fresh)
    assert is_sound(folders.history_path())
    actual, expected = read_tables(folders.history_path()), read_tables(rebuilt_path)
    for table in COMPARED_COLUMNS:
        unexpected = [row for row in actual[table] if row not in expected[table]]
        missing = [row for row in expected[table] if row not in actual[table]]
        assert actual[table] == expected[table], (
            f"{table}: unexpected {unexpected[:3]}, missing {missing[:3]}"
        )


def is_sound(path: Path) -> bool:
    """Return True if the database is intact."""
    with closing(sqlite3.connect(path)) as base:
        return base.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def read_tables(path: Path) -> dict[str, list[Any]]:
    """Return the rows of every compared table."""
    with closing(sqlite3.connect(path)) as base:
        tables = {}
        for table, columns in COMPARED_COLUMNS.items():
            where = " WHERE times <> 0" if table == "tallies" else ""
            rows = base.execute(f"SELECT {columns} FROM {table}{where}").fetchall()
            tables[table] = sorted(rows, key=repr)
        return tables
