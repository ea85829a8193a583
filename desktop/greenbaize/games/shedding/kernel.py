"""The search's kernel for Rank: worlds that fit what was shown, deals played out turn by turn.

What is weighed is whole runs of the own hand. How a run ends (the cards kept and the one left on
top) is all that matters of it afterwards, and it is the same in every world: so of each card the
run is taken that is best in all worlds together.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from greenbaize.games.shedding.hands import UNITS, packed
from greenbaize.games.shedding.play import SheddingGame, ShedState
from greenbaize.games.shedding.playout import ORDERS, Table, run_ends
from greenbaize.games.shedding.worlds import dealing, known, seen
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.thinking import Effort

_ENDS: Final = 6
"""Of each card so many ends of runs are weighed, those first that shed most."""
_PLAYOUTS: Final = 60
"""So many deals are played out for each world asked for, shared among the players."""
_BATCH: Final = 16
"""After so many worlds it is seen which ends have fallen behind."""
_BEHIND: Final = 2.0
"""By how many standard errors these are behind the best."""

Brought = tuple[float, ...]
"""What each end of a run brings in a world: all of the world that is asked for later."""


class Tally:
    """What an end of a run has brought so far."""

    __slots__ = ("number", "squares", "total", "weight")

    def __init__(self) -> None:
        self.number = 0
        self.weight = self.total = self.squares = 0.0

    def add(self, weight: float, value: float) -> None:
        """Take in what it brings in one more world."""
        self.number += 1
        self.weight += weight
        self.total += weight * value
        self.squares += weight * value * value

    @property
    def mean(self) -> float:
        """What it brings in the mean."""
        return self.total / self.weight

    @property
    def variance(self) -> float:
        """How uncertain the mean still is: the square of its standard error."""
        return max(0.0, self.squares / self.weight - self.mean**2) / self.number


class ShedKernel:
    """One decision at Rank. An outcome is minus the place in the deal.

    Args:
        game: the game.
        view: what the seat knows.
        seat: the seat whose turn it is.
        effort: how much is searched; where nothing is weighed, nothing is concluded from what
            the others drew, passed and played.
        thorough: whether of equal cards all are wanted, not one.
    """

    near = 0.0
    """A temperament has nothing to choose: nothing is undertaken in Rank."""

    def __init__(
        self, game: SheddingGame, view: ShedState, seat: int, effort: Effort, *, thorough: bool
    ) -> None:
        self._seat = seat
        self._known = known(game, view) if effort.weighted else seen(game, view)
        self._table = Table(
            view.seats,
            top=view.pile[-1].rank,
            mover=seat,
            drew=view.drew,
            leaving=-1 if view.leaving is None else view.leaving,
            passed=sum(1 << one for one in view.passed),
            anti=view.anti,
            out=view.out,
        )
        plays = [play for play in game.legal(view, seat) if isinstance(play, Play)]
        if not thorough:
            alike: dict[int, Play] = {}
            for play in plays:
                alike.setdefault(play.card.rank, play)
            plays = list(alike.values())
        self.commands: Sequence[Command] = plays
        self._kinds = [play.card.rank for play in plays]
        hand = packed(view.hands[seat].cards)
        self._ends: list[int] = []
        self._firsts: list[int] = []
        self._ends_of: dict[int, range] = {}
        for kind in dict.fromkeys(self._kinds):
            ends = [hand - UNITS[kind] << 4 | kind]
            if not view.anti:
                ends = run_ends(hand, kind)[:_ENDS]
            self._ends_of[kind] = range(len(self._ends), len(self._ends) + len(ends))
            self._ends += ends
            self._firsts += [kind] * len(ends)
        self._chosen: dict[int, int] = {}
        self._thorough = thorough

    def worlds(self, count: int, chance: Stream) -> Sequence[tuple[float, Brought]]:
        """About so many ways in which the unseen cards may lie, each with its weight.

        So many playouts are spent as so many worlds would need. Ends that have clearly fallen
        behind are not played out any more, which leaves more worlds for the others; what they
        brought so far then stands for what they bring.
        """
        dealt = dealing(self._known)
        if dealt.certain or len(self.commands) == 1:
            count = 1
        seats = len(self._known.held)
        playouts = count * _PLAYOUTS // seats
        table, draw = self._table, Random(chance.below(1 << 32)).random
        tallies = [Tally() for _ in self._ends]
        running = list(range(len(self._ends)))
        found: list[tuple[float, list[float | None]]] = []
        while not found or (playouts > 0 and count > 1):
            weight, hands, stock = dealt.deal(draw)
            orders = table.deal(hands, stock, ORDERS)
            brings: list[float | None] = [None] * len(tallies)
            for end in running:
                value = brings[end] = table.brings(self._seat, self._ends[end])
                tallies[end].add(weight, value)
            found.append((weight, brings))
            playouts -= len(running) * orders
            if not self._thorough and len(found) % _BATCH == 0:
                running = _ahead(tallies, running)
                if len({self._firsts[end] for end in running}) == 1:
                    break
        means = [tally.mean for tally in tallies]
        for kind, ends in self._ends_of.items():
            self._chosen[kind] = max(ends, key=means.__getitem__)
        return [
            (weight, tuple(m if b is None else b for b, m in zip(brings, means, strict=True)))
            for weight, brings in found
        ]

    def outcomes(self, world: Brought, among: Sequence[int], chance: Stream) -> Sequence[float]:
        """What each card brings in this world, followed by its best run."""
        del chance
        return [world[self._chosen[self._kinds[place]]] for place in among]


def _ahead(tallies: Sequence[Tally], running: Sequence[int]) -> list[int]:
    """The ends that may still be the best."""
    best = max((tallies[end] for end in running), key=lambda tally: tally.mean)
    return [
        end
        for end in running
        if best.mean - tallies[end].mean <= _BEHIND * (best.variance + tallies[end].variance) ** 0.5
    ]
