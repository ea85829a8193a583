"""How often choices succeed in the worlds of a search: a kernel that counts it on the side."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from greenbaize.rules.chance import Stream
from greenbaize.rules.thinking import Kernel, Weighed


class CountingKernel:
    """A kernel of which every choice is wanted in every world.

    Args:
        kernel: the decision.
    """

    def __init__(self, kernel: Kernel[Any]) -> None:
        self.commands = kernel.commands
        self._kernel = kernel
        self._weight = self._all = 0.0
        self._made = [0.0] * len(kernel.commands)

    def worlds(self, count: int, chance: Stream) -> Iterator[tuple[float, Any]]:
        """The kernel's worlds; the last one handed out is the one whose outcomes are asked."""
        for weight, world in self._kernel.worlds(count, chance):
            self._weight = weight
            yield weight, world

    def outcomes(self, world: Any, among: Sequence[int], chance: Stream) -> Sequence[float]:
        """What the choices bring, as the kernel says."""
        brought = self._kernel.outcomes(world, among, chance)
        made = self.succeed(world, among)
        if made:
            self._all += self._weight
        for place, one in zip(among, made, strict=False):
            self._made[place] += self._weight * one
        return brought

    def succeed(self, world: Any, among: Sequence[int]) -> Sequence[float]:
        """Whether the choices succeed, as the kernel says."""
        return self._kernel.succeed(world, among)

    def told(self, weighed: Sequence[Weighed]) -> tuple[Weighed, ...]:
        """The choices with how likely each succeeds."""
        if not self._all:
            return tuple(weighed)
        made = dict(zip(self.commands, self._made, strict=True))
        return tuple(replace(one, chance=made[one.command] / self._all) for one in weighed)
