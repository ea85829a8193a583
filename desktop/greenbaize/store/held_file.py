"""A file that one program at a time holds; the system lets go of it when that program is no more.

Records have locks of their own, from a library that takes 30 ms to load. This is for what is held
before the window's first paint, and it is as much of a lock as that needs.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Final, Self

_LOOK_S: Final = 0.01
"""Seconds between two looks of one who waits."""
_BEYOND: Final = 1 << 20
"""Windows locks bytes against being read, so the lock is on one that is none of the text's."""

if sys.platform == "win32":
    import msvcrt

    def _take(file: int) -> None:
        os.lseek(file, _BEYOND, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class HeldFile:
    """A file that is held by this program, and by no other until it lets go."""

    def __init__(self, path: Path, file: int) -> None:
        self.path: Final = path
        self._file = file

    @classmethod
    def take(cls, path: Path) -> Self | None:
        """Hold a file, which is made if there is none; None while another program holds it.

        Raises:
            OSError: there can be no such file, or nothing can be held there.
        """
        kind = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        while True:
            file = os.open(path, kind, 0o600)
            try:
                _take(file)
                # Whoever held it before may have removed it, and a third may hold a new one.
                if os.path.samestat(os.fstat(file), path.stat()):
                    return cls(path, file)
            except (BlockingIOError, PermissionError):
                os.close(file)
                return None
            except FileNotFoundError:
                pass
            except OSError:
                os.close(file)
                raise
            os.close(file)

    @classmethod
    def wait(cls, path: Path, patience_s: float) -> Self | None:
        """Hold a file as soon as it is free; None if it is not so many seconds later.

        Raises:
            OSError: as ``take``.
        """
        end = monotonic() + patience_s
        while (held := cls.take(path)) is None and monotonic() < end:
            sleep(_LOOK_S)
        return held

    def write(self, text: bytes) -> None:
        """Write into the file what others may read there, in the place of all that it held.

        Raises:
            OSError: it cannot be written.
        """
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, text)

    def let_go(self, *, remove: bool = False) -> None:
        """Let others hold it, the file itself removed if wanted; more than once is once."""
        if self._file < 0:
            return
        if sys.platform == "win32":  # where no open file can be removed, also if another holds it
            os.close(self._file)
        if remove:
            with suppress(OSError):
                self.path.unlink(missing_ok=True)
        if sys.platform != "win32":  # not before, or it might be another's that is removed
            os.close(self._file)
        self._file = -1
