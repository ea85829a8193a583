"""Fake disk that fills up: writes are cut where it is full, as on a real one."""

import errno
from pathlib import Path
from typing import IO, Any

import pytest

from greenbaize.store import files, record_file, temporary


class Disk:
    """Limit of bytes for all record files; None for no limit."""

    def __init__(self, room: int | None, portion: int | None = None) -> None:
        self.room = room
        self.portion = portion
        """Maximum size of one write (bytes), None for no limit."""

    def take_place(self, patch: pytest.MonkeyPatch) -> None:
        """Redirect the writes of records to this disk."""
        opened = record_file.open_to_append
        patch.setattr(record_file, "open_to_append", lambda path: _File(self, opened(path)))
        patch.setattr(files, "fresh_file", self.fresh_file)

    def fresh_file(self, folder: Path, mode: int = 0o666) -> tuple[Path, Any]:
        """Create a temporary file on this disk."""
        path, file = temporary.fresh_file(folder, mode)
        return path, _File(self, file)


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

    def fileno(self) -> int:
        return self._file.fileno()

    def truncate(self, size: int) -> None:
        self._file.truncate(size)

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> "_File":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
