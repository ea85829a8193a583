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

from support import make_parser  # isort: skip  (finds the package)
from app.memory import crash_tests
from bots.honesty import HonestyCheck
from greenbaize.bots import BOT_FACTORIES
from greenbaize.games import GAMES
from lan.match_storm import MatchStorm
from match.erring_match import ERRING_SETUPS, ErringMatchChecker, play_erring_match
from match.redaction_pairs import RedactionPairs


def check_positions(count: int, number: int) -> Counter[str]:
    counts = Counter[str]()
    for name in GAMES:
        for level, player in BOT_FACTORIES.items():
            position_checks = HonestyCheck(name, number)
            for _ in range(count):
                position_checks.compare_position(player)
            counts[f"{name}, {level}: positions"] = position_checks.compared_count
            counts[f"{name}, {level}: with other cards unseen"] = position_checks.differing_count
    return counts


def check_pairs(count: int, number: int) -> Counter[str]:
    pair_checks = RedactionPairs(number)
    while pair_checks.counts["pairs"] < count:
        pair_checks.compare_pair()
    return pair_checks.counts


def check_manners(count: int, number: int) -> Counter[str]:
    counts = Counter[str]()
    for one in range(number, number + count):
        # Players from rare errors to almost random play.
        played = play_erring_match(
            ERRING_SETUPS[one % len(ERRING_SETUPS)], one, (0.1, 0.3, 0.6)[one % 3]
        )
        counts += ErringMatchChecker(played).counts
    return counts


def check_storms(count: int, number: int) -> Counter[str]:
    counts = Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        for one in range(number, number + count):
            storm = MatchStorm(one, Path(folder))
            try:
                storm.run()
            except Exception:
                print(f"match {one} ({storm.game})", flush=True)
                raise
            counts += storm.counts
            storm.path.unlink(missing_ok=True)
    return counts


def check_kills(count: int, number: int) -> Counter[str]:
    chance, records, counts = Random(number), crash_tests.make_records(), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["GREENBAIZE_HOME"] = str(Path(folder) / "home")
        for _ in range(count):
            crash_tests.kill_worker(chance, records, 0.15)
            counts["kills"] += 1
            counts["amid a writing"] += Path(folder, "home", "history.sqlite-journal").exists()
            crash_tests.check_history(Path(folder) / "anew.sqlite")
    return counts


CHECKS = {
    "positions": check_positions,
    "pairs": check_pairs,
    "manners": check_manners,
    "storms": check_storms,
    "kills": check_kills,
}


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("what", choices=list(CHECKS))
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--number", type=int, default=1)
    options = parser.parse_args()
    counts = CHECKS[options.what](options.count, options.number)
    for label, count in sorted(counts.items()):
        print(f"{count:>10,} {label}")
    print("All checks passed.")


if __name__ == "__main__":
    main()
