"""Possible gain: levels at a table of one level, and a bot that sees all cards.

    python tests/bench/headroom.py --game ass --players 4 --groups 20 --levels expert
    python tests/bench/headroom.py --game ass --table medium --levels hard expert

The seer is the search of a level with open hands and stock and a deeper endgame search; it does not
know what others will choose. Each player is compared with the table's level at the same cards,
seats swapped: its lead in points a deal or ranks a match, and the fraction of the seer's lead. No
level comes near the seer, because hidden cards cannot be known.
"""

import json
from functools import partial

from pairing import (
    BOT_FACTORIES,
    GAMES,
    RANK_GAMES,
    make_player,
    mean_and_standard_error,
    play_group,
)
from support import make_parser

from greenbaize.bots.bot import SearchBot
from greenbaize.rules.search_contract import SearchEffort


class AllSeeingSearchBot(SearchBot):
    """Bot that searches with all cards open."""

    sees_all = True

    def __init__(self) -> None:
        super().__init__(SearchEffort(world_count=8, endgame_cards=4, samples_per_world=2))


def measure_leads(game: str, seats: int, options: dict, pair: tuple, groups: range) -> list[float]:
    """Return the lead of the first of a pair in each group."""
    found = []
    for number in groups:
        seed = f"headroom/{game}/{seats}/{number}"
        found.append(play_group(game, seats, options, seed, pair).lead)
    return found


def main() -> None:
    parser = make_parser(__doc__)
    # With all cards of Rank open nothing is left to deal; it has rank_headroom.py.
    tricks = [name for name in GAMES if name != "rank"]
    parser.add_argument("--game", choices=tricks, default="ass")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--groups", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="number of the first group")
    parser.add_argument(
        "--table", choices=list(BOT_FACTORIES), default="hard", help="everybody else"
    )
    parser.add_argument("--levels", choices=list(BOT_FACTORIES), nargs="*", default=["expert"])
    parser.add_argument("--options", type=json.loads, default={}, help='such as {"deals": 9}')
    options = parser.parse_args()
    groups = range(options.first, options.first + options.groups)
    table = partial(make_player, options.table)
    unit = "places a match" if options.game in RANK_GAMES else "points a deal"
    print(
        f"{options.game}, {options.players} players, against {options.table}, "
        f"{options.groups} groups"
    )
    best_lead = 0.0
    for name in ("seer", *options.levels):
        maker = AllSeeingSearchBot if name == "seer" else partial(make_player, name)
        found = measure_leads(
            options.game, options.players, options.options, (maker, table), groups
        )
        mean, error = mean_and_standard_error(found)
        line = f"  {name:8} {mean:+.3f} ± {error:.3f} {unit}"
        if name == "seer":
            best_lead = mean
        elif best_lead > 0:
            line += f", {mean / best_lead:.0%} ± {error / best_lead:.0%} of the seer's"
        print(line, flush=True)


if __name__ == "__main__":
    main()
