"""Folders with thousands of records: the golden ones again and again, with other people and times.

No two of them are of the same match. ``python tests/bench/many_records.py HOME 20000 10000`` makes
20,000, of which 10,000 were left before their end.
"""

import json
import os
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final

GOLDEN: Final = Path(__file__).parents[1] / "golden"
FIRST: Final = datetime(2020, 1, 1, 12, tzinfo=UTC)
NAMES: Final = ("Anna", "Boris", "Vera", "Mila", "Otto", "Jan", "Ида", "José", "Q. & <b>A</b>")
LEVELS: Final = ("random", "easy", "medium", "hard", "expert")


def fill(home: Path, count: int, unfinished: int, game: str = "") -> None:
    """Make so many records beneath a home of the program.

    Args:
        home: what ``GREENBAIZE_HOME`` names.
        count: how many.
        unfinished: how many of them were left before their end: every so manieth.
        game: the game of all of them, or nothing for any.
    """
    folder = home / "matches"
    folder.mkdir(parents=True, exist_ok=True)
    golden = [
        path.read_bytes().splitlines(keepends=True) for path in sorted(GOLDEN.glob("*.jsonl"))
    ]
    of_game = f'"game": "{game}'.encode()
    whole = [lines for lines in golden if b'"type": "end"' in lines[-1] and of_game in lines[0]]
    chance = Random(20)
    for number in range(count):
        header_line, *lines = chance.choice(whole)
        left = (number + 1) * unfinished // count > number * unfinished // count
        header = json.loads(header_line)
        begun = (FIRST + timedelta(hours=2.7 * number)).strftime("%Y%m%dT%H%M%S")
        header |= {"seed": f"{number:032x}", "begun": begun}
        names = chance.sample(NAMES, min(len(header["seats"]), len(NAMES)))
        for seat, name in zip(header["seats"][1:], names, strict=False):
            seat |= {"name": name, "kind": "bot", "level": LEVELS[number // 7 % len(LEVELS)]}
        header["seats"][0] = {"name": "Ida" if number % 5 else "Jo", "kind": "human"}
        if left:
            lines = lines[: chance.randrange(1, len(lines) - 1)]
        data = json.dumps(header).encode() + b"\n" + b"".join(lines)
        (folder / f"{begun}-{header['game']}-{number:04x}.jsonl").write_bytes(data)


if __name__ == "__main__":
    fill(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
    print(len(os.listdir(Path(sys.argv[1]) / "matches")))  # noqa: PTH208
