"""The table of a duel on disk: it grows group by group, and ends with a whole one."""

import csv
from collections.abc import Sequence
from contextlib import suppress
from io import StringIO
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self

from greenbaize.app.duels.duel import SIDES, Duel, Duplicate, match_lead
from greenbaize.rules.errors import FileError
from greenbaize.store.open_files import open_to_append, write_all
from greenbaize.store.whole_files import (
    check_replaceable,
    followed,
    is_stream,
    open_stream,
    write_whole,
)

FIRST_HEADS: Final = b"group,seed,seats,deals,"
"""What every such file begins with."""


class TableFile:
    """A file written group by group, so that a duel cut short leaves what it measured.

    It is created with the first group; until then an older file stays. Entering and writing raise
    ``FileError``, or ``GameError`` if a file that is no such table would be replaced without
    ``force``.
    """

    def __init__(self, path: Path | None, *, force: bool = False) -> None:
        self._path = path
        self._force = force
        self._file: IO[bytes] | None = None
        self._size = 0
        """Bytes that are in it."""

    def __enter__(self) -> Self:
        self._check()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()

    def write(self, data: bytes) -> None:
        """Append whole lines to the file, if there is to be one: all of them or none."""
        if self._path is None:
            return
        try:
            if self._file is None:
                self._file = self._begun(self._path, data)
            else:
                self._append(self._file, data)
        except OSError as error:
            raise FileError(self._path, error) from error
        self._size += len(data)

    def _check(self) -> None:
        if self._path is not None:
            check_replaceable(self._path, _may_go, "table-over-other", force=self._force)

    def _begun(self, path: Path, data: bytes) -> IO[bytes]:
        self._check()  # once more: the first group took its time
        target = followed(path)
        if is_stream(target):
            file = open_stream(target)
            self._append(file, data)
            return file
        write_whole(path, data)
        return open_to_append(target)

    def _append(self, file: IO[bytes], data: bytes) -> None:
        try:
            write_all(file, data)
        except OSError:
            with suppress(OSError):  # a pipe keeps what it was given
                if self._size:
                    file.truncate(self._size)
            raise


def _may_go(there: bytes) -> bool:
    return there.startswith(FIRST_HEADS)


def head_of(duel: Duel) -> bytes:
    """The file's first line, in UTF-8."""
    seats = range(1, duel.players + 1)
    values = [f"{column}_{seat}" for column in ("total", "place") for seat in seats]
    return _written([["group", "seed", "seats", "deals", *values, "lead"]])


def lines_of(duel: Duel, group: Sequence[Duplicate]) -> bytes:
    """The lines of a group's matches, in UTF-8."""
    return _written([_line(duel, match) for match in group])


def _line(duel: Duel, match: Duplicate) -> list[object]:
    group, sides = duel.place(match.number)
    seats = "".join(SIDES[side] for side in sides)
    lead = f"{float(match_lead(duel, match)):.6f}"
    known = [group, duel.group_seed(group), seats, match.deals]
    return [*known, *match.totals, *match.places, lead]


def _written(rows: Sequence[Sequence[object]]) -> bytes:
    text = StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return text.getvalue().encode()
