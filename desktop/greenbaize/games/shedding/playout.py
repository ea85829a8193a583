"""A deal of Rank played out in thought: every turn at once, from tables of the longest runs.

A run is what a player plays on one turn until nothing fits any more. It depends on nothing but
the hand and the pile's top card, so the best one is found once for each and kept.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from greenbaize.games.shedding.hands import JOKER, UNITS, due, kinds, size
from greenbaize.games.shedding.play import BACK_CARDS

_WIDE: Final = 12
"""Of hands with more cards than this not all runs are tried."""
_MOST_RUNS: Final = 50_000
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


class Player:
    """How somebody plays whose cards are known: as long as possible."""

    def run(self, hand: int, top: int) -> Run:
        """What is played on a turn until nothing fits any more."""
        return best_run(hand, top)

    def free(self, hand: int) -> int:
        """The kind that is played when any may be."""
        return freest(hand)


BEST: Final = Player()


def freest(hand: int) -> int:
    """The kind to play when any may be: the one after which the hand can play most itself."""
    return max(kinds(hand), key=lambda kind: run_worth(best_run(hand - UNITS[kind], kind)))


class Table(NamedTuple):
    """A moment of a deal with all cards known; hands and kinds are numbers of ``shed_hands``.

    ``stock`` has its top card last. ``leaving`` is -1 if nobody is; ``passed`` has a bit for each
    seat.
    """

    hands: Sequence[int]
    top: int
    stock: Sequence[int]
    mover: int
    drew: bool = False
    leaving: int = -1
    passed: int = 0
    anti: bool = False
    out: tuple[int, ...] = ()

    def play_out(  # noqa: PLR0912 - all a turn can do, without calls: it is done a million times
        self, seat: int, first: Run | None = None, others: Player = BEST
    ) -> int:
        """Play until a seat's place is settled, by ``rank.md 2`` to ``5``.

        Args:
            seat: the seat, which plays as long as it can.
            first: what the player to move plays first, down to where nothing fits any more; after
                Anti-Rank the one card.
            others: how the others play.

        Returns:
            The seat's place, 1 if it is the first to go out.
        """
        hands, stock, out = list(self.hands), list(self.stock), list(self.out)
        _, top, _, mover, drew, leaving, passed, anti, _ = self
        seats, known = len(hands), _RUNS.get
        inside = sum(1 << one for one in range(seats) if one not in out)
        while len(out) < seats - 1 and seat not in out:
            hand = hands[mover]
            if first is not None:
                _, played, rest, last = first
                first = None
            elif anti:
                last = (BEST if mover == seat else others).free(hand)
                played, rest = 1, hand - UNITS[last]
            elif mover == seat or others is BEST:
                # The same as what ``BEST`` does, without two calls.
                _, played, rest, last = known(hand << 4 | top) or best_run(hand, top)
            else:
                _, played, rest, last = others.run(hand, top)
            if played:
                if leaving >= 0:
                    for _ in range(min(BACK_CARDS, len(stock))):
                        hands[leaving] += UNITS[stock.pop()]
                    leaving = -1
                hand = hands[mover] = rest
                top, passed, drew = last, 0, False
            if not hand:
                if stock:
                    leaving = mover
                else:
                    out.append(mover)
                    inside ^= 1 << mover
            elif played and anti:
                pass  # the turn passes
            elif stock and not drew:
                hands[mover] += UNITS[stock.pop()]
                drew = True
                if leaving >= 0:
                    out.append(leaving)
                    inside ^= 1 << leaving
                    leaving = -1
                continue
            elif not stock and passed & inside == inside:
                anti = True
                continue
            else:
                passed |= 1 << mover
            anti = drew = False
            mover = (mover + 1) % seats
            while not hands[mover] and inside & ~(1 << mover):
                mover = (mover + 1) % seats
        return out.index(seat) + 1 if seat in out else seats
