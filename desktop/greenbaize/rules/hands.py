"""A hand as somebody knows it: some cards by face, others only by number."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from greenbaize.cards import Card
from greenbaize.rules.fixed import Fixed

T = TypeVar("T")


class Hand(Fixed):
    """The cards known to be in a hand, and how many more it holds.

    The full state knows every card; in a view the hands a seat may not see are only numbers. So
    both are built of the same parts.
    """

    cards: tuple[Card, ...]
    unknown: int = 0

    @property
    def size(self) -> int:
        """How many cards the hand holds."""
        return len(self.cards) + self.unknown

    @property
    def hidden(self) -> "Hand":
        """The hand as told to somebody who may not look into it."""
        return Hand((), self.size)

    def first(self, count: int) -> "Hand":
        """The first cards of it, as far as there are so many."""
        cards = self.cards[:count]
        return Hand(cards, min(count - len(cards), self.unknown))

    def without(self, card: Card) -> "Hand":
        """The hand after this card has left it; ``ValueError`` if it cannot have held it."""
        cards = self.cards
        if card in cards:
            left = [*cards]
            left.remove(card)
            return Hand(tuple(left), self.unknown)
        if not self.unknown:
            raise ValueError(f"{card} is not in the hand")
        return Hand(cards, self.unknown - 1)


def put(things: tuple[T, ...], seat: int, thing: T) -> tuple[T, ...]:
    """What every seat has, with another thing for one of them."""
    changed = [*things]
    changed[seat] = thing
    return tuple(changed)


def none_left(hands: tuple[Hand, ...]) -> bool:
    """Whether nobody holds a card."""
    for hand in hands:  # noqa: SIM110  (asked after every trick, and far slower with ``any``)
        if hand.cards or hand.unknown:
            return False
    return True


def dealt(order: Sequence[Card], seats: int, left: int, count: int) -> tuple[Hand, ...]:
    """The hands of a deal, one card at a time from the dealer's left.

    Args:
        order: the shuffled pack, first card dealt first.
        seats: the number of players.
        left: the seat on the dealer's left.
        count: how many cards each gets.
    """
    return tuple(
        Hand(tuple(order[(seat - left) % seats : seats * count : seats])) for seat in range(seats)
    )


def spelled(cards: Iterable[Card]) -> str:
    """Cards in a text, whatever order they are held in."""
    return " ".join(sorted(card.code for card in cards))


def own_only(hands: tuple[Hand, ...], seat: int | None) -> tuple[Hand, ...]:
    """The hands of a deal as a seat is told them, or a spectator (None)."""
    return tuple(hand if owner == seat else hand.hidden for owner, hand in enumerate(hands))
