"""The one search: suppose the cards one cannot see, play every choice out, take the best mean.

Its field calls that determinized Monte Carlo search: a supposed world is a determinization.

What it needs to know of a game it asks of a *kernel*: how to suppose a world that fits the view,
and what each choice is worth in it. A kernel made from the game contract alone plays every game;
games where it was measured to matter have one of their own.
"""

import math
from typing import Any, Final

from greenbaize.rules.chance import Stream
from greenbaize.rules.thinking import Effort, Kernel, Weighed

LOOK: Final = 64
"""Each time after so many worlds it is seen which choices have fallen behind."""
BEHIND: Final = 2.5
"""By how many standard errors these are behind the best."""


def weigh(
    kernel: Kernel[Any], effort: Effort, chance: Stream, *, every: bool = True
) -> tuple[Weighed, ...]:
    """Every choice with its expected score, best first; equal ones in the kernel's order.

    Without ``every``, choices that have clearly fallen behind are given up and come last, and all
    that is left to do once a single one is ahead.
    """
    commands = kernel.commands
    weights: list[float] = []
    brought: list[list[float]] = [[] for _ in commands]
    running = list(range(len(commands)))
    for weight, world in kernel.worlds(effort.worlds, chance):
        weights.append(weight)
        for place, value in zip(running, kernel.outcomes(world, running, chance), strict=True):
            brought[place].append(value)
        if not every and len(weights) % LOOK == 0:
            running = ahead(weights, brought, running)
            if all(brought[place] == brought[running[0]] for place in running):
                break
    best = _best(weights, brought, running)
    close: list[Weighed] = []
    behind: list[Weighed] = []
    for place, command in enumerate(commands):
        values = brought[place]
        expected, error = _mean_and_error(weights, values)
        if len(values) < len(weights):
            # The worlds it was looked at in may have been kinder to all choices than the others.
            expected += _mean(weights, brought[best], len(weights))
            expected -= _mean(weights, brought[best], len(values))
        (close if place in running else behind).append(Weighed(command, expected, error))
    return (*_by_expected(close), *_by_expected(behind))


def _by_expected(weighed: list[Weighed]) -> list[Weighed]:
    return sorted(weighed, key=lambda one: -one.expected)


def _best(weights: list[float], brought: list[list[float]], running: list[int]) -> int:
    best, most = running[0], _mean(weights, brought[running[0]], len(weights))
    for place in running:
        brings = _mean(weights, brought[place], len(weights))
        if brings > most:
            best, most = place, brings
    return best


def ahead(weights: list[float], brought: list[list[float]], running: list[int]) -> list[int]:
    """The choices that may still be the best; what those given up brought need not be complete."""
    leading = brought[_best(weights, brought, running)]
    close = []
    for place in running:
        # In the same worlds, so that what all choices suffer alike falls out.
        lost = [most - own for most, own in zip(leading, brought[place], strict=True)]
        behind, error = _mean_and_error(weights, lost)
        if behind <= BEHIND * error:
            close.append(place)
    return close


def mean(weights: list[float], values: list[float]) -> float:
    """The weighted mean of values; there may be more weights."""
    return _mean(weights, values, len(values))


# Sums are loops: quick when compiled, and what sum() makes of floats differs between Pythons.


def _mean(weights: list[float], values: list[float], count: int) -> float:
    """The weighted mean of the first of the values; there may be more weights."""
    total = whole = 0.0
    for at in range(count):
        weight = weights[at]
        total += weight * values[at]
        whole += weight
    return total / whole


def _mean_and_error(weights: list[float], values: list[float]) -> tuple[float, float]:
    """The weighted mean of values with its standard error; there may be more weights."""
    expected = _mean(weights, values, len(values))
    total = squares = both = 0.0
    for at in range(len(values)):
        weight, value = weights[at], values[at]
        total += weight
        squares += weight * value * value
        both += weight * weight
    variance = max(0.0, squares / total - expected * expected)
    return expected, math.sqrt(variance * both) / total
