"""Thousands of pairs of matches that differ in unseen cards only: is a seat told the same bytes?

``python tests/bench/redaction.py --pairs 5000`` prints how many pairs were compared, or stops with
the first that is told differently.
"""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "desktop"), str(ROOT / "tests")]

from match.pairs import Pairs  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=5000)
    parser.add_argument("--number", type=int, default=0, help="other numbers, other pairs")
    wanted = parser.parse_args()
    pairs = Pairs(wanted.number)
    while pairs.counts["pairs"] < wanted.pairs:
        pairs.compare()
    for what, count in pairs.counts.items():
        print(f"{count:>12,} {what}")
    print("All pairs were told alike.")


if __name__ == "__main__":
    main()
