"""Lock of the first program of a data folder, and the name of its socket.

The first program holds a file while it runs. After the first paint it listens at a local socket
(``ui/ipc.py``), whose name it writes into the file.
"""

import errno
import os
import socket
import stat
import sys
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Final, NamedTuple

from greenbaize.store import folders
from greenbaize.store.files import LockedFile, remove_quietly
from greenbaize.store.temporary import create_temporary_file

NO_SOCKET_CONTENT: Final = b"deaf"
"""Content of the file without a socket; else it has the path, or port and proof."""
INSTANCE_SOCKET_HOST: Final = "127.0.0.1"
_LISTEN_BACKLOG: Final = 32
_MAX_SOCKET_PATH_BYTES: Final = 100
"""Bytes of a socket's path; the systems' limits are 104 and 108, the end included."""


class SecondStartOutcome(Enum):
    """Outcome of a second start."""

    SHOWN = "shown"
    NOT_DONE = "not-done"
    """The open window could not do it and says why."""
    STUCK = "stuck"
    DISK_FULL = "full"
    """On a full disk the open program cannot write where it listens."""
    OTHER_VERSION = "other"
    SEPARATE = "apart"
    """The open window is on another screen, or no lock can be taken."""


def acquire_lock() -> LockedFile | None:
    """Return the lock of the first program; None if taken, ``OSError`` if it cannot be held."""
    path = _lock_path()
    path.parent.mkdir(0o700, parents=True, exist_ok=True)
    _check_ownership(path.parent)
    path.parent.chmod(0o700)
    lock = LockedFile.try_lock(path)
    if lock is not None:
        _write_lock_content(
            lock, b""
        )  # The content written by the last program is not valid any more.
    return lock


def acquire_first_lock() -> LockedFile | SecondStartOutcome | None:
    """Return the lock; None if another program holds it, an outcome if nobody can."""
    try:
        return acquire_lock()
    except OSError:
        return SecondStartOutcome.SEPARATE


def _write_lock_content(lock: LockedFile, content: bytes) -> None:
    """Write ``content`` into the lock's file; on a full disk it stays as it is."""
    with suppress(OSError):
        lock.write_content(content)


class InstanceListener(NamedTuple):
    """The first program's socket, and the proof that a second start must show."""

    socket: socket.socket
    proof: str
    path: Path | None
    inode: int

    def close(self) -> None:
        self.socket.close()
        with suppress(OSError):
            if self.path is not None and self.path.lstat().st_ino == self.inode:
                self.path.unlink()


def listen_for_starts(lock: LockedFile) -> InstanceListener | None:
    """Listen for second starts and write the address to the lock's file; None without a socket."""
    path = find_socket_path(lock.path)
    try:
        bound_socket = None if path is None else _bind_socket(path)
        proof = "" if bound_socket else os.urandom(16).hex()
        server = bound_socket or socket.create_server((INSTANCE_SOCKET_HOST, 0))
        server.listen(_LISTEN_BACKLOG)
    except OSError:
        _write_lock_content(lock, NO_SOCKET_CONTENT)
        return None
    port = f"{server.getsockname()[1]} {proof}".encode() if proof else b""
    _write_lock_content(lock, port or os.fsencode(path or ""))
    listening_path = path if bound_socket else None
    return InstanceListener(
        server,
        proof,
        listening_path,
        0 if listening_path is None else listening_path.lstat().st_ino,
    )


def find_socket_path(lock: Path | None = None) -> Path | None:
    """Return the path of the first program's socket; None where it uses a local TCP port.

    It is in a private folder: the session's, where there may be several, or beside the lock. A
    port, used where sockets have no paths or the path is too long, requires a proof that the other
    process can read the lock's file.
    """
    lock = lock or _lock_path()
    if sys.platform == "win32" or not hasattr(socket, "AF_UNIX"):
        return None
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if _is_private_folder(runtime):
        lock_status = lock.stat()
        path = Path(runtime) / f"greenbaize-{lock_status.st_dev:x}-{lock_status.st_ino:x}"
    else:
        path = lock.with_name("door")
    return path if len(os.fsencode(path)) <= _MAX_SOCKET_PATH_BYTES else None


def _bind_socket(path: Path) -> socket.socket | None:
    """Return a socket bound to a path; None where the system or file system has none."""
    if sys.platform == "win32":
        return None
    server = socket.socket(socket.AF_UNIX)
    try:
        # An existing socket belongs to a program that was killed, as the lock was free.
        if path.is_socket() and not path.is_symlink():
            path.unlink()
        server.bind(os.fspath(path))
        path.chmod(0o600)
    except OSError:
        server.close()
        return None
    return server


def _lock_path() -> Path:
    return (folders.instance_folder() / "sign").absolute()


def read_lock_content() -> bytes:
    """Return the content that the first program has written into the file."""
    path = _lock_path()
    try:
        # Reading anything but a regular file might block for ever.
        return path.read_bytes()[:4096] if stat.S_ISREG(path.lstat().st_mode) else b""
    except OSError:
        return b""


def is_disk_full() -> bool:
    """Return whether nothing more can be written beside the lock."""
    probe = None
    try:
        probe, file = create_temporary_file(_lock_path().parent)
        with file:
            file.write(b"room")
    except OSError as error:
        return error.errno in (errno.ENOSPC, errno.EDQUOT)
    finally:
        if probe is not None:
            remove_quietly(probe)
    return False


def _is_private_folder(folder: str) -> bool:
    """Return whether a folder belongs to this user and is closed to everybody else."""
    if sys.platform == "win32":
        return False
    try:
        status = os.stat(folder)  # noqa: PTH116  (an empty name is no path of the folder one is in)
    except OSError:
        return False
    return status.st_uid == os.getuid() and status.st_mode & 0o077 == 0


def _check_ownership(folder: Path) -> None:
    """Raise ``NotADirectoryError`` if the folder has been replaced, by a link for example."""
    if sys.platform == "win32":
        return
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
