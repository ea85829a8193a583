"""Events of Master and Ass beyond those of every trick game."""

from typing import ClassVar

from greenbaize.cards import Card, Suit
from greenbaize.rules.events import CallMade, CardsDealt, DealScored, TrickTaken
from greenbaize.rules.hands import Hand


class TrumpChosen(CallMade):
    """A seat chose its personal trump suit."""

    type: ClassVar[str] = "trump"
    suit: Suit


class ContractDealt(CardsDealt):
    """A deal of Master with its contract; ``sign`` is -1 if its points count against, else 1."""

    contract: str
    sign: int


class StockDealt(CardsDealt):
    """A deal of Ass; the option *refill* leaves a stock, top card first, to draw from."""

    stock: Hand | None = None

    @property
    def cards_in_dealing_order(self) -> tuple[Card, ...]:
        dealt = CardsDealt.cards_in_dealing_order.fget(self)  # type: ignore[attr-defined]
        return dealt if self.stock is None else (*dealt, *self.stock.cards)


class StakeMade(CallMade):
    """A seat said *go* or *stay*."""

    type: ClassVar[str] = "stake"
    go: bool


class ValuedTrickTaken(TrickTaken):
    """A trick with its card points, in deals that count them."""

    points: int | None = None


class ContractScored(DealScored):
    """Score of a deal of Master: signed points, tricks, and tricks left unplayed."""

    tricks: tuple[int, ...]
    remaining: int


class BanksScored(DealScored):
    """Score of a deal of Ass: card points, the targets faced, and the banks after it."""

    targets: tuple[int, ...]
    banks: tuple[int, ...]
