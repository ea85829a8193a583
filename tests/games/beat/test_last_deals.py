"""The last deals of Master: the place in the match decides, not the points."""

import pytest

from games.beat.tables import BeatTable
from greenbaize.bots.search import weigh
from greenbaize.games.beat.kernel import BeatKernel, near_the_end
from greenbaize.games.beat.master import Master
from greenbaize.rules.chance import Stream
from greenbaize.rules.thinking import Effort
from match.playing import SETUPS, play_randomly

MASTER = Master()
SEEN = Effort(1, 3)


def in_deal(deal, seats=3):
    return BeatTable(MASTER, seats).state._replace(deal=deal)


def test_the_end_is_near_in_the_last_five_deals():
    near = [near_the_end(MASTER, in_deal(deal), 0) is not None for deal in range(1, 25)]
    assert near == [False] * 19 + [True] * 5


def test_the_end_of_a_short_match_is_near_in_its_own_last_five_deals():
    state = BeatTable(MASTER, 3, length="short").state
    near = [near_the_end(MASTER, state._replace(deal=deal), 0) is not None for deal in range(1, 13)]
    assert near == [False] * 7 + [True] * 5


def test_with_two_deals_to_come_points_are_about_points():
    # Ten are to be had here, 22 and 12 in the deals after it.
    found = near_the_end(MASTER, in_deal(22)._replace(totals=(5, 0, 2)), 0)
    assert found is not None
    gets, misses = (found.worth(points)[0] for points in ((10, 0, 0), (0, 0, 10)))
    assert gets - misses == pytest.approx(10, abs=4)


def test_in_the_last_deal_it_matters_who_else_gets_the_twelve():
    found = near_the_end(MASTER, in_deal(24)._replace(totals=(40, 35, 10)), 0)
    assert found is not None
    own, rival, last = (found.worth(points)[0] for points in ((12, 0, 0), (0, 12, 0), (0, 0, 12)))
    assert own == pytest.approx(last, abs=1)
    assert rival < last - 5


def test_who_leads_plays_otherwise_than_who_lies_behind():
    setup = next(one for one in SETUPS if one.name == "master" and one.seats == 3)
    seen = others = 0
    for _, state in play_randomly(setup, 3).moments:
        seat = state.turn
        if seat is None or state.deal < 23 or state.hands[seat].size not in {2, 3}:
            continue
        cards = set()
        for lead in (13, -13):
            totals = tuple(lead if one == seat else 0 for one in range(3))
            kernel = BeatKernel(MASTER, state._replace(totals=totals), seat, SEEN)
            cards.add(weigh(kernel, SEEN, Stream("seen"))[0].command.card)
        seen += 1
        others += len(cards) > 1
    assert seen > 10
    assert others
