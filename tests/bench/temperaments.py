"""Differences of careful, steady and bold bots of one level: choices and strength.

    python tests/bench/temperaments.py --game ass --level hard --deals 100

The steady bots play; at every decision the others are asked as well, with the same random stream.
For each kind of command the table has its number, the mean commitment of each temperament (tricks
bid, points at stake, cards kept: the unit of the game's evaluation), the fraction of them in which
it differs from the steady one, and the frequency of each answer, where these are not cards. At the
end, the gain of a seat in a deal against the steady one, in that unit, as *hard* estimates it with
its own stream: ``ladder.py --a hard:bold --b hard`` needs a thousand times as many deals for the
same precision.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Mapping
from itertools import count
from math import sqrt
from statistics import fmean
from typing import Any

from msgspec.structs import astuple
from support import make_parser

from pairing import GAMES, BOT_FACTORIES, play_match, make_player  # isort: skip  (finds the package)
from greenbaize.bots import SEARCH_EFFORTS
from greenbaize.bots.bot import SearchBot
from greenbaize.rules.chance import RandomStream, seed_from_text
from greenbaize.rules.commands import Command
from greenbaize.rules.game import Game
from greenbaize.rules.players import STEADY_TEMPERAMENT, TEMPERAMENT_NAMES


class TemperamentRecorderBot:
    """Steady bot that records what the other temperaments would have chosen."""

    def __init__(self, level: str) -> None:
        self._bots = {name: make_player(f"{level}:{name}") for name in TEMPERAMENT_NAMES}
        self._judge = SearchBot(SEARCH_EFFORTS["hard"])
        self._decision_count = 0
        self.gains: Mapping[str, list[float]] = defaultdict(list)
        self.undertaken: Mapping[str, Mapping[str, list[float]]] = defaultdict(
            lambda: defaultdict(list)
        )
        self.differing: Counter[tuple[str, str]] = Counter()
        self.answers: Mapping[str, Mapping[str, Counter[str]]]
        self.answers = defaultdict(lambda: defaultdict(Counter))

    def choose_command(
        self, game: Game[Any], view: Any, seat: int, chance: RandomStream
    ) -> Command:
        """Return the choice of the steady bot."""
        if len(game.legal(view, seat)) < 2:
            return self._bots[STEADY_TEMPERAMENT].choose_command(game, view, seat, chance)
        self._decision_count += 1
        seed = f"temperaments/{self._decision_count}"
        commands = {
            name: bot.choose_command(game, view, seat, RandomStream(seed))
            for name, bot in self._bots.items()
        }
        if len(set(commands.values())) > 1:
            ranked_choices = self._judge.weigh_every_choice(
                game, view, seat, RandomStream(f"{seed}/judged")
            )
            worth = {one.command: one.expected_score for one in ranked_choices}
            for name, command in commands.items():
                self.gains[name].append(worth[command] - worth[commands[STEADY_TEMPERAMENT]])
        for name, command in commands.items():
            kind = command.type
            self.undertaken[kind][name].append(game.boldness(view, command))
            self.differing[kind, name] += command != commands[STEADY_TEMPERAMENT]
            if not hasattr(command, "card"):
                self.answers[kind][name][str(astuple(command)[1])] += 1
        return commands[STEADY_TEMPERAMENT]


def measure_temperaments(name: str, seats: int, level: str, deals: int) -> None:
    """Print a table."""
    recorder, deal_count = TemperamentRecorderBot(level), 0
    for number in count():
        if deal_count >= deals:
            break
        seed = seed_from_text(f"temperaments/{name}/{seats}/{number}")
        match = play_match(
            name, {}, seed, (recorder, recorder), (True,) * seats, deals=deals - deal_count
        )
        deal_count += len(match.scores)
    for kind, undertaken in recorder.undertaken.items():
        total = len(undertaken[STEADY_TEMPERAMENT])
        if not any(recorder.differing[kind, one] for one in TEMPERAMENT_NAMES):
            print(
                f"{name}, {seats} players, {level}, {deal_count} deals, {total} times {kind}: alike"
            )
            continue
        print(f"{name}, {seats} players, {level}, {deal_count} deals, {total} times {kind}:")
        for one in TEMPERAMENT_NAMES:
            answers = recorder.answers[kind][one]
            shares = ", ".join(f"{answer} {n / total:.0%}" for answer, n in sorted(answers.items()))
            print(
                f"    {one:>8} undertakes {fmean(undertaken[one]):+.3f}, otherwise in "
                f"{recorder.differing[kind, one] / total:5.1%}   {shares}",
                flush=True,
            )
    unit = GAMES[name].choice_unit.name.lower()
    for one, brought in recorder.gains.items():
        if one != STEADY_TEMPERAMENT:
            mean = sum(brought) / deal_count / seats
            error = sqrt(sum(more * more for more in brought)) / deal_count / seats
            print(f"    {one:>8} brings {mean:+.3f} ± {error:.3f} ({unit}) a deal", flush=True)


def main() -> int:
    parser = make_parser(__doc__)
    parser.add_argument("--game", choices=list(GAMES))
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--level", choices=list(BOT_FACTORIES), default="hard")
    parser.add_argument("--deals", type=int, default=100)
    options = parser.parse_args()
    for name in (options.game,) if options.game else GAMES:
        measure_temperaments(name, options.players, options.level, options.deals)
    return 0


if __name__ == "__main__":
    sys.exit(main())
