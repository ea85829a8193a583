"""Terminal output: results on standard output, everything else on standard error."""

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from typing import Final, TextIO

from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message, Value
from greenbaize.words.speaker import Speaker

LONGEST: Final = 600
"""Maximum length of a line with foreign text, such as a damaged record's (characters)."""


class OutputError(Exception):
    """Error that standard output cannot be written; its cause says why."""


def be_careful() -> None:
    """Replace characters that the terminal's encoding lacks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def plain(text: str) -> str:
    """Return text on one line, without terminal control characters."""
    shown = "".join(sign if _harmless(sign) else "\N{REPLACEMENT CHARACTER}" for sign in text)
    return shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}…"


def _harmless(sign: str) -> bool:
    # Lone surrogates stand for bytes of a file name that is not UTF-8; Python escapes them.
    return sign.isprintable() or "\udc80" <= sign <= "\udcff"


def can_draw(picture: str) -> bool:
    """Return whether standard output is a terminal that can encode the text."""
    if sys.stdout is None or not sys.stdout.isatty():
        return False
    try:
        picture.encode(sys.stdout.encoding)
    except (UnicodeError, LookupError):
        return False
    return True


@contextlib.contextmanager
def _written() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputError from error


def tell(text: str) -> None:
    """Print a result; raise ``OutputError`` if it cannot be written."""
    with _written():
        print(text)


def write_line(line: bytes) -> None:
    """Write a protocol line to standard output; raise ``OutputError`` if that fails."""
    if sys.stdout is None:
        raise OutputError
    with _written():
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()


def warn(text: str) -> None:
    """Print a line on standard error, if possible."""
    with contextlib.suppress(OSError):
        sys.stdout and sys.stdout.flush()
    try:
        print(plain(text), file=sys.stderr)
    except OSError:
        _give_up(sys.stderr)


def sentence(code: str, **values: Value) -> str:
    """Return a message in words, by its code."""
    return Speaker().say(Message(code, values))


def complain(fault: Message | GameError) -> None:
    """Print an error in words on standard error."""
    warn(Speaker().say(fault.message if isinstance(fault, GameError) else fault))


def finish() -> None:
    """Flush standard output; raise ``OutputError`` if it cannot be written."""
    with _written():
        if sys.stdout is not None:
            sys.stdout.flush()


def give_up_output() -> None:
    """Detach a broken standard output, so that Python does not flush it at exit."""
    _give_up(sys.stdout)


def _give_up(stream: TextIO | None) -> None:
    with contextlib.suppress(OSError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # type: ignore[union-attr]
