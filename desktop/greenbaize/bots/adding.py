"""Sums that are the same on every Python, so that equal seeds make equal choices everywhere."""

from collections.abc import Iterable


def added(values: Iterable[float]) -> float:
    """The sum of the values, added one after the other; 0 for none.

    From Python 3.12 on ``sum`` carries along what rounding loses, which gives other last digits.
    """
    total = 0.0
    for value in values:
        total += value
    return total
