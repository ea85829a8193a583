"""Possible gain: each level's share of the way from chance to a bot that sees all cards.

    python tests/bench/headroom.py --seconds 600 --results headroom.json
    python tests/bench/headroom.py --game damn --players 4 --options '{"first": 5, "deals": 5}'
    python tests/bench/headroom.py --game damn --players 5 --levels beginner

Everybody else is of one level (``--table``). Each level (or those of ``--levels``), ``random`` and
the seer take every second seat, at the same cards and with swapped seats; a row has the lead of the
seer over ``random`` in points a deal or ranks a match, and of each level the fraction of that lead,
in percent, with standard errors. The rows are those of a Markdown table. With ``--results`` a
further call goes on from there, and only plays levels that are new.

The seer of Damn and Blackout is the search of a level with open hands and stock and a deeper
endgame search. In Master and Ass, where such a search plays a deal out only once and is weaker than
``hard``, the seer weighs that with what ``hard`` finds in sampled worlds, and searches the last
five cards with open hands. In Rank it plays every way to end its own run out in the true deal. None
knows what others will choose, so more could be had than they show.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from ladder import BOT_FACTORIES, GAMES, RANK_GAMES, LadderTable
from pairing import Bot, make_player, mean_and_standard_error, play_group, swapped_seatings
from rank_headroom import FullInformationBot
from support import make_parser

from greenbaize.bots.bot import SearchBot
from greenbaize.rules.chance import RandomStream
from greenbaize.rules.commands import Command
from greenbaize.rules.game import Game
from greenbaize.rules.search_contract import SearchEffort

SEER = "seer"
USUAL_SEAT_COUNTS = (2, 3, 4, 6)
MIN_GROUPS = 8
BUDGET_S = 120.0
"""CPU time of the decisions at one table (s)."""
RANK_PLAYOUTS = 20
OPEN_CARDS = 5
"""Number of cards in the hand from which on the seer of Master and Ass searches the true deal."""
TRUE_DEAL_SHARE = 0.3
"""Weight of the true deal beside sampled worlds, before that."""


class AllSeeingSearchBot(SearchBot):
    """Bot that searches with all cards open."""

    sees_all = True

    def __init__(self, endgame_cards: int = 4) -> None:
        super().__init__(
            SearchEffort(world_count=8, endgame_cards=endgame_cards, samples_per_world=2)
        )


class OpenWorldBot(AllSeeingSearchBot):
    """Bot that weighs the true deal, played out once, with the worlds that ``hard`` samples."""

    seat_view: Any = None

    def __init__(self) -> None:
        super().__init__(endgame_cards=OPEN_CARDS)
        self._blind_bot = make_player("hard")

    def choose_command(
        self, game: Game[Any], view: Any, seat: int, chance: RandomStream
    ) -> Command:
        if len(game.legal(view, seat)) == 1 or len(view.hands[seat].cards) <= OPEN_CARDS:
            return super().choose_command(game, view, seat, chance)
        open_scores = self._score_choices(self, game, view, seat, chance)
        blind_scores = self._score_choices(self._blind_bot, game, self.seat_view, seat, chance)
        return max(
            blind_scores,
            key=lambda command: (
                (1 - TRUE_DEAL_SHARE) * blind_scores[command]
                + TRUE_DEAL_SHARE * open_scores[command]
            ),
        )

    @staticmethod
    def _score_choices(
        bot: SearchBot, game: Game[Any], view: Any, seat: int, chance: RandomStream
    ) -> dict[Command, float]:
        weighed_choices = SearchBot.weigh_every_choice(bot, game, view, seat, chance)
        return {choice.command: choice.expected_score for choice in weighed_choices}


def make_compared_bot(game: str, name: str) -> Bot:
    """Return a bot of a level, or the seer of a game."""
    if name != SEER:
        return make_player(name)
    if game == "rank":  # With all cards open the search would find nothing left to deal.
        return FullInformationBot(RANK_PLAYOUTS, None, stock=True)
    return OpenWorldBot() if game in ("master", "ass") else AllSeeingSearchBot()


class HeadroomGroup(NamedTuple):
    """Leads over the table's level by name at the same cards, and CPU time of all decisions (s)."""

    leads: Mapping[str, float]
    cpu_s: float


def play_headroom_group(
    table: LadderTable, table_level: str, number: int, names: Sequence[str]
) -> HeadroomGroup:
    leads, cpu_s = {}, 0.0
    for name in names:
        if name == table_level:
            leads[name] = 0.0  # by symmetry
            continue
        makers = partial(make_compared_bot, table.game, name), partial(make_player, table_level)
        seed = f"headroom/{table.game}/{table.seats}/{number}"
        group = play_group(
            table.game,
            table.seats,
            table.options,
            seed,
            makers,
            seatings=swapped_seatings(table.seats, number),
        )
        leads[name] = group.lead
        cpu_s += sum(map(sum, group.times))
    return HeadroomGroup(leads, cpu_s)


LeadsByName = dict[str, list[float]]
"""Leads over the table's level, group by group, of each level and the seer."""


class LeadsFile:
    """The leads at each table, kept in a JSON file if there is a path."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        has_file = path is not None and path.exists()
        self._leads: dict[str, LeadsByName] = json.loads(path.read_text()) if has_file else {}

    def find_leads(self, table: LadderTable, table_level: str) -> LeadsByName:
        return self._leads.setdefault(f"{table.text}, the others {table_level}", {})

    def save(self) -> None:
        if self._path is not None:
            new_path = self._path.with_name(f"{self._path.name}.new")
            new_path.write_text(f"{json.dumps(self._leads)}\n", "utf-8")
            new_path.replace(self._path)


def measure_table(
    table: LadderTable, names: Sequence[str], table_level: str, budget_s: float, file: LeadsFile
) -> LeadsByName:
    """Play groups until the budget is used up, but some at least, and all that anybody has played.

    Names that have been played before are not played again.
    """
    leads = file.find_leads(table, table_level)
    for name in names:
        leads.setdefault(name, [])
    least, spent_s = max(MIN_GROUPS, *map(len, leads.values())), 0.0
    for number in count():
        if number >= least and spent_s >= budget_s:
            break
        missing_names = [name for name in names if len(leads[name]) <= number]
        group = play_headroom_group(table, table_level, number, missing_names)
        for name, lead in group.leads.items():
            leads[name].append(lead)
        spent_s += group.cpu_s
        file.save()
    return leads


def compute_share(leads: LeadsByName, name: str, chance: str) -> tuple[float, float]:
    """Return a level's share of the seer's lead over chance, and its standard error."""
    ways = [seer - low for seer, low in zip(leads[SEER], leads[chance], strict=True)]
    gains = [lead - low for lead, low in zip(leads[name], leads[chance], strict=True)]
    share = sum(gains) / sum(ways)
    rests = [gain - share * way for gain, way in zip(gains, ways, strict=True)]
    return share, mean_and_standard_error(rests)[1] * len(ways) / abs(sum(ways))


def format_row(table: LadderTable, leads: LeadsByName, names: Sequence[str]) -> str:
    """Return a row of the Markdown table; ``names`` begin with chance and end with the seer."""
    chance, *levels = names[:-1]
    unit = "places" if table.game in RANK_GAMES else "points"
    cells = [table.text]
    for name in (chance, "hard"):
        if name not in names:
            cells.append("–")
            continue
        rests = [seer - lead for seer, lead in zip(leads[SEER], leads[name], strict=True)]
        mean, error = mean_and_standard_error(rests)
        cells.append(f"{mean:.2f} ± {error:.2f} {unit}")
    for name in levels:
        share, error = compute_share(leads, name, chance)
        cells.append(f"{100 * share:.0f} ± {100 * error:.0f}")
    return f"| {' | '.join(cells)} | {len(leads[SEER])} |"


def main() -> int:
    parser = make_parser(__doc__)
    parser.add_argument("--game", choices=list(GAMES), nargs="+", default=list(GAMES))
    parser.add_argument("--players", type=int, nargs="+", default=USUAL_SEAT_COUNTS)
    parser.add_argument("--options", type=json.loads, default={}, help='such as {"deals": 9}')
    parser.add_argument(
        "--table", choices=list(BOT_FACTORIES), default="medium", help="everybody else"
    )
    parser.add_argument("--levels", nargs="+", choices=list(BOT_FACTORIES), help="only these")
    parser.add_argument("--seconds", type=float, default=BUDGET_S, help="CPU time for each table")
    parser.add_argument("--results", type=Path, help="JSON file that keeps what has been played")
    options = parser.parse_args()
    chance, *levels = BOT_FACTORIES
    levels = [level for level in levels if level in (options.levels or levels)]
    names = [chance, *levels, SEER]
    heads = ["table", f"{SEER} over {names[0]}", f"{SEER} over hard", *names[1:-1], "groups"]
    print(f"| {' | '.join(heads)} |", "|---" * len(heads) + "|", sep="\n", flush=True)
    file = LeadsFile(options.results)
    for game in options.game:
        for seats in sorted(set(options.players) & {*GAMES[game].seats}):
            table = LadderTable(game, seats, options.options)
            leads = measure_table(table, names, options.table, options.seconds, file)
            print(format_row(table, leads, names), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
