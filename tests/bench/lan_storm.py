"""Whole matches on the network in a storm: cuts, delays, commands again, both ends killed.

    python tests/bench/lan_storm.py --matches 1000

All games in turn, in memory and in a time of their own (``tests/lan/storming.py``). It stops with
the first match that is wrong: a record that does not hold, a seat that is stuck, or anybody told
more, less or otherwise than their seat may know, by the bytes that came; ``--number`` plays that
one again.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "desktop"), str(ROOT / "tests")]

from lan.storming import Storm  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--number", type=int, default=0, help="of the first match")
    parser.add_argument("--go-on", action="store_true", help="count what is wrong, and go on")
    wanted = parser.parse_args()
    counts: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    began, used = time.perf_counter(), time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(wanted.number, wanted.number + wanted.matches):
            storm = Storm(number, Path(folder))
            try:
                storm.run()
            except Exception as error:
                text = f"{type(error).__name__}: {error}"[:300]
                print(f"match {number} ({storm.game}): {text}", flush=True)
                if not wanted.go_on:
                    raise
                wrong[text.split(" Task")[0][:60]] += 1
            counts += storm.counts
            storm.path.unlink(missing_ok=True)
            if (number + 1) % 100 == 0:
                print(f"{number + 1} matches, {time.perf_counter() - began:.0f} s", flush=True)
    for what, count in sorted(counts.items()):
        print(f"{count:>10,} {what}")
    print(f"{time.process_time() - used:.0f} s of processor time")
    for what, count in wrong.most_common():
        print(f"{count:>10,} wrong: {what}")
    if not wrong:
        print("All records hold, and nobody was told more or less than their seat may know.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
