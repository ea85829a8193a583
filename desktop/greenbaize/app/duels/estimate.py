"""A mean with what is known of its error, from independent measurements of the same thing."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import atan, cos, inf, pi, sin, sqrt
from statistics import mean, stdev
from typing import Self


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over ``count`` measurements.

    ``error`` is its standard error; None if there is but one measurement, or if all are equal: such
    say nothing about how far they are off.
    """

    count: int
    mean: float
    error: float | None

    @classmethod
    def of(cls, values: Sequence[Fraction]) -> Self:
        """The estimate from at least one measurement; their order does not matter."""
        spread = stdev(values) if len(values) > 1 else 0.0
        error = spread / sqrt(len(values)) if spread else None
        return cls(len(values), float(mean(values)), error)

    def span(self, chance: float = 0.95) -> tuple[float, float]:
        """The limits between which the true value lies with this chance; infinite at worst."""
        if self.error is None:
            return -inf, inf
        reach = t_limit(chance, self.count - 1) * self.error
        return self.mean - reach, self.mean + reach

    def sure(self) -> float | None:
        """How sure it is that the true value has the mean's sign, from 0.5 to 1, if known."""
        if self.error is None:
            return None
        return (1 + t_within(abs(self.mean) / self.error, self.count - 1)) / 2


def t_within(limit: float, freedom: int) -> float:
    """The chance that a value of Student's distribution lies between -limit and limit.

    Args:
        limit: not below 0.
        freedom: whole degrees of freedom, from 1; for these the integral is a finite sum.
    """
    angle = atan(limit / sqrt(freedom))
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for step in range(1 + odd, freedom, 2):
        total += term
        term *= cos(angle) ** 2 * step / (step + 1)
    total *= sin(angle)
    return (angle + total) * 2 / pi if odd else total


def t_limit(chance: float, freedom: int) -> float:
    """The limit that a value of Student's distribution keeps, up or down, with this chance."""
    low, high = 0.0, 1.0
    while t_within(high, freedom) < chance:
        high *= 2
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if t_within(middle, freedom) < chance else (low, middle)
    return middle
