"""Determinized Monte Carlo search: sample unseen cards, play every choice out, take the best mean.

A sampled world is a determinization. The search asks a *kernel* for the knowledge of a game: how to
sample a world that fits the view, and what each choice is worth in it. A kernel made from the game
contract alone plays every game; games where measurements show an advantage have their own.
"""

import math
from typing import Any, Final

from greenbaize.rules.chance import RandomStream
from greenbaize.rules.search_contract import SearchEffort, SearchKernel, WeighedChoice

WORLDS_PER_PRUNING: Final = 64
"""The number of worlds between two checks for choices that have fallen behind."""
PRUNING_ERRORS: Final = 2.5
"""The number of standard errors behind the best at which a choice is dropped."""


def weigh_choices(
    kernel: SearchKernel[Any],
    effort: SearchEffort,
    chance: RandomStream,
    *,
    weighs_every_choice: bool = True,
) -> tuple[WeighedChoice, ...]:
    """Return every choice with its expected score, best first; equal ones in the kernel's order.

    Without ``weighs_every_choice``, choices that have clearly fallen behind are dropped and come
    last, and the search ends once a single one is ahead.
    """
    commands = kernel.commands
    weights: list[float] = []
    choice_values: list[list[float]] = [[] for _ in commands]
    running = list(range(len(commands)))
    for weight, world in kernel.sample_worlds(effort.world_count, chance):
        weights.append(weight)
        for index, value in zip(
            running, kernel.choice_outcomes(world, running, chance), strict=True
        ):
            choice_values[index].append(value)
        if not weighs_every_choice and len(weights) % WORLDS_PER_PRUNING == 0:
            running = prune_choices(weights, choice_values, running)
            if all(choice_values[index] == choice_values[running[0]] for index in running):
                break
    best_index = _best_index(weights, choice_values, running)
    close_choices: list[WeighedChoice] = []
    pruned_choices: list[WeighedChoice] = []
    for index, command in enumerate(commands):
        values = choice_values[index]
        expected, error = _weighted_mean_and_error(weights, values)
        if len(values) < len(weights):
            # The worlds it was evaluated in may have been better for all choices than the others.
            expected += _weighted_mean(weights, choice_values[best_index], len(weights))
            expected -= _weighted_mean(weights, choice_values[best_index], len(values))
        (close_choices if index in running else pruned_choices).append(
            WeighedChoice(command, expected, error)
        )
    return (*_sort_by_expected_score(close_choices), *_sort_by_expected_score(pruned_choices))


def _sort_by_expected_score(choices: list[WeighedChoice]) -> list[WeighedChoice]:
    return sorted(choices, key=lambda choice: -choice.expected_score)


def _best_index(weights: list[float], choice_values: list[list[float]], running: list[int]) -> int:
    best, best_mean = running[0], _weighted_mean(weights, choice_values[running[0]], len(weights))
    for index in running:
        choice_mean = _weighted_mean(weights, choice_values[index], len(weights))
        if choice_mean > best_mean:
            best, best_mean = index, choice_mean
    return best


def prune_choices(
    weights: list[float], choice_values: list[list[float]], running: list[int]
) -> list[int]:
    """Return the choices that may still be the best; values of dropped ones may be incomplete."""
    best_values = choice_values[_best_index(weights, choice_values, running)]
    close_choices = []
    for index in running:
        # Differences in the same worlds cancel out what affects all choices alike.
        losses = [
            most - value for most, value in zip(best_values, choice_values[index], strict=True)
        ]
        mean_loss, error = _weighted_mean_and_error(weights, losses)
        if mean_loss <= PRUNING_ERRORS * error:
            close_choices.append(index)
    return close_choices


def weighted_mean(weights: list[float], values: list[float]) -> float:
    """Return the weighted mean of values; there may be more weights."""
    return _weighted_mean(weights, values, len(values))


# Sums are loops: quick when compiled, and sum() of floats differs between Python versions.


def _weighted_mean(weights: list[float], values: list[float], count: int) -> float:
    """Return the weighted mean of the first ``count`` values; there may be more weights."""
    total = weight_sum = 0.0
    for index in range(count):
        weight = weights[index]
        total += weight * values[index]
        weight_sum += weight
    return total / weight_sum


def _weighted_mean_and_error(weights: list[float], values: list[float]) -> tuple[float, float]:
    """Return the weighted mean of values with its standard error; there may be more weights."""
    expected = _weighted_mean(weights, values, len(values))
    total = squares = weight_square_sum = 0.0
    for index in range(len(values)):
        weight, value = weights[index], values[index]
        total += weight
        squares += weight * value * value
        weight_square_sum += weight * weight
    variance = max(0.0, squares / total - expected * expected)
    return expected, math.sqrt(variance * weight_square_sum) / total
