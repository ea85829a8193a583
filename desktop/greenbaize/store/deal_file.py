"""Results of deals in a file beside the records, one line of JSON each, and their index.

The file is the original; the database indexes it. The last line of a key counts, damaged lines are
skipped. A file of more than ``COMPACT_ABOVE_BYTES`` loses outdated lines and, only if that is not
enough, the oldest, unless it ``keeps_all``; lines and keys of newer programs are kept.
"""

import os
from collections.abc import Callable, Collection, Hashable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Generic, TypeVar

import msgspec
from msgspec import Meta, to_builtins
from msgspec.structs import astuple

from greenbaize.match.header import IDENTITY_LENGTH, valid_time
from greenbaize.match.record import encode_line
from greenbaize.rules.decoding import convert_to_type, decode_object
from greenbaize.rules.errors import DamagedError, FileError
from greenbaize.rules.messages import Message
from greenbaize.store.files import hold_private_file, set_aside_file
from greenbaize.store.history import FileStamp, HistoryDatabase
from greenbaize.store.line_file import (
    MAX_LINE_BYTES,
    append_and_compact,
    append_held_line,
    compact_lines,
    make_line_key,
    read_lines,
    remove_lines,
)

COMPACT_ABOVE_BYTES: Final = 8_000_000
"""Size (bytes) at which a file is rewritten: some 25,000 deals."""
MAX_FILE_BYTES: Final = 2 * COMPACT_ABOVE_BYTES
"""Size (bytes) above which a file is not from this program, and is set aside."""
MAX_DEALS: Final = 10_000
MAX_SEATS: Final = 100


class DealResult(msgspec.Struct, frozen=True):
    """The result of a deal at a seat; newer programs may write further keys.

    ``match`` is the match's identity.
    """

    match: Annotated[str, Meta(pattern=rf"^[0-9a-f]{{{IDENTITY_LENGTH}}}\Z")]
    deal: Annotated[int, Meta(ge=1, le=MAX_DEALS)]
    seat: Annotated[int, Meta(ge=0, lt=MAX_SEATS)]


R = TypeVar("R", bound=Any)
"""A ``DealResult`` with ``made``, the time as in records."""


@dataclass(frozen=True, slots=True)
class DealFile(Generic[R]):
    """A file of results of one type.

    ``table`` is its index, with the values of ``make_row`` in a row, and ``{table}_read`` has the
    stamp of the file that was indexed. The last result of each ``make_key`` counts. A file that
    ``keeps_all`` has what cannot be computed again, and is never cut or set aside for its size.
    """

    result_type: type[R]
    table: str
    make_key: Callable[[R], Hashable]
    make_row: Callable[[R], tuple[Any, ...]] = astuple
    keeps_all: bool = False

    def write_result(self, path: Path, result: R) -> Message | None:
        """Append a result; return a notice if a too large file was set aside; ``FileError``."""
        with hold_private_file(path):
            too_large = path.exists() and path.stat().st_size > MAX_FILE_BYTES
            set_aside_path = set_aside_file(path) if too_large and not self.keeps_all else None
            line = encode_line(to_builtins(result))
            line_key = make_line_key(self.result_type, self.make_key)
            if self.keeps_all:
                append_and_compact(path, line, line_key, COMPACT_ABOVE_BYTES)
            else:
                append_held_line(path, line)
                if path.stat().st_size > COMPACT_ABOVE_BYTES:
                    compact_lines(path, line_key, COMPACT_ABOVE_BYTES * 3 // 4)
        return (
            None
            if set_aside_path is None
            else Message(f"{self.table}-too-large", {"path": str(set_aside_path)})
        )

    def remove_matches(self, path: Path, matches: Collection[str]) -> None:
        """Remove every line about some matches, for good; raises ``FileError``."""
        if path.exists():
            with hold_private_file(path):
                remove_lines(path, lambda values: values.get("match") in matches)

    def read_results(self, path: Path) -> list[R]:
        """Return the results that count, latest last; empty without a file; ``FileError``."""
        results: dict[Hashable, R] = {}
        try:
            for line in read_lines(path):
                with suppress(DamagedError, ValueError):
                    result: R = convert_to_type(
                        decode_object(line, MAX_LINE_BYTES), self.result_type
                    )
                    if valid_time(result.made):
                        key = self.make_key(result)
                        results.pop(key, None)
                        results[key] = result
        except FileError:
            if os.path.lexists(path):
                raise
        return list(results.values())

    def has_changed(self, history: HistoryDatabase, path: Path) -> bool:
        """Return True if the file has changed since it was indexed."""
        return self._indexed_stamp(history) != _file_stamp(path)

    def sync_index(self, history: HistoryDatabase, path: Path) -> None:
        """Index the results; an unreadable file has none. Raises ``HistoryError``."""
        stamp = _file_stamp(path)
        if self._indexed_stamp(history) == stamp:
            return
        try:
            results = self.read_results(path)
        except FileError:
            results = []
        with history.transaction():
            history.run_sql(f"DELETE FROM {self.table}")
            for result in results:
                history.insert_row(self.table, self.make_row(result))
            history.run_sql(f"DELETE FROM {self.table}_read")
            if stamp is not None:
                history.insert_row(f"{self.table}_read", stamp)

    def _indexed_stamp(self, history: HistoryDatabase) -> FileStamp | None:
        rows = history.run_sql(f"SELECT size, changed FROM {self.table}_read")
        return FileStamp(*rows[0]) if rows else None


def _file_stamp(path: Path) -> FileStamp | None:
    try:
        file_stat = path.stat()
    except OSError:
        return None
    return FileStamp.from_stat(file_stat)
