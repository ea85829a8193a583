"""Files that are written as a whole or not at all."""

import errno
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from greenbaize.rules.errors import FileError, GameError
from greenbaize.rules.messages import Message
from greenbaize.store.open_files import (
    is_own_output,
    open_own_output,
    open_special,
    put_in_place,
    write_all,
)
from greenbaize.store.plain_files import is_special, open_plain

MOST_LINKS: Final = 40
"""The most links followed in a row, as on Linux."""
_MOST_BYTES: Final = 100_000
"""The first bytes, which show the kind of a file."""


def write_whole(path: Path, data: bytes) -> None:
    """Replace a file's content atomically: readers see the old or the new one.

    A link stays, and its target is written, except in a folder writable by everybody, where
    somebody else may have put it: then ``GameError``. Raises ``FileError``, and the file stays as
    it was.
    """
    try:
        target = followed(path)
        if is_stream(target):
            with open_stream(target) as file:
                write_all(file, data)
        else:
            _replace(target, data)
    except OSError as error:
        raise FileError(path, error) from error


def write_in_place(path: Path, data: bytes, *, private: bool = False) -> None:
    """Replace whatever has this name, even a link or pipe, by a new file.

    ``private``: readable by its owner only, as a record with all cards. Raises ``FileError``, and
    the old stays, or ``GameError`` if the way leads over a link in a folder writable by everybody.
    """
    try:
        _check_folders(path)
        _replace(path, data, 0o600 if private else 0o666)
    except OSError as error:
        raise FileError(path, error) from error


def is_stream(target: Path) -> bool:
    """Whether a path is written to directly, not replaced: a pipe, a device, our own output."""
    try:
        return is_special(target) or is_own_output(target)
    except FileNotFoundError:
        return False


def open_stream(target: Path) -> IO[bytes]:
    """Open what ``is_stream`` accepts for writing; ``OSError`` if a pipe has no reader."""
    return open_own_output() if is_own_output(target) else open_special(target)


def same_file(one: Path, other: Path) -> bool:
    """Whether two paths lead to the same file, existing or not, through links."""
    try:
        return one.samefile(other)
    except OSError:
        return os.path.realpath(one) == os.path.realpath(other)


def followed(path: Path) -> Path:
    """Where the links at the end of a path lead.

    Raises ``OSError``, or ``GameError`` for a link in a folder writable by everybody.
    """
    _check_folders(path)
    target = path
    for _ in range(MOST_LINKS):
        if not target.is_symlink():
            return target
        _refuse_strange_link(target, path)
        found = target.parent / target.readlink()
        if not os.path.lexists(found) and target.exists():
            return target  # the name of a pipe in /proc, which leads nowhere by itself
        target = found
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))


def _check_folders(path: Path) -> None:
    for folder in path.absolute().parents:
        _refuse_strange_link(folder, path)


def _refuse_strange_link(link: Path, path: Path) -> None:
    """Refuse a link in a folder writable by everybody."""
    if os.name != "posix" or not link.is_symlink():
        return
    if link.parent.stat().st_mode & stat.S_IWOTH:
        raise GameError(Message("link-in-shared-folder", {"path": str(path), "link": str(link)}))


def _replace(target: Path, data: bytes, mode: int = 0o666) -> None:
    # Whoever may read the new file could read the old one.
    with suppress(FileNotFoundError):
        there = target.lstat().st_mode
        if stat.S_ISDIR(there):  # of ".", the system would say that it is busy
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        mode = there & mode if stat.S_ISREG(there) else mode
    put_in_place(target, data, mode, sync=True)


def check_replaceable(
    path: Path, is_ours: Callable[[bytes], bool], refusal: str, *, force: bool = False
) -> None:
    """Refuse to overwrite a file that is not ours; pipes and devices pass.

    ``is_ours`` tests the first bytes, ``refusal`` is the message code, ``force`` allows any file
    but a record's lock. Raises ``GameError``, or ``FileError`` if the file cannot be examined.
    """
    try:
        if is_own_output(path):
            return
        names = path.name, os.path.basename(os.path.realpath(path))  # noqa: PTH119
        if any(name.endswith(".lock") for name in names):
            # Whoever waits for it would no longer see that it is held.
            raise GameError(Message("name-of-lock", {"path": str(path)}))
        if force or not os.path.lexists(path) or is_special(path):
            return
    except FileNotFoundError:
        return  # a link to nothing
    except OSError as error:
        raise FileError(path, error) from error
    try:
        with open_plain(path) as file:
            there = file.read(_MOST_BYTES)
    except OSError as error:
        raise FileError(path, error) from error
    if not is_ours(there):
        raise GameError(Message(refusal, {"path": str(path)}))
