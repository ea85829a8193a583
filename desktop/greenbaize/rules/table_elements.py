"""Table elements that can be explained, their descriptions, and the lessons of games."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from greenbaize.cards import Card
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.table_snapshot import TableSnapshot

if TYPE_CHECKING:
    from greenbaize.rules.commands import Command
    from greenbaize.rules.events import Event
    from greenbaize.rules.hands import Trick


class TableElementKind(Enum):
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


class TableElement(NamedTuple):
    """An element on the table."""

    kind: TableElementKind
    number: int = 0


Messages = tuple[Message, ...]
"""Messages about something, most important first; each may name its rule."""


def describe_table_element(
    picture: TableSnapshot, element: TableElement, viewer_seat: int | None
) -> Messages:
    """Return the description of an element in any game; empty if it is not on the table.

    ``viewer_seat`` is None for a spectator.
    """
    suit = None if picture.trump_card is None else picture.trump_card.suit
    match element.kind:
        case TableElementKind.TRICK:
            return describe_trick_card(picture, element.number)
        case TableElementKind.PLATE:
            return describe_plate(picture, element.number, viewer_seat)
        case TableElementKind.TURNED | TableElementKind.SIGN if (
            picture.trump_card is not None and suit is not None
        ):
            values = {"card": picture.trump_card, "suit": suit}
            return (Message("tell-turned", values),)
        case TableElementKind.SIGN if picture.sign is not None and picture.sign.suit is not None:
            return (Message("tell-suit-trump", {"suit": picture.sign.suit}),)
        case TableElementKind.STOCK if picture.stock_size:
            return (Message("tell-stock", {"count": picture.stock_size}),)
        case TableElementKind.NOTICE:
            return describe_deal_count(picture)
    return ()


def describe_trick_card(picture: TableSnapshot, card_index: int) -> Messages:
    """Return whose card lies at an index of the current trick, and whether it wins."""
    if picture.trick is None:
        return ()
    return dict(enumerate(describe_trick_cards(picture, picture.trick))).get(card_index, ())


def describe_trick_cards(
    picture: TableSnapshot, trick: "Trick", rule: str = ""
) -> tuple[Messages, ...]:
    """Return for each card of the current or a taken trick whether it wins."""
    seats = len(picture.hands)
    seats_in_order = trick.seats_in_order(seats)
    taker = next((seat for seat, taken_trick in picture.taken_tricks if taken_trick == trick), None)
    winning = picture.winning_index if taker is None else seats_in_order.index(taker)
    if winning is None or (taker is None and trick != picture.trick):
        return ()
    code = "tell-card-takes" if len(trick.cards) == seats else "tell-card-wins"
    descriptions = []
    for card_index, (seat, card) in enumerate(zip(seats_in_order, trick.cards, strict=True)):
        values: dict[str, Value] = {"seat": seat, "card": card}
        if card_index == winning:
            descriptions.append((Message(code, values, rule),))
        else:
            beaten = values | {"top": trick.cards[winning]}
            descriptions.append((Message("tell-card-beaten", beaten, rule),))
    return tuple(descriptions)


def describe_plate(picture: TableSnapshot, seat: int, viewer_seat: int | None) -> Messages:
    """Return all numbers on a plate, and the seat's role."""
    plate = picture.plates[seat]
    messages = [] if plate.total is None else [describe_total(seat, plate.total)]
    messages += [
        message
        for message in (plate.deal_message, plate.pending_action, plate.note)
        if message is not None
    ]
    return (*messages, *describe_seat_role(picture, seat, viewer_seat))


def describe_total(seat: int, total: int) -> Message:
    return Message("tell-total", {"seat": seat, "count": total})


def describe_seat_role(picture: TableSnapshot, seat: int, viewer_seat: int | None) -> Messages:
    """Return messages if the seat is to act or deals, and on its partners."""
    messages = []
    if picture.turn == seat:
        messages.append(Message("tell-turn", {"seat": seat}))
    if picture.dealer == seat and picture.deal:
        messages.append(Message("tell-dealer", {"seat": seat}))
    own_side = [
        other_seat for other_seat, side in enumerate(picture.sides) if side == picture.sides[seat]
    ]
    if viewer_seat != seat and viewer_seat in own_side:
        messages.append(Message("tell-partner", {"seat": seat}))
    elif len(own_side) > 1:
        messages.append(Message("tell-partners", {"seats": tuple(own_side)}))
    return tuple(messages)


def describe_deal_count(picture: TableSnapshot, rule: str = "") -> Messages:
    if not picture.deal:
        return ()
    if picture.deal_count is None:
        return (Message("tell-deal", {"deal": picture.deal}, rule),)
    values = {"deal": picture.deal, "deals": picture.deal_count}
    return (Message("tell-deal-of", values, rule),)


class LessonTip(NamedTuple):
    """A tip for a beginner, with the table elements that it refers to.

    Each tip is shown once, identified by the code of its message.
    """

    message: Message
    elements: tuple[TableElement | Card, ...] = ()


@dataclass(frozen=True, slots=True)
class WarmUpStep:
    """A position before a first deal, in which the person makes one right choice by hand.

    ``code`` is the same in games that teach the same by it. ``lines`` are what the seat has been
    told after the header, as in records; ``options`` those that differ from the defaults. After a
    wrong choice the game explains it, unless ``wrong_answer`` does.
    """

    code: str
    seats: int
    seat: int
    options: Mapping[str, object]
    lines: tuple[Mapping[str, Any], ...]
    right_command: "Command"
    question: Message
    answer: Message
    wrong_answer: Message | None = None
    elements: "tuple[TableElement | Card, ...]" = ()


class GameLesson:
    """The guided first deal of a game; this base class adds nothing of the game's own.

    A game with more to say makes a subclass, with sentences in its vocabulary.
    """

    seed_text: ClassVar[str] = "first deal"
    """The text from which the match's seed is made, so that the deal is always the same."""
    seat_count: ClassVar[int | None] = None
    """The number of players; None for the usual number."""
    options: ClassVar[Mapping[str, object]] = MappingProxyType({})
    """The options that differ from the defaults."""
    deal_count: ClassVar[int] = 1
    """The number of deals."""
    summary: ClassVar[tuple[Message, ...]] = ()
    """A few sentences that sum up what was learned."""

    def warm_up_steps(self) -> tuple[WarmUpStep, ...]:
        """Return what is tried by hand before the first deal, in order."""
        return ()

    def welcome_tips(self, view: Any, seat: int) -> tuple[LessonTip, ...]:
        """Return the tips after the cards have been dealt and before anybody acts."""
        return ()

    def question_tips(self, view: Any, seat: int) -> tuple[LessonTip, ...]:
        """Return the tips for a question to the seat, most important first."""
        return ()

    def event_tips(self, event: "Event", view: Any, seat: int) -> tuple[LessonTip, ...]:
        """Return the tips on an event; ``view`` is after it."""
        return ()

    def ends_with(self, event: "Event", view: Any, seat: int) -> bool:
        """Return True if the lesson ends with this event instead of after its deals."""
        return False
