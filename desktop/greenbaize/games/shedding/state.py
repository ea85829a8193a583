"""Match state of Rank."""

from typing import Final

from greenbaize.cards import Card
from greenbaize.games.shedding.events import RanksScored
from greenbaize.rules.events import Event
from greenbaize.rules.game import MatchState
from greenbaize.rules.hands import Hand

RETURN_DRAW_COUNT: Final = 2
"""Number of cards that a returning leaver takes, if the stock has them (``rank.md 4``)."""


class ShedState(MatchState, kw_only=True):
    """Match of Rank as one seat, a spectator or the table knows it.

    ``mover`` is the player to move. ``turn`` is the same seat, or None while an event follows by
    itself. A view that does not show the mover's hand cannot tell whether any card fits: it takes
    ``turn`` to be the mover until a draw or a pass arrives. ``has_drawn``: the mover has drawn
    since they were stuck. ``leaver`` is the seat that holds no card and is not out yet,
    ``must_leaver_return``: it must come back. ``passed_seats`` have passed since the last card was
    played. ``is_anti_rank``: the mover has declared Anti-Rank. ``seats_out`` are in the order in
    which they went out. With ``anti_rank_stands``, until somebody can play, whoever cannot declares
    it as well (option ``anti_rank``). ``deal_events`` are all of the deal's events since the cards
    were dealt.
    """

    stock: Hand = Hand(())
    pile: tuple[Card, ...] = ()
    mover: int = 0
    has_drawn: bool = False
    leaver: int | None = None
    must_leaver_return: bool = False
    passed_seats: frozenset[int] = frozenset()
    is_anti_rank: bool = False
    anti_rank_stands: bool = False
    seats_out: tuple[int, ...] = ()
    deal_events: tuple[Event, ...] = ()
    scores: tuple[RanksScored, ...] = ()

    @property
    def seats_in(self) -> tuple[int, ...]:
        """Seats that are still in, a leaver included."""
        return tuple(seat for seat in range(self.seats) if seat not in self.seats_out)

    @property
    def may_declare_anti_rank(self) -> bool:
        """Anti-Rank stands, or the stock is empty and all have passed.

        A player who can play nothing then declares it (``rank.md 5``).
        """
        all_passed = not self.stock.size and self.passed_seats.issuperset(self.seats_in)
        return self.anti_rank_stands or all_passed
