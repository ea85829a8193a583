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

from support import make_parser

from pairing import GAMES, BOT_FACTORIES, play_match, make_player  # isort: skip  (finds the package)
from greenbaize.bots import SEARCH_EFFORTS
from greenbaize.bots.bot import SearchBot
from greenbaize.rules.chance import RandomStream, seed_from_text
from greenbaize.rules.game import ChoiceUnit

MIN_LEADS = {
    ChoiceUnit.MARGIN: 0.5,
    ChoiceUnit.POINTS: 0.5,
    ChoiceUnit.SHARE: 2.0,
    ChoiceUnit.RANK: 0.1,
}
"""Minimum lead of the best choice in a decision that matters, by unit."""
DECISION_SECONDS, CARD_SECONDS = 6, 0.8
MAX_ADVISED = 200


class DecisionCounterBot:
    """Bot whose decisions are counted and some of them evaluated by the adviser."""

    def __init__(self, level):
        self._bot, self._adviser = (
            make_player(level),
            SearchBot(SEARCH_EFFORTS["medium"]._replace(retention=1.0)),
        )
        self.decision_count = self.open_count = 0
        self.leads = []

    def choose_command(self, game, view, seat, chance):
        self.decision_count += 1
        if len(game.legal(view, seat)) > 1:
            self.open_count += 1
            if len(self.leads) < MAX_ADVISED and self.open_count % 3 == 0:
                ranked_choices = self._adviser.weigh_every_choice(
                    game, view, seat, RandomStream(f"lively/{self.open_count}")
                )
                self.leads.append(
                    ranked_choices[0].expected_score - ranked_choices[1].expected_score
                )
        return self._bot.choose_command(game, view, seat, chance)


def count_lead_changes(game, seats, scores):
    """Return how often the lead passes to another player."""
    first, count = None, 0
    for score in scores:
        totals = game.running_scores(seats, score)
        best = min(totals) if game.name in ("ass", "rank") else max(totals)
        leading = [seat for seat, total in enumerate(totals) if total == best]
        if first is not None and first not in leading:
            count += 1
        if first not in leading:
            first = leading[0]
    return count


def measure_game(name, seats, level, matches):
    """Print a line."""
    game, bot, deals, lead_changes = GAMES[name], DecisionCounterBot(level), [], []
    for number in range(matches):
        seed = seed_from_text(f"lively/{name}/{seats}/{number}")
        played = play_match(name, {}, seed, (bot, bot), (True,) * seats)
        deals.append(len(played.scores))
        lead_changes.append(count_lead_changes(game, seats, played.scores))
    own = bot.open_count / matches / seats
    minutes = (own * DECISION_SECONDS + bot.decision_count / matches * CARD_SECONDS) / 60
    matter = fmean(lead >= MIN_LEADS[game.choice_unit] for lead in bot.leads) if bot.leads else 0.0
    print(
        f"{name:>8} {seats:>2} players {level:>6}: {fmean(deals):5.1f} deals, {minutes:5.1f} "
        f"minutes, {own:6.1f} decisions, {matter:4.0%} matter, "
        f"lead passes {fmean(lead_changes):.1f} x",
        flush=True,
    )


def run_benchmark(games=tuple(GAMES), levels=tuple(BOT_FACTORIES), matches=2):
    """Print the figures of all games, numbers of players and levels; there is no target."""
    for name in games:
        for seats in GAMES[name].seats:
            for level in levels:
                measure_game(name, seats, level, matches)
    return True


def main() -> int:
    parser = make_parser(__doc__)
    parser.add_argument("--game", choices=list(GAMES))
    parser.add_argument("--level", choices=list(BOT_FACTORIES))
    parser.add_argument("--matches", type=int, default=2)
    options = parser.parse_args()
    games = (options.game,) if options.game else tuple(GAMES)
    levels = (options.level,) if options.level else tuple(BOT_FACTORIES)
    return 0 if run_benchmark(games, levels, options.matches) else 1


if __name__ == "__main__":
    sys.exit(main())
