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

from measured import arguments
from msgspec.structs import astuple

from pairing import GAMES, LEVELS, play, player  # isort: skip  (finds the package)
from greenbaize.bots import EFFORTS
from greenbaize.bots.bot import SearchBot
from greenbaize.rules.chance import Stream, seed_from
from greenbaize.rules.commands import Command
from greenbaize.rules.game import Game
from greenbaize.rules.players import STEADY, TEMPERAMENT_NAMES


class Compared:
    """Steady bot that records what the other temperaments would have chosen."""

    def __init__(self, level: str) -> None:
        self._bots = {name: player(f"{level}:{name}") for name in TEMPERAMENT_NAMES}
        self._judge = SearchBot(EFFORTS["hard"])
        self._asked = 0
        self.brought: Mapping[str, list[float]] = defaultdict(list)
        self.taken: Mapping[str, Mapping[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        self.other: Counter[tuple[str, str]] = Counter()
        self.answers: Mapping[str, Mapping[str, Counter[str]]]
        self.answers = defaultdict(lambda: defaultdict(Counter))

    def decide(self, game: Game[Any], view: Any, seat: int, chance: Stream) -> Command:
        """Return the choice of the steady bot."""
        if len(game.legal(view, seat)) < 2:
            return self._bots[STEADY].decide(game, view, seat, chance)
        self._asked += 1
        seed = f"temperaments/{self._asked}"
        chosen = {
            name: bot.decide(game, view, seat, Stream(seed)) for name, bot in self._bots.items()
        }
        if len(set(chosen.values())) > 1:
            weighed = self._judge.weigh(game, view, seat, Stream(f"{seed}/judged"))
            worth = {one.command: one.expected for one in weighed}
            for name, command in chosen.items():
                self.brought[name].append(worth[command] - worth[chosen[STEADY]])
        for name, command in chosen.items():
            kind = command.type
            self.taken[kind][name].append(game.undertakes(view, command))
            self.other[kind, name] += command != chosen[STEADY]
            if not hasattr(command, "card"):
                self.answers[kind][name][str(astuple(command)[1])] += 1
        return chosen[STEADY]


def measure(name: str, seats: int, level: str, deals: int) -> None:
    """Print a table."""
    watched, played = Compared(level), 0
    for number in count():
        if played >= deals:
            break
        seed = seed_from(f"temperaments/{name}/{seats}/{number}")
        match = play(name, {}, seed, (watched, watched), (True,) * seats, deals=deals - played)
        played += len(match.scores)
    for kind, taken in watched.taken.items():
        total = len(taken[STEADY])
        if not any(watched.other[kind, one] for one in TEMPERAMENT_NAMES):
            print(f"{name}, {seats} players, {level}, {played} deals, {total} times {kind}: alike")
            continue
        print(f"{name}, {seats} players, {level}, {played} deals, {total} times {kind}:")
        for one in TEMPERAMENT_NAMES:
            answers = watched.answers[kind][one]
            shares = ", ".join(f"{said} {n / total:.0%}" for said, n in sorted(answers.items()))
            print(
                f"    {one:>8} undertakes {fmean(taken[one]):+.3f}, otherwise in "
                f"{watched.other[kind, one] / total:5.1%}   {shares}",
                flush=True,
            )
    unit = GAMES[name].unit.name.lower()
    for one, brought in watched.brought.items():
        if one != STEADY:
            mean = sum(brought) / played / seats
            error = sqrt(sum(more * more for more in brought)) / played / seats
            print(f"    {one:>8} brings {mean:+.3f} ± {error:.3f} ({unit}) a deal", flush=True)


def main() -> int:
    parser = arguments(__doc__)
    parser.add_argument("--game", choices=list(GAMES))
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--level", choices=list(LEVELS), default="hard")
    parser.add_argument("--deals", type=int, default=100)
    wanted = parser.parse_args()
    for name in (wanted.game,) if wanted.game else GAMES:
        measure(name, wanted.players, wanted.level, wanted.deals)
    return 0


if __name__ == "__main__":
    sys.exit(main())
