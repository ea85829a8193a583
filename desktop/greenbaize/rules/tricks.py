"""Trick play: the tricks of a deal as they are played and taken, following suit, and who wins."""

from collections.abc import Sequence

from greenbaize.cards import Card, Suit
from greenbaize.rules.fixed import Fixed
from greenbaize.rules.hands import put


class Trick(Fixed):
    """Cards played to one trick, in the order played, from the seat that led."""

    leader: int
    cards: tuple[Card, ...]

    def seats(self, players: int) -> tuple[int, ...]:
        """Who played each card, among so many players."""
        return tuple((self.leader + turn) % players for turn in range(len(self.cards)))


class TrickPlay(Fixed):
    """The part of a state that trick play needs: the deal's tricks, taken and on the table.

    ``trick`` holds the cards on the table from ``lead`` on, ``taken`` the finished tricks with the
    seats that took them, ``won`` their number per seat.
    """

    lead: int
    trick: tuple[Card, ...]
    taken: tuple[tuple[int, Trick], ...]
    won: tuple[int, ...]

    @property
    def whole(self) -> bool:
        """Whether everybody has played to the trick on the table."""
        return len(self.trick) == len(self.won)

    @property
    def next(self) -> int:
        """The seat that plays the next card of the trick."""
        return (self.lead + len(self.trick)) % len(self.won)

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The deal's tricks, the one on the table last."""
        return (*[trick for _, trick in self.taken], Trick(self.lead, self.trick))

    @property
    def cards(self) -> list[Card]:
        """All cards played in the deal."""
        return [*[card for _, trick in self.taken for card in trick.cards], *self.trick]

    def with_card(self, card: Card) -> "TrickPlay":
        """The same after a card has been played to the trick."""
        return TrickPlay(self.lead, (*self.trick, card), self.taken, self.won)

    def taken_by(self, seat: int) -> "TrickPlay":
        """The same with the trick on the table taken by a seat, which leads next."""
        won = self.won
        taken = (*self.taken, (seat, Trick(self.lead, self.trick)))
        return TrickPlay(seat, (), taken, put(won, seat, won[seat] + 1))


def begun(seats: int, leader: int = 0) -> TrickPlay:
    """The tricks of a deal in which nothing has been played."""
    return TrickPlay(leader, (), (), (0,) * seats)


def following(hand: Sequence[Card], led: Card | None) -> tuple[Card, ...]:
    """The cards of a hand that may be played to this lead: all of them if it cannot follow suit."""
    if led is not None:
        suit = led.suit
        same = tuple([card for card in hand if card.suit is suit])
        if same:
            return same
    return tuple(hand)


def shown_void(play: TrickPlay, seat: int, suit: Suit | None) -> bool:
    """Whether a seat has shown, by not following, that it holds no card of a suit."""
    for trick in play.tricks:
        cards, turn = trick.cards, (seat - trick.leader) % len(play.won)
        if turn < len(cards) and cards[turn].suit is not suit is cards[0].suit:
            return True
    return False


def beats(card: Card, top: Card, trump: Suit | None) -> bool:
    """Whether the card wins over the one now winning: higher in its suit, or a trump on none."""
    if card.suit is top.suit:
        return card > top
    return card.suit is trump and trump is not None


def winning(cards: Sequence[Card], trump: Suit | None) -> int:
    """The place of the winning card among those played, the lead first; there must be one."""
    best = 0
    for place in range(1, len(cards)):
        if beats(cards[place], cards[best], trump):
            best = place
    return best


def played_by(play: TrickPlay, seat: int) -> list[Card]:
    """The cards that a seat has played in the deal."""
    turns = [(trick.cards, (seat - trick.leader) % len(play.won)) for trick in play.tricks]
    return [cards[turn] for cards, turn in turns if turn < len(cards)]
