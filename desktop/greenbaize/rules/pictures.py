"""What a table shows at one moment, whatever the game: the projection that screens draw; moods."""

from collections.abc import Sequence
from enum import Enum, StrEnum, auto
from typing import TYPE_CHECKING, Final, NamedTuple

from greenbaize.cards import RANKS, Card, Suit
from greenbaize.rules.messages import Message


class Ring(NamedTuple):
    """Ranks that beat each other in a ring: each the next one, the last one the first.

    ``marks`` are the ranks as cards have them, the six as ``"6"``. ``suit`` is the suit in which
    that decides the trick on the table, if there is one, and ``top`` the rank of the ring that is
    winning it. ``now`` are the special cases that hold just now in a word or two each, the
    weightiest first.
    """

    marks: tuple[str, ...]
    suit: Suit | None = None
    top: str = ""
    now: tuple[Message, ...] = ()


class AtHand(NamedTuple):
    """What somebody may look up at any moment, without leaving the table.

    ``ring`` is drawn. ``now`` is what matters just now, in sentences, and ``counts`` what cards and
    tricks count in this deal.
    """

    ring: Ring | None = None
    now: tuple[Message, ...] = ()
    counts: tuple[Message, ...] = ()


NOTHING_AT_HAND = AtHand()


if TYPE_CHECKING:  # the first screen draws plates, and waits for nothing that only a match needs
    from greenbaize.rules.hands import Hand, Trick


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


class Race(NamedTuple):
    """The bids of a deal against its tricks.

    ``bids`` are those of the seats, None where none was made yet, in this ``order``; ``won`` are
    the tricks they have won. ``words`` say it among the picture's notices.
    """

    tricks: int
    bids: tuple[int | None, ...]
    won: tuple[int, ...]
    order: tuple[int, ...]
    words: tuple[Message, ...] = ()


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


class TurnLogEntry(NamedTuple):
    """A word or two in the list of turns, in games without tricks."""

    seat: int
    message: Message


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
    are ahead in the match, none where all are level. ``notices`` are announced, of which ``race``
    draws some; ``remarks`` stand below the sheet.
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
    race: Race | None = None
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


FEW: Final = 2
"""Who holds no more cards than this is close to being rid of them."""


class Mood(StrEnum):
    """What a face shows."""

    NEUTRAL = "neutral"
    PLEASED = "pleased"
    TENSE = "tense"
    CAUGHT = "caught"
    WINNING = "winning"


def moods_of(picture: Picture) -> tuple[Mood, ...]:
    """For each seat what it feels in the thick of a deal, by what its plate and the cards tell."""
    return tuple(_mood(picture, seat) for seat in range(len(picture.plates)))


def moods_of_made(made: Sequence[Made], picture: Picture) -> tuple[Mood, ...]:
    """The same when a deal has been scored."""
    by_luck = {Luck.GOOD: Mood.PLEASED, Luck.BAD: Mood.CAUGHT}
    return tuple(by_luck.get(one.luck, _usual(picture, seat)) for seat, one in enumerate(made))


def moods_of_end(places: Sequence[int]) -> tuple[Mood, ...]:
    """The same when a match is over: who has won is glad, and who is last is not."""
    last = max(places, default=1)
    return tuple(
        Mood.WINNING if place == 1 else Mood.CAUGHT if place == last else Mood.NEUTRAL
        for place in places
    )


def _usual(picture: Picture, seat: int) -> Mood:
    """What somebody feels whom nothing of the deal concerns: who leads at last sees a win."""
    near = picture.deals is not None and 1 < 0.8 * picture.deals <= picture.deal
    return Mood.WINNING if near and seat in picture.leaders else Mood.NEUTRAL


def _mood(picture: Picture, seat: int) -> Mood:
    plate = picture.plates[seat]
    if plate.tally is not None and plate.tally.shape is Shape.BARS:
        mood = _mood_of_tally(picture, seat, plate.tally)
    elif plate.cards is not None:
        mood = _mood_of_cards(picture, seat, plate.cards)
    else:
        mood = Mood.NEUTRAL
    return _usual(picture, seat) if mood is Mood.NEUTRAL else mood


def _mood_of_tally(picture: Picture, seat: int, tally: Tally) -> Mood:
    """What somebody feels who wants to make exactly so many."""
    trick = picture.trick
    lying = 0 if trick is None else len(trick.cards)
    place = -1 if trick is None else (seat - trick.leader) % len(picture.plates)
    left = picture.hands[seat].size + (place in range(lying))
    missing = tally.due - tally.made
    if missing < 0 or missing > left:
        return Mood.CAUGHT
    if missing == 0:
        if left and lying and picture.winning == place:
            return Mood.TENSE  # it would be one too many
        return Mood.PLEASED if tally.due else Mood.NEUTRAL
    if missing == left:
        return Mood.TENSE
    fresh = not lying and bool(picture.taken) and picture.taken[-1][0] == seat
    return Mood.PLEASED if fresh else Mood.NEUTRAL


def _mood_of_cards(picture: Picture, seat: int, cards: int) -> Mood:
    """What somebody feels who wants to be rid of their cards."""
    holding = [one for one, plate in enumerate(picture.plates) if plate.cards]
    if len(holding) == len(picture.plates) or not holding:
        return Mood.TENSE if 0 < cards <= FEW else Mood.NEUTRAL
    if cards == 0:
        return Mood.PLEASED
    if holding == [seat]:
        return Mood.CAUGHT
    return Mood.TENSE if cards <= FEW else Mood.NEUTRAL
