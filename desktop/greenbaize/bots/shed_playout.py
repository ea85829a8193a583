"""A deal of Rank played out in thought: every turn at once, from tables of the longest runs.

A run is what a player plays on one turn until nothing fits any more. It depends on nothing but
the hand and the pile's top card, so the best one is found once for each and kept.
"""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from greenbaize.bots.shed_hands import JOKER, UNITS, due, kinds, size
from greenbaize.rules.shedding import BACK_CARDS

_WIDE: Final = 12
"""Of hands with more cards than this not all runs are tried."""
_MOST_RUNS: Final = 200_000
_WILD: Final = 15 * (UNITS[JOKER] + UNITS[JOKER - 1] + UNITS[JOKER - 2])
"""Aces, kings and jokers, which can be played on nearly everything."""


class Run(NamedTuple):
    """What a hand plays: ``first`` (-1 if nothing fits), ``played`` cards in all.

    ``rest`` is what it keeps, ``last`` the kind then on top of the pile.
    """

    first: int
    played: int
    rest: int
    last: int


_RUNS: dict[int, Run] = {}


def best_run(hand: int, top: int) -> Run:
    """The longest run of a hand; of equal ones that which keeps most aces, kings and jokers."""
    found = _RUNS.get(hand << 4 | top)
    if found is None:
        if len(_RUNS) > _MOST_RUNS:
            _RUNS.clear()
        found = _RUNS[hand << 4 | top] = _best_run(hand, top)
    return found


def _best_run(hand: int, top: int) -> Run:
    choices = kinds(due(hand, top))
    if not choices:
        return Run(-1, 0, hand, top)
    if len(choices) > 1 and size(hand) > _WIDE:
        choices = [max(choices, key=lambda kind: size(due(hand - UNITS[kind], kind)))]
    runs = []
    for kind in choices:
        after = best_run(hand - UNITS[kind], kind)
        runs.append(Run(kind, after.played + 1, after.rest, after.last))
    return max(runs, key=run_worth) if len(runs) > 1 else runs[0]


def run_worth(run: Run) -> float:
    """How good a run is by itself: the cards it sheds, and a little for what it keeps."""
    return run.played + 0.3 * size(run.rest & _WILD) - 0.1 * (run.last == JOKER)


def freest(hand: int) -> int:
    """The kind to play when any may be: the one after which the hand can play most itself."""
    return max(kinds(hand), key=lambda kind: run_worth(best_run(hand - UNITS[kind], kind)))


@dataclass(slots=True)
class Table:
    """A moment of a deal with all cards known; ``play_out`` plays it on.

    Hands and kinds are numbers of ``shed_hands``. ``stock`` has its top card last. ``leaving`` is
    -1 if nobody is; ``passed`` has a bit for each seat.
    """

    hands: list[int]
    top: int
    stock: list[int]
    mover: int
    drew: bool = False
    leaving: int = -1
    passed: int = 0
    anti: bool = False
    out: list[int] = field(default_factory=list)

    def copy(self) -> "Table":
        """The same moment, to be played on differently."""
        return Table(
            self.hands.copy(),
            self.top,
            self.stock.copy(),
            self.mover,
            self.drew,
            self.leaving,
            self.passed,
            self.anti,
            self.out.copy(),
        )

    def run(self, hand: int, top: int) -> None:
        """The mover has played, by rule 2, down to this hand and top card (``rank.md 2, 4``)."""
        if self.leaving >= 0:
            for _ in range(min(BACK_CARDS, len(self.stock))):
                self.hands[self.leaving] += UNITS[self.stock.pop()]
            self.leaving = -1
        self.hands[self.mover] = hand
        self.top, self.drew, self.passed = top, False, 0
        if not hand:
            self._emptied()

    def free(self, kind: int) -> None:
        """The mover has declared Anti-Rank and played this (``rank.md 5``)."""
        mover = self.mover
        self.hands[mover] -= UNITS[kind]
        self.top, self.passed, self.anti = kind, 0, False
        if self.hands[mover]:
            self._next()
        else:
            self._emptied()

    def _emptied(self) -> None:
        if self.stock:
            self.leaving = self.mover
        else:
            self.out.append(self.mover)
        self._next()

    def _next(self) -> None:
        hands, seats = self.hands, len(self.hands)
        mover = (self.mover + 1) % seats
        for _ in hands:
            if hands[mover]:
                break
            mover = (mover + 1) % seats
        self.mover, self.drew = mover, False

    def stuck(self) -> None:
        """The mover can play nothing: draws, passes or may declare Anti-Rank (``rank.md 3-5``)."""
        mover = self.mover
        if self.stock and not self.drew:
            self.hands[mover] += UNITS[self.stock.pop()]
            self.drew = True
            if self.leaving >= 0:
                self.out.append(self.leaving)
                self.leaving = -1
        elif not self.stock and not any(
            hand and not self.passed >> seat & 1 for seat, hand in enumerate(self.hands)
        ):
            self.anti = True
        else:
            self.passed |= 1 << mover
            self._next()

    def play_out(self, seat: int) -> int:
        """Play on until the seat's place is settled, 1 for the first out; returns the place."""
        hands, out = self.hands, self.out
        most = len(hands) - 1
        while len(out) < most and seat not in out:
            if self.anti:
                self.free(freest(hands[self.mover]))
                continue
            run = best_run(hands[self.mover], self.top)
            if run.played:
                self.run(run.rest, run.last)
            else:
                self.stuck()
        return out.index(seat) + 1 if seat in out else len(out) + 1
