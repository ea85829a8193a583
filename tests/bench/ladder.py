"""Each level against the one below: same cards, seats swapped, lead with its standard error.

    python tests/bench/ladder.py --game damn --players 4 --deals 2000
    python tests/bench/ladder.py --game damn --players 4 --a hard --b easy --deals 500

``--a hard:bold`` is a temperament. Leads are points per deal; in games that are about places
(Ass, Rank), places per match. Without ``--a`` and ``--b`` every step of the ladder is measured. A
step stands when the lead is more than three standard errors. ``bench ladder`` prints one table of
all games at the number of players that the window offers first, with groups enough for each step.
"""

import argparse
import json
import os
import sys
from functools import partial
from itertools import pairwise
from multiprocessing import get_context

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

from greenbaize.rules.players import TILTS

ENOUGH = 3
"""Standard errors by which a level must lead."""
GROUPS = {
    "damn": (12, 12, 60, 400),
    "blackout": (12, 12, 24, 400),
    "master": (8, 8, 12, 400),
    "ass": (20, 60, 200, 400),
    "rank": (800, 1500, 2500),
}
"""How many groups the benchmark run plays for each step of the ladder, the lowest first."""


def level(text: str) -> str:
    """The name of a level, or of ``level:temperament``, if there is one."""
    name, _, temperament = text.partition(":")
    if name not in LEVELS or (temperament and temperament not in TILTS):
        levels, temperaments = ", ".join(LEVELS), ", ".join(TILTS)
        raise argparse.ArgumentTypeError(f"{text!r} is none of {levels} (or with :{temperaments})")
    return text


def steps_of(game: str) -> list[tuple[str, str]]:
    """Each level that a game offers and the one above, the lowest first."""
    return list(pairwise(GAMES[game].levels))


def one_group(
    game: str, seats: int, options: dict[str, object], pair: tuple[str, str], number: int
) -> Group:
    makers = partial(player, pair[0]), partial(player, pair[1])
    return play_group(game, seats, options, f"ladder/{game}/{seats}/{number}", makers)


def measure(
    table: tuple[str, int, dict[str, object]], pair: tuple[str, str], groups: int, jobs: int
) -> bool:
    """Play so many groups, print a line and say whether the first leads clearly."""
    game, seats, options = table
    work = partial(one_group, game, seats, options, pair)
    with get_context("spawn").Pool(jobs) as pool:
        done = list(tqdm(pool.imap_unordered(work, range(groups)), total=groups, leave=False))
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
    """How many deals a match has, roughly where nobody knows."""
    one = GAMES[game]
    given = settled(one.options, seats, options)
    return max(1, one.picture(one.start(seats, given)).deals)


def run() -> bool:
    """Is every level ahead of the one below, in every game?"""
    jobs = os.cpu_count() or 1
    stands = [
        measure((game, 4, {}), (high, low), groups, jobs)
        for game, steps in GROUPS.items()
        for (low, high), groups in zip(steps_of(game), steps, strict=True)
    ]
    return all(stands)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=list(GAMES), default="damn")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--deals", type=int, default=1000, help="deals in all, about")
    parser.add_argument("--a", type=level)
    parser.add_argument("--b", type=level)
    parser.add_argument("--options", type=json.loads, default={}, help='such as {"hook": true}')
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    wanted = parser.parse_args()
    if (wanted.a is None) != (wanted.b is None):
        parser.error("--a and --b go together")
    steps = [(high, low) for low, high in steps_of(wanted.game)]
    pairs = [(wanted.a, wanted.b)] if wanted.a else steps
    each = deals_in(wanted.game, wanted.players, wanted.options) * len(seatings(wanted.players))
    groups = max(4, wanted.deals // each)
    table = wanted.game, wanted.players, wanted.options
    stands = [measure(table, pair, groups, wanted.jobs) for pair in pairs]
    return 0 if all(stands) else 1


if __name__ == "__main__":
    sys.exit(main())
