"""Facts: they are summed by kind and key, and no game uses a reserved kind."""

import pytest

from greenbaize.rules.facts import OURS, Fact, counted, points_in


def test_facts_are_summed_up_with_the_points():
    sums = counted([(3, [Fact("bid", "1", 1)]), (-5, [Fact("bid", "1", 0), Fact("bid", "2", 1)])])
    assert sums == {("points", ""): (2, -2), ("bid", "1"): (2, 1), ("bid", "2"): (1, 1)}
    assert points_in(sums) == (2, -2)
    assert points_in({}) == (0, 0)


@pytest.mark.parametrize("kind", sorted(OURS))
def test_no_fact_of_a_game_is_of_a_kind_that_every_game_has(kind):
    with pytest.raises(ValueError, match=kind):
        counted([(1, [Fact(kind, "1", 1)])])
