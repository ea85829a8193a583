"""Facts: they are summed by kind and key, and no game uses a reserved kind."""

import pytest

from greenbaize.rules.facts import RESERVED_KINDS, DealFact, points_sum, sum_facts


def test_facts_are_summed_with_the_points():
    sums = sum_facts(
        [(3, [DealFact("bid", "1", 1)]), (-5, [DealFact("bid", "1", 0), DealFact("bid", "2", 1)])]
    )
    assert sums == {("points", ""): (2, -2), ("bid", "1"): (2, 1), ("bid", "2"): (1, 1)}
    assert points_sum(sums) == (2, -2)
    assert points_sum({}) == (0, 0)


@pytest.mark.parametrize("kind", sorted(RESERVED_KINDS))
def test_a_fact_of_a_reserved_kind_is_refused(kind):
    with pytest.raises(ValueError, match=kind):
        sum_facts([(1, [DealFact(kind, "1", 1)])])
