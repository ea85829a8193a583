"""Events of games of exact bids, with those of table manners (``damn.md`` 7 to 10)."""

from typing import ClassVar

from greenbaize.cards import Card, Suit
from greenbaize.rules.events import (
    CallMade,
    CardReplaced,
    CardReturned,
    CardsDealt,
    CardShown,
    DealScored,
    Event,
)


class TrumpDealt(CardsDealt):
    """Deal of ``cards`` each whose trump is the turned card's suit, if a card was turned."""

    cards: int
    turned: Card | None
    trump: Suit | None

    @property
    def cards_in_dealing_order(self) -> tuple[Card, ...]:
        """Cards in the order in which they left the pack, the turned one last."""
        dealt = CardsDealt.cards_in_dealing_order.fget(self)  # type: ignore[attr-defined]
        return dealt if self.turned is None else (*dealt, self.turned)


class BidMade(CallMade):
    """A seat bid."""

    type: ClassVar[str] = "bid"
    tricks: int


class BidsScored(DealScored):
    """Score of a deal of an exact-bid game."""

    bids: tuple[int, ...]
    tricks: tuple[int, ...]


class CardExposed(CardShown):
    """A card was shown or played out of turn: it stays face up before its owner."""

    type: ClassVar[str] = "exposed"


class CardCorrected(CardReplaced):
    """A seat replaced a revoke by the right card; ``card`` is the new one."""

    type: ClassVar[str] = "corrected"


class CardTakenBack(CardReturned):
    """A card played after a revoke that was corrected went back to its owner's hand."""

    type: ClassVar[str] = "taken_back"


class RevokeNamed(Event):
    """A revoke that was not corrected is named, with its seat and card."""

    type: ClassVar[str] = "revoke"
    seat: int
    card: Card


class DealVoided(Event):
    """A deal is void and is dealt again; ``penalties`` per seat go into the totals."""

    type: ClassVar[str] = "void"
    deal: int
    penalties: tuple[int, ...]
