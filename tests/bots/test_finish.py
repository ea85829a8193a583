"""The end of a match: points count far from it, ranks near it."""

from itertools import product

import pytest

from greenbaize.bots.finish import apart, finish, joined, prize

OVER = {0: 1.0}
"""Swing chances after the last deal."""
COIN = apart({0: 0.5, 10: 0.5})
"""Swing chances of a deal in which each player gets 10 points or none."""


def lead(points, seat=0):
    own = points[seat]
    return own - (sum(points) - own) / (len(points) - 1)


def test_far_from_the_end_it_is_the_lead_over_the_others():
    later = joined([COIN] * 60)
    found = finish(0, (3, 10, 0, 5), COIN, later)
    for points in product((0, 10), repeat=4):
        assert found.worth(points)[0] == pytest.approx(lead(points), abs=1.5)
    near = finish(0, (3, 10, 0, 5), COIN, OVER)
    assert any(abs(near.worth(p)[0] - lead(p)) > 5 for p in product((0, 10), repeat=4))


def test_what_is_settled_leaves_the_lead():
    for totals in ((500, 0, 20), (0, 500, 620), (300, 0, 600)):
        found = finish(0, totals, COIN, joined([COIN] * 2))
        for points in product((0, 10), repeat=3):
            assert found.worth(points)[0] == pytest.approx(lead(points))


def test_who_leads_two_players_by_little_in_the_last_deal_needs_no_more_than_that():
    found = finish(0, (11, 10), COIN, OVER)
    both, ours, theirs, none = (
        found.worth(points)[0] for points in ((10, 10), (10, 0), (0, 10), (0, 0))
    )
    assert both == pytest.approx(none)
    assert ours - none < 0.1 * (none - theirs)
    assert found.worth((0, 10))[1] > 0


def test_level_players_share_what_one_wins_and_the_other_loses():
    found = finish(0, (10, 10), COIN, OVER)
    ahead, level, behind = (found.worth(points)[0] for points in ((1, 0), (0, 0), (0, 1)))
    assert ahead > level > behind
    assert level == pytest.approx(0)


def test_whom_one_can_still_catch_counts_and_nobody_else():
    found = finish(0, (50, 55, 90, 0), COIN, OVER)
    rival = found.worth((10, 10, 0, 0))[0] - found.worth((10, 0, 0, 0))[0]
    for points in ((10, 0, 10, 0), (10, 0, 0, 10)):
        assert found.worth(points)[0] - found.worth((10, 0, 0, 0))[0] > 0.1 * rival
    assert rival < -3


def test_to_win_is_worth_more_than_the_places_alone():
    alone = finish(1, (60, 55, 50), COIN, OVER, first=0.0)
    won = finish(1, (60, 55, 50), COIN, OVER, first=1.0)

    def risk(found):
        """Return the chance above which it pays to risk the second rank for the first."""
        keeps, first, last = (
            found.worth(points)[1] for points in ((0, 0, 0), (0, 10, 0), (0, 0, 10))
        )
        return (keeps - last) / (first - last)

    assert risk(alone) == pytest.approx(0.5, abs=0.02)
    assert risk(won) < 0.05


def test_level_players_win_as_often_as_each_other():
    for seats in range(2, 8):
        found = finish(0, (0,) * seats, COIN, joined([COIN] * 3), first=1.0)
        winning = found.first / found.worth((0,) * seats)[0] if found.base == 0 else 0
        assert winning >= 0
        even = found.win[found.zero] ** (seats - 1)
        assert even == pytest.approx(1 / seats)


def test_it_is_told_from_every_seat_alike():
    found = finish(0, (5, 5, 5), COIN, COIN)
    assert found.worth((10, 0, 0)) == pytest.approx(
        [found.worth((0, 10, 0))[1], found.worth((10, 0, 0))[2], found.worth((10, 0, 0))[1]]
    )


def test_what_moves_adds_up():
    for swings in (COIN, prize(12, 4), prize(-9, 3), joined([prize(11, 2)] * 2)):
        assert sum(swings.values()) == pytest.approx(1)
        assert all(swings[points] == pytest.approx(swings[-points]) for points in swings)
    assert prize(12, 4)[12] == 0.25
    assert joined([prize(11, 4)] * 2)[22] == pytest.approx(1 / 16)
