"""Tests for the rows, curves and sentences of the statistics window."""

import pytest

from greenbaize.games import GAMES
from greenbaize.store.statistics import (
    ReviewLoss,
    StatisticsSubject,
)
from greenbaize.ui.features.history.statistics_text import giveaway_rows, subject_text


@pytest.mark.parametrize("name", ["Computer, Easy", "computer, EXPERT", "Other programs"])
def test_person_named_like_a_level_is_marked(name):
    assert subject_text(StatisticsSubject((name,))) == f"{name} (a person)"
    assert subject_text(StatisticsSubject((), "easy")) == "Computer, Easy"
    assert subject_text(StatisticsSubject(("Computer",))) == "Computer"


def adviser_labels(*advisers):
    """Return the adviser column of the review losses."""
    losses = tuple(ReviewLoss(adviser, 2, 9, 3.0) for adviser in advisers)
    return [line.cells[0] for line in giveaway_rows(losses, GAMES["damn"])]


def test_adviser_version_is_shown_only_for_several_versions():
    assert adviser_labels("hard 0.1.0") == ["Judged by Hard"]
    assert adviser_labels("hard 0.1.0", "expert 0.1.0") == ["Judged by Hard", "Judged by Expert"]
    assert adviser_labels("hard 0.1.0", "hard 0.2.0") == [
        "Judged by Hard, version 0.1.0",
        "Judged by Hard, version 0.2.0",
    ]
