"""Cost of a decision of each level: CPU time, median, 95th percentile and slowest, and memory.

    python tests/bench/thinking.py --game damn --players 3 4 --decisions 2000

Every level plays every game with every number of players, in a process of its own; memory is the
maximum of that process. The slowest decisions are repeated, so that what another program takes does
not count. At the end the slowest of each level is printed; ``hard`` has 60 ms and ``expert`` 300 ms
on the computer of docs/strength.md.
"""

import resource
import sys
from collections.abc import Iterable
from functools import partial
from heapq import nlargest
from itertools import count
from multiprocessing import get_context
from operator import attrgetter
from typing import NamedTuple

from pairing import (
    BOT_FACTORIES,
    GAMES,
    Decision,
    make_player,
    play_match,
    quantile,
    seed_from_text,
)
from support import make_parser

MAX_SECONDS = {"hard": 0.06, "expert": 0.3}
"""Maximum of a decision by level, of lower ones that of ``hard`` (s)."""
SHORT_OPTIONS = {"ass": {"deal_limit": 10}}
"""Options for a shorter match, by game."""
MIN_DECISIONS = 300
"""Number of decisions of a level in a game at least."""
REPEATED_DECISIONS = 5
"""Number of the slowest decisions that are repeated, and how often."""


class ThinkingCost(NamedTuple):
    """Number of decisions, their median, 95th percentile and slowest (s), and memory (MB)."""

    count: int
    median: float
    most: float
    slowest: float
    memory: float


def measure_cost(game: str, seats: int, level: str, min_decisions: int) -> ThinkingCost:
    """Play whole matches until there are so many decisions among several choices."""
    game_rules = GAMES[game]
    times: list[float] = []
    slowest_decisions: list[Decision] = []
    for number in count():
        if len(times) >= min_decisions:
            break
        result = play_match(
            game,
            SHORT_OPTIONS.get(game, {}),
            seed_from_text(f"thinking/{game}/{number}"),
            (make_player(level), make_player(level)),
            (True,) * seats,
            keeps_decisions=True,
        )
        open_decisions = [
            one for one in result.decisions if len(game_rules.legal(one.view, one.seat)) > 1
        ]
        times += [decision.cpu_s for decision in open_decisions]
        slowest_decisions = nlargest(
            REPEATED_DECISIONS, slowest_decisions + open_decisions, key=attrgetter("cpu_s")
        )
    slowest = max(
        min(decision.repeat(make_player(level)) for _ in range(REPEATED_DECISIONS))
        for decision in slowest_decisions
    )
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return ThinkingCost(len(times), quantile(times, 0.5), quantile(times, 0.95), slowest, memory)


def measure_level(game: str, seats: int, level: str, min_decisions: int) -> float:
    """Print a line; return the time of the slowest decision (s)."""
    with get_context("spawn").Pool(1) as pool:
        cost = pool.apply(partial(measure_cost, game, seats, level, min_decisions))
    print(
        f"{game:>9}, {seats:>2} players, {level:>8}: median {cost.median * 1000:6.1f} ms, "
        f"95th percentile {cost.most * 1000:6.1f} ms, slowest {cost.slowest * 1000:6.1f} ms, "
        f"{cost.memory:4.0f} MB ({cost.count} decisions)",
        flush=True,
    )
    return cost.slowest


def run_benchmark(
    games: Iterable[str] = tuple(GAMES),
    seat_counts: Iterable[int] = (),
    levels: Iterable[str] = tuple(BOT_FACTORIES),
    min_decisions: int = MIN_DECISIONS,
) -> bool:
    """Measure these levels; return True if their slowest decisions are fast enough."""
    are_fast = True
    for level in levels:
        slowest_times = [
            (measure_level(game, seats, level, min_decisions), game, seats)
            for game in games
            for seats in GAMES[game].seats
            if not seat_counts or seats in seat_counts
        ]
        slowest, game, seats = max(slowest_times)
        limit = MAX_SECONDS.get(level, MAX_SECONDS["hard"])
        print(f"{level}: slowest decision {slowest * 1000:.1f} ms ({game}, {seats} players)")
        are_fast &= slowest <= limit
    return are_fast


def main() -> int:
    parser = make_parser(__doc__)
    parser.add_argument("--game", choices=list(GAMES), nargs="+", default=list(GAMES))
    parser.add_argument("--players", type=int, nargs="+", default=[])
    parser.add_argument(
        "--levels", choices=list(BOT_FACTORIES), nargs="+", default=list(BOT_FACTORIES)
    )
    parser.add_argument("--decisions", type=int, default=MIN_DECISIONS)
    options = parser.parse_args()
    are_fast = run_benchmark(options.game, options.players, options.levels, options.decisions)
    return 0 if are_fast else 1


if __name__ == "__main__":
    sys.exit(main())
