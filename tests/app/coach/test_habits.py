"""Habits: named with enough evidence only, and with what they cost."""

import pytest

from app.coach.reviewed_matches import make_match, make_mistake
from greenbaize.app.coach.habits import count_needed_matches, find_habits
from greenbaize.rules.game import ChoiceUnit

UNIT = ChoiceUnit.MARGIN


def make_matches(count, *mistakes, **fields):
    """Return matches, latest first, each with these mistakes."""
    return [make_match(count - number, mistakes, **fields) for number in range(count)]


def test_nothing_is_named_without_enough_matches():
    report = find_habits(make_matches(3, make_mistake(cost=50.0)), UNIT)
    assert (report.needed_matches, report.habits) == (2, ())
    assert find_habits([], UNIT).needed_matches == 5


@pytest.mark.parametrize(
    ("matches", "decisions", "needed"), [(5, 150, 0), (10, 30, 40), (2, 400, 3), (0, 0, 5)]
)
def test_needed_matches_follow_from_their_number_and_their_choices(matches, decisions, needed):
    assert count_needed_matches(matches, decisions) == needed


def test_the_three_dearest_are_named_with_their_cost_and_moments():
    mistakes = [
        make_mistake("bid-high", 9.0, 1),
        make_mistake("bid-low", 7.0, 2),
        make_mistake("trumps-early", 5.0, 3),
        make_mistake("card-high", 4.0, 4),
        make_mistake("", 20.0, 5),
    ]
    report = find_habits(make_matches(6, *mistakes), UNIT)
    assert [habit.kind for habit in report.habits] == ["bid-high", "bid-low", "trumps-early"]
    habit = report.habits[0]
    assert (habit.count, habit.cost, habit.trend) == (6, 9.0, 0)
    assert habit.error == pytest.approx(9.0 * 6**0.5 / 6)
    assert len(habit.moments) == 3


def test_what_costs_little_or_may_be_chance_is_no_habit():
    cheap = find_habits(make_matches(6, make_mistake(cost=0.5)), UNIT)
    assert cheap.habits == ()
    once = [make_match(9, [make_mistake(cost=60.0)]), *make_matches(6)]
    assert find_habits(once, UNIT).habits == ()
    balanced = [make_mistake(cost=6.0), make_mistake(cost=-6.0)]
    assert find_habits(make_matches(6, *balanced), UNIT).habits == ()


def test_a_habit_that_is_lost_says_so():
    earlier = [make_match(number, [make_mistake(cost=12.0)] * 4) for number in range(6)]
    later = [make_match(number, [make_mistake(cost=2.0)]) for number in range(6, 12)]
    (habit,) = find_habits([*reversed(later), *reversed(earlier)], UNIT).habits
    assert habit.trend == -1


def test_strengths_are_avoided_nearly_always():
    matches = make_matches(6, avoided={"bid-high": 5, "bid-low": 5})
    matches.append(make_match(9, [make_mistake("bid-low", 1.0)] * 4))
    report = find_habits(matches, UNIT)
    assert [(one.kind, one.avoided_count) for one in report.strengths] == [("bid-high", 30)]


def test_what_costs_much_is_no_strength_however_rare():
    matches = make_matches(6, avoided={"bid-high": 50})
    matches.append(make_match(9, [make_mistake("bid-high", 60.0)]))
    assert find_habits(matches, UNIT).strengths == ()


def test_matches_that_are_not_reviewed_wait():
    matches = [*make_matches(6), make_match(9, deal_count=2)]
    report = find_habits(matches, UNIT)
    assert (report.match_count, report.pending_count) == (6, 1)
