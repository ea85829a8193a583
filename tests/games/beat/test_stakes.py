"""What banks promise: more to who has fewer, all shares together always the same."""

from itertools import product
from math import sqrt

import pytest

from greenbaize.games.beat.ass import Ass
from greenbaize.games.beat.stakes import FOUR, course, promise
from greenbaize.rules.options import settled


def test_equal_banks_promise_half_the_others():
    assert promise((3, 3, 3), (3, 3, 3), 1, 60) == pytest.approx([0.5] * 3)


@pytest.mark.parametrize("limit", [0, 60])
def test_shares_add_up_and_fewer_banks_promise_more(limit):
    for banks in product((1, 2, 3, 5), repeat=3):
        shares = promise((3, 3, 3), banks, 10, limit)
        assert sum(shares) == pytest.approx(1.5)
        for own, share in zip(banks, shares, strict=True):
            for other, theirs in zip(banks, shares, strict=True):
                assert (own < other) <= (share > theirs)


def test_at_the_end_the_places_decide_alone():
    assert promise((1, 3, 3, 4), (0, 3, 3, 4), 9, 60) == [1.0, 0.5, 0.5, 0.0]
    assert promise((3, 3), (3, 2), 60, 60) == [0.0, 1.0]
    assert promise((3, 5), (3, 6), 12, 0) == [1.0, 0.0]


def test_a_lead_promises_more_the_nearer_the_end_is():
    early = promise((3, 3), (2, 3), 5, 60)[0]
    late = promise((3, 3), (2, 3), 58, 60)[0]
    assert 0.5 < early < late < 1


@pytest.mark.parametrize("seats", range(2, 7))
def test_matches_go_by_the_way_of_dealing_and_by_the_targets(seats):
    def of(**chosen):
        return course(seats, settled(Ass().options, seats, chosen))

    ways = [
        of(refill=refill, targets=targets)
        for refill in (True, False)
        for targets in ("source", "even")
    ]
    drawing, drawing_even, four, four_even = ways
    assert four == FOUR
    assert len(set(ways)) == 4
    # The first cards tell all where nobody draws, and less where one does.
    assert four.tells == four_even.tells == 1.0
    assert drawing.tells == drawing_even.tells < 1.0
    # By even targets go succeeds more often than in four cards by the usual ones.
    assert four_even.well < four.well


def test_the_course_of_a_match_decides_how_much_a_lead_promises():
    options = Ass().options
    even = course(2, settled(options, 2, {"targets": "even"}))
    usual = course(2, settled(options, 2, {}))
    lead = [promise((3, 3), (2, 3), 5, 60, one)[0] for one in (usual, even, FOUR)]
    # The less two players' banks still move apart, the more a lead is worth.
    left = [sqrt(one.pace * one.swing) for one in (usual, even, FOUR)]
    assert sorted(range(3), key=lambda one: left[one]) == sorted(
        range(3), key=lambda one: -lead[one]
    )
    assert all(0.5 < one < 1 for one in lead)
