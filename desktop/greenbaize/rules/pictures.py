"""What a table shows at one moment, whatever the game: the projection that screens draw."""

from dataclasses import dataclass

from greenbaize.cards import Card, Suit
from greenbaize.rules.hands import Hand
from greenbaize.rules.messages import Message


@dataclass(frozen=True, slots=True)
class Trick:
    """Cards played to one trick, in the order played, from the seat that led."""

    leader: int
    cards: tuple[Card, ...]

    def seats(self, players: int) -> tuple[int, ...]:
        """Who played each card, among so many players."""
        return tuple((self.leader + turn) % players for turn in range(len(self.cards)))


@dataclass(frozen=True, slots=True)
class Plate:
    """What a seat's plate shows. ``bid`` is None before the seat has bid."""

    total: int
    bid: int | None
    won: int


@dataclass(frozen=True, slots=True)
class Picture:
    """One moment at the table as somebody sees it.

    ``winning`` is the place in ``trick`` of the card now winning. ``taken`` are the finished tricks
    of the deal with the seat that took each. ``turned`` is the card that names the trump.
    """

    deal: int
    deals: int
    cards: int
    dealer: int | None
    turn: int | None
    hands: tuple[Hand, ...]
    plates: tuple[Plate, ...]
    trick: Trick
    winning: int | None
    taken: tuple[tuple[int, Trick], ...]
    turned: Card | None
    trump: Suit | None
    notices: tuple[Message, ...]
