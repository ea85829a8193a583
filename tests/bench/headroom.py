"""Possible gain: each level's share of the way from chance to a bot that sees all cards.

    python tests/bench/headroom.py --seconds 600
    python tests/bench/headroom.py --game damn --players 4 --options '{"first": 5, "deals": 5}'

Everybody else is of one level (``--table``). Each level, ``random`` and the seer take every second
seat, at the same cards and with swapped seats; a row has the lead of the seer over ``random`` in
points a deal or ranks a match, and of each level the fraction of that lead, in percent, with
standard errors. The rows are those of a Markdown table.

The seer is the search of a level with open hands and stock and a deeper endgame search; in Rank it
plays every way to end its own run out in the true deal. It does not know what others will choose.
No level comes near the seer, because hidden cards cannot be known.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import count
from typing import NamedTuple

from ladder import BOT_FACTORIES, GAMES, RANK_GAMES, LadderTable, open_workers
from pairing import Bot, make_player, mean_and_standard_error, play_group
from rank_headroom import FullInformationBot
from support import make_parser

from greenbaize.bots.bot import SearchBot
from greenbaize.cli.workers import count_cores
from greenbaize.rules.search_contract import SearchEffort

SEER = "seer"
USUAL_SEAT_COUNTS = (2, 3, 4, 6)
MIN_GROUPS = 8
BUDGET_S = 120.0
"""CPU time of the decisions at one table (s)."""
RANK_PLAYOUTS = 20


class AllSeeingSearchBot(SearchBot):
    """Bot that searches with all cards open."""

    sees_all = True

    def __init__(self) -> None:
        super().__init__(SearchEffort(world_count=8, endgame_cards=4, samples_per_world=2))


def make_compared_bot(game: str, name: str) -> Bot:
    """Return a bot of a level, or the seer of a game."""
    if name != SEER:
        return make_player(name)
    if game == "rank":  # With all cards open the search would find nothing left to deal.
        return FullInformationBot(RANK_PLAYOUTS, None, stock=True)
    return AllSeeingSearchBot()


class HeadroomGroup(NamedTuple):
    """Leads over the table's level by name at the same cards, and CPU time of all decisions (s)."""

    leads: Mapping[str, float]
    cpu_s: float


def play_headroom_group(
    table: LadderTable, names: Sequence[str], table_level: str, number: int
) -> HeadroomGroup:
    leads, cpu_s = {}, 0.0
    for name in names:
        if name == table_level:
            leads[name] = 0.0  # by symmetry
            continue
        makers = partial(make_compared_bot, table.game, name), partial(make_player, table_level)
        seed = f"headroom/{table.game}/{table.seats}/{number}"
        group = play_group(table.game, table.seats, table.options, seed, makers)
        leads[name] = group.lead
        cpu_s += sum(map(sum, group.times))
    return HeadroomGroup(leads, cpu_s)


def compute_share(groups: Sequence[HeadroomGroup], name: str, chance: str) -> tuple[float, float]:
    """Return a level's share of the seer's lead over chance, and its standard error."""
    ways = [group.leads[SEER] - group.leads[chance] for group in groups]
    gains = [group.leads[name] - group.leads[chance] for group in groups]
    way = sum(ways) / len(ways)
    share = sum(gains) / sum(ways)
    rests = [gain - share * one for gain, one in zip(gains, ways, strict=True)]
    return share, mean_and_standard_error(rests)[1] / abs(way)


def format_row(table: LadderTable, groups: Sequence[HeadroomGroup], names: Sequence[str]) -> str:
    """Return a row of the Markdown table; ``names`` begin with chance and end with the seer."""
    chance, *levels = names[:-1]
    unit = "places a match" if table.game in RANK_GAMES else "points a deal"
    way, error = mean_and_standard_error(
        group.leads[SEER] - group.leads[chance] for group in groups
    )
    above, above_error = mean_and_standard_error(
        group.leads[SEER] - group.leads["hard"] for group in groups
    )
    cells = [
        table.text,
        f"{way:.2f} ± {error:.2f} {unit}",
        f"{above:.2f} ± {above_error:.2f}",
    ]
    for name in levels:
        share, share_error = compute_share(groups, name, chance)
        cells.append(f"{100 * share:.0f} ± {100 * share_error:.0f}")
    return f"| {' | '.join(cells)} | {len(groups)} |"


def measure_table(
    table: LadderTable,
    names: Sequence[str],
    table_level: str,
    budget_s: float,
    run_groups: Callable[[Callable[[int], HeadroomGroup], Iterable[int]], Iterable[HeadroomGroup]],
) -> list[HeadroomGroup]:
    """Play groups until the budget is used up, but some at least."""
    groups: list[HeadroomGroup] = []
    spent_s = 0.0
    for group in run_groups(partial(play_headroom_group, table, names, table_level), count()):
        groups.append(group)
        spent_s += group.cpu_s
        if spent_s >= budget_s and len(groups) >= MIN_GROUPS:
            break
    return groups


def main() -> int:
    parser = make_parser(__doc__)
    parser.add_argument("--game", choices=list(GAMES), nargs="+", default=list(GAMES))
    parser.add_argument("--players", type=int, nargs="+", default=USUAL_SEAT_COUNTS)
    parser.add_argument("--options", type=json.loads, default={}, help='such as {"deals": 9}')
    parser.add_argument(
        "--table", choices=list(BOT_FACTORIES), default="medium", help="everybody else"
    )
    parser.add_argument("--seconds", type=float, default=BUDGET_S, help="CPU time for each table")
    parser.add_argument("--jobs", type=int, default=count_cores())
    options: argparse.Namespace = parser.parse_args()
    names = [*BOT_FACTORIES, SEER]
    heads = ["table", "seer over random", "seer over hard", *names[1:-1], "groups"]
    print(f"| {' | '.join(heads)} |", "|---" * len(heads) + "|", sep="\n", flush=True)
    with open_workers(options.jobs, None) as run_groups:
        for game in options.game:
            for seats in options.players:
                if seats in GAMES[game].seats:
                    table = LadderTable(game, seats, options.options)
                    groups = measure_table(table, names, options.table, options.seconds, run_groups)
                    print(format_row(table, groups, names), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
