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

from support import make_parser

from pairing import GAMES, make_player, play_match, quantile, seed_from_text, resolve_options  # isort: skip  (finds the package)
from greenbaize.games.beat.banks import INITIAL_BANKS, LOSING_BANKS, stake_targets
from greenbaize.games.beat.commands import StakeCommand
from greenbaize.games.beat.playout import CARD_POWER, TRUMP_POWER

ASS_RULES = GAMES["ass"]
RANKS = "6789JQKTA"


class CoinStakeBot:
    """Bot of a level whose stakes are decided by a coin."""

    def __init__(self, level):
        self._bot = make_player(level)

    def choose_command(self, game, view, seat, chance):
        if isinstance(game.legal(view, seat)[0], StakeCommand):
            return StakeCommand(seat, chance.draw_below(2) == 1)
        return self._bot.choose_command(game, view, seat, chance)


class StakeRecorderBot:
    """Bot of a level that records the power of its hand with each of its stakes."""

    def __init__(self, level):
        self._bot = make_player(level)
        self.stakes = []

    def choose_command(self, game, view, seat, chance):
        command = self._bot.choose_command(game, view, seat, chance)
        if isinstance(command, StakeCommand):
            power = sum(
                CARD_POWER[RANKS.index(card.code[0])]
                + TRUMP_POWER * view.trumps.is_trump(card, seat)
                for card in view.hands[seat].cards
            )
            self.stakes.append((power, command.go))
        return command


def fraction_true(values):
    """Return the fraction of true values."""
    return sum(values) / max(1, len(values))


def measure_coin_stakes(level, seats, options, deals, aims):
    """Print how often targets are reached by players whose stakes are a coin's."""
    points = {True: [], False: []}
    for number in range(deals):
        bot = CoinStakeBot(level)
        seed = seed_from_text(f"stakes/{seats}/{number}")
        score = play_match("ass", options, seed, (bot, bot), (True,) * seats, deals=1).scores[0]
        for points_won, target in zip(score.points, score.targets, strict=True):
            points[target == aims.go].append(points_won)
    went, stayed = points[True], points[False]
    print(
        f"{seats} players, {level}, by a coin: go {aims.go} reached in "
        f"{fraction_true([points_won >= aims.go for points_won in went]):.2f} of {len(went)}, "
        f"stay {aims.stay} in "
        f"{fraction_true([points_won >= aims.stay for points_won in stayed]):.2f} "
        f"of {len(stayed)}; half of those who go "
        f"have {quantile(went, 0.5)}, a fifth of those who stay {quantile(stayed, 0.8)}",
        flush=True,
    )


def measure_own_stakes(level, seats, options, matches, aims):
    """Print the course of matches."""
    bot, lengths, pace_values, squared_differences, shed = StakeRecorderBot(level), [], [], [], []
    reached = {True: [], False: []}
    shared = 0
    for number in range(matches):
        seed = seed_from_text(f"stakes/{seats}/{number}")
        played = play_match("ass", options, seed, (bot, bot), (True,) * seats)
        lengths.append(len(played.scores))
        shared += played.end.places.count(1) > 1
        banks = (INITIAL_BANKS,) * seats
        for deal_index, score in enumerate(played.scores):
            near = min(min(own, LOSING_BANKS - own) for own in banks)
            pace_values.append((len(played.scores) - deal_index) / max(1, near))
            losses = [was - now for was, now in zip(banks, score.banks, strict=True)]
            shed += losses
            squared_differences += [
                (losses[one] - losses[other]) ** 2 for one in range(seats) for other in range(one)
            ]
            for points_won, target in zip(score.points, score.targets, strict=True):
                reached[target == aims.go].append(points_won >= target)
            banks = score.banks
    well, eager = fit_stakes(bot.stakes)
    print(
        f"{seats} players, {level}, {matches} matches of {fmean(lengths):.1f} deals "
        f"({min(lengths)} to {max(lengths)}), first place shared in {shared}: go {aims.go} in "
        f"{fraction_true([go for _, go in bot.stakes]):.2f} of deals, "
        f"reached in {fraction_true(reached[True]):.2f}; "
        f"stay {aims.stay} reached in {fraction_true(reached[False]):.2f}; banks shed a deal "
        f"{fmean(shed):+.2f}; pace {fmean(pace_values):.1f}, "
        f"swing {fmean(squared_differences):.2f}, well {well}, "
        f"eager {eager}",
        flush=True,
    )


def fit_stakes(stakes):
    """Fit the hand power at which half of the players go, and the width of the change."""
    steps = {}
    for power, go in stakes:
        steps.setdefault(power // 5 * 5, [0, 0])[go] += 1

    def log_likelihood(well, eager):
        total = 0.0
        for power, (stayed, went) in steps.items():
            go = 0.05 + 0.9 / (1 + 2.718281828 ** min(50.0, (well - power) / eager))
            total += went * log(go) + stayed * log(1 - go)
        return total

    candidates = [(well, eager) for well in range(-100, 420, 10) for eager in (10, 15, 25, 35, 50)]
    return max(candidates, key=lambda one: log_likelihood(*one))


def main() -> int:
    parser = make_parser(__doc__)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--level", default="hard")
    parser.add_argument("--targets", choices=("source", "even"), default="even")
    parser.add_argument("--no-drawing", action="store_true")
    parser.add_argument("--deals", type=int, default=0)
    parser.add_argument("--matches", type=int, default=0)
    namespace = parser.parse_args()
    options = {"targets": namespace.targets, "refill": not namespace.no_drawing}
    aims = stake_targets(
        namespace.players, resolve_options(ASS_RULES.options, namespace.players, options)
    )
    if namespace.deals:
        measure_coin_stakes(namespace.level, namespace.players, options, namespace.deals, aims)
    if namespace.matches:
        measure_own_stakes(namespace.level, namespace.players, options, namespace.matches, aims)
    return 0


if __name__ == "__main__":
    sys.exit(main())
