"""The one search: suppose the cards one cannot see, play every choice out, take the best mean.

What it needs to know of a game it asks of a *kernel*: how to suppose a world that fits the view,
and what each choice is worth in it. A kernel made from the game contract alone plays every game;
games where it was measured to matter have one of their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeVar

from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Command

W = TypeVar("W")


class Effort(NamedTuple):
    """How much a level searches. Fixed numbers and never a clock: a choice can be reproduced.

    ``worlds`` is how many worlds are supposed for a decision; ``endgame`` is with how many cards
    in each hand a world is searched out instead of played out. ``weighing`` is how many worlds are
    supposed for each that is searched, so that these are as likely as what the others have said
    and played makes them; at 1 nothing is concluded from it.
    """

    worlds: int
    endgame: int
    weighing: int = 4

    @property
    def weighted(self) -> bool:
        """Whether anything is concluded from what the others have said and played."""
        return self.weighing > 1


@dataclass(frozen=True, slots=True)
class Weighed:
    """A choice and the score it should bring its seat, in the deal's unit, with standard error."""

    command: Command
    expected: float
    error: float


class Kernel(Protocol[W]):
    """One decision of one seat, as the search sees it."""

    commands: Sequence[Command]
    """The choices worth weighing: all legal ones, save those sure to be equal to another."""
    near: float
    """By how much choices may differ that are nearly equal, to a player of a temperament."""

    def worlds(self, count: int, chance: Stream) -> Sequence[tuple[float, W]]:
        """About so many ways in which the unseen cards may lie, each with its weight (above 0)."""

    def outcomes(self, world: W, effort: Effort, chance: Stream) -> Sequence[float]:
        """What each of ``commands`` brings in this world, in their order."""


def weigh(kernel: Kernel[W], effort: Effort, chance: Stream) -> tuple[Weighed, ...]:
    """Every choice with its expected score, best first; equal ones in the kernel's order."""
    commands = kernel.commands
    total = doubled = 0.0
    sums, squares = [0.0] * len(commands), [0.0] * len(commands)
    for weight, world in kernel.worlds(effort.worlds, chance):
        total += weight
        doubled += weight * weight
        for place, value in enumerate(kernel.outcomes(world, effort, chance)):
            sums[place] += weight * value
            squares[place] += weight * value * value
    weighed = []
    for place, command in enumerate(commands):
        mean = sums[place] / total
        variance = max(0.0, squares[place] / total - mean * mean)
        weighed.append(Weighed(command, mean, (variance * doubled) ** 0.5 / total))
    return tuple(sorted(weighed, key=lambda one: -one.expected))
