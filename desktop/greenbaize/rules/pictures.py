"""What a table shows at one moment, whatever the game: the projection that screens draw."""

from dataclasses import dataclass

from greenbaize.cards import RANKS, Card, Suit
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
    """What a seat's plate shows; what a game does not have is None.

    ``bid`` and ``stake`` are None as well before the seat has made them. ``points`` are those of
    the deal so far, ``target`` what they must reach; ``trump`` is the seat's own suit. ``note`` is
    what everybody should know of the seat, such as that it has gone out.
    """

    total: int
    bid: int | None
    won: int
    points: int | None = None
    target: int | None = None
    trump: Suit | None = None
    banks: int | None = None
    stake: bool | None = None
    note: Message | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """One moment at the table as somebody sees it.

    ``winning`` is the place in ``trick`` of the card now winning. ``taken`` are the finished tricks
    of the deal with the seat that took each. ``turned`` is the card that names the trump; ``trump``
    is the deal's, ``trumps`` are those of a whole match, senior first. ``main`` is the main suit of
    the trick, in games whose tricks have one that may change. ``ranks`` are the ranks from low to
    high, as hands are sorted. ``pile`` is the pile that everybody plays on, in games without
    tricks, its top card last; ``exposed`` are the cards of each seat that lie open before it.
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
    trumps: tuple[Suit, ...] = ()
    main: Suit | None = None
    stock: int = 0
    ranks: str = RANKS
    pile: tuple[Card, ...] = ()
    exposed: tuple[tuple[Card, ...], ...] = ()
