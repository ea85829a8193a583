"""A disk that fills up, for tests: writes are cut where it is full, as a true one does."""

import errno
from collections.abc import Callable
from typing import IO, Any


class Disk:
    """Room for so many bytes in all files opened on it; None for any number."""

    def __init__(self, room: int | None, portion: int | None = None) -> None:
        self.room = room
        self.portion = portion
        """The most that one write takes, None for everything."""

    def opening(self, opened: Callable[..., IO[bytes]]) -> Callable[..., Any]:
        """What stands in for the method that opens a record's file."""
        return lambda record: _File(self, opened(record))


class _File:
    def __init__(self, disk: Disk, file: IO[bytes]) -> None:
        self._disk, self._file = disk, file

    def write(self, data: bytes) -> int:
        disk = self._disk
        if disk.portion is not None:
            data = data[: disk.portion]
        if disk.room is not None:
            data = data[: disk.room]
            if not data:
                raise OSError(errno.ENOSPC, "No space left on device")
            disk.room -= len(data)
        return self._file.write(data)

    def close(self) -> None:
        self._file.close()
