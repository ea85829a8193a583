"""The last deals of exact bids: the place in the match decides, not the points."""

import pytest

from games.exact_bid.tables import Table
from greenbaize.bots.search import weigh
from greenbaize.games.exact_bid.blackout import Blackout
from greenbaize.games.exact_bid.damn import Damn
from greenbaize.games.exact_bid.kernel import ExactBidKernel, near_the_end
from greenbaize.rules.chance import Stream
from greenbaize.rules.thinking import Effort

DAMN = Damn()
SEEN = Effort(1, 3)


def last_deal(hands, bids, deals=2):
    table = Table(DAMN, len(hands), dealer=len(hands) - 1, stack={1: (hands, "")}, first=2,
                  deals=deals)  # fmt: skip
    table.bid(*bids)
    return table.state


def chosen(state, totals):
    """What is best for the first seat that sees all cards, with these totals."""
    kernel = ExactBidKernel(DAMN, state._replace(totals=totals), 0, SEEN, thorough=True)
    return weigh(kernel, SEEN, Stream("seen"))[0].command.card.code


def test_who_leads_gives_up_points_that_a_rival_would_get_more_of():
    # 9H meets the own bid and that of the next player, which is higher; JC neither.
    state = last_deal(("9H JC", "8H TH", "8D 6S"), (0, 2, 1))
    assert chosen(state, (41, 40, 0)) == "JC"
    assert chosen(state, (45, 40, 0)) == "9H"
    assert chosen(state, (80, 40, 0)) == "9H"


def test_it_matters_whose_bid_is_met():
    # 9H makes the second player meet its bid, 3S the third.
    state = last_deal(("9H 3S", "2D 6S", "8C 7D"), (1, 0, 1))
    assert chosen(state, (40, 39, 0)) == "3S"
    assert chosen(state, (40, 0, 39)) == "9H"


def test_who_must_catch_up_bids_more_than_who_leads():
    # The last to bid: a trick is likelier than two, but brings too little to who is ten behind.
    hands = ("AD QS 2C", "2D 4C 5H", "3C 6H 7D")
    table = Table(DAMN, 3, dealer=0, stack={1: (hands, "")}, first=3, deals=3)
    table.bid(1, 0)

    def bid(totals):
        state, effort = table.state._replace(totals=totals), Effort(60, 2)
        kernel = ExactBidKernel(DAMN, state, 0, effort, thorough=True)
        return weigh(kernel, effort, Stream("bids"))[0].command.tricks

    assert bid((41, 40, 0)) == 1
    assert bid((30, 40, 0)) == 2


def test_far_from_the_end_the_points_decide():
    state = last_deal(("9H JC", "8H TH", "8D 6S"), (0, 2, 1), deals=9)
    assert near_the_end(DAMN, state, 0) is None
    assert chosen(state, (41, 40, 0)) == "9H"


@pytest.mark.parametrize("game", [DAMN, Blackout()])
def test_the_end_is_near_in_the_last_five_deals(game):
    state = Table(game, 4, dealer=0).state
    near = [near_the_end(game, state._replace(deal=deal), 0) is not None for deal in range(1, 14)]
    assert near == [False] * 8 + [True] * 5


def test_what_is_expected_is_about_the_lead_as_long_as_little_is_settled():
    state = last_deal(("9H JC", "8H TH", "8D 6S"), (0, 2, 1), deals=6)
    found = near_the_end(DAMN, state, 0)
    assert found is not None
    assert found.worth((10, 12, 0))[0] == pytest.approx(4, abs=2)
    assert found.worth((10, 0, 0))[0] == pytest.approx(10, abs=2.5)
