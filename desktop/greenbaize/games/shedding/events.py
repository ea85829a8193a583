"""Events of Rank beyond those of every game."""

from typing import ClassVar

from greenbaize.cards import Card
from greenbaize.rules.events import CallMade, CardsDealt, DealScored, Event
from greenbaize.rules.hands import Hand


class PileDealt(CardsDealt):
    """A deal of Rank with the opened card that starts the pile, and the stock, top card first."""

    pile: Card
    stock: Hand

    @property
    def cards_in_dealing_order(self) -> tuple[Card, ...]:
        """Cards in the order in which they left the pack: dealt, the opened one, then the stock."""
        dealt = CardsDealt.cards_in_dealing_order.fget(self)  # type: ignore[attr-defined]
        return (*dealt, self.pile, *self.stock.cards)


class TurnPassed(CallMade):
    """A seat's turn ended because it can play nothing."""

    type: ClassVar[str] = "pass"


class SeatLeaving(Event):
    """A seat played its last card; the next player's turn decides whether it is out."""

    type: ClassVar[str] = "leaving"
    seat: int


class SeatCameBack(Event):
    """A seat that was leaving had to draw and is back."""

    type: ClassVar[str] = "back"
    seat: int


class SeatWentOut(Event):
    """A seat is out: it got rid of its cards for good."""

    type: ClassVar[str] = "out"
    seat: int


class AntiRankDeclared(Event):
    """Nobody can move: the seat may play any card."""

    type: ClassVar[str] = "antirank"
    seat: int


class RanksScored(DealScored):
    """Score of a deal of Rank: the points are the seats' ranks in it."""

    places: tuple[int, ...]
