"""A match of Rank as somebody knows it."""

from typing import Final

from greenbaize.cards import Card
from greenbaize.games.shedding.events import PlacesScored
from greenbaize.rules.events import Event
from greenbaize.rules.game import State
from greenbaize.rules.hands import Hand

BACK_CARDS: Final = 2
"""How many cards a leaver takes who is back, if the stock has them (``rank.md 4``)."""


class ShedState(State, kw_only=True):
    """A match of Rank as somebody knows it.

    ``mover`` is the player to move; ``turn`` is the same unless something follows by itself. (That
    a player can play nothing is seen only by who knows the hand: a view that does not takes it
    that they can, until it is told of the draw or pass.) ``drew`` says that
    the mover has drawn since they were stuck, ``leaving`` is who holds no card and is not out yet,
    ``called`` whether the leaver must come back. ``passed`` are those who have passed since the
    last card was played, ``anti`` whether the mover has declared Anti-Rank, ``out`` who is out, in
    order. ``anti_stands`` says that until somebody can play whoever cannot declares it as well
    (option ``anti_rank``). ``moves`` are all of the deal's events since the cards were dealt.
    """

    stock: Hand = Hand(())
    pile: tuple[Card, ...] = ()
    mover: int = 0
    drew: bool = False
    leaving: int | None = None
    called: bool = False
    passed: frozenset[int] = frozenset()
    anti: bool = False
    anti_stands: bool = False
    out: tuple[int, ...] = ()
    moves: tuple[Event, ...] = ()
    scores: tuple[PlacesScored, ...] = ()

    @property
    def playing(self) -> tuple[int, ...]:
        """Who is still in, a leaver included."""
        return tuple(seat for seat in range(self.seats) if seat not in self.out)

    @property
    def stuck_for_good(self) -> bool:
        """Whether Anti-Rank stands, or the stock is empty and all have passed.

        Who can play nothing declares it then (``rank.md 5``).
        """
        all_passed = not self.stock.size and self.passed.issuperset(self.playing)
        return self.anti_stands or all_passed
