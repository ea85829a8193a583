"""The record of a match that a host runs, with what is needed to continue it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.match.header import Header
from greenbaize.match.past import Past
from greenbaize.match.record import Record, line_bytes
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import Event
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.store.record_file import RecordFile, lock_record, lock_there, put_lock_away


@dataclass(frozen=True, slots=True)
class PastLines:
    """The events of a match as recorded, and as told to a spectator."""

    gallery: tuple[bytes, ...] = ()
    whole: tuple[bytes, ...] = ()


NOTHING: Final = PastLines()


class KeptMatch:
    """A match with its record and lock; nothing is written without a file.

    ``lines`` are the events of ``past`` as lines.
    """

    def __init__(
        self,
        header: Header,
        past: Past | tuple[Event, ...] = (),
        lines: PastLines = NOTHING,
        file: RecordFile | None = None,
        lock: Any = None,
    ) -> None:
        self.header: Final = header
        self.past: Final = past
        self.lines: Final = lines
        self._file, self._lock = file, lock

    @classmethod
    def begin(cls, path: Path, game: Game[Any], header: Header) -> "KeptMatch":
        """Begin a record; a write failure does not stop the match.

        Raises ``RecordLockedError`` if somebody else writes it, ``FileError`` if the folder is
        read-only.
        """
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        lock = lock_record(path)
        try:
            file = RecordFile.create(path, header, event_codec(game))
        except (GameError, OSError):
            lock.release()
            raise
        return cls(header, file=file, lock=lock)

    @classmethod
    def resume(cls, path: Path) -> "KeptMatch":
        """Continue a match from its record.

        Raises ``RecordError`` if damaged, ``GameError`` if over, without seed or locked.
        """
        lock = lock_there(path)
        past: Past
        gallery: list[bytes] = []
        whole: list[bytes] = []

        def witness(header: Header) -> Callable[[Event, Any], None]:
            nonlocal past
            game = GAMES[header.game]
            codec = event_codec(game)
            past = Past(game, header)

            def hear(event: Event, state: Any) -> None:
                past.hear(event, state)
                whole.append(line_bytes(codec.write(event)))
                gallery.append(line_bytes(codec.write(game.tell(event, state, None))))

            return hear

        try:
            file, record = RecordFile.resume(path, GAMES, witness)
            _check(path, record)
        except GameError:
            lock.release()
            raise
        return cls(record.header, past, PastLines(tuple(gallery), tuple(whole)), file, lock)

    def tell_trouble(self, complain: Callable[[Message], object]) -> None:
        """Report to ``troubled`` when the record cannot be written."""

        def tell(trouble: Message | None) -> None:
            if trouble is not None:
                complain(trouble)

        if self._file is not None:
            self._file.troubled = tell
            tell(self._file.trouble)

    def append(self, event: Event) -> None:
        """Record an event."""
        if self._file is not None:
            self._file.append(event)

    def close(self, *, over: bool) -> None:
        """Close the record; the lock file is removed if the match is over."""
        if self._file is None:
            return
        self._file.close()
        if over:
            put_lock_away(self._lock)
        self._lock.release()


def _check(path: Path, record: Record) -> None:
    """Refuse a record that cannot be continued, with ``GameError``."""
    if record.header.seed is None:
        raise GameError(Message("record-no-seed"))
    if GAMES[record.header.game].over(record.state):
        raise GameError(Message("table-record-over", {"path": str(path)}))
