"""The words of the statistics."""

import pytest

from greenbaize.games import GAMES
from greenbaize.store.statistics import GivenAway, Who
from greenbaize.ui.memory.statistics_words import given_lines, who_text


@pytest.mark.parametrize("name", ["Computer, Easy", "computer, EXPERT", "Other programs"])
def test_a_person_is_told_from_computer_players_of_that_name(name: str) -> None:
    assert who_text(Who((name,))) == f"{name} (a person)"
    assert who_text(Who((), "easy")) == "Computer, Easy"
    assert who_text(Who(("Computer",))) == "Computer"


def judges(*advisers: str) -> list[str]:
    """Who judged, as the lines of what was given away say it."""
    given = tuple(GivenAway(adviser, 2, 9, 3.0) for adviser in advisers)
    return [line.cells[0] for line in given_lines(given, GAMES["damn"])]


def test_a_judge_is_called_by_its_level_and_by_a_version_only_where_there_are_several() -> None:
    assert judges("hard 0.1.0") == ["Judged by Hard"]
    assert judges("hard 0.1.0", "expert 0.1.0") == ["Judged by Hard", "Judged by Expert"]
    assert judges("hard 0.1.0", "hard 0.2.0") == [
        "Judged by Hard, version 0.1.0",
        "Judged by Hard, version 0.2.0",
    ]
