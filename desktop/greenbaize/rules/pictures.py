"""What a table shows at one moment, whatever the game: the projection that screens draw."""

from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from greenbaize.cards import RANKS, Card, Suit
from greenbaize.rules.messages import Message

if TYPE_CHECKING:  # the first screen draws plates, and waits for nothing that only a match needs
    from greenbaize.rules.hands import Hand
    from greenbaize.rules.tricks import Trick


class Shape(Enum):
    """How a tally is drawn."""

    BARS = auto()
    """Hollow bars that fill; what goes beyond them is crossed."""
    COINS = auto()
    """Coins beside one another."""


class Tally(NamedTuple):
    """Something of a seat that is counted at a glance: ``made`` of ``due``."""

    shape: Shape
    due: int
    made: int = 0


class Plate(NamedTuple):
    """What a seat's plate shows; what there is nothing to say of is None.

    ``total`` is what decides the match so far, and stands out. ``line`` is what it says of the
    deal, beside ``tally``; ``doing`` is what the seat is about to do, before there is anything to
    say. ``cards`` is the size of the hand, in games where that is what counts. ``trump`` is the
    seat's own suit. ``note`` is what everybody should know of the seat, such as that it has gone
    out.
    """

    total: int | None
    line: Message | None = None
    doing: Message | None = None
    tally: Tally | None = None
    cards: int | None = None
    trump: Suit | None = None
    note: Message | None = None


class Sign(NamedTuple):
    """What suit counts just now: a quiet line, and the suit if it is one.

    ``trumps`` are those for all where there may be several and they are not ``suit``, by their
    standing: the senior ones first, equal ones together.
    """

    line: Message
    suit: Suit | None = None
    trumps: tuple[tuple[Suit, ...], ...] = ()


class Luck(Enum):
    """Whether somebody is glad of something."""

    GOOD = auto()
    BAD = auto()
    NEITHER = auto()


class Made(NamedTuple):
    """What a seat has made of a deal: ``words`` stand at its plate, ``sentence`` is spoken."""

    words: Message
    luck: Luck
    sentence: Message


class Flag(Enum):
    """The sign before a piece of news, so that it is told by more than its words."""

    LEAVING = "leaving"
    BACK = "back"
    OUT = "out"
    CALL = "call"
    CARD = "card"
    FAULT = "fault"
    LEAD = "lead"
    COIN = "coin"
    WON = "won"


class News(NamedTuple):
    """What nobody may miss; it comes from a seat.

    ``brief`` news is followed by more of the same matter at once; after news that is ``anew`` the
    table is laid as it then is.
    """

    seat: int
    message: Message
    flag: Flag
    brief: bool = False
    anew: bool = False


class Jotting(NamedTuple):
    """A word or two in the list of turns, in games without tricks.

    ``why`` tells whoever did it without being asked why they had to.
    """

    seat: int
    message: Message
    why: Message | None = None


class Picture(NamedTuple):
    """One moment at the table as somebody sees it.

    ``deals`` is None where nobody knows how many there will be, ``cards`` where their number says
    nothing. ``mover`` is whose turn it is while something follows by itself as well, ``asked`` the
    kind of question that ``turn`` is asked. ``sides`` has the number of each seat's side, where
    players are partners. ``winning`` is the place in ``trick`` of the card now winning. ``taken``
    are the finished tricks of the deal with the seat that took each. ``pile`` is the pile that
    everybody plays on, its top card last, and None in games with tricks. ``turned`` is the card
    that names the trump, undealt beside the pack unless it is seen elsewhere; ``trumps`` are those
    for all, senior first. ``ranks`` are the ranks from low to high, as hands are sorted.
    ``exposed`` are the cards of each seat that lie open before it. ``leaders`` are the seats that
    are ahead in the match, none where all are level. ``notices`` are announced; ``remarks`` stand
    below the sheet.
    """

    deal: int
    deals: int | None
    hands: "tuple[Hand, ...]"
    plates: tuple[Plate, ...]
    cards: int | None = None
    dealer: int | None = None
    turn: int | None = None
    mover: int | None = None
    asked: str = ""
    sides: tuple[int, ...] = ()
    trick: "Trick | None" = None
    winning: int | None = None
    taken: "tuple[tuple[int, Trick], ...]" = ()
    pile: tuple[Card, ...] | None = None
    stock: int = 0
    turned: Card | None = None
    trumps: tuple[Suit, ...] = ()
    sign: Sign | None = None
    ranks: str = RANKS
    exposed: tuple[tuple[Card, ...], ...] = ()
    leaders: tuple[int, ...] = ()
    notices: tuple[Message, ...] = ()
    remarks: tuple[Message, ...] = ()

    @property
    def seen(self) -> list[Card]:
        """The cards of the deal that are seen: in hands, in tricks and on the pile."""
        cards = [card for hand in self.hands for card in hand.cards]
        cards += [card for _, trick in self.taken for card in trick.cards]
        cards += self.pile or ()
        return cards + list(() if self.trick is None else self.trick.cards)

    @property
    def undealt(self) -> Card | None:
        """The card that names the trump while it lies beside the pack, for nobody was dealt it."""
        return None if self.turned in self.seen else self.turned

    @property
    def lying(self) -> tuple[Card, ...]:
        """The cards one plays on: those of the trick on the table, or the top of the pile."""
        if self.pile is not None:
            return self.pile[-1:]
        return () if self.trick is None else self.trick.cards
