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

from bots.decision_positions import iterate_decisions  # noqa: E402
from bots.honesty import HonestyCheck  # noqa: E402
from greenbaize.bots.bot import SearchBot  # noqa: E402
from greenbaize.cli.main import main as greenbaize  # noqa: E402
from greenbaize.compiled import is_running_compiled  # noqa: E402
from greenbaize.games import GAMES  # noqa: E402
from greenbaize.rules.chance import RandomStream  # noqa: E402
from greenbaize.rules.search_contract import SearchEffort  # noqa: E402
from match.random_matches import SETUPS, play_randomly  # noqa: E402

EFFORT_CYCLE = (
    SearchEffort(world_count=2, endgame_cards=2, samples_per_world=2, contract_world_count=1),
    SearchEffort(world_count=1, endgame_cards=3, samples_per_world=1, contract_world_count=1),
    SearchEffort(
        world_count=3,
        endgame_cards=0,
        samples_per_world=4,
        contract_world_count=1,
        infers_from_plays=True,
    ),
    SearchEffort(
        world_count=2, endgame_cards=0, samples_per_world=1, contract_world_count=1, retention=0.5
    ),
)
"""Efforts used in turn: with and without evidence from play, with and without endgame search, and

with half of the cards forgotten.
"""


def print_weighed_choices(name, number):
    """Print the weighed choices of about this many positions, to the last bit."""
    setups = [setup for setup in SETUPS if setup.name == name]
    for setup in setups:
        print_choices_of_setup(setup, -(-number // len(setups)))


def print_choices_of_setup(setup, number):
    """Print the weighed choices of positions in matches of one setup."""
    game, position_count, match = setup.game, 0, 0
    while position_count < number:
        for state, view in iterate_decisions(play_randomly(setup, match)):
            seat = state.turn
            if len(game.legal(state, seat)) == 1 or position_count == number:
                continue
            bot = SearchBot(EFFORT_CYCLE[position_count % len(EFFORT_CYCLE)], "bold")
            stream = RandomStream(f"{setup}/{position_count}")
            weighed_choices = bot.weigh_every_choice(game, view, seat, stream)
            print(
                setup,
                position_count,
                seat,
                *(repr(choice) for choice in weighed_choices),
                stream.draw_below(1 << 32),
            )
            if position_count % 5 == 0:
                print(bot.choose_command(game, view, seat, stream), stream.draw_below(1 << 32))
            position_count += 1
        match += 1


SHORT_OPTIONS = {"damn": ["deals=3"], "ass": ["deal_limit=2"]}
"""Options that make a match short, by game."""


def print_duel(name, number):
    """Print the CSV file of a small duel at the smallest table."""
    words = ["--game", name, "--a", "medium:bold", "--b", "easy", "--seed", "forms"]
    words += ["--deals", str(number), "--jobs", "1", "--csv", "duel.csv"]
    words += ["--players", str(GAMES[name].seats.start)]
    for option in SHORT_OPTIONS.get(name, ()):
        words += ["--option", option]
    assert greenbaize(["duel", *words]) == 0
    print(Path("duel.csv").read_bytes())


def print_redeals(name, number):
    """Print how many compared positions differ; fails if a bot uses cards that it cannot see."""
    for effort in EFFORT_CYCLE:
        positions = HonestyCheck(name, 7)
        for _ in range(number):
            positions.compare_position(lambda effort=effort: SearchBot(effort))
        print(effort, positions.compared_count, positions.differing_count)


if __name__ == "__main__":
    {"weigh": print_weighed_choices, "duel": print_duel, "redeal": print_redeals}[sys.argv[2]](
        sys.argv[3], int(sys.argv[4])
    )
    print("compiled" if is_running_compiled() else "sources", file=sys.stderr)
