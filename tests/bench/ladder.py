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

from measured import arguments
from pairing import (
    BY_PLACE,
    GAMES,
    LEVELS,
    Group,
    mean_and_error,
    play_group,
    player,
    quantile,
    seatings,
    settled,
)
from tqdm import tqdm

from greenbaize.cli.workers import cluster_workers, cores, in_order, workers
from greenbaize.rules.errors import GameError
from greenbaize.rules.players import TILTS
from greenbaize.words.speaker import Speaker

AHEAD = 4
"""Number of groups queued for each process, so that none is idle."""
ENOUGH = 3
"""Minimum lead of a level (standard errors)."""
GROUPS = {
    "damn": (12, 12, 60, 400),
    "blackout": (12, 12, 24, 400),
    "master": (8, 8, 12, 400),
    "ass": (20, 60, 200, 400),
    "rank": (800, 1500, 2500),
}
"""Number of groups of the benchmark run for each step of the ladder, the lowest first."""


def level(text: str) -> str:
    """Return the name of a level, or of ``level:temperament``, if it exists."""
    name, _, temperament = text.partition(":")
    if name not in LEVELS or (temperament and temperament not in TILTS):
        levels, temperaments = ", ".join(LEVELS), ", ".join(TILTS)
        raise argparse.ArgumentTypeError(f"{text!r} is none of {levels} (or with :{temperaments})")
    return text


def steps_of(game: str) -> list[tuple[str, str]]:
    """Return each level that a game offers with the one above, the lowest first."""
    return list(pairwise(GAMES[game].levels))


def one_group(
    game: str, seats: int, options: dict[str, object], pair: tuple[str, str], number: int
) -> Group:
    makers = partial(player, pair[0]), partial(player, pair[1])
    return play_group(game, seats, options, f"ladder/{game}/{seats}/{number}", makers)


Players = Callable[[Callable[[int], Group]], Iterator[Group]]
"""Function that plays a task's groups from number 0 on, in order and without end."""


@contextmanager
def players(jobs: int, cluster: str | None) -> Iterator[Players]:
    """Open processes of this machine that play groups, or the workers of a Dask cluster."""
    if cluster is None:
        with workers(jobs) as pool:
            yield lambda task: in_order(pool, task, count(), AHEAD * jobs, pool.lost)
    else:
        with cluster_workers(cluster) as (executor, threads, lost):
            yield lambda task: in_order(executor, task, count(), AHEAD * threads, lost)


def measure(
    table: tuple[str, int, dict[str, object]], pair: tuple[str, str], groups: int, play: Players
) -> bool:
    """Play the groups and print a line; return True if the first player leads clearly."""
    game, seats, options = table
    played = islice(play(partial(one_group, game, seats, options, pair)), groups)
    done = list(tqdm(played, total=groups, leave=False, desc=f"{game}, {' against '.join(pair)}"))
    mean, error = mean_and_error(group.lead for group in done)
    unit = "places a match" if game in BY_PLACE else "points a deal"
    times = [[one for group in done for one in group.times[kind]] for kind in range(2)]
    cpu = ", ".join(
        f"{name} {quantile(t, 0.5) * 1000:.1f}/{quantile(t, 0.95) * 1000:.1f} ms"
        for name, t in zip(pair, times, strict=True)
    )
    print(
        f"{game}, {seats} players, {pair[0]} against {pair[1]}: {mean:+.3f} ± {error:.3f} {unit} "
        f"({groups} groups; CPU per decision, median and 95th percentile: {cpu})",
        flush=True,
    )
    return mean > ENOUGH * error


def deals_in(game: str, seats: int, options: dict[str, object]) -> int:
    """Return the number of deals of a match, estimated where it varies."""
    one = GAMES[game]
    given = settled(one.options, seats, options)
    return max(1, one.picture(one.start(seats, given)).deals)


def measure_all(play: Players) -> bool:
    """Return True if every level is ahead of the one below, in every game."""
    stands = [
        measure((game, 4, {}), (high, low), groups, play)
        for game, steps in GROUPS.items()
        for (low, high), groups in zip(steps_of(game), steps, strict=True)
    ]
    return all(stands)


def run() -> bool:
    """Run the ladder of all games; return True if every step passes."""
    with players(cores(), None) as play:
        return measure_all(play)


def main() -> int:
    parser = arguments(__doc__)
    parser.add_argument("--game", choices=[*GAMES, "all"], default="damn")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--deals", type=int, default=1000, help="deals in all, about")
    parser.add_argument("--a", type=level)
    parser.add_argument("--b", type=level)
    parser.add_argument("--options", type=json.loads, default={}, help='such as {"hook": true}')
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--jobs", type=int, default=cores())
    where.add_argument("--cluster", metavar="ADDRESS", help="as in host:8786")
    wanted = parser.parse_args()
    if (wanted.a is None) != (wanted.b is None):
        parser.error("--a and --b go together")
    try:
        with players(wanted.jobs, wanted.cluster) as play:
            return 0 if _measure_wanted(wanted, play) else 1
    except GameError as error:
        print(Speaker().say(error.message), file=sys.stderr)
        return 1


def _measure_wanted(wanted: argparse.Namespace, play: Players) -> bool:
    if wanted.game == "all":
        return measure_all(play)
    steps = [(high, low) for low, high in steps_of(wanted.game)]
    pairs = [(wanted.a, wanted.b)] if wanted.a else steps
    each = deals_in(wanted.game, wanted.players, wanted.options) * len(seatings(wanted.players))
    groups = max(4, wanted.deals // each)
    table = wanted.game, wanted.players, wanted.options
    stands = [measure(table, pair, groups, play) for pair in pairs]
    return all(stands)


if __name__ == "__main__":
    sys.exit(main())
