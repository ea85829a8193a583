"""Events of any table, in the vocabulary of the match record.

Each class is one line of a record: its ``type`` and its fields in their order. A game declares
which of them it uses, and its own beside them; games may give one type different fields.
"""

from typing import ClassVar

from greenbaize.cards import Card
from greenbaize.rules.fixed import Fixed
from greenbaize.rules.hands import Hand


class Event(Fixed):
    """Something that has happened in a match."""

    type: ClassVar[str]


class LotDrawn(Event):
    """The first dealer was drawn by lot."""

    type: ClassVar[str] = "lot"
    dealer: int


class Dealt(Event):
    """The cards were dealt; ``deal`` counts from 1, ``leader`` bids or leads first."""

    type: ClassVar[str] = "deal"
    deal: int
    dealer: int
    leader: int
    hands: tuple[Hand, ...]

    @property
    def dealing(self) -> tuple[Card, ...]:
        """The cards in the order in which they left the pack: one each from the dealer's left."""
        first = (self.dealer + 1) % max(1, len(self.hands))
        hands = self.hands[first:] + self.hands[:first]
        longest = max((len(hand.cards) for hand in hands), default=0)
        return tuple(
            hand.cards[turn] for turn in range(longest) for hand in hands if turn < len(hand.cards)
        )


class CardShown(Event):
    """A card of a hand lies face up before its owner from now on."""

    seat: int
    card: Card


class CardReplaced(Event):
    """A card replaces its owner's card in the trick; ``card`` is the new one."""

    seat: int
    card: Card


class CardReturned(Event):
    """A card of the trick returns to its owner's hand."""

    seat: int
    card: Card


class Said(Event):
    """A seat has called something that everybody hears: a bid, a stake, a pass."""

    seat: int


class CardsDrawn(Event):
    """A seat has drawn from the stock; only that seat is told which cards."""

    type: ClassVar[str] = "draw"
    seat: int
    cards: Hand


class CardPlayed(Event):
    """A seat has played a card."""

    type: ClassVar[str] = "play"
    seat: int
    card: Card


class TrickTaken(Event):
    """A seat has taken the current trick."""

    type: ClassVar[str] = "trick"
    seat: int


class SeatGiven(Event):
    """From now on somebody else acts for the seat; ``why`` is a code, not a sentence."""

    type: ClassVar[str] = "seat"
    seat: int
    kind: str
    why: str


class Scored(Event):
    """A deal was scored: points of the deal and totals so far, by seat."""

    type: ClassVar[str] = "score"
    deal: int
    points: tuple[int, ...]
    totals: tuple[int, ...]


class Ended(Event):
    """The match is over; ranks in ``places`` count from 1 and repeat where they are shared."""

    type: ClassVar[str] = "end"
    totals: tuple[int, ...]
    places: tuple[int, ...]
    coin_flip: bool = False

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)

    @property
    def tossed(self) -> tuple[int, ...]:
        """The seats among which a coin decided; the losers of the flip share the next rank.

        Among partners that is the third rank, as they share the first one.
        """
        at_stake = sorted(set(self.places))[:2] if self.coin_flip else ()
        return tuple(seat for seat, place in enumerate(self.places) if place in at_stake)
