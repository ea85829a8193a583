"""The end of a match: points count far from it, ranks near it."""

from itertools import product

import pytest

from greenbaize.bots.match_finish import (
    combine_swings,
    compute_standing_values,
    difference_swings,
    prize_swings,
)

NO_SWINGS = {0: 1.0}
"""Swing chances after the last deal."""
COIN_SWINGS = difference_swings({0: 0.5, 10: 0.5})
"""Swing chances of a deal in which each player gets 10 points or none."""


def lead_over_others(points, seat=0):
    own_points = points[seat]
    return own_points - (sum(points) - own_points) / (len(points) - 1)


def test_far_from_the_end_values_are_the_lead():
    later = combine_swings([COIN_SWINGS] * 60)
    finish_values = compute_standing_values(0, (3, 10, 0, 5), COIN_SWINGS, later)
    for points in product((0, 10), repeat=4):
        assert finish_values.seat_values(points)[0] == pytest.approx(
            lead_over_others(points), abs=1.5
        )
    near_values = compute_standing_values(0, (3, 10, 0, 5), COIN_SWINGS, NO_SWINGS)
    assert any(
        abs(near_values.seat_values(p)[0] - lead_over_others(p)) > 5
        for p in product((0, 10), repeat=4)
    )


def test_settled_ranks_leave_the_lead():
    for totals in ((500, 0, 20), (0, 500, 620), (300, 0, 600)):
        finish_values = compute_standing_values(
            0, totals, COIN_SWINGS, combine_swings([COIN_SWINGS] * 2)
        )
        for points in product((0, 10), repeat=3):
            assert finish_values.seat_values(points)[0] == pytest.approx(lead_over_others(points))


def test_a_small_lead_in_the_last_deal_is_enough():
    finish_values = compute_standing_values(0, (11, 10), COIN_SWINGS, NO_SWINGS)
    both, ours, theirs, none = (
        finish_values.seat_values(points)[0] for points in ((10, 10), (10, 0), (0, 10), (0, 0))
    )
    assert both == pytest.approx(none)
    assert ours - none < 0.1 * (none - theirs)
    assert finish_values.seat_values((0, 10))[1] > 0


def test_level_players_share_what_one_wins_and_the_other_loses():
    finish_values = compute_standing_values(0, (10, 10), COIN_SWINGS, NO_SWINGS)
    ahead, level, behind = (
        finish_values.seat_values(points)[0] for points in ((1, 0), (0, 0), (0, 1))
    )
    assert ahead > level > behind
    assert level == pytest.approx(0)


def test_only_rivals_within_reach_count():
    finish_values = compute_standing_values(0, (50, 55, 90, 0), COIN_SWINGS, NO_SWINGS)
    rival = (
        finish_values.seat_values((10, 10, 0, 0))[0] - finish_values.seat_values((10, 0, 0, 0))[0]
    )
    for points in ((10, 0, 10, 0), (10, 0, 0, 10)):
        assert (
            finish_values.seat_values(points)[0] - finish_values.seat_values((10, 0, 0, 0))[0]
            > 0.1 * rival
        )
    assert rival < -3


def test_winning_is_worth_more_than_its_rank():
    alone = compute_standing_values(1, (60, 55, 50), COIN_SWINGS, NO_SWINGS, win_share=0.0)
    won = compute_standing_values(1, (60, 55, 50), COIN_SWINGS, NO_SWINGS, win_share=1.0)

    def acceptable_risk(finish_values):
        """Return the chance above which it pays to risk the second rank for the first."""
        keeps, first, last = (
            finish_values.seat_values(points)[1] for points in ((0, 0, 0), (0, 10, 0), (0, 0, 10))
        )
        return (keeps - last) / (first - last)

    assert acceptable_risk(alone) == pytest.approx(0.5, abs=0.02)
    assert acceptable_risk(won) < 0.05


def test_level_players_win_as_often_as_each_other():
    for seats in range(2, 8):
        finish_values = compute_standing_values(
            0, (0,) * seats, COIN_SWINGS, combine_swings([COIN_SWINGS] * 3), win_share=1.0
        )
        winning = (
            finish_values.win_weight / finish_values.seat_values((0,) * seats)[0]
            if finish_values.base_value == 0
            else 0
        )
        assert winning >= 0
        even = finish_values.win_factors[finish_values.level_index] ** (seats - 1)
        assert even == pytest.approx(1 / seats)


def test_values_are_symmetric_between_seats():
    finish_values = compute_standing_values(0, (5, 5, 5), COIN_SWINGS, COIN_SWINGS)
    assert finish_values.seat_values((10, 0, 0)) == pytest.approx(
        [
            finish_values.seat_values((0, 10, 0))[1],
            finish_values.seat_values((10, 0, 0))[2],
            finish_values.seat_values((10, 0, 0))[1],
        ]
    )


def test_swing_chances_add_up():
    for swings in (
        COIN_SWINGS,
        prize_swings(12, 4),
        prize_swings(-9, 3),
        combine_swings([prize_swings(11, 2)] * 2),
    ):
        assert sum(swings.values()) == pytest.approx(1)
        assert all(swings[points] == pytest.approx(swings[-points]) for points in swings)
    assert prize_swings(12, 4)[12] == 0.25
    assert combine_swings([prize_swings(11, 4)] * 2)[22] == pytest.approx(1 / 16)


def test_points_that_no_swing_reaches_are_refused():
    values = compute_standing_values(0, (0, 4), difference_swings({-3: 0.5, 11: 0.5}), NO_SWINGS)
    assert values.seat_values((-3, 11))[0] < values.seat_values((11, -3))[0]
    with pytest.raises(ValueError, match="beyond the swings"):
        values.seat_values((-4, 11))
