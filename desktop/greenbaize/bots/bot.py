"""Bots of all levels, which make a decision from a view and a random stream."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, Protocol

from greenbaize.bots.contract_kernel import ContractKernel
from greenbaize.bots.memory import MOOD, mind_of
from greenbaize.bots.search import weigh
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Command
from greenbaize.rules.game import Game
from greenbaize.rules.players import STEADY, TILTS
from greenbaize.rules.thinking import Effort, Kernel, Weighed


class Bot(Protocol):
    """A bot, which knows the view of its seat and nothing else."""

    def decide(self, game: Game[Any], view: Any, seat: int, chance: Stream) -> Command:
        """Return one of the legal commands; called only when the seat must act."""


class UniformBot:
    """Bot of level ``random``, to which a temperament makes no difference."""

    def __init__(self, temperament: str = STEADY) -> None: ...

    def decide(self, game: Game[Any], view: Any, seat: int, chance: Stream) -> Command:
        return chance.choice(game.legal(view, seat))


class SearchBot:
    """A bot that weighs every choice in the same worlds and takes the best."""

    def __init__(self, effort: Effort, temperament: str = STEADY) -> None:
        self.doubt = 0.0
        """The difficulty of the last decision among several choices, as ``measure_doubt`` returns
        it.
        """
        self._effort = effort
        self._tilt = TILTS[temperament]

    def decide(self, game: Game[Any], view: Any, seat: int, chance: Stream) -> Command:
        """Return the choice with the best expectation, or a nearly equal one by temperament."""
        legal = game.legal(view, seat)
        if len(legal) == 1:
            return legal[0]
        kernel, effort = self._kernel(game, view, seat, thorough=False)
        weighed = weigh(kernel, effort, chance, every=False)
        self.doubt = doubt(weighed)
        tilt: float = self._tilt
        if effort.mood:
            tilt += effort.mood * mind_of(game, view, seat).lean(MOOD)
        return suiting(game, view, weighed, tilt)

    def weigh(self, game: Game[Any], view: Any, seat: int, chance: Stream) -> tuple[Weighed, ...]:
        """Return every legal choice with its expected score in this deal, best first."""
        kernel, effort = self._kernel(game, view, seat, thorough=True)
        counting = CountingKernel(kernel)
        return counting.told(weigh(counting, effort, chance))

    def _kernel(
        self, game: Game[Any], view: Any, seat: int, *, thorough: bool
    ) -> tuple[Kernel[Any], Effort]:
        """Return the game's own kernel, or else the general one, with the effort for it."""
        own = game.kernel(view, seat, self._effort, thorough=thorough)
        if own is not None:
            return own, self._effort
        plain = self._effort._replace(worlds=self._effort.plain)
        return ContractKernel(game, view, seat), plain


def doubt(weighed: Sequence[Weighed]) -> float:
    """Return the difficulty of a decision (best choice first), from 0 (clear) to 1 (a toss-up).

    Choices with exactly the best score are ignored; the gap of the others is measured in standard
    errors of the best.
    """
    best = weighed[0]
    behind = [best.expected - one.expected for one in weighed if one.expected != best.expected]
    if not behind or not best.error:
        return 0.0
    clear = max(0.0, min(behind)) / best.error
    return 1 / (1 + clear * clear)


def suiting(game: Game[Any], view: Any, weighed: Sequence[Weighed], tilt: float) -> Command:
    """Return the best of the choices (best first) for a tilt from -1 (careful) to 1 (bold).

    A mood may move the tilt beyond these limits.
    """
    if not tilt:
        return weighed[0].command
    best, sway = game.undertakes(view, weighed[0].command), game.sway

    def within(amount: float) -> float:
        return max(-sway, min(sway, amount))

    def suits(one: Weighed) -> float:
        more = game.undertakes(view, one.command) - best
        # A mood adds to a temperament, but both together sway no further than either.
        return one.expected + within(tilt * within(more))

    return max(weighed, key=suits).command


class CountingKernel:
    """A kernel in which every choice is evaluated in every world, recording the outcomes."""

    def __init__(self, kernel: Kernel[Any]) -> None:
        self.commands = kernel.commands
        self._kernel = kernel
        self._weight = self._all = 0.0
        self._made = [0.0] * len(kernel.commands)
        self._weights: list[float] = []
        self._brought: list[Sequence[float]] = []

    def worlds(self, count: int, chance: Stream) -> Iterator[tuple[float, Any]]:
        """Yield the kernel's worlds; ``choice_outcomes`` refers to the last one yielded."""
        for weight, world in self._kernel.worlds(count, chance):
            self._weight = weight
            yield weight, world

    def outcomes(self, world: Any, among: Sequence[int], chance: Stream) -> Sequence[float]:
        brought = self._kernel.outcomes(world, among, chance)
        self._weights.append(self._weight)
        self._brought.append(brought)
        made = self.succeed(world, among)
        if made:
            self._all += self._weight
        for place, one in zip(among, made, strict=False):
            self._made[place] += self._weight * one
        return brought

    def succeed(self, world: Any, among: Sequence[int]) -> Sequence[float]:
        return self._kernel.succeed(world, among)

    def told(self, weighed: Sequence[Weighed]) -> tuple[Weighed, ...]:
        """Return the choices (best first) with their success chance and the error of their gap."""
        places = {command: place for place, command in enumerate(self.commands)}
        best = places[weighed[0].command]
        told = []
        for one in weighed:
            place = places[one.command]
            gaps = [brought[best] - brought[place] for brought in self._brought]
            chance = self._made[place] / self._all if self._all else None
            told.append(replace(one, chance=chance, gap_error=error_of(self._weights, gaps)))
        return tuple(told)


def error_of(weights: Sequence[float], values: Sequence[float]) -> float:
    """Return the standard error of the weighted mean of values."""
    pairs, total = list(zip(weights, values, strict=True)), math.fsum(weights)
    mean = math.fsum(weight * value for weight, value in pairs) / total
    squares = math.fsum(weight * value * value for weight, value in pairs) / total
    both = math.fsum(weight * weight for weight in weights)
    return math.sqrt(max(0.0, squares - mean * mean) * both) / total


_A_GLANCE: Final = Effort(worlds=2, endgame=0, weighing=1)
"""The effort where the game has no easy bot of its own: less than at any level."""


class EasyBot:
    """Bot of level ``easy``."""

    def __init__(self, temperament: str = STEADY) -> None:
        self._temperament = temperament

    def decide(self, game: Game[Any], view: Any, seat: int, chance: Stream) -> Command:
        chosen = game.easy(view, seat, self._temperament, chance)
        if chosen is not None:
            return chosen
        legal = game.legal(view, seat)
        if len(legal) == 1:
            return legal[0]
        weighed = weigh(ContractKernel(game, view, seat), _A_GLANCE, chance)
        return suiting(game, view, weighed, TILTS[self._temperament])
