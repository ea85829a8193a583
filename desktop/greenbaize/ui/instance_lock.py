"""Lock of the first instance in a data folder, and the name of its local server.

Second starts that find the lock taken send their request to that server (``second_start``), which
the first instance opens once its window has been painted (``instance_server``).
"""

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCryptographicHash, QDir, QLockFile

from greenbaize.rules.errors import GameError
from greenbaize.store import folders
from greenbaize.store.files import read_plain, remove_quietly, write_and_rename

InstanceLock = QLockFile
"""The lock of the first instance: held until it is unlocked or destroyed."""


def lock_path() -> Path:
    """Return the path of the lock in this data folder."""
    return (folders.instance_folder() / "instance.lock").absolute()


class UnusableLockError(OSError):
    """Something that is no file stands where the lock should be, as a pipe, which would block."""


_STALE_TIME_MS: Final = 1000


def acquire_lock() -> InstanceLock | None:
    """Return the lock of the first instance.

    Return None if another process holds it. Raise ``OSError`` where nobody can hold one, as in a
    folder that is not writable or on a full disk; ``UnusableLockError`` for one that is no file.
    """
    path = lock_path()
    path.parent.mkdir(0o700, parents=True, exist_ok=True)
    with suppress(FileNotFoundError):
        if not stat.S_ISREG(path.lstat().st_mode):
            raise UnusableLockError(f"{path}: no file")
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


_MAX_NAME_BYTES: Final = 1000


def _random_name_path() -> Path:
    return lock_path().with_name("instance.server")


def write_random_server_name() -> str:
    """Return a server name that nobody can foresee, and store it for second starts.

    For a server whose usual name another user of this computer has taken, as anybody can in a
    temporary folder. Raises ``OSError``.
    """
    name = f"{find_server_name()}-{os.urandom(8).hex()}"
    write_and_rename(_random_name_path(), os.fsencode(name), 0o600)
    return name


def read_random_server_name() -> str:
    """Return the stored random name of the first instance's server, or an empty text."""
    try:
        name = os.fsdecode(read_plain(_random_name_path(), _MAX_NAME_BYTES))
    except GameError:
        return ""
    return name if name.startswith(f"{find_server_name()}-") else ""


def remove_random_server_name() -> None:
    """Remove the stored name of a server that has been closed."""
    remove_quietly(_random_name_path())
