"""What banks promise: more to who has fewer, all shares together always the same."""

from itertools import product

import pytest

from greenbaize.games.beat.stakes import promise


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
