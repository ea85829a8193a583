"""Determinized Monte Carlo search: sample unseen cards, play every choice out, take the best mean.

A sampled world is a determinization. The search asks a *kernel* for the knowledge of a game: how to
sample a world that fits the view, and what each choice is worth in it. A kernel made from the game
contract alone plays every game; games where measurements show an advantage have their own.
"""

import math
from typing import Any, Final

from greenbaize.rules.chance import Stream
from greenbaize.rules.thinking import Effort, Kernel, Weighed

LOOK: Final = 64
"""The number of worlds between two checks for choices that have fallen behind."""
BEHIND: Final = 2.5
"""The number of standard errors behind the best at which a choice is dropped."""


def weigh(
    kernel: Kernel[Any], effort: Effort, chance: Stream, *, every: bool = True
) -> tuple[Weighed, ...]:
    """Return every choice with its expected score, best first; equal ones in the kernel's order.

    Without ``weighs_every_choice``, choices that have clearly fallen behind are dropped and come
    last, and the search ends once a single one is ahead.
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
            # The worlds it was evaluated in may have been better for all choices than the others.
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
    """Return the choices that may still be the best; values of dropped ones may be incomplete."""
    leading = brought[_best(weights, brought, running)]
    close = []
    for place in running:
        # Differences in the same worlds cancel out what affects all choices alike.
        lost = [most - own for most, own in zip(leading, brought[place], strict=True)]
        behind, error = _mean_and_error(weights, lost)
        if behind <= BEHIND * error:
            close.append(place)
    return close


def mean(weights: list[float], values: list[float]) -> float:
    """Return the weighted mean of values; there may be more weights."""
    return _mean(weights, values, len(values))


# Sums are loops: quick when compiled, and sum() of floats differs between Python versions.


def _mean(weights: list[float], values: list[float], count: int) -> float:
    """Return the weighted mean of the first ``count`` values; there may be more weights."""
    total = whole = 0.0
    for at in range(count):
        weight = weights[at]
        total += weight * values[at]
        whole += weight
    return total / whole


def _mean_and_error(weights: list[float], values: list[float]) -> tuple[float, float]:
    """Return the weighted mean of values with its standard error; there may be more weights."""
    expected = _mean(weights, values, len(values))
    total = squares = both = 0.0
    for at in range(len(values)):
        weight, value = weights[at], values[at]
        total += weight
        squares += weight * value * value
        both += weight * weight
    variance = max(0.0, squares / total - expected * expected)
    return expected, math.sqrt(variance * both) / total
