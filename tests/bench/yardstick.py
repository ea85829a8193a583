"""Lead of level ``hard`` over plain information-set tree search in Damn, and its cost.

    python tests/bench/yardstick.py --deals 40

Four players, turned trump and hook, 5, 9 and 12 cards; two seats each, every deal with all
seatings. Prints the mean lead per deal with its standard error and the CPU time of a decision of
both, the search compiled like the bots where there is a C compiler (``module_compiler.py``).
``hard`` must lead by more than two standard errors. ``--level seer`` shows the lead of a bot that
sees all cards.
"""

import os
import sys
from collections.abc import Sequence
from functools import partial
from multiprocessing import get_context

from measured import arguments

from pairing import GAMES, Group, mean_and_error, play_group, player, seatings  # isort: skip  (finds the package)
from headroom import Seer
from ismcts import IsMctsBot
from quick import compiled
from tqdm import tqdm

CARDS = (5, 9, 12)
SIMULATIONS = 5000


def one_group(level: str, simulations: int, cards: int, number: int) -> Group:
    # The match has one deal more than is played, because its last one has no trump. So short a
    # match would be played for the final rank, but points are measured.
    type(GAMES["damn"]).place_counts = lambda *_: False  # type: ignore[method-assign]
    options = {"first": cards, "deals": cards + 1, "hook": True}
    ours = Seer if level == "seer" else partial(player, level)
    makers = ours, partial(IsMctsBot, simulations)
    return play_group("damn", 4, options, f"yardstick/{cards}/{number}", makers, deals=1)


def measure(level: str, simulations: int, cards: int, groups: int, jobs: int) -> bool:
    """Play the deals and print a line; return True if the target is met."""
    work = partial(one_group, level, simulations, cards)
    with compiled("tree") as form, get_context("spawn").Pool(jobs) as pool:
        done = list(tqdm(pool.imap_unordered(work, range(groups)), total=groups, leave=False))
    mean, error = mean_and_error(group.lead for group in done)
    ours, theirs = (
        sum(sum(group.times[kind]) for group in done)
        / sum(len(group.times[kind]) for group in done)
        for kind in range(2)
    )
    print(
        f"{cards:>2} cards: {level} leads by {mean:+.2f} ± {error:.2f} points a deal "
        f"({groups} deals, each {len(seatings(4))} times); CPU per decision {ours * 1000:.1f} ms "
        f"against {theirs * 1000:.1f} ms {form}",
        flush=True,
    )
    return mean > 2 * error


def run(
    level: str = "hard",
    simulations: int = SIMULATIONS,
    groups: int = 20,
    jobs: int = 0,
    sizes: Sequence[int] = CARDS,
) -> bool:
    """Measure all hand sizes."""
    jobs = jobs or os.cpu_count() or 1
    met = [measure(level, simulations, cards, groups, jobs) for cards in sizes]
    return all(met)


def main() -> int:
    parser = arguments(__doc__)
    parser.add_argument("--deals", type=int, default=40, help="deals of each size")
    parser.add_argument("--cards", type=int, nargs="+", default=CARDS, help="hand sizes")
    parser.add_argument("--level", default="hard")
    parser.add_argument("--simulations", type=int, default=SIMULATIONS)
    parser.add_argument("--jobs", type=int, default=0)
    wanted = parser.parse_args()
    return (
        0 if run(wanted.level, wanted.simulations, wanted.deals, wanted.jobs, wanted.cards) else 1
    )


if __name__ == "__main__":
    sys.exit(main())
