"""Comparison of each level with the one below: same cards, seats swapped, lead with standard error.

    python tests/bench/ladder.py --game damn --players 4 --deals 2000
    python tests/bench/ladder.py --game damn --players 4 --a hard --b easy --deals 500

``--a hard:bold`` selects a temperament. Leads are points per deal; in games that are decided by
ranks (Ass, Rank), ranks per match. Without ``--a`` and ``--b`` every step of the ladder is
measured. A step passes when the lead is more than three standard errors. ``bench ladder`` prints
one table of all games at the window's default number of players, with enough groups for each step.

``--cluster HOST:8786`` uses a Dask cluster (CONTRIBUTING.md, "Benchmarks"); ``--game all`` plays
that table of all games. The leads do not depend on where the groups are played.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count, islice, pairwise

from pairing import (
    BOT_FACTORIES,
    GAMES,
    RANK_GAMES,
    GroupResult,
    make_player,
    mean_and_standard_error,
    play_group,
    possible_seatings,
    quantile,
    resolve_options,
)
from support import make_parser
from tqdm import tqdm

from greenbaize.cli.workers import connect_cluster, count_cores, map_in_order, start_workers
from greenbaize.rules.errors import GameError
from greenbaize.rules.players import RANDOM_LEVEL, TEMPERAMENT_TILTS
from greenbaize.words.speaker import Speaker

QUEUED_GROUPS = 4
"""Number of groups queued for each process, so that none is idle."""
MIN_STANDARD_ERRORS = 3
"""Minimum lead of a level (standard errors)."""
GROUP_COUNTS = {
    "damn": (12, 20, 12, 60, 400),
    "blackout": (12, 12, 12, 24, 400),
    "master": (20, 40, 8, 12, 400),
    "ass": (40, 100, 60, 200, 400),
    "rank": (2500, 2500, 1500, 2500),
}
"""Number of groups of the benchmark run for each step of the ladder, the lowest first."""


def parse_level(text: str) -> str:
    """Return the name of a level, or of ``level:temperament``, if it exists."""
    name, _, temperament = text.partition(":")
    if name not in BOT_FACTORIES or (temperament and temperament not in TEMPERAMENT_TILTS):
        levels, temperaments = ", ".join(BOT_FACTORIES), ", ".join(TEMPERAMENT_TILTS)
        raise argparse.ArgumentTypeError(f"{text!r} is none of {levels} (or with :{temperaments})")
    return text


def ladder_steps(game: str) -> list[tuple[str, str]]:
    """Return chance and each level that a game offers with the one above, the lowest first."""
    return list(pairwise((RANDOM_LEVEL, *GAMES[game].levels)))


def play_ladder_group(
    game: str, seats: int, options: dict[str, object], pair: tuple[str, str], number: int
) -> GroupResult:
    makers = partial(make_player, pair[0]), partial(make_player, pair[1])
    return play_group(game, seats, options, f"ladder/{game}/{seats}/{number}", makers)


GroupRunner = Callable[[Callable[[int], GroupResult]], Iterator[GroupResult]]
"""Function that plays a task's groups from number 0 on, in order and without end."""


@contextmanager
def open_workers(jobs: int, cluster: str | None) -> Iterator[GroupRunner]:
    """Open processes of this machine that play groups, or the workers of a Dask cluster."""
    if cluster is None:
        with start_workers(jobs) as pool:
            yield lambda task: map_in_order(pool, task, count(), QUEUED_GROUPS * jobs, pool.is_lost)
    else:
        with connect_cluster(cluster) as (executor, threads, is_lost):
            yield lambda task: map_in_order(
                executor, task, count(), QUEUED_GROUPS * threads, is_lost
            )


def measure_step(
    table: tuple[str, int, dict[str, object]],
    pair: tuple[str, str],
    groups: int,
    run_groups: GroupRunner,
) -> bool:
    """Play the groups and print a line; return True if the first player leads clearly."""
    game, seats, options = table
    groups_played = islice(
        run_groups(partial(play_ladder_group, game, seats, options, pair)), groups
    )
    results = list(
        tqdm(groups_played, total=groups, leave=False, desc=f"{game}, {' against '.join(pair)}")
    )
    mean, error = mean_and_standard_error(group.lead for group in results)
    unit = "places a match" if game in RANK_GAMES else "points a deal"
    times = [[one for group in results for one in group.times[kind]] for kind in range(2)]
    cpu = ", ".join(
        f"{name} {quantile(t, 0.5) * 1000:.1f}/{quantile(t, 0.95) * 1000:.1f} ms"
        for name, t in zip(pair, times, strict=True)
    )
    print(
        f"{game}, {seats} players, {pair[0]} against {pair[1]}: {mean:+.3f} ± {error:.3f} {unit} "
        f"({groups} groups; CPU per decision, median and 95th percentile: {cpu})",
        flush=True,
    )
    return mean > MIN_STANDARD_ERRORS * error


def count_deals(game: str, seats: int, options: dict[str, object]) -> int:
    """Return the number of deals of a match, estimated where it varies."""
    rules = GAMES[game]
    resolved = resolve_options(rules.options, seats, options)
    return max(1, rules.picture(rules.initial_state(seats, resolved)).deal_count)


def measure_all(run_groups: GroupRunner) -> bool:
    """Return True if every level is ahead of the one below, in every game."""
    results = [
        measure_step((game, 4, {}), (high, low), groups, run_groups)
        for game, steps in GROUP_COUNTS.items()
        for (low, high), groups in zip(ladder_steps(game), steps, strict=True)
    ]
    return all(results)


def run_benchmark() -> bool:
    """Run the ladder of all games; return True if every step passes."""
    with open_workers(count_cores(), None) as run_groups:
        return measure_all(run_groups)


def main() -> int:
    parser = make_parser(__doc__)
    parser.add_argument("--game", choices=[*GAMES, "all"], default="damn")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--deals", type=int, default=1000, help="deals in all, about")
    parser.add_argument("--a", type=parse_level)
    parser.add_argument("--b", type=parse_level)
    parser.add_argument("--options", type=json.loads, default={}, help='such as {"hook": true}')
    executor_options = parser.add_mutually_exclusive_group()
    executor_options.add_argument("--jobs", type=int, default=count_cores())
    executor_options.add_argument("--cluster", metavar="ADDRESS", help="as in host:8786")
    options = parser.parse_args()
    if (options.a is None) != (options.b is None):
        parser.error("--a and --b go together")
    try:
        with open_workers(options.jobs, options.cluster) as run_groups:
            return 0 if _measure_options(options, run_groups) else 1
    except GameError as error:
        print(Speaker().format_message(error.message), file=sys.stderr)
        return 1


def _measure_options(options: argparse.Namespace, run_groups: GroupRunner) -> bool:
    if options.game == "all":
        return measure_all(run_groups)
    steps = [(high, low) for low, high in ladder_steps(options.game)]
    pairs = [(options.a, options.b)] if options.a else steps
    deals_per_group = count_deals(options.game, options.players, options.options) * len(
        possible_seatings(options.players)
    )
    groups = max(4, options.deals // deals_per_group)
    table = options.game, options.players, options.options
    results = [measure_step(table, pair, groups, run_groups) for pair in pairs]
    return all(results)


if __name__ == "__main__":
    sys.exit(main())
