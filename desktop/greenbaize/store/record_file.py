"""A match record on disk: written line by line as things happen, by one program at a time."""

from collections.abc import Callable
from pathlib import Path
from typing import IO, TYPE_CHECKING, Self

from greenbaize.match.codecs import event_codec
from greenbaize.match.header import Games, Header
from greenbaize.match.record import MOST_BYTES, Record, line_bytes, read_record
from greenbaize.rules.codec import Codec
from greenbaize.rules.errors import FileError, RecordLockedError
from greenbaize.rules.events import Event
from greenbaize.rules.messages import Message
from greenbaize.store.plain_files import read_plain

if TYPE_CHECKING:
    from filelock import BaseFileLock


def lock_record(path: Path) -> "BaseFileLock":
    """Take the lock that every writer of a record holds; the system frees it if a writer dies.

    Raises:
        RecordLockedError: somebody else holds it.
        FileError: the folder cannot be written.
    """
    from filelock import FileLock, Timeout  # noqa: PLC0415  (30 ms, and not needed to start)

    lock = FileLock(path.with_suffix(".lock"))
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise RecordLockedError(Message("record-locked", {"path": path.name})) from None
    except OSError as error:
        raise FileError(path, error) from error
    return lock


def put_lock_away(path: Path) -> None:
    """Remove the lock's file of a record that nobody will write any more; the lock is held."""
    try:
        path.with_suffix(".lock").unlink(missing_ok=True)
    except OSError:
        return  # an empty file stays behind


class RecordFile:
    """Appends a match's lines to its file, each flushed when it happens.

    When the disk refuses a line the match goes on: lines are kept in memory and written with the
    next one that succeeds. ``troubled`` is called with the reason when that begins, and with None
    when everything is on disk again.

    Args:
        path: the file, which must be locked by the caller or be nobody else's.
        codec: writes the game's events.
        size: how many bytes at its beginning stay; whatever follows is overwritten.
    """

    def __init__(self, path: Path, codec: Codec[Event], size: int = 0) -> None:
        self.path = path
        self.trouble: Message | None = None
        self.troubled: Callable[[Message | None], None] = lambda _: None
        self._codec = codec
        self._size = size
        self._waiting = b""
        self._file: IO[bytes] | None = None

    @classmethod
    def create(cls, path: Path, header: Header, codec: Codec[Event]) -> Self:
        """Begin a record, replacing what the file held."""
        record = cls(path, codec)
        record._write(line_bytes(header.line()))
        return record

    @classmethod
    def resume(cls, path: Path, games: Games) -> tuple[Self, Record]:
        """Read a record and go on writing behind its last whole line.

        Raises:
            RecordError: the record is damaged.
            FileError: it cannot be read.
        """
        data = read_plain(path, MOST_BYTES)
        record = read_record(data, games)
        file = cls(path, event_codec(games[record.header.game]), record.whole)
        if not data[: record.whole].endswith(b"\n"):
            file._write(b"\n")
        return file, record

    def append(self, event: Event) -> None:
        """Write an event's line and flush it."""
        self._write(line_bytes(self._codec.write(event)))

    def close(self) -> None:
        """Try a last time to write what waits, and let go of the file."""
        if self._waiting:
            self._write(b"")
        if self._file is not None:
            try:
                self._file.close()
            except OSError as error:
                self._tell(FileError(self.path, error).message)
            self._file = None

    def _write(self, line: bytes) -> None:
        waiting = self._waiting + line
        try:
            if self._file is None:
                self._file = self._opened()
            while waiting:
                count = self._file.write(waiting)
                waiting = waiting[count:]
        except OSError as error:
            self._waiting = waiting
            self._tell(FileError(self.path, error).message)
        else:
            self._waiting = b""
            self._tell(None)

    def _opened(self) -> IO[bytes]:
        self.path.parent.mkdir(0o700, parents=True, exist_ok=True)
        if not self.path.exists():
            self.path.touch(0o600)  # its seed is nobody else's business
        # Unbuffered: a write that fails must leave nothing behind to be flushed later.
        file = self.path.open("r+b", buffering=0)
        try:
            file.truncate(self._size)
            file.seek(self._size)
        except OSError:
            file.close()
            raise
        return file

    def _tell(self, trouble: Message | None) -> None:
        if (trouble is None) != (self.trouble is None):
            self.trouble = trouble
            self.troubled(trouble)
