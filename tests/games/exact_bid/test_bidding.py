"""The hook and the balance of bids."""

import pytest

from greenbaize.games.exact_bid.bidding import balance, bidding_notes, hooked_bid, so_far
from greenbaize.rules.messages import Message


@pytest.mark.parametrize(
    ("bids", "cards", "hooked"),
    [
        ((1, None), 1, 0),
        ((0, None), 1, 1),
        ((None, 2, 1), 5, 2),
        ((5, None, 0), 5, 0),
        ((5, None, 1), 5, None),
        ((0, 0, None, 0), 13, 13),
        ((None, None, 1), 5, None),
        ((None, None), 1, None),
        ((1, 2, 3), 6, None),
    ],
)
def test_the_hook_forbids_the_bid_that_makes_the_sum(bids, cards, hooked):
    assert hooked_bid(bids, cards) == hooked


@pytest.mark.parametrize(
    ("bids", "cards", "said"),
    [
        ((1, 1), 1, Message("balance-over", {"count": 1})),
        ((13, 13, 13), 13, Message("balance-over", {"count": 26})),
        ((0, 0), 1, Message("balance-under", {"count": 1})),
        ((0, 0, 0), 7, Message("balance-under", {"count": 7})),
        ((3, 4, 0), 7, Message("balance-even")),
        ((3, None, 4), 7, None),
        ((None, None), 7, None),
    ],
)
def test_the_balance(bids, cards, said):
    assert balance(bids, cards) == said


def test_the_balance_names_the_rule_that_asks_for_it():
    assert balance((1, 0), 1, "damn.md 3").rule == "damn.md 3"


def sum_of(bids, cards):
    return Message("bids-so-far", {"bids": bids, "count": cards})


@pytest.mark.parametrize(
    ("bids", "said"),
    [
        ((None, None, None), None),
        ((None, 2, None), sum_of(2, 7)),
        ((0, None, None), sum_of(0, 7)),
        ((None, 5, 4), sum_of(9, 7)),
        ((1, 5, 4), None),
    ],
)
def test_what_has_been_bid_is_told_until_all_have(bids, said):
    assert so_far(bids, 7) == said


@pytest.mark.parametrize(
    ("bids", "seat", "rule", "said"),
    [
        ((None, None, None), 0, "damn.md 6", ()),
        ((2, None, None), 1, "damn.md 6", (sum_of(2, 7),)),
        (
            (2, 1, None),
            2,
            "damn.md 6",
            (sum_of(3, 7), Message("hook-forbids", {"bid": 4, "count": 7}, "damn.md 6")),
        ),
        ((2, 1, None), 2, "", (sum_of(3, 7),)),
        (
            (5, 3, None),
            2,
            "damn.md 6",
            (sum_of(8, 7), Message("hook-idle", {"count": 7}, "damn.md 6")),
        ),
        # A bid that is to be changed does not count.
        (
            (2, 1, 3),
            2,
            "damn.md 6",
            (sum_of(3, 7), Message("hook-forbids", {"bid": 4, "count": 7}, "damn.md 6")),
        ),
    ],
)
def test_a_bidder_is_told_the_sum_and_what_the_hook_forbids(bids, seat, rule, said):
    assert bidding_notes(bids, 7, seat, rule) == said
