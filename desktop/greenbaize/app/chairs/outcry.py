"""What somebody else's program writes to standard error, passed on without harm.

The program is never handed our own standard error: at a terminal it could read what is typed
there, and change how the terminal behaves.
"""

import os
from contextlib import suppress
from typing import IO, Final

MOST_PASSED_ON: Final = 65_536
"""Bytes of one program that are passed on; what it writes beyond them is read and dropped."""
_LONGEST_LINE: Final = 10_000
"""Bytes after which a line is passed on before its end has come."""
_STANDARD_ERROR: Final = 2


def pass_on(pipe: IO[bytes]) -> None:
    """Read an unbuffered pipe to its end, and write its lines to our standard error."""
    left, rest = MOST_PASSED_ON, b""
    with suppress(OSError, ValueError), pipe:  # it may have been closed meanwhile
        while data := pipe.read(_LONGEST_LINE):
            data, left = data[:left], left - len(data[:left])
            *lines, rest = (rest + data).split(b"\n")
            if len(rest) > _LONGEST_LINE or not left:
                lines, rest = [*lines, rest] if rest else lines, b""
            _write(lines)
        _write([rest] if rest else [])


def _write(lines: list[bytes]) -> None:
    # On Windows programs end their lines with a carriage return as well.
    ends = (line.removesuffix(b"\r") for line in lines)
    text = "".join(f"{harmless(line)}\n" for line in ends).encode()
    # Not by ``sys.stderr``, whose lock a thread may hold for ever when the process ends.
    with suppress(OSError):
        while text:
            text = text[os.write(_STANDARD_ERROR, text) :]


def harmless(line: bytes) -> str:
    """The line as text, without signs that could steer a terminal."""
    text = line.decode("utf-8", "replace")
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)
