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

from greenbaize.rules.errors import FileError, FileTooLargeError, GameError, NotRegularFileError
from greenbaize.rules.messages import Message
from greenbaize.store.temporary import create_temporary_file, lock_descriptor

T = TypeVar("T")

_NON_BLOCKING_FLAGS: Final = sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY"))
SET_ASIDE_SUFFIX: Final = ".bad"
"""File suffix, perhaps with a number, of a file that was set aside."""
PRIVATE_LOCK_TIMEOUT_S: Final = 1.0
"""Longest wait for another window that is writing a file of the person's own (s)."""


def is_special_file(path: Path) -> bool:
    """Return True for a pipe, a socket or a device; ``OSError`` if the path leads to nothing."""
    return _is_special_stat(path.stat())


def path_exists(path: Path) -> bool:
    """Return True if a path leads to anything; ``FileError`` if that cannot be determined."""
    try:
        return path.exists()
    except OSError as error:
        raise FileError(path, error) from error


def _is_special_stat(file_stat: os.stat_result) -> bool:
    return not stat.S_ISREG(file_stat.st_mode) and not stat.S_ISDIR(file_stat.st_mode)


_READ_CHUNK_BYTES: Final = 1 << 20
"""Bytes read at a time: Python allocates memory for the whole requested size."""


class PlainFile(io.BufferedReader):
    """A file opened by ``open_plain``.

    Reading raises ``NotRegularFileError`` where other files return None: some system files have no
    data yet.
    """

    def __init__(self, path: Path, raw: io.FileIO) -> None:
        super().__init__(raw)
        self._path = path

    def read(self, size: int | None = -1, /) -> bytes:
        """Read up to ``size`` bytes, or all that are left; raises ``OSError``."""
        remaining = sys.maxsize if size is None or size < 0 else size
        parts = []
        while remaining:
            chunk: bytes | None = super().read(min(remaining, _READ_CHUNK_BYTES))
            if chunk is None:  # more data may come later, as from a device
                raise NotRegularFileError(self._path)
            if not chunk:
                break
            parts.append(chunk)
            remaining -= len(chunk)
        return b"".join(parts)


def open_plain(path: Path) -> PlainFile:
    """Open a file; ``NotRegularFileError`` for a pipe, socket or device, or ``FileError``."""
    try:
        if not is_special_file(path):
            raw = io.FileIO(
                path, opener=lambda name, kind: os.open(name, kind | _NON_BLOCKING_FLAGS)
            )
            # The file may have been replaced meanwhile.
            if not _is_special_stat(os.fstat(raw.fileno())):
                return PlainFile(path, raw)
            raw.close()
    except OSError as error:
        raise FileError(path, error) from error
    except ValueError as error:  # the name is invalid for the system
        raise FileError(path, OSError(str(error))) from error
    raise NotRegularFileError(path)


def read_plain(path: Path, max_bytes: int) -> bytes:
    """Return a file's bytes; ``FileTooLargeError`` above ``max_bytes``, else as ``open_plain``."""
    with open_plain(path) as file:
        try:
            data = file.read(max_bytes + 1)
        except OSError as error:
            raise FileError(path, error) from error
    if len(data) > max_bytes:
        raise FileTooLargeError(path)
    return data


def set_aside_file(path: Path) -> Path:
    """Rename a file to an unused name, and return that; raises ``OSError``."""
    new_path, number = path.with_name(path.name + SET_ASIDE_SUFFIX), 1
    while new_path.exists() or new_path.is_symlink():
        number += 1
        new_path = path.with_name(f"{path.name}{SET_ASIDE_SUFFIX}-{number}")
    return path.replace(new_path)


_STDOUT_DESCRIPTOR: Final = 1
"""File descriptor of standard output."""
_SHARING_VIOLATION: Final = 32
_ACCESS_DENIED: Final = 5
_RETRY_DELAYS_S: Final = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4)


def retry_while_read(operation: Callable[[], T], *, is_replacing: bool = False) -> T:
    """Move or remove a file that others may be reading, retrying while Windows refuses.

    Readers are brief: the sync of the history or a virus scanner. With ``is_replacing``,
    ``operation`` overwrites a file, for which Windows reports a permission error instead.
    """
    if sys.platform == "win32":
        transient_codes = (
            {_SHARING_VIOLATION, _ACCESS_DENIED} if is_replacing else {_SHARING_VIOLATION}
        )
        for wait in _RETRY_DELAYS_S:
            try:
                return operation()
            except PermissionError as error:
                if error.winerror not in transient_codes:
                    raise
            time.sleep(wait)
    return operation()


def open_for_append(path: Path) -> IO[bytes]:
    """Open an existing file for appending, unbuffered; links are not followed."""
    flags = os.O_APPEND | _NON_BLOCKING_FLAGS | getattr(os, "O_NOFOLLOW", 0)
    # Unbuffered: a failed write must leave nothing behind to be flushed later.
    return open(path, "r+b", buffering=0, opener=lambda name, more: os.open(name, more | flags))


def _is_own_stdout(path: Path) -> bool:
    """Return True for this process's standard output, such as ``/dev/stdout``."""
    try:
        return os.path.samestat(path.stat(), os.fstat(_STDOUT_DESCRIPTOR))
    except OSError:
        return False


def write_all_bytes(file: IO[bytes], data: bytes | bytearray) -> None:
    """Write all bytes to an unbuffered file, which may accept few at a time."""
    with memoryview(data) as view:
        offset = 0
        while offset < len(view):
            written: int | None = file.write(view[offset:])
            if written is None:  # standard output that another process has made non-blocking
                select.select([], [file], [])
            offset += written or 0


def append_line(path: Path, line: bytes) -> None:
    """Append a line, whole or not at all; raises ``OSError``."""
    with open_for_append(path) as file:
        size = file.seek(0, os.SEEK_END)
        if size:
            file.seek(size - 1)
            # A line that was cut off must not spoil this one.
            line = line if file.read(1) == b"\n" else b"\n" + line
        try:
            write_all_bytes(file, line)
        except OSError:
            with suppress(OSError):
                file.truncate(size)
            raise


def write_and_rename(
    target: Path, data: bytes | bytearray, mode: int, *, sync: bool = False
) -> None:
    """Write a temporary file and rename it to ``target``.

    ``mode`` is subject to the umask; ``sync`` flushes the bytes to disk before the rename.
    """
    for is_last_attempt in (False, True):
        temporary_path, file = create_temporary_file(target.parent, mode)
        try:
            with file:
                write_all_bytes(file, data)
                if sync:
                    os.fsync(file.fileno())
            retry_while_read(partial(temporary_path.replace, target), is_replacing=True)
        except FileNotFoundError:
            # Between closing and renaming, another process took it for a leftover.
            if is_last_attempt:
                raise
        except OSError:
            remove_quietly(temporary_path)
            raise
        else:
            return


def remove_quietly(path: Path) -> None:
    """Remove a file if possible; never raises."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


MAX_LINKS: Final = 40
"""Largest number of links followed in a row, as on Linux."""
_FORMAT_CHECK_BYTES: Final = 100_000
"""Number of first bytes that show the format of a file."""


def write_atomically(path: Path, data: bytes, *, sync: bool = True) -> None:
    """Replace a file's content atomically: readers see the old or the new one.

    A link stays, and its target is written, except in a folder writable by everybody, where another
    user may have put it: then ``GameError``. ``sync`` waits until the bytes are on the disk. Raises
    ``FileError``, and the file stays as it was.
    """
    try:
        target = follow_links(path)
        if is_stream_target(target):
            with open_stream(target) as file:
                write_all_bytes(file, data)
        else:
            _replace_file(target, data, sync=sync)
    except OSError as error:
        raise FileError(path, error) from error


def check_writable_folder(folder: Path) -> None:
    """Create a folder where it is missing, and write a file in it; ``FileError`` if that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path, file = create_temporary_file(folder)
        try:
            with file:
                write_all_bytes(file, b"\n")
        finally:
            path.unlink(missing_ok=True)
    except OSError as error:
        raise FileError(folder, error) from error


def write_replacing_link(path: Path, data: bytes, *, is_private: bool = False) -> None:
    """Replace whatever has this name, even a link or pipe, by a new file.

    ``is_private``: readable by its owner only, as a record with all cards. Raises ``FileError``,
    and the old file stays, or ``GameError`` if a parent folder is a link in a folder writable by
    everybody.
    """
    try:
        _check_parent_links(path)
        _replace_file(path, data, 0o600 if is_private else 0o666)
    except OSError as error:
        raise FileError(path, error) from error


def is_stream_target(target: Path) -> bool:
    """Return True for a path that is written to directly: a pipe, a device, standard output."""
    try:
        return is_special_file(target) or _is_own_stdout(target)
    except FileNotFoundError:
        return False


def open_stream(target: Path) -> IO[bytes]:
    """Open what ``is_stream_target`` accepts for writing, unbuffered; fails without a reader."""
    if _is_own_stdout(target):
        return os.fdopen(os.dup(_STDOUT_DESCRIPTOR), "wb", buffering=0)  # at its present position
    file = open(  # noqa: SIM115  (the caller closes it)
        target,
        "wb",
        buffering=0,
        opener=lambda name, _: os.open(name, os.O_WRONLY | _NON_BLOCKING_FLAGS),
    )
    if sys.platform != "win32":
        os.set_blocking(file.fileno(), True)  # an existing reader may be slow
    return file


def is_same_file(first: Path, second: Path) -> bool:
    """Return True if two paths lead to the same file, existing or not, through links."""
    try:
        return first.samefile(second)
    except OSError:
        return os.path.realpath(first) == os.path.realpath(second)


def follow_links(path: Path) -> Path:
    """Return the target of the links at the end of a path; raises as ``write_atomically``."""
    _check_parent_links(path)
    target = path
    for _ in range(MAX_LINKS):
        if not target.is_symlink():
            return target
        _check_link(target, path)
        next_target = target.parent / target.readlink()
        if not os.path.lexists(next_target) and target.exists():
            return target  # the name of a pipe in /proc, which leads nowhere by itself
        target = next_target
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))


def _check_parent_links(path: Path) -> None:
    for folder in path.absolute().parents:
        _check_link(folder, path)


def _check_link(link: Path, path: Path) -> None:
    """Raise ``GameError`` for a link in a folder writable by everybody."""
    if os.name != "posix" or not link.is_symlink():
        return
    if link.parent.stat().st_mode & stat.S_IWOTH:
        raise GameError(Message("link-in-shared-folder", {"path": str(path), "link": str(link)}))


def _replace_file(target: Path, data: bytes, mode: int = 0o666, *, sync: bool = True) -> None:
    # Nobody may read the new file who could not read the old one.
    with suppress(FileNotFoundError):
        existing_mode = target.lstat().st_mode
        if stat.S_ISDIR(existing_mode):  # for ".", the system would report that it is busy
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        mode = existing_mode & mode if stat.S_ISREG(existing_mode) else mode
    write_and_rename(target, data, mode, sync=sync)


def check_replaceable(
    path: Path, is_own_format: Callable[[bytes], bool], refusal: str, *, force: bool = False
) -> None:
    """Refuse to overwrite a file of another format; pipes and devices pass.

    ``is_own_format`` tests the first bytes, ``refusal`` is the message code, ``force`` allows any
    file but a record's lock. Raises ``GameError``, or ``FileError`` if the file cannot be examined.
    """
    try:
        if _is_own_stdout(path):
            return
        names = path.name, os.path.basename(os.path.realpath(path))  # noqa: PTH119
        if any(name.endswith(".lock") for name in names):
            # Processes that wait for the lock would no longer see that it is held.
            raise GameError(Message("name-of-lock", {"path": str(path)}))
        if force or not os.path.lexists(path) or is_special_file(path):
            return
    except FileNotFoundError:
        return  # a link to nothing
    except OSError as error:
        raise FileError(path, error) from error
    try:
        with open_plain(path) as file:
            first_bytes = file.read(_FORMAT_CHECK_BYTES)
    except OSError as error:
        raise FileError(path, error) from error
    if not is_own_format(first_bytes):
        raise GameError(Message(refusal, {"path": str(path)}))


_LOCK_RETRY_S: Final = 0.01
"""Delay between two attempts (s)."""


class LockedFile:
    """A file locked by this process until it is released."""

    def __init__(self, path: Path, file: int) -> None:
        self.path: Final = path
        self._file = file

    @classmethod
    def try_lock(cls, path: Path) -> Self | None:
        """Lock a file, created if missing; None while another process holds it; ``OSError``."""
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        while True:
            file = os.open(path, flags, 0o600)
            try:
                lock_descriptor(file)
                locked = cls(path, file)
                # The previous owner may have removed it, and a third process may have locked a new
                # one.
                if locked.is_current():
                    return locked
            except (BlockingIOError, PermissionError):
                os.close(file)
                return None
            except OSError:
                os.close(file)
                raise
            os.close(file)

    @classmethod
    def lock_within(cls, path: Path, timeout_s: float) -> Self | None:
        """Lock a file, waiting up to ``timeout_s`` (s); None if it stays locked; ``OSError``."""
        end = time.monotonic() + timeout_s
        while (locked := cls.try_lock(path)) is None and time.monotonic() < end:
            time.sleep(_LOCK_RETRY_S)
        return locked

    def is_current(self) -> bool:
        """Return True if the path still leads to the locked file; raises ``OSError``."""
        try:
            return os.path.samestat(os.fstat(self._file), self.path.stat())
        except FileNotFoundError:
            return False

    def write_content(self, text: bytes) -> None:
        """Replace the file's content, which others may read; raises ``OSError``."""
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, text)

    def release(self, *, remove: bool = False) -> None:
        """Release the file, removing it if wanted; may be called repeatedly."""
        if self._file < 0:
            return
        # where an open file cannot be removed, nor one that another process has open
        if sys.platform == "win32":
            os.close(self._file)
        if remove:
            with suppress(OSError):
                # Once it was removed, another process may have locked a new one.
                if sys.platform == "win32" or self.is_current():
                    self.path.unlink(missing_ok=True)
        if sys.platform != "win32":  # only now, otherwise another process's file might be removed
            os.close(self._file)
        self._file = -1


@contextmanager
def hold_lock(path: Path, timeout_s: float) -> Iterator[bool]:
    """Lock a file where possible; yield False if another process holds it for longer."""
    locked, is_free = None, True
    with suppress(OSError):  # where nothing can be locked, other processes have no lock either
        locked = LockedFile.lock_within(path, timeout_s)
        is_free = locked is not None
    try:
        yield is_free
    finally:
        if locked is not None:
            locked.release(remove=True)


@contextmanager
def hold_private_file(path: Path) -> Iterator[None]:
    """Let other windows wait with what they write to a file of the person's own; ``FileError``.

    The folder is created. ``OSError`` within becomes ``FileError``.
    """
    try:
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        with hold_lock(path.with_suffix(".lock"), PRIVATE_LOCK_TIMEOUT_S):
            yield
    except OSError as error:
        raise FileError(path, error) from error
