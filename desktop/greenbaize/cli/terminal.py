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

MAX_LINE_LENGTH: Final = 600
"""Maximum length of a line with foreign text, such as a damaged record's (characters)."""


class OutputError(Exception):
    """Error that standard output cannot be written; its cause says why."""


def escape_unencodable_output() -> None:
    """Replace characters that the terminal's encoding lacks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def sanitize_line(text: str) -> str:
    """Return text on one line, without terminal control characters."""
    clean_text = "".join(
        character if _is_printable(character) else "\N{REPLACEMENT CHARACTER}" for character in text
    )
    return clean_text if len(clean_text) <= MAX_LINE_LENGTH else f"{clean_text[:MAX_LINE_LENGTH]}…"


def _is_printable(character: str) -> bool:
    # Lone surrogates stand for bytes of a file name that is not UTF-8; Python escapes them.
    return character.isprintable() or "\udc80" <= character <= "\udcff"


def can_print(text: str) -> bool:
    """Return whether standard output is a terminal that can encode the text."""
    if sys.stdout is None or not sys.stdout.isatty():
        return False
    try:
        text.encode(sys.stdout.encoding)
    except (UnicodeError, LookupError):
        return False
    return True


@contextlib.contextmanager
def _raise_output_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputError from error


def print_result(text: str) -> None:
    """Print a result; raise ``OutputError`` if it cannot be written."""
    with _raise_output_errors():
        print(text)


def write_line(line: bytes) -> None:
    """Write a protocol line to standard output; raise ``OutputError`` if that fails."""
    if sys.stdout is None:
        raise OutputError
    with _raise_output_errors():
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()


def warn(text: str) -> None:
    """Print a line on standard error, if possible."""
    with contextlib.suppress(OSError):
        sys.stdout and sys.stdout.flush()
    try:
        print(sanitize_line(text), file=sys.stderr)
    except OSError:
        _detach_stream(sys.stderr)


def message_text(code: str, **values: Value) -> str:
    """Return a message in words, by its code."""
    return Speaker().format_message(Message(code, values))


def print_error(error: Message | GameError) -> None:
    """Print an error in words on standard error."""
    warn(Speaker().format_message(error.message if isinstance(error, GameError) else error))


def flush_output() -> None:
    """Flush standard output; raise ``OutputError`` if it cannot be written."""
    with _raise_output_errors():
        if sys.stdout is not None:
            sys.stdout.flush()


def detach_output() -> None:
    """Detach a broken standard output, so that Python does not flush it at exit."""
    _detach_stream(sys.stdout)


def _detach_stream(stream: TextIO | None) -> None:
    with contextlib.suppress(OSError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # type: ignore[union-attr]
