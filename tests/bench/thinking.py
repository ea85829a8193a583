"""Cost of a decision of each level: CPU time, median and 95th percentile, and memory.

    python tests/bench/thinking.py --game damn --matches 2

Every game and level is played in a separate process by bots of that level alone; memory is the
maximum of that process.
"""

import resource
import sys
from functools import partial
from multiprocessing import get_context

from pairing import BOT_FACTORIES, GAMES, make_player, play_match, quantile, seed_from_text
from support import make_parser

MAX_SECONDS = {"hard": 0.3, "expert": 1.0}
"""Maximum 95th percentile of a decision by level (s)."""
PLAYERS = 4
SHORT_OPTIONS = {"ass": {"deal_limit": 10}}
"""Options for a shorter match, by game."""


def measure_cost(game: str, level: str, matches: int) -> tuple[int, float, float, float]:
    """Return number, median and 95th percentile (s) of decisions, and maximum memory (MB)."""
    times: list[float] = []
    for number in range(matches):
        bots = make_player(level), make_player(level)
        seating = (True,) * PLAYERS
        options = SHORT_OPTIONS.get(game, {})
        result = play_match(
            game, options, seed_from_text(f"thinking/{game}/{number}"), bots, seating
        )
        times += result.times[0]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return len(times), quantile(times, 0.5), quantile(times, 0.95), memory


def measure_level(game: str, level: str, matches: int) -> bool:
    """Print a line; return True if the level meets its target."""
    with get_context("spawn").Pool(1) as pool:
        count, median, most, memory = pool.apply(partial(measure_cost, game, level, matches))
    print(
        f"{game:>9} {level:>7}: median {median * 1000:7.1f} ms, 95th percentile "
        f"{most * 1000:7.1f} ms, {memory:4.0f} MB ({count} decisions)",
        flush=True,
    )
    return most <= MAX_SECONDS.get(level, 1.0)


def run_benchmark(games: tuple[str, ...] = tuple(GAMES), matches: int = 1) -> bool:
    """Measure every level of these games."""
    results = [measure_level(game, level, matches) for game in games for level in BOT_FACTORIES]
    return all(results)


def main() -> int:
    parser = make_parser(__doc__)
    parser.add_argument("--game", choices=list(GAMES))
    parser.add_argument("--matches", type=int, default=1)
    options = parser.parse_args()
    return (
        0
        if run_benchmark((options.game,) if options.game else tuple(GAMES), options.matches)
        else 1
    )


if __name__ == "__main__":
    sys.exit(main())
