"""Where the lines of a chart's grid lie, and where its dots: numbers only, nothing is drawn."""

import math
from collections.abc import Sequence
from itertools import accumulate
from typing import Final, NamedTuple

_STEPS: Final = (1, 2, 2.5, 5, 10)
"""The first digits of steps that are easily read."""
_LEAST: Final = 1e-3
"""Values that are closer than this are taken for one."""


class Scale(NamedTuple):
    """What a chart shows from its lower to its upper edge, and where its lines lie."""

    low: float
    high: float
    lines: tuple[float, ...]
    places: int
    """How many decimal places the lines need."""

    def share(self, value: float) -> float:
        """How far up a value is, from 0 at the lower edge to 1 at the upper one."""
        return (value - self.low) / (self.high - self.low)


def scale_of(values: Sequence[float], most: int) -> Scale:
    """A scale with round numbers on which all values have room.

    Args:
        values: what is to be shown, one at least.
        most: how many lines there is room for, two at least.
    """
    low, high = min(values), max(values)
    if high - low < _LEAST:
        room = max(1.0, abs(high) / 10)
        low, high = low - room, high + room
    step = _step((high - low) / max(1, most - 1))
    first, last = math.floor(low / step + _LEAST), math.ceil(high / step - _LEAST)
    if last - first + 1 > most:
        # The ends lie so that one more line would be needed.
        step = _step(step * 1.01)
        first, last = math.floor(low / step + _LEAST), math.ceil(high / step - _LEAST)
    lines = tuple(number * step for number in range(first, last + 1))
    return Scale(lines[0], lines[-1], lines, _places(step))


def fixed_scale(low: float, high: float, most: int) -> Scale:
    """A scale with ends of its own, which is divided evenly."""
    parts = next(parts for parts in (4, 2, 1) if parts < max(2, most))
    lines = tuple(low + (high - low) * part / parts for part in range(parts + 1))
    return Scale(low, high, lines, 0)


def _step(least: float) -> float:
    """The smallest step that is easily read and not below this."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * one for one in _STEPS if power * one >= least * (1 - 1e-9))


def _places(step: float) -> int:
    return next((n for n in range(6) if math.isclose(round(step, n), step, rel_tol=1e-6)), 6)


def evened(values: Sequence[float], weights: Sequence[int], reach: int) -> list[float]:
    """Each value as the mean of those around it.

    Args:
        values: one after another.
        weights: how much each of them counts, 1 at least.
        reach: how many on either side count, fewer at the ends.
    """
    if not reach:
        return list(values)
    sums = [0.0, *accumulate(one * by for one, by in zip(values, weights, strict=True))]
    whole = [0, *accumulate(weights)]
    ends = [(max(0, at - reach), min(len(values), at + reach + 1)) for at in range(len(values))]
    return [(sums[last] - sums[first]) / (whole[last] - whole[first]) for first, last in ends]


def labelled(places: Sequence[float], centres: Sequence[float]) -> list[int]:
    """Which dots have a label: those nearest to where labels would best stand, in order."""
    return sorted(
        {min(range(len(places)), key=lambda at: abs(places[at] - one)) for one in centres}
    )
