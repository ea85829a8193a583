"""Difficulty of Ass's targets between equal strong players, and the course of their matches.

    python tests/bench/stakes.py --players 4 --level expert --deals 300
    python tests/bench/stakes.py --players 4 --level hard --matches 40 --targets even

``--deals`` plays first deals in which a coin decides go or stay and the level plays the cards: how
often each target is then reached does not depend on the stakes of the players. The points that half
and a fifth of the players have are those of even targets. ``--matches`` plays whole matches with
the level's own stakes: how often go is chosen and succeeds, how often stay does, the length of a
match, and the parameters that ``games/beat/kernel.py`` assumes.
"""

import sys
from math import log
from statistics import fmean

from measured import arguments

from pairing import GAMES, player, play, quantile, seed_from, settled  # isort: skip  (finds the package)
from greenbaize.games.beat.banks import FIRST_BANKS, LOST, targets
from greenbaize.games.beat.commands import Stake
from greenbaize.games.beat.playout import POWER, TRUMP_POWER

ASS = GAMES["ass"]
RANKS = "6789JQKTA"


class Coin:
    """Bot of a level whose stakes are decided by a coin."""

    def __init__(self, level):
        self._bot = player(level)

    def decide(self, game, view, seat, chance):
        if isinstance(game.legal(view, seat)[0], Stake):
            return Stake(seat, chance.below(2) == 1)
        return self._bot.decide(game, view, seat, chance)


class Watched:
    """Bot of a level that records the power of its hand with each of its stakes."""

    def __init__(self, level):
        self._bot = player(level)
        self.said = []

    def decide(self, game, view, seat, chance):
        command = self._bot.decide(game, view, seat, chance)
        if isinstance(command, Stake):
            power = sum(
                POWER[RANKS.index(card.code[0])] + TRUMP_POWER * view.trumps.holds(card, seat)
                for card in view.hands[seat].cards
            )
            self.said.append((power, command.go))
        return command


def share(values):
    """Return the fraction of true values."""
    return sum(values) / max(1, len(values))


def forced(level, seats, options, deals, aims):
    """Print how often targets are reached by players whose stakes are a coin's."""
    points = {True: [], False: []}
    for number in range(deals):
        bot = Coin(level)
        seed = seed_from(f"stakes/{seats}/{number}")
        score = play("ass", options, seed, (bot, bot), (True,) * seats, deals=1).scores[0]
        for got, wanted in zip(score.points, score.targets, strict=True):
            points[wanted == aims.go].append(got)
    went, stayed = points[True], points[False]
    print(
        f"{seats} players, {level}, by a coin: go {aims.go} reached in "
        f"{share([got >= aims.go for got in went]):.2f} of {len(went)}, stay {aims.stay} in "
        f"{share([got >= aims.stay for got in stayed]):.2f} of {len(stayed)}; half of those who go "
        f"have {quantile(went, 0.5)}, a fifth of those who stay {quantile(stayed, 0.8)}",
        flush=True,
    )


def own_stakes(level, seats, options, matches, aims):
    """Print the course of matches."""
    bot, lengths, nearest, moved, shed = Watched(level), [], [], [], []
    reached = {True: [], False: []}
    shared = 0
    for number in range(matches):
        seed = seed_from(f"stakes/{seats}/{number}")
        played = play("ass", options, seed, (bot, bot), (True,) * seats)
        lengths.append(len(played.scores))
        shared += played.end.places.count(1) > 1
        banks = (FIRST_BANKS,) * seats
        for done, score in enumerate(played.scores):
            near = min(min(own, LOST - own) for own in banks)
            nearest.append((len(played.scores) - done) / max(1, near))
            lost = [was - now for was, now in zip(banks, score.banks, strict=True)]
            shed += lost
            moved += [
                (lost[one] - lost[other]) ** 2 for one in range(seats) for other in range(one)
            ]
            for got, wanted in zip(score.points, score.targets, strict=True):
                reached[wanted == aims.go].append(got >= wanted)
            banks = score.banks
    well, eager = fitted(bot.said)
    print(
        f"{seats} players, {level}, {matches} matches of {fmean(lengths):.1f} deals "
        f"({min(lengths)} to {max(lengths)}), first place shared in {shared}: go {aims.go} in "
        f"{share([go for _, go in bot.said]):.2f} of deals, reached in {share(reached[True]):.2f}; "
        f"stay {aims.stay} reached in {share(reached[False]):.2f}; banks shed a deal "
        f"{fmean(shed):+.2f}; pace {fmean(nearest):.1f}, swing {fmean(moved):.2f}, well {well}, "
        f"eager {eager}",
        flush=True,
    )


def fitted(said):
    """Fit the hand power at which half of the players go, and the width of the change."""
    steps = {}
    for power, go in said:
        steps.setdefault(power // 5 * 5, [0, 0])[go] += 1

    def likely(well, eager):
        total = 0.0
        for power, (stayed, went) in steps.items():
            go = 0.05 + 0.9 / (1 + 2.718281828 ** min(50.0, (well - power) / eager))
            total += went * log(go) + stayed * log(1 - go)
        return total

    tried = [(well, eager) for well in range(-100, 420, 10) for eager in (10, 15, 25, 35, 50)]
    return max(tried, key=lambda one: likely(*one))


def main() -> int:
    parser = arguments(__doc__)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--level", default="hard")
    parser.add_argument("--targets", choices=("source", "even"), default="even")
    parser.add_argument("--no-drawing", action="store_true")
    parser.add_argument("--deals", type=int, default=0)
    parser.add_argument("--matches", type=int, default=0)
    wanted = parser.parse_args()
    options = {"targets": wanted.targets, "refill": not wanted.no_drawing}
    aims = targets(wanted.players, settled(ASS.options, wanted.players, options))
    if wanted.deals:
        forced(wanted.level, wanted.players, options, wanted.deals, aims)
    if wanted.matches:
        own_stakes(wanted.level, wanted.players, options, wanted.matches, aims)
    return 0


if __name__ == "__main__":
    sys.exit(main())
