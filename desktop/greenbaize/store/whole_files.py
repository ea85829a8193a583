"""Files that are written wholly or not at all."""

import os
from pathlib import Path

from greenbaize.rules.errors import FileError


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, replacing what it held; whoever reads it sees the old or the new one.

    Raises:
        FileError: it cannot be written; what was there is still there.
    """
    if path.exists() and not path.is_file():
        _write_through(path, data)
        return
    target = path.resolve()  # a link stays a link
    fresh = target.with_name(f"{target.name}.{os.getpid()}")
    try:
        with fresh.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(target)
    except OSError as error:
        _forget(fresh)
        raise FileError(path, error) from error


def _write_through(path: Path, data: bytes) -> None:
    """Write to a pipe or device, which must not be replaced by a file."""
    try:
        with path.open("wb") as file:
            file.write(data)
    except OSError as error:
        raise FileError(path, error) from error


def _forget(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return
