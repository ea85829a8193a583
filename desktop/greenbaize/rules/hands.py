"""Hands as known to a viewer, and tricks: how they are played, taken and won."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from greenbaize.cards import Card, Suit
from greenbaize.rules.fixed import Fixed

T = TypeVar("T")


class Hand(Fixed):
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

    def first(self, count: int) -> "Hand":
        """Return a hand of the first ``count`` cards, or of all if there are fewer."""
        cards = self.cards[:count]
        return Hand(cards, min(count - len(cards), self.unknown))

    def joined(self, drawn: "Hand") -> "Hand":
        return Hand(self.cards + drawn.cards, self.unknown + drawn.unknown)

    def after(self, count: int) -> "Hand":
        """Return a hand without the first ``count`` cards."""
        cards = self.cards[count:]
        return Hand(cards, max(0, self.size - count - len(cards)))

    def without(self, card: Card) -> "Hand":
        """Return the hand without a card; ``ValueError`` if it cannot have held it."""
        cards = self.cards
        if card in cards:
            left = [*cards]
            left.remove(card)
            return Hand(tuple(left), self.unknown)
        if not self.unknown:
            raise ValueError(f"{card} is not in the hand")
        return Hand(cards, self.unknown - 1)


def put(things: tuple[T, ...], seat: int, thing: T) -> tuple[T, ...]:
    """Return the items by seat with another item for one of them."""
    changed = [*things]
    changed[seat] = thing
    return tuple(changed)


def none_left(hands: tuple[Hand, ...]) -> bool:
    for hand in hands:  # noqa: SIM110  (called after every trick, and far slower with ``any``)
        if hand.cards or hand.unknown:
            return False
    return True


def dealt(order: Sequence[Card], seats: int, left: int, count: int) -> tuple[Hand, ...]:
    """Return the hands of a deal, one card at a time from the seat on the dealer's left."""
    return tuple(
        Hand(tuple(order[(seat - left) % seats : seats * count : seats])) for seat in range(seats)
    )


def spelled(cards: Iterable[Card]) -> str:
    """Return the codes of cards as a text that does not depend on their order."""
    return " ".join(sorted(card.code for card in cards))


def own_only(hands: tuple[Hand, ...], seat: int | None) -> tuple[Hand, ...]:
    """Return the hands of a deal as told to a seat, or to a spectator (None)."""
    return tuple(hand if owner == seat else hand.hidden for owner, hand in enumerate(hands))


class Trick(Fixed):
    """Cards of one trick, in the order played, from the seat that led."""

    leader: int
    cards: tuple[Card, ...]

    def seats(self, players: int) -> tuple[int, ...]:
        """Return the seat that played each card, with so many players."""
        return tuple((self.leader + turn) % players for turn in range(len(self.cards)))


class TrickPlay(Fixed):
    """The tricks of a deal, taken and current, as part of a state.

    ``trick`` holds the cards of the current trick, which ``leader`` led; ``taken_tricks`` are the
    finished tricks with the seats that took them, ``tricks_won`` their number by seat.
    """

    lead: int
    trick: tuple[Card, ...]
    taken: tuple[tuple[int, Trick], ...]
    won: tuple[int, ...]

    @property
    def whole(self) -> bool:
        """True if everybody has played to the current trick."""
        return len(self.trick) == len(self.won)

    @property
    def next(self) -> int:
        """The seat that plays the next card of the trick."""
        return (self.lead + len(self.trick)) % len(self.won)

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The deal's tricks, the current one last."""
        return (*[trick for _, trick in self.taken], Trick(self.lead, self.trick))

    @property
    def cards(self) -> list[Card]:
        """All cards played in the deal."""
        return [*[card for _, trick in self.taken for card in trick.cards], *self.trick]

    def taken_by(self, seat: int) -> "TrickPlay":
        """Return the tricks after a seat has taken the current one and leads next."""
        won = self.won
        taken = (*self.taken, (seat, Trick(self.lead, self.trick)))
        return TrickPlay(seat, (), taken, put(won, seat, won[seat] + 1))


def begun(seats: int, leader: int = 0) -> TrickPlay:
    """Return the tricks of a deal in which nothing has been played."""
    return TrickPlay(leader, (), (), (0,) * seats)


def following(hand: Sequence[Card], led: Card | None) -> tuple[Card, ...]:
    """Return the cards of a hand that may be played to a lead: all if it cannot follow suit."""
    if led is not None:
        suit = led.suit
        same = tuple([card for card in hand if card.suit is suit])
        if same:
            return same
    return tuple(hand)


def shown_void(play: TrickPlay, seat: int, suit: Suit | None) -> bool:
    """Return True if a seat has shown, by not following, that it holds no card of a suit."""
    for trick in play.tricks:
        cards, turn = trick.cards, (seat - trick.leader) % len(play.won)
        if turn < len(cards) and cards[turn].suit is not suit is cards[0].suit:
            return True
    return False


def beats(card: Card, top: Card, trump: Suit | None) -> bool:
    """Return True if the card beats the winning one: higher in its suit, or the first trump."""
    if card.suit is top.suit:
        return card > top
    return card.suit is trump and trump is not None


def winning(cards: Sequence[Card], trump: Suit | None) -> int:
    """Return the index of the winning card among those played; there must be at least one."""
    best = 0
    for place in range(1, len(cards)):
        if beats(cards[place], cards[best], trump):
            best = place
    return best


def played_by(play: TrickPlay, seat: int) -> list[Card]:
    turns = [(trick.cards, (seat - trick.leader) % len(play.won)) for trick in play.tricks]
    return [cards[turn] for cards, turn in turns if turn < len(cards)]
