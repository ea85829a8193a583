"""The hook and the balance of bids."""

import pytest

from greenbaize.games.exact_bid.bidding import balance, hooked_bid
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
