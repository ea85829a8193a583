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
from greenbaize.rules.decoding import (
    JsonObject,
    NameText,
    convert_to_type,
    literal_type,
    quote_value,
)
from greenbaize.rules.errors import CodecError
from greenbaize.rules.events import Event
from greenbaize.rules.hands import Hand
from greenbaize.rules.messages import Message

T = TypeVar("T", Event, Command)

MAX_CARDS: Final = 200
"""The maximum number of cards of a hand or stock that is read; every pack is smaller."""
MAX_CODEC_SEATS: Final = 100
"""The maximum number of players of a table that is read; every game takes fewer."""
MAX_NUMBER_BITS: Final = 128
"""The maximum size of a number (bits). The rules know the real limits, but numbers with thousands
of digits need not reach them.
"""

_CARD_TYPE: Final = literal_type([card.code for card in ALL_CARDS])
_SUIT_TYPE: Final = literal_type([suit.letter for suit in Suit])


class _PartialHandMessage(msgspec.Struct, forbid_unknown_fields=True):
    """A partly known hand; a fully known one is a list of cards, a hidden one a number."""

    # A type checker cannot know that these are the codes of cards.
    cards: Annotated[list[_CARD_TYPE], Meta(min_length=1, max_length=MAX_CARDS)]  # type: ignore[valid-type]
    more: Annotated[int, Meta(ge=1, le=MAX_CARDS)]


_HAND_TYPE: Final = (
    Annotated[list[_CARD_TYPE], Meta(max_length=MAX_CARDS)]  # type: ignore[valid-type]
    | Annotated[int, Meta(ge=0, le=MAX_CARDS)]
    | _PartialHandMessage
)


def _identity(value: Any) -> Any:
    return value


def _decode_number(value: int) -> int:
    if value.bit_length() > MAX_NUMBER_BITS:
        raise ValueError("longer than any number")
    return value


def _encode_hand(hand: Hand) -> Any:
    cards = [card.code for card in hand.cards]
    if not hand.unknown:
        return cards
    return {"cards": cards, "more": hand.unknown} if cards else hand.unknown


def _decode_hand(value: Any) -> Hand:
    if isinstance(value, int):
        return Hand((), value)
    if isinstance(value, _PartialHandMessage):
        return Hand(tuple(map(Card.of, value.cards)), value.more)
    return Hand(tuple(map(Card.of, value)))


class _FieldFormat(NamedTuple):
    """A field's JSON type, and the conversions of its value to and from JSON."""

    json_type: Any
    encode: Callable[[Any], Any] = _identity
    decode: Callable[[Any], Any] = _identity

    def optional(self) -> "_FieldFormat":
        return _FieldFormat(
            self.json_type | None,
            lambda value: None if value is None else self.encode(value),
            lambda value: None if value is None else self.decode(value),
        )

    def sequence_of(self, max_length: int) -> "_FieldFormat":
        return _FieldFormat(
            Annotated[list[self.json_type], Meta(max_length=max_length)],  # type: ignore[name-defined]
            lambda values: list(map(self.encode, values)),
            lambda values: tuple(map(self.decode, values)),
        )


_NUMBER_FORMAT: Final = _FieldFormat(int, decode=_decode_number)
_CARD_FORMAT: Final = _FieldFormat(_CARD_TYPE, lambda card: card.code, Card.of)
_SUIT_FORMAT: Final = _FieldFormat(_SUIT_TYPE, lambda suit: suit.letter, Suit.of)
_HAND_FORMAT: Final = _FieldFormat(_HAND_TYPE, _encode_hand, _decode_hand)

_FIELD_FORMATS: Final[dict[object, _FieldFormat]] = {
    int: _NUMBER_FORMAT,
    int | None: _NUMBER_FORMAT.optional(),
    tuple[int, ...]: _NUMBER_FORMAT.sequence_of(MAX_CODEC_SEATS),
    bool: _FieldFormat(bool),
    str: _FieldFormat(NameText),
    Card: _CARD_FORMAT,
    Card | None: _CARD_FORMAT.optional(),
    Suit: _SUIT_FORMAT,
    Suit | None: _SUIT_FORMAT.optional(),
    Hand: _HAND_FORMAT,
    Hand | None: _HAND_FORMAT.optional(),
    tuple[Hand, ...]: _HAND_FORMAT.sequence_of(MAX_CODEC_SEATS),
}


class _CodecField(NamedTuple):
    name: str
    field_format: _FieldFormat
    default: object  # NODEFAULT where the field is required


def _build_schema(line_class: type[Any]) -> tuple[tuple[_CodecField, ...], type[msgspec.Struct]]:
    """Return the fields of a class, and the msgspec type of its line."""
    codec_fields = tuple(
        _CodecField(field.name, _FIELD_FORMATS[field.type], field.default)
        for field in fields(line_class)
    )
    json_type = msgspec.defstruct(
        line_class.__name__,
        [
            (name, field_format.json_type)
            if default is NODEFAULT
            else (name, field_format.json_type | UnsetType, UNSET)
            for name, field_format, default in codec_fields
        ],
        tag_field="type",
        tag=line_class.type,
        forbid_unknown_fields=True,
    )
    return codec_fields, json_type


class LineCodec(Generic[T]):
    """Reads and writes the lines of some classes, which their ``type`` distinguishes."""

    def __init__(self, classes: Iterable[type[T]]) -> None:
        self._classes: dict[str, type[T]] = {line_class.type: line_class for line_class in classes}
        self._schemas: dict[type[T], tuple[tuple[_CodecField, ...], type[msgspec.Struct]]] = {
            line_class: _build_schema(line_class) for line_class in self._classes.values()
        }

    def encode_line(self, item: T) -> JsonObject:
        """Return an item as a JSON object.

        Raises:
            KeyError: the codec was not made for the item's class.
        """
        line: JsonObject = {"type": item.type}
        codec_fields, _ = self._schemas[type(item)]
        for name, field_format, default in codec_fields:
            value = getattr(item, name)
            if default is NODEFAULT or value != default:
                line[name] = field_format.encode(value)
        return line

    def decode_line(self, line: Mapping[str, Any]) -> T:
        """Return the item that a JSON object states; ``CodecError`` if it states none."""
        kind = line.get("type")
        if not isinstance(kind, str):
            raise CodecError(Message("line-no-type"))
        line_class = self._classes.get(kind)
        if line_class is None:
            raise CodecError(Message("line-unknown-type", {"type": quote_value(kind)}))
        codec_fields, json_type = self._schemas[line_class]
        try:
            values = msgspec.structs.astuple(convert_to_type(line, json_type))
            field_values: dict[str, Any] = {
                field.name: field.field_format.decode(value)
                for field, value in zip(codec_fields, values, strict=True)
                if value is not UNSET
            }
        except ValueError:
            raise CodecError(_find_line_error(line, kind, codec_fields)) from None
        return line_class(**field_values)


def _find_line_error(
    line: Mapping[str, Any], kind: str, codec_fields: tuple[_CodecField, ...]
) -> Message:
    for name, field_format, default in codec_fields:
        try:
            if name in line:
                field_format.decode(convert_to_type(line[name], field_format.json_type))
        except ValueError:
            return Message("line-field", {"type": kind, "field": name})
        if name not in line and default is NODEFAULT:
            return Message("line-missing", {"type": kind, "field": name})
    extra = min(set(line) - {"type"} - {field.name for field in codec_fields})
    return Message("line-extra", {"type": kind, "field": quote_value(extra)})
