"""Things on a table that one can ask about, and what its picture alone has to tell of them."""

from enum import Enum, auto
from typing import NamedTuple

from greenbaize.rules.messages import Message
from greenbaize.rules.pictures import Picture


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
    """What any game can tell of a thing; nothing of what is not there.

    Args:
        picture: the table.
        thing: what is asked about.
        you: the seat of whoever asks, if they have one.
    """
    match thing.part:
        case Part.TRICK:
            return card_told(picture, thing.number)
        case Part.PLATE:
            return plate_told(picture, thing.number, you)
        case Part.TURNED if picture.turned is not None and picture.turned.suit is not None:
            values = {"card": picture.turned, "suit": picture.turned.suit}
            return (Message("tell-turned", values),)
        case Part.STOCK if picture.stock:
            return (Message("tell-stock", {"count": picture.stock}),)
        case Part.NOTICE:
            return deal_told(picture)
    return ()


def card_told(picture: Picture, place: int) -> Told:
    """Whose card lies at a place of the trick, and whether it wins."""
    trick, winning = picture.trick, picture.winning
    if trick is None or winning is None or not 0 <= place < len(trick.cards):
        return ()
    seats = len(picture.hands)
    seat, card, top = trick.seats(seats)[place], trick.cards[place], trick.cards[winning]
    if place != winning:
        return (Message("tell-card-beaten", {"seat": seat, "card": card, "top": top}),)
    code = "tell-card-takes" if len(trick.cards) == seats else "tell-card-wins"
    return (Message(code, {"seat": seat, "card": card}),)


def plate_told(picture: Picture, seat: int, you: int | None) -> Told:
    """All numbers on a plate, and what else is so of the seat."""
    plate = picture.plates[seat]
    said = [] if plate.total is None else [total_told(seat, plate.total)]
    said += [one for one in (plate.line, plate.doing, plate.note) if one is not None]
    return (*said, *seat_told(picture, seat, you))


def total_told(seat: int, total: int) -> Message:
    """The points of a seat so far."""
    return Message("tell-total", {"seat": seat, "count": total})


def seat_told(picture: Picture, seat: int, you: int | None) -> Told:
    """Whether it is the seat's turn, whether it deals, and whether it is one's partner."""
    said = []
    if picture.turn == seat:
        said.append(Message("tell-turn", {"seat": seat}))
    if picture.dealer == seat and picture.deal:
        said.append(Message("tell-dealer", {"seat": seat}))
    sides = picture.sides
    if sides and you is not None and seat != you and sides[seat] == sides[you]:
        said.append(Message("tell-partner", {"seat": seat}))
    return tuple(said)


def deal_told(picture: Picture, rule: str = "") -> Told:
    """Which deal it is, of how many."""
    if not picture.deal:
        return ()
    if picture.deals is None:
        return (Message("tell-deal", {"deal": picture.deal}, rule),)
    values = {"deal": picture.deal, "deals": picture.deals}
    return (Message("tell-deal-of", values, rule),)
