"""The table of a duel on disk: it grows group by group, and ends with a whole one."""

from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from greenbaize.app.duels.csv_file import FIRST_HEADS
from greenbaize.rules.errors import FileError
from greenbaize.store.open_files import open_to_append, write_all
from greenbaize.store.replacing import check_replaceable
from greenbaize.store.whole_files import followed, is_stream, open_stream, write_whole


class TableFile:
    """A file that is written group by group, so that a duel cut short leaves what it measured.

    It is made with the first group: a duel that does not begin leaves an older file as it is.

    Args:
        path: where to, if anywhere.
        force: whether it may replace a file that is no such table.

    Raises:
        GameError: on entering and writing, it would replace what it may not.
        FileError: on entering and writing, it cannot be written.
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
