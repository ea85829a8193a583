"""Thousands of matches with table manners at which anybody does anything at any time.

``python tests/bench/manners_fuzz.py --matches 2000`` prints what happened in them, or stops with
the first that is inconsistent: a refusal that changed something, a card lost, totals that are not
points and penalties, a record that does not hold, is not the page's, or does not rerun to its
bytes, a seat that was told too little.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "desktop"), str(ROOT / "tests")]

from match.erring import TABLES, Examined, play_erring  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--number", type=int, default=1000, help="of the first match")
    wanted = parser.parse_args()
    counts: Counter[str] = Counter()
    for number in range(wanted.number, wanted.number + wanted.matches):
        setup = TABLES[number % len(TABLES)]
        # From people who seldom err to those who hardly know the game.
        counts += Examined(play_erring(setup, number, (0.1, 0.3, 0.6)[number % 3])).counts
        counts["matches"] += 1
    for what, count in sorted(counts.items()):
        print(f"{count:>10,} {what}")
    print("All matches were consistent, and every penalty is in the totals.")


if __name__ == "__main__":
    main()
