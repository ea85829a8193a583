"""Files opened without blocking, replaced atomically, and locked by one process at a time.

A pipe may block and opening a device may have effects, so both are only used where that is
intended. Temporary names are unpredictable. Errors are ``OSError`` unless stated.
"""

import errno
import io
import os
import select
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import IO, Final, Self, TypeVar

from greenbaize.rules.errors import FileError, GameError, NotPlainError, TooLargeError
from greenbaize.rules.messages import Message
from greenbaize.store.temporary import fresh_file, lock_descriptor

T = TypeVar("T")

_CAREFUL: Final = sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY"))
BAD: Final = ".bad"
"""File suffix, perhaps with a number, of a file that was set aside."""


def is_special(path: Path) -> bool:
    """Return True for a pipe, a socket or a device; ``OSError`` if the path leads to nothing."""
    return _special(path.stat())


def is_there(path: Path) -> bool:
    """Return True if a path leads to anything; ``FileError`` if that cannot be determined."""
    try:
        return path.exists()
    except OSError as error:
        raise FileError(path, error) from error


def _special(found: os.stat_result) -> bool:
    return not stat.S_ISREG(found.st_mode) and not stat.S_ISDIR(found.st_mode)


_PORTION: Final = 1 << 20
"""Bytes read at a time: Python allocates memory for the whole requested size."""


class PlainFile(io.BufferedReader):
    """A file opened by ``open_plain``.

    Reading raises ``NotPlainError`` where other files return None: some system files have no data
    yet.
    """

    def __init__(self, path: Path, raw: io.FileIO) -> None:
        super().__init__(raw)
        self._path = path

    def read(self, size: int | None = -1, /) -> bytes:
        """Read up to ``size`` bytes, or all that are left; raises ``OSError``."""
        left = sys.maxsize if size is None or size < 0 else size
        parts = []
        while left:
            found: bytes | None = super().read(min(left, _PORTION))
            if found is None:  # more data may come later, as from a device
                raise NotPlainError(self._path)
            if not found:
                break
            parts.append(found)
            left -= len(found)
        return b"".join(parts)


def open_plain(path: Path) -> PlainFile:
    """Open a file; raises ``FileError``, and ``NotPlainError`` for a pipe, socket or device."""
    try:
        if not is_special(path):
            raw = io.FileIO(path, opener=lambda name, kind: os.open(name, kind | _CAREFUL))
            # The file may have been replaced meanwhile.
            if not _special(os.fstat(raw.fileno())):
                return PlainFile(path, raw)
            raw.close()
    except OSError as error:
        raise FileError(path, error) from error
    except ValueError as error:  # the name is invalid for the system
        raise FileError(path, OSError(str(error))) from error
    raise NotPlainError(path)


def read_plain(path: Path, most: int) -> bytes:
    """Return the bytes of a file; ``TooLargeError`` above ``max_bytes``, else as ``open_plain``."""
    with open_plain(path) as file:
        try:
            data = file.read(most + 1)
        except OSError as error:
            raise FileError(path, error) from error
    if len(data) > most:
        raise TooLargeError(path)
    return data


def put_aside(path: Path) -> Path:
    """Rename a file to an unused name, and return that; raises ``OSError``."""
    aside, number = path.with_name(path.name + BAD), 1
    while aside.exists() or aside.is_symlink():
        number += 1
        aside = path.with_name(f"{path.name}{BAD}-{number}")
    return path.replace(aside)


_OUTPUT: Final = 1
"""File descriptor of standard output."""
_SHARING_VIOLATION: Final = 32
_ACCESS_DENIED: Final = 5
_WAITS_S: Final = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4)


def where_others_read(act: Callable[[], T], *, replaces: bool = False) -> T:
    """Move or remove a file that others may be reading, retrying while Windows refuses.

    Readers are brief: the sync of the history or a virus scanner. With ``is_replacing``,
    ``operation`` overwrites a file, for which Windows reports a permission error instead.
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
    # Unbuffered: a failed write must leave nothing behind to be flushed later.
    return open(path, "r+b", buffering=0, opener=lambda name, more: os.open(name, more | kind))


def _is_own_output(path: Path) -> bool:
    """Return True for this process's standard output, such as ``/dev/stdout``."""
    try:
        return os.path.samestat(path.stat(), os.fstat(_OUTPUT))
    except OSError:
        return False


def write_all(file: IO[bytes], data: bytes | bytearray) -> None:
    """Write all bytes to an unbuffered file, which may accept few at a time."""
    with memoryview(data) as left:
        at = 0
        while at < len(left):
            written: int | None = file.write(left[at:])
            if written is None:  # standard output that another process has made non-blocking
                select.select([], [file], [])
            at += written or 0


def put_in_place(target: Path, data: bytes | bytearray, mode: int, *, sync: bool = False) -> None:
    """Write a temporary file and rename it to ``target``.

    ``mode`` is subject to the umask; ``sync`` flushes the bytes to disk before the rename.
    """
    for last in (False, True):
        fresh, file = fresh_file(target.parent, mode)
        try:
            with file:
                write_all(file, data)
                if sync:
                    os.fsync(file.fileno())
            where_others_read(partial(fresh.replace, target), replaces=True)
        except FileNotFoundError:
            # Between closing and renaming, another process took it for a leftover.
            if last:
                raise
        except OSError:
            forget_file(fresh)
            raise
        else:
            return


def forget_file(path: Path) -> None:
    """Remove a file if possible; never raises."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


MOST_LINKS: Final = 40
"""Largest number of links followed in a row, as on Linux."""
_MOST_BYTES: Final = 100_000
"""Number of first bytes that show the format of a file."""


def write_whole(path: Path, data: bytes, *, sync: bool = True) -> None:
    """Replace a file's content atomically: readers see the old or the new one.

    A link stays, and its target is written, except in a folder writable by everybody, where another
    user may have put it: then ``GameError``. ``sync`` waits until the bytes are on the disk. Raises
    ``FileError``, and the file stays as it was.
    """
    try:
        target = followed(path)
        if is_stream(target):
            with open_stream(target) as file:
                write_all(file, data)
        else:
            _replace(target, data, sync=sync)
    except OSError as error:
        raise FileError(path, error) from error


def write_in_place(path: Path, data: bytes, *, private: bool = False) -> None:
    """Replace whatever has this name, even a link or pipe, by a new file.

    ``is_private``: readable by its owner only, as a record with all cards. Raises ``FileError``,
    and the old file stays, or ``GameError`` if a parent folder is a link in a folder writable by
    everybody.
    """
    try:
        _check_folders(path)
        _replace(path, data, 0o600 if private else 0o666)
    except OSError as error:
        raise FileError(path, error) from error


def is_stream(target: Path) -> bool:
    """Return True for a path that is written to directly: a pipe, a device, standard output."""
    try:
        return is_special(target) or _is_own_output(target)
    except FileNotFoundError:
        return False


def open_stream(target: Path) -> IO[bytes]:
    """Open what ``is_stream_target`` accepts for writing, unbuffered; fails without a reader."""
    if _is_own_output(target):
        return os.fdopen(os.dup(_OUTPUT), "wb", buffering=0)  # at its present position
    file = open(  # noqa: SIM115  (the caller closes it)
        target, "wb", buffering=0, opener=lambda name, _: os.open(name, os.O_WRONLY | _CAREFUL)
    )
    if sys.platform != "win32":
        os.set_blocking(file.fileno(), True)  # an existing reader may be slow
    return file


def same_file(one: Path, other: Path) -> bool:
    """Return True if two paths lead to the same file, existing or not, through links."""
    try:
        return one.samefile(other)
    except OSError:
        return os.path.realpath(one) == os.path.realpath(other)


def followed(path: Path) -> Path:
    """Return the target of the links at the end of a path; raises as ``write_atomically``."""
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
    """Raise ``GameError`` for a link in a folder writable by everybody."""
    if os.name != "posix" or not link.is_symlink():
        return
    if link.parent.stat().st_mode & stat.S_IWOTH:
        raise GameError(Message("link-in-shared-folder", {"path": str(path), "link": str(link)}))


def _replace(target: Path, data: bytes, mode: int = 0o666, *, sync: bool = True) -> None:
    # Nobody may read the new file who could not read the old one.
    with suppress(FileNotFoundError):
        there = target.lstat().st_mode
        if stat.S_ISDIR(there):  # for ".", the system would report that it is busy
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        mode = there & mode if stat.S_ISREG(there) else mode
    put_in_place(target, data, mode, sync=sync)


def check_replaceable(
    path: Path, is_ours: Callable[[bytes], bool], refusal: str, *, force: bool = False
) -> None:
    """Refuse to overwrite a file of another format; pipes and devices pass.

    ``is_own_format`` tests the first bytes, ``refusal`` is the message code, ``force`` allows any
    file but a record's lock. Raises ``GameError``, or ``FileError`` if the file cannot be examined.
    """
    try:
        if _is_own_output(path):
            return
        names = path.name, os.path.basename(os.path.realpath(path))  # noqa: PTH119
        if any(name.endswith(".lock") for name in names):
            # Processes that wait for the lock would no longer see that it is held.
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


_LOOK_S: Final = 0.01
"""Delay between two attempts (s)."""


class HeldFile:
    """A file locked by this process until it is released."""

    def __init__(self, path: Path, file: int) -> None:
        self.path: Final = path
        self._file = file

    @classmethod
    def take(cls, path: Path) -> Self | None:
        """Lock a file, created if missing; None while another process holds it; ``OSError``."""
        kind = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        while True:
            file = os.open(path, kind, 0o600)
            try:
                lock_descriptor(file)
                held = cls(path, file)
                # The previous owner may have removed it, and a third process may have locked a new
                # one.
                if held.is_there():
                    return held
            except (BlockingIOError, PermissionError):
                os.close(file)
                return None
            except OSError:
                os.close(file)
                raise
            os.close(file)

    @classmethod
    def wait(cls, path: Path, patience_s: float) -> Self | None:
        """Lock a file, waiting up to ``timeout_s`` (s); None if it stays locked; ``OSError``."""
        end = time.monotonic() + patience_s
        while (held := cls.take(path)) is None and time.monotonic() < end:
            time.sleep(_LOOK_S)
        return held

    def is_there(self) -> bool:
        """Return True if the path still leads to the locked file; raises ``OSError``."""
        try:
            return os.path.samestat(os.fstat(self._file), self.path.stat())
        except FileNotFoundError:
            return False

    def write(self, text: bytes) -> None:
        """Replace the file's content, which others may read; raises ``OSError``."""
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, text)

    def let_go(self, *, remove: bool = False) -> None:
        """Release the file, removing it if wanted; may be called repeatedly."""
        if self._file < 0:
            return
        # where an open file cannot be removed, nor one that another process has open
        if sys.platform == "win32":
            os.close(self._file)
        if remove:
            with suppress(OSError):
                # Once it was removed, another process may have locked a new one.
                if sys.platform == "win32" or self.is_there():
                    self.path.unlink(missing_ok=True)
        if sys.platform != "win32":  # only now, otherwise another process's file might be removed
            os.close(self._file)
        self._file = -1


@contextmanager
def held_meanwhile(path: Path, patience_s: float) -> Iterator[bool]:
    """Lock a file where possible; yield False if another process holds it for longer."""
    held, free = None, True
    with suppress(OSError):  # where nothing can be locked, other processes have no lock either
        held = HeldFile.wait(path, patience_s)
        free = held is not None
    try:
        yield free
    finally:
        if held is not None:
            held.let_go(remove=True)
