"""Table elements that can be explained, their descriptions, and the lessons of games."""

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
    """The kind of a table element; comments say what its number means."""

    TRICK = auto()
    """A card of the current trick; the number is its index in the trick."""
    PILE = auto()
    """A card of the pile; the number is how many cards lie above it."""
    TURNED = auto()
    """The card that determines the trump."""
    STOCK = auto()
    """The cards that nobody holds."""
    PLATE = auto()
    """A seat's plate; the number is the seat."""
    DISC = auto()
    """The disc with a seat's own trump; the number is the seat."""
    SIGN = auto()
    """The trump sign."""
    TRUMPS = auto()
    """The line with the common trumps."""
    RING = auto()
    """The ring of ranks that beat each other."""
    NOTICE = auto()
    """The lines with the game, the deal and announcements."""


class Thing(NamedTuple):
    """An element on the table."""

    part: Part
    number: int = 0


Told = tuple[Message, ...]
"""Messages about something, most important first; each may name its rule."""


def told_of(picture: Picture, thing: Thing, you: int | None) -> Told:
    """Return the description of an element in any game; empty if it is not on the table.

    ``viewer_seat`` is None for a spectator.
    """
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
    """Return whose card lies at an index of the current trick, and whether it wins."""
    if picture.trick is None:
        return ()
    return dict(enumerate(trick_told(picture, picture.trick))).get(place, ())


def trick_told(picture: Picture, trick: "Trick", rule: str = "") -> tuple[Told, ...]:
    """Return for each card of the current or a taken trick whether it wins."""
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
    """Return all numbers on a plate, and the seat's role."""
    plate = picture.plates[seat]
    said = [] if plate.total is None else [total_told(seat, plate.total)]
    said += [one for one in (plate.line, plate.doing, plate.note) if one is not None]
    return (*said, *seat_told(picture, seat, you))


def total_told(seat: int, total: int) -> Message:
    return Message("tell-total", {"seat": seat, "count": total})


def seat_told(picture: Picture, seat: int, you: int | None) -> Told:
    """Return messages if the seat is to act or deals, and on its partners."""
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
    """A tip for a beginner, with the table elements that it refers to.

    Each tip is shown once, identified by the code of its message.
    """

    message: Message
    at: tuple[Thing | Card, ...] = ()


class Lesson:
    """The guided first deal of a game; this base class adds nothing of the game's own.

    A game with more to say makes a subclass, with sentences in its vocabulary.
    """

    seed: ClassVar[str] = "first deal"
    """The text from which the match's seed is made, so that the deal is always the same."""
    seats: ClassVar[int | None] = None
    """The number of players; None for the usual number."""
    options: ClassVar[Mapping[str, object]] = MappingProxyType({})
    """The options that differ from the defaults."""
    deals: ClassVar[int] = 1
    """The number of deals."""
    known: ClassVar[tuple[Message, ...]] = ()
    """A few sentences that sum up what was learned."""

    def welcome(self, view: Any, seat: int) -> tuple[Tip, ...]:
        """Return the tips after the cards have been dealt and before anybody acts."""
        return ()

    def asked(self, view: Any, seat: int) -> tuple[Tip, ...]:
        """Return the tips for a question to the seat, most important first."""
        return ()

    def came(self, event: "Event", view: Any, seat: int) -> tuple[Tip, ...]:
        """Return the tips on an event; ``view`` is after it."""
        return ()

    def over(self, event: "Event", view: Any, seat: int) -> bool:
        """Return True if the lesson ends with this event instead of after its deals."""
        return False
