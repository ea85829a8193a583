"""Events of any table, in the vocabulary of the match record.

Each class is one line of a record: its ``type`` and its fields in their order. A game declares
which of them it uses, and its own beside them; games may give one type different fields.
"""

from typing import ClassVar

from greenbaize.cards import Card
from greenbaize.rules.frozen_struct import FrozenStruct
from greenbaize.rules.hands import Hand


class Event(FrozenStruct):
    """Something that has happened in a match."""

    type: ClassVar[str]


class LotDrawn(Event):
    """The first dealer was drawn by lot."""

    type: ClassVar[str] = "lot"
    dealer: int


class CardsDealt(Event):
    """The cards were dealt; ``deal`` counts from 1, ``leader`` bids or leads first."""

    type: ClassVar[str] = "deal"
    deal: int
    dealer: int
    leader: int
    hands: tuple[Hand, ...]

    @property
    def cards_in_dealing_order(self) -> tuple[Card, ...]:
        """The cards in the order in which they left the pack: one each from the dealer's left."""
        first = (self.dealer + 1) % max(1, len(self.hands))
        hands = self.hands[first:] + self.hands[:first]
        longest = max((len(hand.cards) for hand in hands), default=0)
        return tuple(
            hand.cards[card_index]
            for card_index in range(longest)
            for hand in hands
            if card_index < len(hand.cards)
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


class CallMade(Event):
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


class SeatReassigned(Event):
    """From now on somebody else acts for the seat; ``why`` is a code, not a sentence."""

    type: ClassVar[str] = "seat"
    seat: int
    kind: str
    why: str


class DealScored(Event):
    """A deal was scored: points of the deal and totals so far, by seat."""

    type: ClassVar[str] = "score"
    deal: int
    points: tuple[int, ...]
    totals: tuple[int, ...]


class MatchEnded(Event):
    """The match is over; ranks in ``places`` count from 1 and repeat where they are shared."""

    type: ClassVar[str] = "end"
    totals: tuple[int, ...]
    places: tuple[int, ...]
    coin_flip: bool = False

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, rank in enumerate(self.places) if rank == 1)

    @property
    def coin_flip_seats(self) -> tuple[int, ...]:
        """The seats among which a coin decided; the losers of the flip share the next rank.

        Among partners that is the third rank, as they share the first one.
        """
        flipped_ranks = sorted(set(self.places))[:2] if self.coin_flip else ()
        return tuple(seat for seat, rank in enumerate(self.places) if rank in flipped_ranks)
