"""The words of the statistics."""

import pytest

from greenbaize.store.statistics import Who
from greenbaize.ui.memory.statistics_words import who_text


@pytest.mark.parametrize("name", ["Computer, Easy", "computer, EXPERT", "Other programs"])
def test_a_person_is_told_from_computer_players_of_that_name(name: str) -> None:
    assert who_text(Who((name,))) == f"{name} (a person)"
    assert who_text(Who((), "easy")) == "Computer, Easy"
    assert who_text(Who(("Computer",))) == "Computer"
