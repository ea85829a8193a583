"""Lock of the first instance in a data folder, and the name of its local server.

Second starts that find the lock taken send their request to that server (``second_start``), which
the first instance opens once its window has been painted (``instance_server``).
"""

import os
import sys
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCryptographicHash, QDir, QLockFile

from greenbaize.store import folders

InstanceLock = QLockFile
"""The lock of the first instance: held until it is unlocked or destroyed."""


def lock_path() -> Path:
    """Return the path of the lock in this data folder."""
    return (folders.instance_folder() / "instance.lock").absolute()


_STALE_TIME_MS: Final = 1000


def acquire_lock() -> InstanceLock | None:
    """Return the lock of the first instance.

    Return None if another process holds it. Raise ``OSError`` where nobody can hold one, as in a
    folder that is not writable or on a full disk.
    """
    path = lock_path()
    path.parent.mkdir(0o700, parents=True, exist_ok=True)
    lock = QLockFile(str(path))
    # Qt then takes an older lock over if no process holds it, even if one has the old number.
    lock.setStaleLockTime(_STALE_TIME_MS)
    if lock.tryLock(0):
        return lock
    if lock.error() is not QLockFile.LockError.LockFailedError:
        raise OSError(f"{path}: {lock.error().name}")
    return None


def find_server_name() -> str:
    """Return the name of the first instance's server: a path, or on Windows a pipe's name.

    The path is in the session's runtime folder, else in the temporary folder: both allow sockets,
    and their paths are short enough for one. Each data folder has a name of its own.
    """
    folder = os.fsencode(lock_path().parent.resolve())
    digest = QCryptographicHash.hash(folder, QCryptographicHash.Algorithm.Sha256)
    name = f"greenbaize-window-{bytes(digest.data()).hex()[:16]}"
    if sys.platform == "win32":
        return name
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR", ""))
    is_usable = runtime.is_absolute() and os.access(runtime, os.W_OK | os.X_OK)
    return str((runtime if is_usable else Path(QDir.tempPath())) / name)
