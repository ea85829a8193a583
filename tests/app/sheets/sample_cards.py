"""Score cards of random matches."""

from greenbaize.app.sheets.scorecards import Scorecard
from match.random_matches import GameSetup, play_randomly

NAMES = ("Anna", "Борис", "=SUM(A1)", 'Vera, "the best"', "陳大文", "Jan", "Lena", *"XYZ")

RECORDED_MATCH = play_randomly(GameSetup("damn", 3, {"deals": 2}), 1)

END_VIEW = RECORDED_MATCH.moments[-1][1]


def make_card(setup, moment=-1, **fields):
    recorded_match = play_randomly(setup, 1)
    sheet = setup.game.sheet(
        recorded_match.moments[min(moment, len(recorded_match.moments) - 1)][1]
    )
    return Scorecard(setup.name, NAMES[: setup.seats], sheet, **fields)
