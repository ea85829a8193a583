"""Conversion of events and commands to and from the objects of JSON lines.

The codec checks the form of what it reads (fields, types, limits, known cards); the rules check its
sense. A field with its default value is not written.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Final, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import NODEFAULT, UNSET, Meta, UnsetType
from msgspec.structs import fields

from greenbaize.cards import ALL_CARDS, Card, Suit
from greenbaize.rules.commands import Command
from greenbaize.rules.decoding import Line, Name, one_of, quoted, shaped
from greenbaize.rules.errors import CodecError
from greenbaize.rules.events import Event
from greenbaize.rules.hands import Hand
from greenbaize.rules.messages import Message

T = TypeVar("T", Event, Command)

MOST_CARDS: Final = 200
"""The maximum number of cards of a hand or stock that is read; every pack is smaller."""
MOST_SEATS: Final = 100
"""The maximum number of players of a table that is read; every game takes fewer."""
MOST_BITS: Final = 128
"""The maximum size of a number (bits). The rules know the real limits, but numbers with thousands
of digits need not reach them.
"""

_CARD: Final = one_of([card.code for card in ALL_CARDS])
_SUIT: Final = one_of([suit.letter for suit in Suit])


class _PartHand(msgspec.Struct, forbid_unknown_fields=True):
    """A partly known hand; a fully known one is a list of cards, a hidden one a number."""

    # A type checker cannot know that these are the codes of cards.
    cards: Annotated[list[_CARD], Meta(min_length=1, max_length=MOST_CARDS)]  # type: ignore[valid-type]
    more: Annotated[int, Meta(ge=1, le=MOST_CARDS)]


_HAND: Final = (
    Annotated[list[_CARD], Meta(max_length=MOST_CARDS)]  # type: ignore[valid-type]
    | Annotated[int, Meta(ge=0, le=MOST_CARDS)]
    | _PartHand
)


def _same(value: Any) -> Any:
    return value


def _make_number(value: int) -> int:
    if value.bit_length() > MOST_BITS:
        raise ValueError("longer than any number")
    return value


def _write_hand(hand: Hand) -> Any:
    cards = [card.code for card in hand.cards]
    if not hand.unknown:
        return cards
    return {"cards": cards, "more": hand.unknown} if cards else hand.unknown


def _make_hand(value: Any) -> Hand:
    if isinstance(value, int):
        return Hand((), value)
    if isinstance(value, _PartHand):
        return Hand(tuple(map(Card.of, value.cards)), value.more)
    return Hand(tuple(map(Card.of, value)))


class _Form(NamedTuple):
    """A field's JSON type, and the conversions of its value to and from JSON."""

    shape: Any
    write: Callable[[Any], Any] = _same
    make: Callable[[Any], Any] = _same

    def or_none(self) -> "_Form":
        return _Form(
            self.shape | None,
            lambda value: None if value is None else self.write(value),
            lambda value: None if value is None else self.make(value),
        )

    def several(self, most: int) -> "_Form":
        return _Form(
            Annotated[list[self.shape], Meta(max_length=most)],  # type: ignore[name-defined]
            lambda values: list(map(self.write, values)),
            lambda values: tuple(map(self.make, values)),
        )


_NUMBER: Final = _Form(int, make=_make_number)
_CARD_FORM: Final = _Form(_CARD, lambda card: card.code, Card.of)
_SUIT_FORM: Final = _Form(_SUIT, lambda suit: suit.letter, Suit.of)
_HAND_FORM: Final = _Form(_HAND, _write_hand, _make_hand)

_FORMS: Final[dict[object, _Form]] = {
    int: _NUMBER,
    int | None: _NUMBER.or_none(),
    tuple[int, ...]: _NUMBER.several(MOST_SEATS),
    bool: _Form(bool),
    str: _Form(Name),
    Card: _CARD_FORM,
    Card | None: _CARD_FORM.or_none(),
    Suit: _SUIT_FORM,
    Suit | None: _SUIT_FORM.or_none(),
    Hand: _HAND_FORM,
    Hand | None: _HAND_FORM.or_none(),
    tuple[Hand, ...]: _HAND_FORM.several(MOST_SEATS),
}


class _Field(NamedTuple):
    name: str
    form: _Form
    default: object  # NODEFAULT where the field is required


def _schema_of(one: type[Any]) -> tuple[tuple[_Field, ...], type[msgspec.Struct]]:
    """Return the fields of a class, and the msgspec type of its line."""
    known = tuple(_Field(each.name, _FORMS[each.type], each.default) for each in fields(one))
    shape = msgspec.defstruct(
        one.__name__,
        [
            (name, form.shape) if default is NODEFAULT else (name, form.shape | UnsetType, UNSET)
            for name, form, default in known
        ],
        tag_field="type",
        tag=one.type,
        forbid_unknown_fields=True,
    )
    return known, shape


class Codec(Generic[T]):
    """Reads and writes the lines of some classes, which their ``type`` distinguishes."""

    def __init__(self, classes: Iterable[type[T]]) -> None:
        self._classes: dict[str, type[T]] = {one.type: one for one in classes}
        self._schemas: dict[type[T], tuple[tuple[_Field, ...], type[msgspec.Struct]]] = {
            one: _schema_of(one) for one in self._classes.values()
        }

    def write(self, thing: T) -> Line:
        """Return an item as a JSON object.

        Raises:
            KeyError: the codec was not made for the item's class.
        """
        line: Line = {"type": thing.type}
        known, _ = self._schemas[type(thing)]
        for name, form, default in known:
            value = getattr(thing, name)
            if default is NODEFAULT or value != default:
                line[name] = form.write(value)
        return line

    def read(self, line: Mapping[str, Any]) -> T:
        """Return the item that a JSON object states; ``CodecError`` if it states none."""
        kind = line.get("type")
        if not isinstance(kind, str):
            raise CodecError(Message("line-no-type"))
        one = self._classes.get(kind)
        if one is None:
            raise CodecError(Message("line-unknown-type", {"type": quoted(kind)}))
        known, shape = self._schemas[one]
        try:
            values = msgspec.structs.astuple(shaped(line, shape))
            made: dict[str, Any] = {
                field.name: field.form.make(value)
                for field, value in zip(known, values, strict=True)
                if value is not UNSET
            }
        except ValueError:
            raise CodecError(_fault(line, kind, known)) from None
        return one(**made)


def _fault(line: Mapping[str, Any], kind: str, known: tuple[_Field, ...]) -> Message:
    for name, form, default in known:
        try:
            if name in line:
                form.make(shaped(line[name], form.shape))
        except ValueError:
            return Message("line-field", {"type": kind, "field": name})
        if name not in line and default is NODEFAULT:
            return Message("line-missing", {"type": kind, "field": name})
    extra = min(set(line) - {"type"} - {field.name for field in known})
    return Message("line-extra", {"type": kind, "field": quoted(extra)})
