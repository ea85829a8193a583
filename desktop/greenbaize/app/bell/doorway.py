"""Where the bell hangs: a socket that only the same person reaches, and the sign that says where.

The first program holds the sign, a file in the folder of data, for as long as it runs. It is the
lock that says who is first, and in it stands where the bell is:

- On Linux, macOS and their like a socket in a folder of the person's own: in the session's, which
  is gone with it, else beside the sign. In the session's, where there may be several, it is named
  by the sign's place on the disk, as sockets' paths may have a hundred bytes only.
- Where there are no such sockets, or where their path would be too long, a port of this computer
  with a proof that only those can show who may read the sign.
"""

import contextlib
import errno
import os
import re
import socket
import stat
import struct
import sys
from pathlib import Path
from typing import Final

from greenbaize.store import folders
from greenbaize.store.held_file import HeldFile

_HOME: Final = "127.0.0.1"
_WAITING: Final = 32
"""How many may wait at the door until they are let in."""
_LONGEST_SIGN: Final = 4096
_PORT: Final = rb"([0-9]{1,5}) ([0-9a-f]{32})"
"""What the sign says where the socket has no path."""
_LONGEST_PATH: Final = 100
"""Bytes; the systems' limits are 104 and 108, the end included."""


class Doorway:
    """The socket at which the first program listens, and the sign it holds.

    Args:
        door: the socket.
        proof: what a ringer has to show, or nothing.
        sign: the sign.
        path: where the socket is in the file system, if it is there.
    """

    def __init__(self, door: socket.socket, proof: str, sign: HeldFile, path: Path | None) -> None:
        self.door: Final = door
        self._proof = proof
        self._sign = sign
        self._path = path

    def lets_in(self, ringer: socket.socket, proof: str) -> bool:
        """Whether whoever has come is the person whose window this is."""
        from hmac import compare_digest  # noqa: PLC0415  (4 ms, and most often nobody comes)

        return is_same_person(ringer) and compare_digest(
            self._proof.encode(), proof.encode("utf-8", "replace")
        )

    def close(self) -> None:
        """Listen no more, and let another program be the first."""
        with contextlib.suppress(OSError):
            self.door.shutdown(socket.SHUT_RDWR)  # wakes whoever waits for a ringer
        self.door.close()
        if self._path is not None:
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)
        self._sign.let_go()


def sign_path() -> Path:
    """The sign."""
    return (folders.bell() / "sign").absolute()


def take_doorway() -> Doorway | None:
    """Be the first program, and listen; None while another one is.

    Raises:
        OSError: nobody can be it, because the folder of data cannot be written, for example.
    """
    path = sign_path()
    path.parent.mkdir(0o700, parents=True, exist_ok=True)
    _check_own(path.parent)
    path.parent.chmod(0o700)
    sign = HeldFile.take(path)
    if sign is None:
        return None
    try:
        with contextlib.suppress(OSError):
            sign.write(b"")  # what the last one has written holds no longer
        return _opened(sign)
    except OSError:
        sign.let_go()
        raise


def _opened(sign: HeldFile) -> Doorway:
    path = _socket_path(sign.path)
    door = None if path is None else _bound(path)
    if path is not None and door is not None:
        text, proof = os.fsencode(path), ""
    else:
        path, door, proof = None, socket.create_server((_HOME, 0)), os.urandom(16).hex()
        text = b"%d %s" % (door.getsockname()[1], proof.encode())
    door.listen(_WAITING)
    # On a full disk it says nothing, and the socket is found by its name.
    with contextlib.suppress(OSError):
        sign.write(text)
    return Doorway(door, proof, sign, path)


def _socket_path(sign: Path) -> Path | None:
    """Where the socket is, if there can be one with a path."""
    if sys.platform == "win32" or not hasattr(socket, "AF_UNIX"):
        return None
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if _is_private(runtime):
        found = sign.stat()
        path = Path(runtime) / f"greenbaize-{found.st_dev:x}-{found.st_ino:x}"
    else:
        path = sign.with_name("door")
    return path if len(os.fsencode(path)) <= _LONGEST_PATH else None


def _is_private(folder: str) -> bool:
    """Whether a folder is the person's own, and nobody else may look into it."""
    if sys.platform == "win32":
        return False
    try:
        found = os.stat(folder)  # noqa: PTH116  (an empty name is no path of the folder one is in)
    except OSError:
        return False
    return found.st_uid == os.getuid() and found.st_mode & 0o077 == 0


def _check_own(folder: Path) -> None:
    """Refuse what somebody else has put in the place of our folder, a link for example."""
    if sys.platform == "win32":
        return
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))


def _bound(path: Path) -> socket.socket | None:
    """A socket at a path; None where the system or the file system takes none."""
    if sys.platform == "win32":
        return None
    door = socket.socket(socket.AF_UNIX)
    try:
        # One that is there is of a program that was killed: the sign was free.
        if path.is_socket() and not path.is_symlink():
            path.unlink()
        door.bind(os.fspath(path))
        path.chmod(0o600)
    except OSError:
        door.close()
        return None
    return door


def knock(patience_s: float) -> tuple[socket.socket, str]:
    """A connection to the first program, and the proof that it wants to see.

    Raises:
        OSError: there is none, it does not listen yet, or it is somebody else's.
    """
    path = sign_path()
    said = _said(path)
    found = re.fullmatch(_PORT, said)
    if found:
        where = _HOME, int(found[1])
        return socket.create_connection(where, patience_s), found[2].decode()
    if sys.platform == "win32" or not hasattr(socket, "AF_UNIX"):
        raise ConnectionRefusedError
    there = os.fsdecode(said) or _socket_path(path)
    if there is None:
        raise ConnectionRefusedError
    ringer = socket.socket(socket.AF_UNIX)
    try:
        ringer.settimeout(patience_s)
        ringer.connect(os.fspath(there))
        if not is_same_person(ringer):
            raise ConnectionRefusedError
    except ValueError as error:  # no socket can have such a name
        ringer.close()
        raise ConnectionRefusedError from error
    except OSError:
        ringer.close()
        raise
    return ringer, ""


def _said(sign: Path) -> bytes:
    try:
        # Anything but a plain file might keep us waiting for ever.
        if not stat.S_ISREG(sign.lstat().st_mode):
            return b""
        with sign.open("rb") as file:
            return file.read(_LONGEST_SIGN)
    except OSError:
        return b""


def is_same_person(other: socket.socket) -> bool:
    """Whether the program at the other end is run by the same person, where that can be asked."""
    if sys.platform != "linux" or other.family == socket.AF_INET:
        return True  # the folder's rights or the proof say it
    size = struct.calcsize("3i")
    try:
        data = other.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
    except OSError:
        return False
    return bool(struct.unpack("3i", data)[1] == os.getuid())
