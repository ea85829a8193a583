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

from measured import arguments
from pairing import BY_PLACE, GAMES, LEVELS, mean_and_error, play_group, player

from greenbaize.bots.bot import SearchBot
from greenbaize.rules.thinking import Effort


class Seer(SearchBot):
    """Bot that searches with all cards open."""

    sees_all = True

    def __init__(self) -> None:
        super().__init__(Effort(worlds=8, endgame=4, weighing=2))


def leads(game: str, seats: int, options: dict, pair: tuple, groups: range) -> list[float]:
    """Return the lead of the first of a pair in each group."""
    found = []
    for number in groups:
        seed = f"headroom/{game}/{seats}/{number}"
        found.append(play_group(game, seats, options, seed, pair).lead)
    return found


def main() -> None:
    parser = arguments(__doc__)
    # With all cards of Rank open nothing is left to deal; it has rank_headroom.py.
    tricks = [name for name in GAMES if name != "rank"]
    parser.add_argument("--game", choices=tricks, default="ass")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--groups", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="number of the first group")
    parser.add_argument("--table", choices=list(LEVELS), default="hard", help="everybody else")
    parser.add_argument("--levels", choices=list(LEVELS), nargs="*", default=["expert"])
    parser.add_argument("--options", type=json.loads, default={}, help='such as {"deals": 9}')
    wanted = parser.parse_args()
    groups = range(wanted.first, wanted.first + wanted.groups)
    table = partial(player, wanted.table)
    unit = "places a match" if wanted.game in BY_PLACE else "points a deal"
    print(
        f"{wanted.game}, {wanted.players} players, against {wanted.table}, {wanted.groups} groups"
    )
    most = 0.0
    for name in ("seer", *wanted.levels):
        maker = Seer if name == "seer" else partial(player, name)
        found = leads(wanted.game, wanted.players, wanted.options, (maker, table), groups)
        mean, error = mean_and_error(found)
        line = f"  {name:8} {mean:+.3f} ± {error:.3f} {unit}"
        if name == "seer":
            most = mean
        elif most > 0:
            line += f", {mean / most:.0%} ± {error / most:.0%} of the seer's"
        print(line, flush=True)


if __name__ == "__main__":
    main()
