"""The list of matches under kills: 500 times, at any moment of all that is ever written to it.

After each the list is brought up to date and held against one made anew from the records: every
table must be the same. ``python tests/bench/history_kill.py [TIMES] [SEED]``; not for Windows.
"""

import os
import sys
import tempfile
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from app.memory.killing import check, kill_once, records


def run(times: int = 500, seed: int = 1) -> bool:
    """Print how often it was killed; whether the list was right each time."""
    chance, whole = Random(seed), records()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["GREENBAIZE_HOME"] = str(Path(folder) / "home")
        journals = 0
        for number in range(times):
            kill_once(chance, whole, 0.15)
            journals += (Path(folder) / "home" / "history.sqlite-journal").exists()
            try:
                check(Path(folder) / "anew.sqlite")
            except AssertionError as error:
                print(f"wrong after kill {number + 1}, seed {seed}: {error}")
                return False
    print(
        f"  killed {times} times, {journals} of them amid a writing; the list was right each time"
    )
    return True


if __name__ == "__main__":
    sys.exit(0 if run(*map(int, sys.argv[1:3])) else 1)
