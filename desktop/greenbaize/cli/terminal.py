"""Lines on the terminal: results on standard output, everything else on standard error."""

import contextlib
import io
import os
import sys
from typing import Final, TextIO

LONGEST: Final = 600
"""Letters of a line made of what others wrote, such as a damaged record's words."""


class OutputError(Exception):
    """Standard output does not take what is written to it; the cause says why."""


def be_careful() -> None:
    """Let no character that the terminal's encoding lacks stop the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def plain(text: str) -> str:
    """The text on one line and without signs that could steer a terminal."""
    shown = "".join(sign if _harmless(sign) else "\N{REPLACEMENT CHARACTER}" for sign in text)
    return shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}…"


def _harmless(sign: str) -> bool:
    # Half surrogates stand for the bytes of a file name that is not UTF-8; Python escapes them.
    return sign.isprintable() or "\udc80" <= sign <= "\udcff"


def tell(text: str) -> None:
    """Print a result; ``OutputError`` if nobody takes it."""
    try:
        print(text)
    except OSError as error:
        raise OutputError from error


def warn(text: str) -> None:
    """Print a line for the person at the terminal, if anybody is there."""
    with contextlib.suppress(OSError):
        sys.stdout and sys.stdout.flush()
    try:
        print(plain(text), file=sys.stderr)
    except OSError:
        _give_up(sys.stderr)


def finish() -> None:
    """Hand over all that was printed; ``OutputError`` if nobody takes it."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        raise OutputError from error


def give_up_output() -> None:
    """Stop writing to a broken standard output, so that Python does not try again at the end."""
    _give_up(sys.stdout)


def _give_up(stream: TextIO | None) -> None:
    with contextlib.suppress(OSError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # type: ignore[union-attr]
