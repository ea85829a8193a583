from fractions import Fraction
from math import inf, sqrt

import pytest

from greenbaize.app.duels import Estimate, t_limit, t_within


# Printed tables of Student's distribution, two-sided.
@pytest.mark.parametrize(
    ("chance", "freedom", "limit"),
    [
        (0.95, 1, 12.706),
        (0.95, 2, 4.303),
        (0.95, 3, 3.182),
        (0.95, 4, 2.776),
        (0.99, 5, 4.032),
        (0.99, 10, 3.169),
        (0.90, 30, 1.697),
        (0.95, 120, 1.980),
        (0.95, 10_000, 1.960),
    ],
)
def test_limits_are_those_of_the_tables(chance, freedom, limit):
    assert t_limit(chance, freedom) == pytest.approx(limit, abs=0.0006)
    assert t_within(t_limit(chance, freedom), freedom) == pytest.approx(chance)


@pytest.mark.parametrize("freedom", [1, 2, 3, 8, 9])
def test_nothing_lies_within_nothing_and_nearly_all_within_much(freedom):
    assert t_within(0, freedom) == 0
    assert t_within(1e9, freedom) == pytest.approx(1)


def test_an_estimate_worked_out_by_hand():
    # Mean 3; squares of the deviations add up to 10, so the spread is sqrt(10 / 4).
    estimate = Estimate.of([Fraction(value) for value in (1, 2, 3, 4, 5)])
    assert (estimate.count, estimate.mean) == (5, 3.0)
    error = sqrt(2.5) / sqrt(5)
    assert estimate.error == pytest.approx(error)
    assert estimate.span() == pytest.approx((3 - 2.7764 * error, 3 + 2.7764 * error), abs=1e-4)
    # t = 3 / 0.7071 = 4.2426 with 4 degrees of freedom: two-sided 0.01324.
    assert estimate.sure() == pytest.approx(1 - 0.01324 / 2, abs=1e-5)


def test_sureness_is_about_the_sign_whichever_it_is():
    values = [Fraction(value) for value in (1, 2, 3, 4, 5)]
    below = Estimate.of([-value for value in values])
    assert below.mean == -3
    assert below.sure() == Estimate.of(values).sure()
    assert Estimate.of([Fraction(-1), Fraction(1)]).sure() == 0.5


@pytest.mark.parametrize("values", [[Fraction(2)], [Fraction(2)] * 7])
def test_one_measurement_or_equal_ones_have_no_error(values):
    estimate = Estimate.of(values)
    assert (estimate.mean, estimate.error, estimate.sure()) == (2.0, None, None)
    assert estimate.span() == (-inf, inf)


def test_the_order_of_measurements_does_not_matter():
    values = [Fraction(value, 7) for value in (3, 1, 4, 1, 5, 9, 2, 6)]
    assert Estimate.of(values) == Estimate.of(sorted(values))
