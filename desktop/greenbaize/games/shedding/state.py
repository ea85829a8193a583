"""Match state of Rank."""

from typing import Final

from greenbaize.cards import Card
from greenbaize.games.shedding.events import PlacesScored
from greenbaize.rules.events import Event
from greenbaize.rules.game import State
from greenbaize.rules.hands import Hand

BACK_CARDS: Final = 2
"""Number of cards that a returning leaver takes, if the stock has them (``rank.md 4``)."""


class ShedState(State, kw_only=True):
    """Match of Rank as one seat, a spectator or the table knows it.

    ``mover`` is the player to move; ``turn`` is the same unless an event follows by itself. (Only a
    view of the hand shows that a player can play nothing: other views assume that they can, until a
    draw or pass arrives.) ``has_drawn``: the mover has drawn since they were stuck. ``leaver`` is
    the seat that holds no card and is not out yet, ``is_leaver_called``: it must come back.
    ``passed_seats`` have passed since the last card was played. ``is_anti_rank``: the mover has
    declared Anti-Rank. ``seats_out`` are in the order in which they went out. With
    ``anti_rank_stands``, until somebody can play, whoever cannot declares it as well (option
    ``anti_rank``). ``deal_events`` are all of the deal's events since the cards were dealt.
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
        """Seats that are still in, a leaver included."""
        return tuple(seat for seat in range(self.seats) if seat not in self.out)

    @property
    def stuck_for_good(self) -> bool:
        """Anti-Rank stands, or the stock is empty and all have passed.

        A player who can play nothing then declares it (``rank.md 5``).
        """
        all_passed = not self.stock.size and self.passed.issuperset(self.playing)
        return self.anti_stands or all_passed
