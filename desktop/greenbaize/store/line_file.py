"""Files of the person's own with a JSON object in each line, which only grow.

Several windows may append. Above a size a file is rewritten: lines that a later one replaces go,
and what newer programs wrote is kept as it is.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from greenbaize.rules.decoding import decode_object
from greenbaize.rules.errors import DamagedError, FileError
from greenbaize.store.files import (
    append_line,
    follow_links,
    hold_lock,
    open_plain,
    write_atomically,
)

MAX_LINE_BYTES: Final = 10_000
"""Largest size of a line that is read (bytes); this program's have some three hundred."""


@contextmanager
def hold_line_file(path: Path, lock_timeout_s: float) -> Iterator[None]:
    """Let other windows wait with their lines, at most for ``lock_timeout_s`` (s); ``FileError``.

    The folder is created.
    """
    try:
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        with hold_lock(path.with_suffix(".lock"), lock_timeout_s):
            yield
    except OSError as error:
        raise FileError(path, error) from error


def append_held_line(path: Path, line: bytes) -> None:
    """Append a line to a file that is held and need not exist; raises ``OSError``."""
    target = follow_links(path)
    target.touch(0o600)
    append_line(target, line)


def append_private_line(path: Path, line: bytes, lock_timeout_s: float) -> None:
    """Append a line to a file that need not exist; raises ``FileError``."""
    with hold_line_file(path, lock_timeout_s):
        append_held_line(path, line)


def read_lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file with their ends, without too long ones; raises ``FileError``.

    Never more than a line is in memory.
    """
    with open_plain(path) as file:
        try:
            is_continued = False
            while line := file.readline(MAX_LINE_BYTES):
                has_end = line.endswith(b"\n")
                if not is_continued and (has_end or len(line) < MAX_LINE_BYTES):
                    yield line
                is_continued = not has_end
        except OSError as error:
            raise FileError(path, error) from error


def compact_lines(
    path: Path, make_key: Callable[[dict[str, Any], bytes], Hashable], max_bytes: int | None = None
) -> None:
    """Rewrite a held file with the last line of each key; the oldest go above ``max_bytes``.

    Lines without a JSON object go. Raises ``FileError``.
    """
    lines: dict[Hashable, bytes] = {}
    for line in read_lines(path):
        with suppress(DamagedError, ValueError):
            key = make_key(decode_object(line, MAX_LINE_BYTES), line)
            lines.pop(key, None)
            lines[key] = line.rstrip(b"\r\n") + b"\n"
    kept = list(lines.values())
    size = sum(map(len, kept))
    first = 0
    while max_bytes is not None and size > max_bytes:
        size -= len(kept[first])
        first += 1
    write_atomically(path, b"".join(kept[first:]))
