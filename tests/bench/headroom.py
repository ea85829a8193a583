"""How much there is to win: levels at a table of one level, and a player that sees all cards.

    python tests/bench/headroom.py --game ass --players 4 --groups 20 --levels expert
    python tests/bench/headroom.py --game ass --table medium --levels hard expert

The seer is the search of a level with all hands and the stock open and its ends searched out from
further back; what others will choose it does not know. Each player is held against the table's
level at the same cards, seats swapped: how far it is ahead, in points a deal or places a match, and
what part of the way to the seer that is. What nobody can see nobody can win: no level comes near.
"""

import json
from functools import partial

from measured import arguments
from pairing import BY_PLACE, GAMES, LEVELS, mean_and_error, play_group, player

from greenbaize.bots.bot import SearchBot
from greenbaize.rules.thinking import Effort


class Seer(SearchBot):
    """Searches with all cards open."""

    sees_all = True

    def __init__(self) -> None:
        super().__init__(Effort(worlds=8, endgame=4, weighing=2))


def leads(game: str, seats: int, options: dict, pair: tuple, groups: range) -> list[float]:
    """How far the first of a pair is ahead in each group."""
    found = []
    for number in groups:
        seed = f"headroom/{game}/{seats}/{number}"
        found.append(play_group(game, seats, options, seed, pair).lead)
    return found


def main() -> None:
    parser = arguments(__doc__)
    # Of Rank with all cards open nothing is left to deal; it has rank_headroom.py.
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
