"""A match record on disk, appended line by line by one process at a time."""

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Final, Self

from greenbaize.match.codecs import event_codec
from greenbaize.match.header import GamesByName, RecordHeader
from greenbaize.match.record import (
    MAX_RECORD_BYTES,
    ListenerFactory,
    MatchRecord,
    encode_line,
    read_record,
    trim_record,
)
from greenbaize.rules.codec import LineCodec
from greenbaize.rules.errors import FileError, NotRegularFileError, RecordLockedError
from greenbaize.rules.events import Event
from greenbaize.rules.messages import Message
from greenbaize.store.files import (
    LockedFile,
    is_same_file,
    is_special_file,
    open_for_append,
    read_plain,
    write_and_rename,
    write_atomically,
)
from greenbaize.store.folders import RECORD_SUFFIX

LOCK_SUFFIX: Final = ".lock"
"""Suffix of the empty lock file beside a record."""
KEYS_SUFFIX: Final = ".table"
"""Suffix of the keys beside a record, with which a host reopens its table."""


def sibling_path(path: Path, suffix: str) -> Path:
    """Return the path beside a record with another suffix.

    A name of another format keeps its suffix: ``Cargo.lock`` must not be taken for ``Cargo.toml``.
    """
    if path.suffix == RECORD_SUFFIX:
        return path.with_suffix(suffix)
    return path.with_name(path.name + suffix)


def keys_path(record: Path) -> Path:
    """Return the file of keys that belongs to the record of a table with friends."""
    return sibling_path(record, KEYS_SUFFIX)


def lock_record_target(path: Path) -> LockedFile:
    """Lock as ``lock_record``, through links; ``NotRegularFileError`` for special files."""
    with suppress(OSError):  # there may be no file any more
        if is_special_file(path):
            raise NotRegularFileError(path)
    return lock_record(Path(os.path.realpath(path)))


def lock_record(path: Path) -> LockedFile:
    """Acquire the lock of a record's writer, which the system frees when the writer dies.

    The lock belongs to the name itself, as a new record replaces a link. Raises
    ``RecordLockedError`` if it is held, ``FileError`` if the folder cannot be written.
    """
    name = sibling_path(path, LOCK_SUFFIX)
    try:
        with suppress(FileNotFoundError):  # there is none, or it is just being released
            if name.stat().st_size:
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(name))
        lock = LockedFile.try_lock(name)
    except OSError as error:
        raise FileError(path, error) from error
    if lock is None:
        raise RecordLockedError(Message("record-locked", {"path": path.name}))
    return lock


def is_record_locked(path: Path) -> bool:
    """Return True if another process is writing a record; keeps no lock."""
    target = Path(os.path.realpath(path))
    if not os.path.lexists(sibling_path(target, LOCK_SUFFIX)):
        return False
    try:
        lock_record(target).release()
    except RecordLockedError:
        return True
    except FileError:
        return False  # a later attempt to write reports the error
    return False


def copy_lines(lines: bytes, target: Path) -> None:
    """Save a record's lines in another file, completely or not at all.

    Raises ``RecordLockedError`` if that file is a running match, ``FileError``, or ``GameError`` as
    ``write_atomically``.
    """
    if is_record_locked(target):
        raise RecordLockedError(Message("record-copy-locked", {"path": str(target)}))
    write_atomically(target, lines)


def release_lock(lock: LockedFile | None) -> None:
    """Release a record's lock, if there is one, and remove its file."""
    if lock is not None:
        lock.release(remove=True)


class RecordFile:
    """The file of a match's record, to which lines are appended, unbuffered.

    The record is in memory too: if the file was deleted, moved, cut or replaced, it is written
    again under its name; if the disk refuses a line, the match continues and the next success
    writes it. ``on_error`` is called with the message when that begins and with None when
    everything is on disk again. ``path`` must be locked by the caller or not shared; a given
    ``lock`` is released at the end, and acquired again if it vanishes with the record.
    """

    def __init__(self, path: Path, codec: LineCodec[Event], lock: LockedFile | None = None) -> None:
        self.path = path
        self.error: Message | None = None
        self.on_error: Callable[[Message | None], None] = lambda _: None
        self._codec, self._lock = codec, lock
        self._target = os.fspath(path)
        """Target of a link at the path, as at first."""
        self._content = bytearray()
        """All bytes of the record."""
        self._written_size = 0
        """Number of bytes that are in the current file."""
        self._last_file_state: tuple[int, int, int] | None = None
        """Device, inode and size of the file after the last write."""
        self._file: IO[bytes] | None = None
        self._has_written = False
        """True once anything had to be written."""
        self._copied_size = 0
        """Number of bytes that are in a copy saved elsewhere."""

    @classmethod
    def create(
        cls,
        path: Path,
        header: RecordHeader,
        codec: LineCodec[Event],
        lock: LockedFile | None = None,
    ) -> Self:
        """Begin a record in a new file, replacing a file of that name."""
        return cls.create_from_lines(path, encode_line(header.to_line()), codec, lock)

    @classmethod
    def create_from_lines(
        cls, path: Path, lines: bytes, codec: LineCodec[Event], lock: LockedFile | None = None
    ) -> Self:
        """Begin with complete lines in a new file, replacing a file of that name."""
        record = cls(path, codec, lock)
        record.write_line(lines)
        return record

    @classmethod
    def resume(
        cls,
        path: Path,
        games: GamesByName,
        listener_factory: ListenerFactory | None = None,
        lock: LockedFile | None = None,
    ) -> tuple[Self, MatchRecord]:
        """Read a record and append after its last complete line; ``RecordError``, ``FileError``."""
        try:
            target = os.path.realpath(path) if path.is_symlink() else os.fspath(path)
            file_bytes = read_plain(Path(target), MAX_RECORD_BYTES)
            file_stat = os.lstat(target)
        except OSError as error:
            raise FileError(path, error) from error
        data = trim_record(file_bytes)
        record = read_record(data, games, listener_factory)
        file = cls(path, event_codec(games[record.header.game]), lock)
        file._target = target
        file._content += data[: record.complete_size]
        file._written_size = record.complete_size
        if file_bytes.startswith(
            data
        ):  # otherwise everything is rewritten, without what preceded it
            file._last_file_state = (file_stat.st_dev, file_stat.st_ino, len(file_bytes))
        if not file._content.endswith(b"\n"):
            file.write_line(b"\n")
        return file, record

    @property
    def lines(self) -> bytes:
        """The complete lines, on disk or not."""
        return bytes(self._content)

    @property
    def has_unsaved_lines(self) -> bool:
        """True if some lines are neither on disk nor in a copy saved elsewhere."""
        return self.error is not None and self._copied_size < len(self._content)

    def save_copy(self, target: Path) -> None:
        """Save all lines in another file; raises as ``copy_lines``.

        May be called from another thread than the one that appends.
        """
        lines = self.lines
        if is_same_file(target, self.path):  # no other process is writing this one
            write_atomically(target, lines)
        else:
            copy_lines(lines, target)
        self._copied_size = len(lines)

    def write_event(self, event: Event) -> None:
        """Pass an event's line to the operating system; ``error`` tells if the disk refuses it."""
        self.write_line(encode_line(self._codec.encode_line(event)))

    def write_line(self, line: bytes) -> None:
        """Pass an encoded line, its end included, to the operating system, unbuffered."""
        self._content += line
        self._has_written = True
        self._try_writing(self._write_missing)

    def write_pending_lines(self) -> None:
        """Write what is missing, as far as the disk accepts it."""
        if self._has_written or self._has_changed():
            self.write_line(b"")

    def close(self) -> None:
        """Write what is missing a last time, close the file, and release its lock."""
        self.write_pending_lines()
        if self._has_written and self.error is None:
            self._repair_overwritten()
        if self._file is not None:
            try:
                self._file.close()
            except OSError as error:
                self._set_error(FileError(self.path, error).message)
            self._file = None
        release_lock(self._lock)
        self._lock = None

    def _try_writing(self, write: Callable[[], None]) -> None:
        try:
            write()
        except RecordLockedError as error:
            self._set_error(error.message)
        except OSError as error:
            self._set_error(FileError(self.path, error).message)
        else:
            self._set_error(None)

    def _write_missing(self) -> None:
        if self._file is None and self._is_unchanged():
            self._file = self._open_at_end()
        if self._file is not None:
            self._append_missing(self._file)
        if self._file is None or not self._is_unchanged():
            self._rewrite_file()

    def _open_at_end(self) -> IO[bytes]:
        file = open_for_append(Path(self._target))
        try:
            file.truncate(self._written_size)
        except OSError:
            file.close()
            raise
        return file

    def _append_missing(self, file: IO[bytes]) -> None:
        """Append what is missing to the file, even if it has lost its name."""
        assert self._last_file_state is not None
        try:
            while missing := self._content[self._written_size :]:
                self._written_size += file.write(missing)
        except OSError:
            if self._is_unchanged(ignore_size=True):
                raise
        device, number, _ = self._last_file_state
        self._last_file_state = device, number, self._written_size

    def _is_unchanged(self, *, ignore_size: bool = False) -> bool:
        """Return True if the path still leads to the file as last written."""
        try:
            file_stat = os.lstat(self._target)
        except (FileNotFoundError, NotADirectoryError):
            return False
        file_state = file_stat.st_dev, file_stat.st_ino, file_stat.st_size
        return file_state == self._last_file_state or (
            ignore_size and file_state[:2] == (self._last_file_state or ())[:2]
        )

    def _has_changed(self) -> bool:
        try:
            return not self._is_unchanged()
        except OSError:
            return False  # unknown, and there is nothing new to be written

    def _repair_overwritten(self) -> None:
        """Repair what another program has overwritten in the file without changing its size."""
        try:
            file_bytes = read_plain(Path(self._target), MAX_RECORD_BYTES)
        except FileError:
            return  # unknown, and everything has been written
        if file_bytes != self._content:
            self._try_writing(self._rewrite_file)

    def _rewrite_file(self) -> None:
        """Write the complete record to a new file and rename it to the path."""
        if self._file is not None:
            self._file.close()
            self._file = None
        folder = Path(self._target).parent
        folder.mkdir(0o700, parents=True, exist_ok=True)
        self._renew_lock()
        write_and_rename(Path(self._target), self._content, 0o600)  # its seed is private
        file_stat = os.lstat(self._target)
        self._written_size = len(self._content)
        self._last_file_state = file_stat.st_dev, file_stat.st_ino, self._written_size

    def _renew_lock(self) -> None:
        """Acquire the lock again if it has vanished; ``RecordLockedError`` if that fails."""
        if self._lock is None or self._lock.is_current():
            return
        with suppress(FileError):  # writing reports the error of the folder
            new_lock = lock_record_target(self.path)
            self._lock.release()
            self._lock = new_lock

    def _set_error(self, error: Message | None) -> None:
        if (error is None) != (self.error is None):
            self.error = error
            self.on_error(error)
