"""A match record on disk, appended line by line by one process at a time."""

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Final, Self

from greenbaize.match.codecs import event_codec
from greenbaize.match.header import Games, Header
from greenbaize.match.record import (
    MOST_BYTES,
    Record,
    Witness,
    line_bytes,
    read_record,
    trim_record,
)
from greenbaize.rules.codec import Codec
from greenbaize.rules.errors import FileError, NotPlainError, RecordLockedError
from greenbaize.rules.events import Event
from greenbaize.rules.messages import Message
from greenbaize.store.files import (
    HeldFile,
    is_special,
    open_to_append,
    put_in_place,
    read_plain,
    same_file,
    write_whole,
)
from greenbaize.store.folders import RECORD_SUFFIX

LOCK_SUFFIX: Final = ".lock"
"""Suffix of the empty lock file beside a record."""
KEYS_SUFFIX: Final = ".table"
"""Suffix of the keys beside a record, with which a host reopens its table."""


def beside(path: Path, suffix: str) -> Path:
    """Return the path beside a record with another suffix.

    A name of another format keeps its suffix: ``Cargo.lock`` must not be taken for ``Cargo.toml``.
    """
    if path.suffix == RECORD_SUFFIX:
        return path.with_suffix(suffix)
    return path.with_name(path.name + suffix)


def keys_path(record: Path) -> Path:
    """Return the file of keys that belongs to the record of a table with friends."""
    return beside(record, KEYS_SUFFIX)


def lock_there(path: Path) -> HeldFile:
    """Lock as ``lock_record``, through links; ``NotPlainError`` for a pipe, socket or device."""
    with suppress(OSError):  # there may be no file any more
        if is_special(path):
            raise NotPlainError(path)
    return lock_record(Path(os.path.realpath(path)))


def lock_record(path: Path) -> HeldFile:
    """Acquire the lock of a record's writer, which the system frees when the writer dies.

    The lock belongs to the name itself, as a new record replaces a link. Raises
    ``RecordLockedError`` if it is held, ``FileError`` if the folder cannot be written.
    """
    name = beside(path, LOCK_SUFFIX)
    try:
        with suppress(FileNotFoundError):  # there is none, or it is just being released
            if name.stat().st_size:
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(name))
        lock = HeldFile.take(name)
    except OSError as error:
        raise FileError(path, error) from error
    if lock is None:
        raise RecordLockedError(Message("record-locked", {"path": path.name}))
    return lock


def is_held(path: Path) -> bool:
    """Return True if another process is writing a record; keeps no lock."""
    there = Path(os.path.realpath(path))
    if not os.path.lexists(beside(there, LOCK_SUFFIX)):
        return False
    try:
        lock_record(there).let_go()
    except RecordLockedError:
        return True
    except FileError:
        return False  # a later attempt to write reports the error
    return False


def copy_lines(lines: bytes, to: Path) -> None:
    """Save a record's lines in another file, completely or not at all.

    Raises ``RecordLockedError`` if that file is a running match, ``FileError``, or ``GameError`` as
    ``write_atomically``.
    """
    if is_held(to):
        raise RecordLockedError(Message("record-copy-locked", {"path": str(to)}))
    write_whole(to, lines)


def let_go(lock: HeldFile | None) -> None:
    """Release a record's lock, if there is one, and remove its file."""
    if lock is not None:
        lock.let_go(remove=True)


class RecordFile:
    """The file of a match's record, to which lines are appended and flushed.

    The record is in memory too: if the file was deleted, moved, cut or replaced, it is written
    again under its name; if the disk refuses a line, the match continues and the next success
    writes it. ``on_error`` is called with the message when that begins and with None when
    everything is on disk again. ``path`` must be locked by the caller or not shared; a given
    ``lock`` is released at the end, and acquired again if it vanishes with the record.
    """

    def __init__(self, path: Path, codec: Codec[Event], lock: HeldFile | None = None) -> None:
        self.path = path
        self.trouble: Message | None = None
        self.troubled: Callable[[Message | None], None] = lambda _: None
        self._codec, self._lock = codec, lock
        self._target = os.fspath(path)
        """Target of a link at the path, as at first."""
        self._whole = bytearray()
        """All bytes of the record."""
        self._written = 0
        """Number of bytes that are in the current file."""
        self._left: tuple[int, int, int] | None = None
        """Device, inode and size of the file after the last write."""
        self._file: IO[bytes] | None = None
        self._changed = False
        """True once anything had to be written."""
        self._copied = 0
        """Number of bytes that are in a copy saved elsewhere."""

    @classmethod
    def create(
        cls, path: Path, header: Header, codec: Codec[Event], lock: HeldFile | None = None
    ) -> Self:
        """Begin a record in a new file, replacing a file of that name."""
        return cls.of_lines(path, line_bytes(header.line()), codec, lock)

    @classmethod
    def of_lines(
        cls, path: Path, lines: bytes, codec: Codec[Event], lock: HeldFile | None = None
    ) -> Self:
        """Begin with complete lines in a new file, replacing a file of that name."""
        record = cls(path, codec, lock)
        record.append_line(lines)
        return record

    @classmethod
    def resume(
        cls,
        path: Path,
        games: Games,
        witness: Witness | None = None,
        lock: HeldFile | None = None,
    ) -> tuple[Self, Record]:
        """Read a record and append after its last complete line; ``RecordError``, ``FileError``."""
        try:
            target = os.path.realpath(path) if path.is_symlink() else os.fspath(path)
            there = read_plain(Path(target), MOST_BYTES)
            found = os.lstat(target)
        except OSError as error:
            raise FileError(path, error) from error
        data = trim_record(there)
        record = read_record(data, games, witness)
        file = cls(path, event_codec(games[record.header.game]), lock)
        file._target = target
        file._whole += data[: record.whole]
        file._written = record.whole
        if there.startswith(data):  # otherwise everything is rewritten, without what preceded it
            file._left = (found.st_dev, found.st_ino, len(there))
        if not file._whole.endswith(b"\n"):
            file.append_line(b"\n")
        return file, record

    @property
    def lines(self) -> bytes:
        """The complete lines, on disk or not."""
        return bytes(self._whole)

    @property
    def is_lost(self) -> bool:
        """True if some lines are neither on disk nor in a copy saved elsewhere."""
        return self.trouble is not None and self._copied < len(self._whole)

    def save_copy(self, to: Path) -> None:
        """Save all lines in another file; raises as ``copy_lines``.

        May be called from another thread than the one that appends.
        """
        lines = self.lines
        if same_file(to, self.path):  # no other process is writing this one
            write_whole(to, lines)
        else:
            copy_lines(lines, to)
        self._copied = len(lines)

    def append(self, event: Event) -> None:
        """Write an event's line and flush it."""
        self.append_line(line_bytes(self._codec.write(event)))

    def append_line(self, line: bytes) -> None:
        """Write and flush an encoded line, its end included."""
        self._whole += line
        self._changed = True
        self._attempt(self._write_missing)

    def catch_up(self) -> None:
        """Write what is missing, as far as the disk accepts it."""
        if self._changed or self._is_gone():
            self.append_line(b"")

    def close(self) -> None:
        """Write what is missing a last time, close the file, and release its lock."""
        self.catch_up()
        if self._changed and self.trouble is None:
            self._read_over()
        if self._file is not None:
            try:
                self._file.close()
            except OSError as error:
                self._tell(FileError(self.path, error).message)
            self._file = None
        let_go(self._lock)
        self._lock = None

    def _attempt(self, write: Callable[[], None]) -> None:
        try:
            write()
        except RecordLockedError as error:
            self._tell(error.message)
        except OSError as error:
            self._tell(FileError(self.path, error).message)
        else:
            self._tell(None)

    def _write_missing(self) -> None:
        if self._file is None and self._is_as_left():
            self._file = self._opened()
        if self._file is not None:
            self._write_on(self._file)
        if self._file is None or not self._is_as_left():
            self._write_again()

    def _opened(self) -> IO[bytes]:
        file = open_to_append(Path(self._target))
        try:
            file.truncate(self._written)
        except OSError:
            file.close()
            raise
        return file

    def _write_on(self, file: IO[bytes]) -> None:
        """Append what is missing to the file, even if it has lost its name."""
        assert self._left is not None
        try:
            while missing := self._whole[self._written :]:
                self._written += file.write(missing)
        except OSError:
            if self._is_as_left(partly=True):
                raise
        device, number, _ = self._left
        self._left = device, number, self._written

    def _is_as_left(self, *, partly: bool = False) -> bool:
        """Return True if the path still leads to the file as last written."""
        try:
            found = os.lstat(self._target)
        except (FileNotFoundError, NotADirectoryError):
            return False
        now = found.st_dev, found.st_ino, found.st_size
        return now == self._left or (partly and now[:2] == (self._left or ())[:2])

    def _is_gone(self) -> bool:
        try:
            return not self._is_as_left()
        except OSError:
            return False  # unknown, and there is nothing new to be written

    def _read_over(self) -> None:
        """Repair what another program has overwritten in the file without changing its size."""
        try:
            found = read_plain(Path(self._target), MOST_BYTES)
        except FileError:
            return  # unknown, and everything has been written
        if found != self._whole:
            self._attempt(self._write_again)

    def _write_again(self) -> None:
        """Write the complete record to a new file and rename it to the path."""
        if self._file is not None:
            self._file.close()
            self._file = None
        folder = Path(self._target).parent
        folder.mkdir(0o700, parents=True, exist_ok=True)
        self._lock_again()
        put_in_place(Path(self._target), self._whole, 0o600)  # its seed is private
        found = os.lstat(self._target)
        self._written = len(self._whole)
        self._left = found.st_dev, found.st_ino, self._written

    def _lock_again(self) -> None:
        """Acquire the lock again if it has vanished; ``RecordLockedError`` if that fails."""
        if self._lock is None or self._lock.is_there():
            return
        with suppress(FileError):  # writing reports the error of the folder
            fresh = lock_there(self.path)
            self._lock.let_go()
            self._lock = fresh

    def _tell(self, trouble: Message | None) -> None:
        if (trouble is None) != (self.trouble is None):
            self.trouble = trouble
            self.troubled(trouble)
