"""Liveliness of matches: duration, and number of meaningful decisions.

    python tests/bench/liveliness.py --game ass --level hard --matches 4

For each number of players and each level it plays matches of that level alone, and prints deals and
minutes a match (a person takes SECONDS for a decision with a choice, and the animation CARD_SECONDS
for each card), the number of decisions of each player, the fraction of them in which the best
choice leads the second by what matters (at most ADVISED of them are evaluated), and how often in a
match the lead passes to another player.
"""

import sys
from statistics import fmean

from measured import arguments

from pairing import GAMES, LEVELS, play, player  # isort: skip  (finds the package)
from greenbaize.bots import EFFORTS
from greenbaize.bots.bot import SearchBot
from greenbaize.rules.chance import Stream, seed_from
from greenbaize.rules.game import Unit

MATTERS = {Unit.MARGIN: 0.5, Unit.POINTS: 0.5, Unit.SHARE: 2.0, Unit.PLACE: 0.1}
"""Minimum lead of the best choice in a decision that matters, by unit."""
SECONDS, CARD_SECONDS = 6, 0.8
ADVISED = 200


class Watched:
    """Bot whose decisions are counted and some of them evaluated by the adviser."""

    def __init__(self, level):
        self._bot, self._adviser = player(level), SearchBot(EFFORTS["medium"]._replace(hold=1.0))
        self.asked = self.open = 0
        self.ahead = []

    def decide(self, game, view, seat, chance):
        self.asked += 1
        if len(game.legal(view, seat)) > 1:
            self.open += 1
            if len(self.ahead) < ADVISED and self.open % 3 == 0:
                weighed = self._adviser.weigh(game, view, seat, Stream(f"lively/{self.open}"))
                self.ahead.append(weighed[0].expected - weighed[1].expected)
        return self._bot.decide(game, view, seat, chance)


def passes(game, seats, scores):
    """Return how often the lead passes to another player."""
    first, count = None, 0
    for score in scores:
        totals = game.scores(seats, score)
        best = min(totals) if game.name in ("ass", "rank") else max(totals)
        leading = [seat for seat, total in enumerate(totals) if total == best]
        if first is not None and first not in leading:
            count += 1
        if first not in leading:
            first = leading[0]
    return count


def measure(name, seats, level, matches):
    """Print a line."""
    game, bot, deals, passed = GAMES[name], Watched(level), [], []
    for number in range(matches):
        seed = seed_from(f"lively/{name}/{seats}/{number}")
        played = play(name, {}, seed, (bot, bot), (True,) * seats)
        deals.append(len(played.scores))
        passed.append(passes(game, seats, played.scores))
    own = bot.open / matches / seats
    minutes = (own * SECONDS + bot.asked / matches * CARD_SECONDS) / 60
    matter = fmean(lead >= MATTERS[game.unit] for lead in bot.ahead) if bot.ahead else 0.0
    print(
        f"{name:>8} {seats:>2} players {level:>6}: {fmean(deals):5.1f} deals, {minutes:5.1f} "
        f"minutes, {own:6.1f} decisions, {matter:4.0%} matter, lead passes {fmean(passed):.1f} x",
        flush=True,
    )


def run(games=tuple(GAMES), levels=tuple(LEVELS), matches=2):
    """Print the figures of all games, numbers of players and levels; there is no target."""
    for name in games:
        for seats in GAMES[name].seats:
            for level in levels:
                measure(name, seats, level, matches)
    return True


def main() -> int:
    parser = arguments(__doc__)
    parser.add_argument("--game", choices=list(GAMES))
    parser.add_argument("--level", choices=list(LEVELS))
    parser.add_argument("--matches", type=int, default=2)
    wanted = parser.parse_args()
    games = (wanted.game,) if wanted.game else tuple(GAMES)
    levels = (wanted.level,) if wanted.level else tuple(LEVELS)
    return 0 if run(games, levels, wanted.matches) else 1


if __name__ == "__main__":
    sys.exit(main())
