"""Thousands of positions in which unseen cards are dealt anew: does every player choose alike?

    python tests/bench/honest.py --positions 2000 --level hard

All games, or ``--game``; stops at the first position where a choice differs.
"""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "desktop"), str(ROOT / "tests")]

from bots.honesty import Positions  # noqa: E402
from greenbaize.bots import LEVELS  # noqa: E402
from greenbaize.games import GAMES  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=2000, help="for each game and level")
    parser.add_argument("--level", choices=list(LEVELS))
    parser.add_argument("--game", choices=list(GAMES))
    parser.add_argument("--number", type=int, default=0, help="other numbers, other positions")
    wanted = parser.parse_args()
    for name in [wanted.game] if wanted.game else GAMES:
        for level in [wanted.level] if wanted.level else LEVELS:
            positions = Positions(name, wanted.number)
            for _ in range(wanted.positions):
                positions.compare(LEVELS[level])
            print(
                f"{name}, {level}: {positions.compared:,} positions, {positions.differing:,} with "
                "other cards unseen, all chosen alike",
                flush=True,
            )


if __name__ == "__main__":
    main()
