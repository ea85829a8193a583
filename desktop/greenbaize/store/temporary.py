"""Temporary files and folders, and the removal of those that killed programs left behind.

The creating process holds a lock on each, which the system frees with the process: an unlocked one
is a leftover. On Windows an open file cannot be removed, which has the same effect.
"""

import os
import re
import shutil
import stat
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import gettempdir
from typing import IO, Final

_FILE_PATTERN: Final = re.compile(r"\.greenbaize-[0-9a-f]{16}")
_SCRATCH_LOCK_PATTERN: Final = re.compile(r"greenbaize-[0-9a-f]{16}\.lock")
_LOCK_OFFSET: Final = 1 << 20
"""Windows forbids reading locked bytes, so the lock is on a byte beyond the text."""

if sys.platform == "win32":
    import msvcrt

    def lock_descriptor(file: int) -> None:
        """Lock an open file; ``PermissionError`` if another process has locked it, ``OSError``."""
        os.lseek(file, _LOCK_OFFSET, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def lock_descriptor(file: int) -> None:
        """Lock an open file; ``BlockingIOError`` if another process has locked it, ``OSError``."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def create_temporary_file(folder: Path, mode: int = 0o666) -> tuple[Path, IO[bytes]]:
    """Create a file with an unpredictable name; return its path, and the file open for writing.

    It is locked while it is open, and leftovers in the folder are removed.
    """
    remove_leftovers(folder)
    while True:
        path = folder / f".greenbaize-{os.urandom(8).hex()}"
        file = open(  # noqa: SIM115  (the caller closes it)
            path, "xb", buffering=0, opener=lambda name, kind: os.open(name, kind, mode)
        )
        if sys.platform == "win32" or _lock_new_file(file.fileno()):
            return path, file
        file.close()  # another process has just taken it for a leftover


def _lock_new_file(file: int) -> bool:
    """Lock a new file where locks exist; False if another process was faster or removed it."""
    try:
        lock_descriptor(file)
    except BlockingIOError:
        return False
    except OSError:  # nothing can be locked there, and so nothing is removed either
        return True
    return os.fstat(file).st_nlink > 0


@cache
def remove_leftovers(folder: Path) -> None:
    """Remove temporary files that no process has locked, once per folder; never raises."""
    with suppress(OSError), os.scandir(folder) as entries:
        for path in [entry.path for entry in entries if _FILE_PATTERN.fullmatch(entry.name)]:
            with suppress(OSError):
                _remove_leftover(path)


def _remove_leftover(path: str) -> None:
    """Remove one of this program's files unless it is locked; raises ``OSError``."""
    if sys.platform == "win32":
        os.unlink(path)  # noqa: PTH108
        return
    if not _is_own_file(os.lstat(path)):
        return
    file = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        lock_descriptor(file)
        os.unlink(path)  # noqa: PTH108
    finally:
        os.close(file)


def _is_own_file(file_stat: os.stat_result) -> bool:
    """Return True for a regular file of this user: others may plant names in a shared folder."""
    return stat.S_ISREG(file_stat.st_mode) and (
        sys.platform == "win32" or file_stat.st_uid == os.getuid()
    )


class ScratchFolder:
    """A private temporary folder, removed by ``remove`` or, after a kill, by the next program."""

    def __init__(self) -> None:
        """Create the folder; raises ``OSError``."""
        remove_leftover_scratch_folders()
        while True:
            self.path: Path = Path(gettempdir()).absolute() / f"greenbaize-{os.urandom(8).hex()}"
            self._lock_path = self.path.with_name(f"{self.path.name}.lock")
            self._lock = os.open(self._lock_path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
            if _lock_new_file(self._lock):
                break
            os.close(self._lock)
        try:
            self.path.mkdir(0o700)
        except OSError:
            self.remove()
            raise

    def remove(self) -> None:
        """Remove the folder and its content, as far as possible; may be called repeatedly."""
        shutil.rmtree(self.path, ignore_errors=True)
        if self._lock < 0:
            return
        if sys.platform == "win32":
            os.close(self._lock)
        with suppress(OSError):
            self._lock_path.unlink()
        if sys.platform != "win32":
            os.close(self._lock)
        self._lock = -1


@cache
def remove_leftover_scratch_folders() -> None:
    """Remove scratch folders of killed programs, once; never raises."""
    folder = gettempdir()
    with suppress(OSError), os.scandir(folder) as entries:
        for path in [
            entry.path for entry in entries if _SCRATCH_LOCK_PATTERN.fullmatch(entry.name)
        ]:
            with suppress(OSError):
                _remove_scratch_folder(Path(path))


def _remove_scratch_folder(lock: Path) -> None:
    if not _is_own_file(lock.lstat()):
        return
    file = os.open(lock, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
    try:
        lock_descriptor(file)
        shutil.rmtree(lock.with_suffix(""), ignore_errors=True)
        if sys.platform != "win32":
            lock.unlink()
    finally:
        os.close(file)
    if sys.platform == "win32":
        lock.unlink()
