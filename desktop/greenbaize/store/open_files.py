"""Opening and replacing files safely: opening never blocks, temporary names are unpredictable.

Errors are ``OSError`` unless stated.
"""

import os
import secrets
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Final, TypeVar

T = TypeVar("T")

_CAREFUL: Final = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)

_OUTPUT: Final = 1
_SHARING_VIOLATION: Final = 32
_ACCESS_DENIED: Final = 5
_WAITS_S: Final = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4)


def where_others_read(act: Callable[[], T], *, replaces: bool = False) -> T:
    """Move or remove a file that others may be reading, retrying while Windows refuses.

    Readers are brief: the sync of the history or a virus scanner. ``replaces``: ``act`` overwrites
    a file, for which Windows reports a permission error instead.
    """
    if sys.platform == "win32":
        passing = {_SHARING_VIOLATION, _ACCESS_DENIED} if replaces else {_SHARING_VIOLATION}
        for wait in _WAITS_S:
            try:
                return act()
            except PermissionError as error:
                if error.winerror not in passing:
                    raise
            time.sleep(wait)
    return act()


def open_to_append(path: Path) -> IO[bytes]:
    """Open an existing file for appending, unbuffered; links are not followed."""
    kind = os.O_APPEND | _CAREFUL | getattr(os, "O_NOFOLLOW", 0)
    # Unbuffered: a write that fails must leave nothing behind to be flushed later.
    return open(path, "r+b", buffering=0, opener=lambda name, more: os.open(name, more | kind))


def open_special(path: Path) -> IO[bytes]:
    """Open a pipe or device for writing, unbuffered; an error if a pipe has no reader."""
    file = open(  # noqa: SIM115  (whoever asked closes it)
        path, "wb", buffering=0, opener=lambda name, _: os.open(name, os.O_WRONLY | _CAREFUL)
    )
    if sys.platform != "win32":
        os.set_blocking(file.fileno(), True)  # a reader that is there may be slow
    return file


def is_own_output(path: Path) -> bool:
    """Whether a path is our own standard output, such as ``/dev/stdout``."""
    try:
        return os.path.samestat(path.stat(), os.fstat(_OUTPUT))
    except OSError:
        return False


def open_own_output() -> IO[bytes]:
    """Standard output reopened, unbuffered, at its present position."""
    return os.fdopen(os.dup(_OUTPUT), "wb", buffering=0)


def fresh_file(folder: Path, mode: int = 0o666) -> tuple[Path, IO[bytes]]:
    """A new file with an unpredictable name: its path, and open for writing."""
    path = folder / f".greenbaize-{secrets.token_hex(8)}"
    return path, open(path, "xb", buffering=0, opener=lambda name, kind: os.open(name, kind, mode))


def write_all(file: IO[bytes], data: bytes | bytearray) -> None:
    """Write all bytes to an unbuffered file, which may take few at a time."""
    with memoryview(data) as left:
        at = 0
        while at < len(left):
            at += file.write(left[at:])


def put_in_place(target: Path, data: bytes | bytearray, mode: int, *, sync: bool = False) -> None:
    """Write a temporary file and rename it to ``target``.

    ``mode`` is subject to the umask; ``sync`` flushes the bytes to disk before the rename.
    """
    fresh, file = fresh_file(target.parent, mode)
    try:
        with file:
            write_all(file, data)
            if sync:
                os.fsync(file.fileno())
        where_others_read(lambda: fresh.replace(target), replaces=True)
    except OSError:
        forget_file(fresh)
        raise


def forget_file(path: Path) -> None:
    """Remove a file if possible; never raises."""
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return
