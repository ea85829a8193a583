"""Hands as known to a viewer, and tricks: how they are played, taken and won."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from greenbaize.cards import Card, Suit
from greenbaize.rules.frozen_struct import FrozenStruct

T = TypeVar("T")


class Hand(FrozenStruct):
    """The known cards of a hand, and the number of unknown ones.

    The full state knows every card; in a view, hands that a seat may not see are only numbers. Both
    therefore use the same class.
    """

    cards: tuple[Card, ...]
    unknown: int = 0

    @property
    def size(self) -> int:
        return len(self.cards) + self.unknown

    @property
    def hidden(self) -> "Hand":
        """The hand as told to viewers who may not see its cards."""
        return Hand((), self.size)

    def first_cards(self, count: int) -> "Hand":
        """Return a hand of the first ``count`` cards, or of all if there are fewer."""
        cards = self.cards[:count]
        return Hand(cards, min(count - len(cards), self.unknown))

    def with_hand(self, added_hand: "Hand") -> "Hand":
        return Hand(self.cards + added_hand.cards, self.unknown + added_hand.unknown)

    def without_first_cards(self, count: int) -> "Hand":
        """Return a hand without the first ``count`` cards."""
        cards = self.cards[count:]
        return Hand(cards, max(0, self.size - count - len(cards)))

    def without_card(self, card: Card) -> "Hand":
        """Return the hand without a card; ``ValueError`` if it cannot have held it."""
        cards = self.cards
        if card in cards:
            remaining_cards = [*cards]
            remaining_cards.remove(card)
            return Hand(tuple(remaining_cards), self.unknown)
        if not self.unknown:
            raise ValueError(f"{card} is not in the hand")
        return Hand(cards, self.unknown - 1)


def with_item_at(items: tuple[T, ...], seat: int, item: T) -> tuple[T, ...]:
    """Return the items by seat with another item for one of them."""
    new_items = [*items]
    new_items[seat] = item
    return tuple(new_items)


def are_hands_empty(hands: tuple[Hand, ...]) -> bool:
    for hand in hands:  # noqa: SIM110  (called after every trick, and far slower with ``any``)
        if hand.cards or hand.unknown:
            return False
    return True


def deal_in_turn(order: Sequence[Card], seats: int, left_seat: int, count: int) -> tuple[Hand, ...]:
    """Return the hands of a deal, one card at a time from the seat on the dealer's left."""
    return tuple(
        Hand(tuple(order[(seat - left_seat) % seats : seats * count : seats]))
        for seat in range(seats)
    )


def sorted_card_codes(cards: Iterable[Card]) -> str:
    """Return the codes of cards as a text that does not depend on their order."""
    return " ".join(sorted(card.code for card in cards))


def hide_other_hands(hands: tuple[Hand, ...], seat: int | None) -> tuple[Hand, ...]:
    """Return the hands of a deal as told to a seat, or to a spectator (None)."""
    return tuple(hand if owner == seat else hand.hidden for owner, hand in enumerate(hands))


class Trick(FrozenStruct):
    """Cards of one trick, in the order played, from the seat that led."""

    leader: int
    cards: tuple[Card, ...]

    def seats_in_order(self, seat_count: int) -> tuple[int, ...]:
        """Return the seat that played each card, with so many players."""
        return tuple((self.leader + offset) % seat_count for offset in range(len(self.cards)))


class TrickPlay(FrozenStruct):
    """The tricks of a deal, taken and current, as part of a state.

    ``trick`` holds the cards of the current trick, which ``leader`` led; ``taken_tricks`` are the
    finished tricks with the seats that took them, ``tricks_won`` their number by seat.
    """

    leader: int
    trick: tuple[Card, ...]
    taken_tricks: tuple[tuple[int, Trick], ...]
    tricks_won: tuple[int, ...]

    @property
    def is_trick_complete(self) -> bool:
        """True if everybody has played to the current trick."""
        return len(self.trick) == len(self.tricks_won)

    @property
    def next_seat(self) -> int:
        """The seat that plays the next card of the trick."""
        return (self.leader + len(self.trick)) % len(self.tricks_won)

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The deal's tricks, the current one last."""
        return (*[trick for _, trick in self.taken_tricks], Trick(self.leader, self.trick))

    @property
    def played_cards(self) -> list[Card]:
        """All cards played in the deal."""
        return [*[card for _, trick in self.taken_tricks for card in trick.cards], *self.trick]

    def take_trick(self, seat: int) -> "TrickPlay":
        """Return the tricks after a seat has taken the current one and leads next."""
        won = self.tricks_won
        taken = (*self.taken_tricks, (seat, Trick(self.leader, self.trick)))
        return TrickPlay(seat, (), taken, with_item_at(won, seat, won[seat] + 1))


def start_trick_play(seats: int, leader: int = 0) -> TrickPlay:
    """Return the tricks of a deal in which nothing has been played."""
    return TrickPlay(leader, (), (), (0,) * seats)


def suit_following_cards(hand: Sequence[Card], led: Card | None) -> tuple[Card, ...]:
    """Return the cards of a hand that may be played to a lead: all if it cannot follow suit."""
    if led is not None:
        suit = led.suit
        suit_cards = tuple([card for card in hand if card.suit is suit])
        if suit_cards:
            return suit_cards
    return tuple(hand)


def has_shown_void(play: TrickPlay, seat: int, suit: Suit | None) -> bool:
    """Return True if a seat has shown, by not following, that it holds no card of a suit."""
    for trick in play.tricks:
        cards, card_index = trick.cards, (seat - trick.leader) % len(play.tricks_won)
        if card_index < len(cards) and cards[card_index].suit is not suit is cards[0].suit:
            return True
    return False


def is_beating(card: Card, winning_card: Card, trump: Suit | None) -> bool:
    """Return True if the card beats the winning one: higher in its suit, or the first trump."""
    if card.suit is winning_card.suit:
        return card > winning_card
    return card.suit is trump and trump is not None


def find_winning_index(cards: Sequence[Card], trump: Suit | None) -> int:
    """Return the index of the winning card among those played; there must be at least one."""
    winning_index = 0
    for index in range(1, len(cards)):
        if is_beating(cards[index], cards[winning_index], trump):
            winning_index = index
    return winning_index


def cards_played_by(play: TrickPlay, seat: int) -> list[Card]:
    cards_and_indices = [
        (trick.cards, (seat - trick.leader) % len(play.tricks_won)) for trick in play.tricks
    ]
    return [cards[card_index] for cards, card_index in cards_and_indices if card_index < len(cards)]
