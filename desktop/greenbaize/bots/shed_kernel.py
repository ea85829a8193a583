"""The search's kernel for Rank: worlds that fit what was shown, deals played out turn by turn.

What is weighed is whole runs of the own hand. How a run ends (the cards kept and the one left on
top) is all that matters of it afterwards, and it is the same in every world: so of each card the
run is taken that is best in all worlds together.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from greenbaize.bots.search import Effort
from greenbaize.bots.shed_hands import UNITS, due, kinds, packed
from greenbaize.bots.shed_playout import Run, Table, best_run, run_worth
from greenbaize.bots.shed_worlds import World, known, suppose
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.shedding import SheddingGame, ShedState

_ENDS: Final = 6
"""Of each card so many ends of runs are weighed, those first that shed most."""
_LOOKED_AT: Final = 3000
"""So many moments of own runs are looked at; after that only the longest runs go on."""


class Supposed(NamedTuple):
    """A world with what each end of a run brings in it."""

    world: World
    brings: tuple[float, ...]


class ShedKernel:
    """One decision at Rank. An outcome is minus the place in the deal.

    Args:
        game: the game.
        view: what the seat knows.
        seat: the seat whose turn it is.
        thorough: whether of equal cards all are wanted, not one.
    """

    near = 0.0

    def __init__(self, game: SheddingGame, view: ShedState, seat: int, *, thorough: bool) -> None:
        self._seat = seat
        self._known = known(game, view)
        self._table = Table(
            hands=[],
            top=view.pile[-1].rank,
            stock=[],
            mover=seat,
            drew=view.drew,
            leaving=-1 if view.leaving is None else view.leaving,
            passed=sum(1 << one for one in view.passed),
            anti=view.anti,
            out=list(view.out),
        )
        plays = [play for play in game.legal(view, seat) if isinstance(play, Play)]
        if not thorough:
            plays = list({play.card.rank: play for play in reversed(plays)}.values())[::-1]
        self.commands: Sequence[Command] = plays
        self._kinds = [play.card.rank for play in plays]
        hand = packed(view.hands[seat].cards)
        self._ends: list[Run] = []
        self._ends_of: dict[int, range] = {}
        for kind in dict.fromkeys(self._kinds):
            ends = [Run(kind, 1, hand - UNITS[kind], kind)]
            if not view.anti:
                ends = run_ends(hand, kind)[:_ENDS]
            self._ends_of[kind] = range(len(self._ends), len(self._ends) + len(ends))
            self._ends += ends
        self._chosen: dict[int, int] = {}

    def worlds(self, count: int, chance: Stream) -> Sequence[tuple[float, Supposed]]:
        """About so many ways in which the unseen cards may lie, each with its weight."""
        if len(set(self._known.unseen)) <= 1:
            count = 1
        found = []
        totals = [0.0] * len(self._ends)
        for _ in range(count):
            weight, world = suppose(self._known, chance)
            brings = tuple([self._bring(world, end) for end in self._ends])
            totals = [total + weight * bring for total, bring in zip(totals, brings, strict=True)]
            found.append((weight, Supposed(world, brings)))
        for kind, ends in self._ends_of.items():
            self._chosen[kind] = max(ends, key=totals.__getitem__)
        return found

    def _bring(self, world: World, end: Run) -> float:
        table = self._table.copy()
        table.hands, table.stock = list(world.hands), list(world.stock)
        if table.anti:
            table.free(end.first)
        else:
            table.run(end.rest, end.last)
        return -table.play_out(self._seat)

    def outcomes(self, world: Supposed, effort: Effort, chance: Stream) -> Sequence[float]:
        """What each card brings in this world, followed by its best run."""
        del effort, chance
        return [world.brings[self._chosen[kind]] for kind in self._kinds]


def run_ends(hand: int, first: int) -> list[Run]:
    """The different ends of the runs that begin with a kind, the longest first."""
    ends: dict[tuple[int, int], Run] = {}
    seen = set()
    ahead = [(1, hand - UNITS[first], first)]
    while ahead:
        count, rest, last = ahead.pop()
        if (rest, last) in seen:
            continue
        seen.add((rest, last))
        choices = kinds(due(rest, last))
        if not choices:
            ends[rest, last] = Run(first, count, rest, last)
        elif len(seen) > _LOOKED_AT:
            run = best_run(rest, last)
            ends[run.rest, run.last] = Run(first, count + run.played, run.rest, run.last)
        else:
            ahead += [(count + 1, rest - UNITS[kind], kind) for kind in choices]
    return sorted(ends.values(), key=run_worth, reverse=True)
