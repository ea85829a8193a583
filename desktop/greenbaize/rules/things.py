"""Things on a table that one can ask about, what its picture has to tell of them, and lessons."""

from collections.abc import Mapping
from enum import Enum, auto
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from greenbaize.cards import Card
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.pictures import Picture

if TYPE_CHECKING:
    from greenbaize.rules.events import Event
    from greenbaize.rules.hands import Trick


class Part(Enum):
    """What kind of thing it is, and what its number says."""

    TRICK = auto()
    """A card of the trick on the table: its place in the trick."""
    PILE = auto()
    """A card of the pile: how many cards lie above it."""
    TURNED = auto()
    """The card that names the trump."""
    STOCK = auto()
    """The cards that nobody holds."""
    PLATE = auto()
    """A seat's plate: the seat."""
    DISC = auto()
    """The disc with a seat's own trump: the seat."""
    SIGN = auto()
    """The suit that counts."""
    TRUMPS = auto()
    """The line with the trumps for all."""
    RING = auto()
    """The ring of who beats whom."""
    NOTICE = auto()
    """The lines that name game and deal, and what has been announced."""


class Thing(NamedTuple):
    """One thing on the table."""

    part: Part
    number: int = 0


Told = tuple[Message, ...]
"""What is told of a thing, the weightiest sentence first; each may name its rule."""


def told_of(picture: Picture, thing: Thing, you: int | None) -> Told:
    """What any game can tell a seat, if they have one, of a thing; nothing of what is not there."""
    suit = None if picture.turned is None else picture.turned.suit
    match thing.part:
        case Part.TRICK:
            return card_told(picture, thing.number)
        case Part.PLATE:
            return plate_told(picture, thing.number, you)
        case Part.TURNED | Part.SIGN if picture.turned is not None and suit is not None:
            values = {"card": picture.turned, "suit": suit}
            return (Message("tell-turned", values),)
        case Part.SIGN if picture.sign is not None and picture.sign.suit is not None:
            return (Message("tell-suit-trump", {"suit": picture.sign.suit}),)
        case Part.STOCK if picture.stock:
            return (Message("tell-stock", {"count": picture.stock}),)
        case Part.NOTICE:
            return deal_told(picture)
    return ()


def card_told(picture: Picture, place: int) -> Told:
    """Whose card lies at a place of the trick, and whether it wins."""
    if picture.trick is None:
        return ()
    return dict(enumerate(trick_told(picture, picture.trick))).get(place, ())


def trick_told(picture: Picture, trick: "Trick", rule: str = "") -> tuple[Told, ...]:
    """Whether each card of a trick wins it: of the one on the table, or of one that was taken."""
    seats = len(picture.hands)
    own = trick.seats(seats)
    taker = next((seat for seat, one in picture.taken if one == trick), None)
    winning = picture.winning if taker is None else own.index(taker)
    if winning is None or (taker is None and trick != picture.trick):
        return ()
    code = "tell-card-takes" if len(trick.cards) == seats else "tell-card-wins"
    told = []
    for place, (seat, card) in enumerate(zip(own, trick.cards, strict=True)):
        values: dict[str, Value] = {"seat": seat, "card": card}
        if place == winning:
            told.append((Message(code, values, rule),))
        else:
            beaten = values | {"top": trick.cards[winning]}
            told.append((Message("tell-card-beaten", beaten, rule),))
    return tuple(told)


def plate_told(picture: Picture, seat: int, you: int | None) -> Told:
    """All numbers on a plate, and what else is so of the seat."""
    plate = picture.plates[seat]
    said = [] if plate.total is None else [total_told(seat, plate.total)]
    said += [one for one in (plate.line, plate.doing, plate.note) if one is not None]
    return (*said, *seat_told(picture, seat, you))


def total_told(seat: int, total: int) -> Message:
    return Message("tell-total", {"seat": seat, "count": total})


def seat_told(picture: Picture, seat: int, you: int | None) -> Told:
    """Whether it is the seat's turn, whether it deals, and who its partner is."""
    said = []
    if picture.turn == seat:
        said.append(Message("tell-turn", {"seat": seat}))
    if picture.dealer == seat and picture.deal:
        said.append(Message("tell-dealer", {"seat": seat}))
    own = [one for one, side in enumerate(picture.sides) if side == picture.sides[seat]]
    if you != seat and you in own:
        said.append(Message("tell-partner", {"seat": seat}))
    elif len(own) > 1:
        said.append(Message("tell-partners", {"seats": tuple(own)}))
    return tuple(said)


def deal_told(picture: Picture, rule: str = "") -> Told:
    if not picture.deal:
        return ()
    if picture.deals is None:
        return (Message("tell-deal", {"deal": picture.deal}, rule),)
    values = {"deal": picture.deal, "deals": picture.deals}
    return (Message("tell-deal-of", values, rule),)


class Tip(NamedTuple):
    """Something a beginner is told, and what on the table is meant by it, if anything.

    It is told once, by the code of its message.
    """

    message: Message
    at: tuple[Thing | Card, ...] = ()


class Lesson:
    """A first deal of a game; as it is here, one of a game that has nothing to say of its own.

    A game with more to say makes a class of this, with sentences of its own among its words.
    """

    seed: ClassVar[str] = "first deal"
    """What the match's seed is made of: it is always the same deal."""
    seats: ClassVar[int | None] = None
    """How many sit down; None for as many as usual."""
    options: ClassVar[Mapping[str, object]] = MappingProxyType({})
    """What is set otherwise than usual."""
    deals: ClassVar[int] = 1
    """How many deals it takes."""
    known: ClassVar[tuple[Message, ...]] = ()
    """What one knows after it, in a few sentences."""

    def welcome(self, view: Any, seat: int) -> tuple[Tip, ...]:
        """What is told in a deal once the cards have been dealt and before anybody acts."""
        return ()

    def asked(self, view: Any, seat: int) -> tuple[Tip, ...]:
        """What matters to whoever is asked something now, the weightiest first."""
        return ()

    def came(self, event: "Event", view: Any, seat: int) -> tuple[Tip, ...]:
        """What is worth a word of something that has happened; ``view`` is after it."""
        return ()

    def over(self, event: "Event", view: Any, seat: int) -> bool:
        """Whether the lesson ends with this event, and not only once its deals are scored."""
        return False
