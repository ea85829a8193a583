"""Program that gives the same output for compiled and source modules.

    python tests/games/form_output.py PREFIX TASK GAME [NUMBER]

``PREFIX`` is the environment that holds the compiled modules. The last line, on standard error,
says which form ran; all other output must be the same for both.
"""

import sys
from pathlib import Path

sys.prefix = sys.argv[1]
ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "desktop"), str(ROOT / "tests")]

from bots.asked import decisions  # noqa: E402
from bots.honesty import Positions  # noqa: E402
from greenbaize.bots.bot import SearchBot  # noqa: E402
from greenbaize.cli.main import main as greenbaize  # noqa: E402
from greenbaize.compiled import runs_compiled  # noqa: E402
from greenbaize.games import GAMES  # noqa: E402
from greenbaize.rules.chance import Stream  # noqa: E402
from greenbaize.rules.thinking import Effort  # noqa: E402
from match.playing import SETUPS, play_randomly  # noqa: E402

EFFORTS = (
    Effort(worlds=2, endgame=2, weighing=2, plain=1),
    Effort(worlds=1, endgame=3, weighing=1, plain=1),
    Effort(worlds=3, endgame=0, weighing=4, plain=1, plays=True),
    Effort(worlds=2, endgame=0, weighing=1, plain=1, hold=0.5),
)
"""Efforts used in turn: with and without evidence from play, with and without endgame search, and

with half of the cards forgotten.
"""


def weigh(name, number):
    """Print the weighed choices of about this many positions, to the last bit."""
    setups = [setup for setup in SETUPS if setup.name == name]
    for setup in setups:
        weigh_in(setup, -(-number // len(setups)))


def weigh_in(setup, number):
    """Print the weighed choices of positions in matches of one setup."""
    game, done, match = setup.game, 0, 0
    while done < number:
        for state, view in decisions(play_randomly(setup, match)):
            seat = state.turn
            if len(game.legal(state, seat)) == 1 or done == number:
                continue
            bot = SearchBot(EFFORTS[done % len(EFFORTS)], "bold")
            stream = Stream(f"{setup}/{done}")
            weighed = bot.weigh(game, view, seat, stream)
            print(setup, done, seat, *(repr(one) for one in weighed), stream.below(1 << 32))
            if done % 5 == 0:
                print(bot.decide(game, view, seat, stream), stream.below(1 << 32))
            done += 1
        match += 1


SMALL = {"damn": ["deals=3"], "ass": ["deal_limit=2"]}
"""Options that make a match short, by game."""


def duel(name, number):
    """Print the CSV file of a small duel at the smallest table."""
    words = ["--game", name, "--a", "medium:bold", "--b", "easy", "--seed", "forms"]
    words += ["--deals", str(number), "--jobs", "1", "--csv", "duel.csv"]
    words += ["--players", str(GAMES[name].seats.start)]
    for option in SMALL.get(name, ()):
        words += ["--option", option]
    assert greenbaize(["duel", *words]) == 0
    print(Path("duel.csv").read_bytes())


def redeal(name, number):
    """Print how many compared positions differ; fails if a bot uses cards that it cannot see."""
    for effort in EFFORTS:
        positions = Positions(name, 7)
        for _ in range(number):
            positions.compare(lambda effort=effort: SearchBot(effort))
        print(effort, positions.compared, positions.differing)


if __name__ == "__main__":
    {"weigh": weigh, "duel": duel, "redeal": redeal}[sys.argv[2]](sys.argv[3], int(sys.argv[4]))
    print("compiled" if runs_compiled() else "sources", file=sys.stderr)
