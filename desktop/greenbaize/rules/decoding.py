"""Decoding of external data in one place: limited in size, strict UTF-8, strict types.

Records, settings, hand-kept sheets and the lines of programs are all decoded here. msgspec does the
work: it accepts no numbers as truth values, no texts as numbers, no ``NaN``, no lone surrogates and
no UTF-16.

A *JSON type* is a type annotation that msgspec understands, including limits.
"""

from collections.abc import Callable, Collection
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from greenbaize.rules.errors import DamagedError
from greenbaize.rules.messages import Message
from greenbaize.rules.name_text import MAX_NAME_TEXT_LENGTH, NAME_PATTERN

MAX_JSON_BYTES: Final = 1_000_000
"""The maximum size of a line (bytes); real lines have some hundred."""
MAX_QUOTE_LENGTH: Final = 100
"""The maximum length of a quoted value (characters)."""

JsonObject = dict[str, Any]

_DECODER: Final = msgspec.json.Decoder()


def decode_json(data: bytes, max_bytes: int = MAX_JSON_BYTES) -> Any:
    """Return the JSON value of some bytes; ``DamagedError`` if there is none, or too many bytes."""
    if len(data) <= max_bytes:
        try:
            return _DECODER.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            pass
    raise DamagedError(Message("line-damaged"))


def decode_object(data: bytes, max_bytes: int = MAX_JSON_BYTES) -> JsonObject:
    """Return the JSON object of some bytes; ``DamagedError`` if they are anything else."""
    value = decode_json(data, max_bytes)
    if not isinstance(value, dict):
        raise DamagedError(Message("line-damaged"))
    return value


def convert_to_type(value: object, json_type: Any) -> Any:
    """Return a decoded value converted to a type; ``ValueError`` if it does not match."""
    try:
        return msgspec.convert(value, json_type)
    except (msgspec.ValidationError, RecursionError):
        raise ValueError("not of this shape") from None


def make_decoder(json_type: Any) -> Callable[[bytes], Any]:
    """Return a decoder of JSON of one type, many times as fast as converting; ``ValueError``.

    Its lines are already limited in size.
    """
    decoder = msgspec.json.Decoder(json_type)

    def decode(data: bytes) -> Any:
        try:
            return decoder.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise ValueError("not of this shape") from None

    return decode


def matches_type(value: object, json_type: Any) -> bool:
    try:
        convert_to_type(value, json_type)
    except ValueError:
        return False
    return True


def quote_value(value: object) -> str:
    """Return a decoded value as it may be quoted in a sentence: shortened, whatever its nesting."""
    try:
        text = str(value)
    except RecursionError:
        return "…"
    return text if len(text) <= MAX_QUOTE_LENGTH else text[:MAX_QUOTE_LENGTH] + "…"


def literal_type(words: Collection[str]) -> Any:
    """Return the type of a text that is one of some words."""
    return Literal.__getitem__(tuple(words))


NameText = Annotated[str, Meta(max_length=MAX_NAME_TEXT_LENGTH, pattern=NAME_PATTERN)]
"""The type of a name, and of every other short text that is shown as it was received."""
