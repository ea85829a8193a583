"""Decoding of external data in one place: limited in size, strict UTF-8, strict types.

Records, settings, hand-kept sheets and the lines of programs are all decoded here. msgspec does the
work: it accepts no numbers as truth values, no texts as numbers, no ``NaN``, no lone surrogates and
no UTF-16.

A *JSON type* is a type annotation that msgspec understands, including limits.
"""

from collections.abc import Collection
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from greenbaize.rules.errors import DamagedError
from greenbaize.rules.messages import Message
from greenbaize.rules.naming import LONGEST_NAME, NAME_PATTERN

LONGEST_LINE: Final = 1_000_000
"""The maximum size of a line (bytes); real lines have some hundred."""
LONGEST_QUOTE: Final = 100
"""The maximum length of a quoted value (characters)."""

Line = dict[str, Any]

_DECODER: Final = msgspec.json.Decoder()


def decoded(data: bytes, longest: int = LONGEST_LINE) -> Any:
    """Return the JSON value of some bytes; ``DamagedError`` if there is none, or too many bytes."""
    if len(data) <= longest:
        try:
            return _DECODER.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            pass
    raise DamagedError(Message("line-damaged"))


def decoded_line(data: bytes, longest: int = LONGEST_LINE) -> Line:
    """Return the JSON object of some bytes; ``DamagedError`` if they are anything else."""
    value = decoded(data, longest)
    if not isinstance(value, dict):
        raise DamagedError(Message("line-damaged"))
    return value


def shaped(value: object, shape: Any) -> Any:
    """Return a decoded value converted to a type; ``ValueError`` if it does not match."""
    try:
        return msgspec.convert(value, shape)
    except (msgspec.ValidationError, RecursionError):
        raise ValueError("not of this shape") from None


def fits(value: object, shape: Any) -> bool:
    try:
        shaped(value, shape)
    except ValueError:
        return False
    return True


def quoted(value: object) -> str:
    """Return a decoded value as it may be quoted in a sentence: shortened, whatever its nesting."""
    try:
        text = str(value)
    except RecursionError:
        return "…"
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"


def one_of(words: Collection[str]) -> Any:
    """Return the type of a text that is one of some words."""
    return Literal.__getitem__(tuple(words))


Name = Annotated[str, Meta(max_length=LONGEST_NAME, pattern=NAME_PATTERN)]
"""The type of a name, and of every other short text that is shown as it was received."""
