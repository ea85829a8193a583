"""Habits and exercises of levels in a person's chair (``tests/bench/habits.py``)."""

from importlib import import_module
from pathlib import Path

import pytest

from greenbaize.app.coach.habits import find_habits
from greenbaize.games import GAMES

EXACT_BID_HABITS = {
    "bid-high",
    "bid-low",
    "bid-uncounted",
    "winner-early",
    "trumps-early",
    "throw-wrong",
}
"""Misjudges its hand, leads its highest card, and forgets what has been played."""
BEAT_HABITS = {
    "strong-unled",
    "strong-led",
    "weak-led",
    "penalty-lead",
    "strong-unthrown",
    "strong-early",
    "taken-dear",
    "taken-low",
    "thrown-wrong",
    "cheap-trick-left",
    "went-often",
    "beat-overlooked",
    "beat-uncounted",
}
"""Misjudges its hand and its leads, and looks at one trick only."""
EASY_HABITS = {
    "damn": EXACT_BID_HABITS,
    "blackout": EXACT_BID_HABITS,
    "master": BEAT_HABITS,
    "ass": BEAT_HABITS,
    "rank": {"run-greedy", "run-broken", "fit-left", "fit-unkept"},
}
"""What *easy* is known to do wrong, by game."""
MAX_EXERCISES_OF_HARD = 2
"""Exercises in 200 decisions of *hard* against itself."""


@pytest.fixture(scope="module")
def bench():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(Path(__file__).parents[2] / "bench"))
        yield import_module("habits")


def test_a_level_plays_in_a_persons_name(bench):
    record, seat = bench.play_as_person("rank", "easy", "easy", 1)
    assert [player.kind for player in record.header.players].count("human") == 1
    assert record.header.players[seat].name == "Ida"
    (match,) = bench.review_level("rank", "beginner", "easy", 1)
    assert match.is_reviewed
    assert bench.count_exercises([match])[1] > 10


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_after_ten_matches_three_habits_of_easy_are_named(bench, game):
    matches = [*bench.review_level(game, "easy", "medium", 10)][::-1]
    habits = find_habits(matches, GAMES[game].choice_unit).habits
    assert len(habits) == 3
    assert {habit.kind for habit in habits} <= EASY_HABITS[game]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_hard_against_itself_has_no_habit_and_hardly_an_exercise(bench, game):
    matches = [*bench.review_level(game, "hard", "hard", 10)][::-1]
    assert find_habits(matches, GAMES[game].choice_unit).habits == ()
    exercises, decisions = bench.count_exercises(matches)
    assert decisions > 200
    assert 200 * exercises <= MAX_EXERCISES_OF_HARD * decisions
