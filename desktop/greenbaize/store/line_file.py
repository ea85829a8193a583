"""Files of the person's own with a JSON object in each line, which only grow.

Several windows may append. Above a size a file is rewritten: lines that a later one replaces go,
and what newer programs wrote is kept as it is.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar

from greenbaize.rules.decoding import convert_to_type, decode_object
from greenbaize.rules.errors import DamagedError, FileError
from greenbaize.store.files import (
    append_line,
    follow_links,
    hold_private_file,
    open_plain,
    write_atomically,
)

MAX_LINE_BYTES: Final = 10_000
"""Largest size of a line that is read (bytes); this program's have some three hundred."""

T = TypeVar("T")
LineKey = Callable[[dict[str, Any], bytes], Hashable]
"""Key of a line by its values and its bytes; of lines with the same key the last one counts."""


def append_held_line(path: Path, line: bytes) -> None:
    """Append a line to a file that is held and need not exist; raises ``OSError``."""
    target = follow_links(path)
    target.touch(0o600)
    append_line(target, line)


def append_private_line(path: Path, line: bytes) -> None:
    """Append a line to a file that need not exist; raises ``FileError``."""
    with hold_private_file(path):
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


def make_line_key(value_type: type[T], make_key: Callable[[T], Hashable]) -> LineKey:
    """Return a key by the value of a line; lines that have none are kept one by one."""

    def make_key_of_line(values: dict[str, Any], line: bytes) -> Hashable:
        try:
            return make_key(convert_to_type(values, value_type))
        except ValueError:
            return line

    return make_key_of_line


def append_and_compact(path: Path, line: bytes, make_key: LineKey, growth_bytes: int) -> None:
    """Append a line to a held file, which is compacted each time it has grown by ``growth_bytes``.

    No key is ever dropped. Raises ``OSError`` or ``FileError``.
    """
    append_held_line(path, line)
    size = path.stat().st_size
    if size // growth_bytes > (size - len(line)) // growth_bytes:
        compact_lines(path, make_key)


def compact_lines(path: Path, make_key: LineKey, max_bytes: int | None = None) -> None:
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


def remove_lines(path: Path, is_outdated: Callable[[dict[str, Any]], bool]) -> None:
    """Rewrite a held file without some of its objects, if it has any; raises ``FileError``."""
    kept, has_changed = [], False
    for line in read_lines(path):
        is_kept = True
        with suppress(DamagedError):
            is_kept = not is_outdated(decode_object(line, MAX_LINE_BYTES))
        has_changed |= not is_kept
        if is_kept:
            kept.append(line)
    if has_changed:
        write_atomically(path, b"".join(kept))
