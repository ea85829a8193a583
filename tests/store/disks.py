"""Fake disk that fills up: writes are cut where it is full, as on a real one."""

import errno
from pathlib import Path
from typing import IO, Any

import pytest

from greenbaize.store import files, record_file, temporary


class LimitedDisk:
    """Limit of bytes for all record files; None for no limit."""

    def __init__(self, free_bytes: int | None, max_write: int | None = None) -> None:
        self.free_bytes = free_bytes
        self.max_write = max_write
        """Maximum size of one write (bytes), None for no limit."""

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Redirect the writes of records to this disk."""
        original_open = record_file.open_for_append
        patch.setattr(
            record_file, "open_for_append", lambda path: _LimitedFile(self, original_open(path))
        )
        patch.setattr(files, "create_temporary_file", self.fresh_file)

    def fresh_file(self, folder: Path, mode: int = 0o666) -> tuple[Path, Any]:
        """Create a temporary file on this disk."""
        path, file = temporary.create_temporary_file(folder, mode)
        return path, _LimitedFile(self, file)


class _LimitedFile:
    def __init__(self, disk: LimitedDisk, file: IO[bytes]) -> None:
        self._disk, self._file = disk, file

    def write(self, data: bytes) -> int:
        disk = self._disk
        if disk.max_write is not None:
            data = data[: disk.max_write]
        if disk.free_bytes is not None:
            data = data[: disk.free_bytes]
            if not data:
                raise OSError(errno.ENOSPC, "No space left on device")
            disk.free_bytes -= len(data)
        return self._file.write(data)

    def fileno(self) -> int:
        return self._file.fileno()

    def truncate(self, size: int) -> None:
        self._file.truncate(size)

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> "_LimitedFile":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
