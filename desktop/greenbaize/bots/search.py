"""The one search: suppose the cards one cannot see, play every choice out, take the best mean.

Its field calls that determinized Monte Carlo search: a supposed world is a determinization.

What it needs to know of a game it asks of a *kernel*: how to suppose a world that fits the view,
and what each choice is worth in it. A kernel made from the game contract alone plays every game;
games where it was measured to matter have one of their own.
"""

from collections.abc import Sequence
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

    Args:
        kernel: the decision.
        effort: how much to search.
        chance: the dice.
        every: look at every choice in every world. Otherwise those that have clearly fallen behind
            are given up, and all that is left to do once a single one is ahead; they come last.
    """
    commands = kernel.commands
    weights: list[float] = []
    brought: list[list[float]] = [[] for _ in commands]
    running: Sequence[int] = range(len(commands))
    for weight, world in kernel.worlds(effort.worlds, chance):
        weights.append(weight)
        for place, value in zip(running, kernel.outcomes(world, running, chance), strict=True):
            brought[place].append(value)
        if not every and len(weights) % LOOK == 0:
            running = _ahead(weights, brought, running)
            if all(brought[place] == brought[running[0]] for place in running):
                break
    best = max(running, key=lambda place: _mean(weights, brought[place]))
    ahead: list[Weighed] = []
    behind: list[Weighed] = []
    for place, command in enumerate(commands):
        mean, error = _mean_and_error(weights, brought[place])
        if len(brought[place]) < len(weights):
            # The worlds it was looked at in may have been kinder to all choices than the others.
            mean += _mean(weights, brought[best])
            mean -= _mean(weights, brought[best][: len(brought[place])])
        (ahead if place in running else behind).append(Weighed(command, mean, error))
    return (*_by_expected(ahead), *_by_expected(behind))


def _by_expected(weighed: Sequence[Weighed]) -> list[Weighed]:
    return sorted(weighed, key=lambda one: -one.expected)


def _ahead(
    weights: Sequence[float], brought: Sequence[Sequence[float]], running: Sequence[int]
) -> list[int]:
    """The choices that may still be the best."""
    best = max(running, key=lambda place: _mean(weights, brought[place]))
    ahead = []
    for place in running:
        # In the same worlds, so that what all choices suffer alike falls out.
        lost = [most - own for most, own in zip(brought[best], brought[place], strict=True)]
        mean, error = _mean_and_error(weights, lost)
        if mean <= BEHIND * error:
            ahead.append(place)
    return ahead


def _mean(weights: Sequence[float], values: Sequence[float]) -> float:
    """The weighted mean of values; there may be more weights."""
    total = sum(weight * value for weight, value in zip(weights, values, strict=False))
    return total / sum(weights[: len(values)])


def _mean_and_error(weights: Sequence[float], values: Sequence[float]) -> tuple[float, float]:
    """The weighted mean of values with its standard error; there may be more weights."""
    weights = weights[: len(values)]
    total, mean = sum(weights), _mean(weights, values)
    squares = sum(weight * value * value for weight, value in zip(weights, values, strict=True))
    variance = max(0.0, squares / total - mean * mean)
    return mean, (variance * sum(weight * weight for weight in weights)) ** 0.5 / total
