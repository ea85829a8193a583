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

from headroom import AllSeeingSearchBot
from ismcts import IsMctsBot
from module_compiler import compiled_module
from pairing import (
    GAMES,
    GroupResult,
    make_player,
    mean_and_standard_error,
    play_group,
    possible_seatings,
)  # isort: skip  (finds the package)
from support import make_parser
from tqdm import tqdm

HAND_SIZES = (5, 9, 12)
SIMULATIONS = 5000


def play_yardstick_group(level: str, simulations: int, cards: int, number: int) -> GroupResult:
    # The match has one deal more than is played, because its last one has no trump. So short a
    # match would be played for the final rank, but points are measured.
    type(GAMES["damn"]).is_weighed_by_match_rank = lambda *_: False  # type: ignore[method-assign]
    options = {"first": cards, "deals": cards + 1, "hook": True}
    first_maker = AllSeeingSearchBot if level == "seer" else partial(make_player, level)
    makers = first_maker, partial(IsMctsBot, simulations)
    return play_group("damn", 4, options, f"yardstick/{cards}/{number}", makers, deals=1)


def measure_hand_size(level: str, simulations: int, cards: int, groups: int, jobs: int) -> bool:
    """Play the deals and print a line; return True if the target is met."""
    work = partial(play_yardstick_group, level, simulations, cards)
    with compiled_module("tree") as form_text, get_context("spawn").Pool(jobs) as pool:
        results = list(tqdm(pool.imap_unordered(work, range(groups)), total=groups, leave=False))
    mean, error = mean_and_standard_error(group.lead for group in results)
    first_s, second_s = (
        sum(sum(group.times[kind]) for group in results)
        / sum(len(group.times[kind]) for group in results)
        for kind in range(2)
    )
    print(
        f"{cards:>2} cards: {level} leads by {mean:+.2f} ± {error:.2f} points a deal "
        f"({groups} deals, each {len(possible_seatings(4))} times); "
        f"CPU per decision {first_s * 1000:.1f} ms "
        f"against {second_s * 1000:.1f} ms {form_text}",
        flush=True,
    )
    return mean > 2 * error


def run_benchmark(
    level: str = "hard",
    simulations: int = SIMULATIONS,
    groups: int = 20,
    jobs: int = 0,
    sizes: Sequence[int] = HAND_SIZES,
) -> bool:
    """Measure all hand sizes."""
    jobs = jobs or os.cpu_count() or 1
    results = [measure_hand_size(level, simulations, cards, groups, jobs) for cards in sizes]
    return all(results)


def main() -> int:
    parser = make_parser(__doc__)
    parser.add_argument("--deals", type=int, default=40, help="deals of each size")
    parser.add_argument("--cards", type=int, nargs="+", default=HAND_SIZES, help="hand sizes")
    parser.add_argument("--level", default="hard")
    parser.add_argument("--simulations", type=int, default=SIMULATIONS)
    parser.add_argument("--jobs", type=int, default=0)
    options = parser.parse_args()
    return (
        0
        if run_benchmark(
            options.level, options.simulations, options.deals, options.jobs, options.cards
        )
        else 1
    )


if __name__ == "__main__":
    sys.exit(main())
