"""What happens at any table, in the vocabulary of the match record.

Each class is one line of a record: its ``type`` and its fields, in their order. A game declares
which of them it uses, and its own beside them; several games may give one type different fields.
"""

from typing import ClassVar

from greenbaize.cards import Card
from greenbaize.rules.fixed import Fixed
from greenbaize.rules.hands import Hand


class Event(Fixed):
    """Something that has happened."""

    type: ClassVar[str]


class LotDrawn(Event):
    """The lot has fallen on the first dealer."""

    type: ClassVar[str] = "lot"
    dealer: int


class Dealt(Event):
    """The cards have been dealt; ``deal`` counts from 1, ``leader`` bids or leads first."""

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
    """A card of a hand lies face up before its owner from here on."""

    seat: int
    card: Card


class CardReplaced(Event):
    """Another card of its owner takes the place of one in the trick; ``card`` is the new one."""

    seat: int
    card: Card


class CardReturned(Event):
    """A card of the trick goes back to its owner's hand."""

    seat: int
    card: Card


class Said(Event):
    """A seat has said something that everybody hears: a bid, a stake, a pass."""

    seat: int


class CardsDrawn(Event):
    """A seat has drawn from the stock; only the one who draws is told which cards."""

    type: ClassVar[str] = "draw"
    seat: int
    cards: Hand


class CardPlayed(Event):
    """A seat has played a card."""

    type: ClassVar[str] = "play"
    seat: int
    card: Card


class TrickTaken(Event):
    """A seat has taken the trick on the table."""

    type: ClassVar[str] = "trick"
    seat: int


class SeatGiven(Event):
    """From here on somebody else acts for the seat; ``why`` is a word, not a sentence."""

    type: ClassVar[str] = "seat"
    seat: int
    kind: str
    why: str


class Scored(Event):
    """A deal has been scored: points of the deal and totals so far, a number per seat."""

    type: ClassVar[str] = "score"
    deal: int
    points: tuple[int, ...]
    totals: tuple[int, ...]


class Ended(Event):
    """The match is over. Places count from 1 and repeat where they are shared."""

    type: ClassVar[str] = "end"
    totals: tuple[int, ...]
    places: tuple[int, ...]
    coin_flip: bool = False

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)

    @property
    def tossed(self) -> tuple[int, ...]:
        """The seats among whom a coin decided; those it was against share the place that follows.

        Of partners that is the third, for they share the first one.
        """
        at_stake = sorted(set(self.places))[:2] if self.coin_flip else ()
        return tuple(seat for seat, place in enumerate(self.places) if place in at_stake)
