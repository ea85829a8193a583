"""A file that one process at a time holds; the system releases it when the process ends.

Records are locked by a library that takes 30 ms to load; this is for locks before the first paint.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Final, Self

_LOOK_S: Final = 0.01
"""Seconds between two attempts."""
_BEYOND: Final = 1 << 20
"""Windows forbids reading locked bytes, so the lock is on one beyond the text."""

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
        """Hold a file, made if missing; None while another process holds it; raises ``OSError``."""
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
        """Hold a file once it is free; None if it is not in so many seconds; raises ``OSError``."""
        end = monotonic() + patience_s
        while (held := cls.take(path)) is None and monotonic() < end:
            sleep(_LOOK_S)
        return held

    def write(self, text: bytes) -> None:
        """Replace the file's text, which others may read; raises ``OSError``."""
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, text)

    def let_go(self, *, remove: bool = False) -> None:
        """Release the file, removing it if wanted; may be called repeatedly."""
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
