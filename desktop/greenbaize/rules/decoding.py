"""What comes from outside, decoded in one place: bounded, in strict UTF-8, strict in its types.

Records, settings, sheets kept by hand and the lines of programs all come through here. msgspec
does the work: to it numbers are no truth values and texts no numbers, ``NaN`` is nothing, half a
surrogate is no text, and UTF-16 is no JSON at all.

A *shape* is a type as msgspec understands it, limits included.
"""

from collections.abc import Collection
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from greenbaize.rules.errors import DamagedError
from greenbaize.rules.messages import Message
from greenbaize.rules.naming import LONGEST_NAME, NAME_PATTERN

LONGEST_LINE: Final = 1_000_000
"""Bytes; real lines have some hundred, and longer ones would only cost memory."""
LONGEST_QUOTE: Final = 100
"""Characters."""

Line = dict[str, Any]

_DECODER: Final = msgspec.json.Decoder()


def decoded(data: bytes, longest: int = LONGEST_LINE) -> Any:
    """The JSON value that some bytes spell; ``DamagedError`` for none, or too many of them."""
    if len(data) <= longest:
        try:
            return _DECODER.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            pass
    raise DamagedError(Message("line-damaged"))


def decoded_line(data: bytes, longest: int = LONGEST_LINE) -> Line:
    """The JSON object that some bytes spell; ``DamagedError`` if they spell anything else."""
    value = decoded(data, longest)
    if not isinstance(value, dict):
        raise DamagedError(Message("line-damaged"))
    return value


def shaped(value: object, shape: Any) -> Any:
    """A decoded value in its shape; ``ValueError`` if it is not of it."""
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
    """A decoded value as it may be quoted in a sentence: not at length, however it is nested."""
    try:
        text = str(value)
    except RecursionError:
        return "…"
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"


def one_of(words: Collection[str]) -> Any:
    """The shape of a text that is one of some words."""
    return Literal.__getitem__(tuple(words))


Name = Annotated[str, Meta(max_length=LONGEST_NAME, pattern=NAME_PATTERN)]
"""The shape of a name, and of every other short text that is shown as it came."""
