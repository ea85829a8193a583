"""Removes matches: their records go to the system's bin, or for good where there is none."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from greenbaize.rules.errors import FileError, GameError
from greenbaize.store.open_files import forget_file, where_others_read
from greenbaize.store.record_file import KEYS_SUFFIX, beside, lock_there, put_lock_away

ToBin = Callable[[Path], bool]
"""Moves a file to the bin; False if that cannot be."""


class Removed(NamedTuple):
    """Whether a record was removed, and if not, why."""

    path: Path
    away: bool
    fault: GameError | None = None
    """None where there is no bin, so that it can only be deleted for good."""


def fault_of_removing(path: Path) -> GameError | None:
    """Why a record cannot be removed now, such as being played; None if nothing is known."""
    try:
        lock = lock_there(path)
    except GameError as error:
        return error
    put_lock_away(lock)
    lock.release()
    return None


def remove(path: Path, to_bin: ToBin | None) -> Removed:
    """Remove a record nobody plays and the files beside it, with ``to_bin`` or for good if None."""
    try:
        lock = lock_there(path)
    except GameError as error:
        return Removed(path, away=False, fault=error)
    try:
        if to_bin is None:
            where_others_read(lambda: path.unlink(missing_ok=True))
        elif path.exists() and not to_bin(path):
            return Removed(path, away=False)
        with suppress(OSError):
            forget_file(beside(path, KEYS_SUFFIX))  # nobody comes back to its table
        put_lock_away(lock)
    except OSError as error:
        return Removed(path, away=False, fault=FileError(path, error))
    finally:
        lock.release()
    return Removed(path, away=True)
