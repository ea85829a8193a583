"""A host's files: the record of a table's match, and the keys beside it."""

import errno
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from greenbaize.app.tables.matches import begun_now, new_record, record_news, resumed
from greenbaize.games import GAMES
from greenbaize.lan.pairing import TableKey
from greenbaize.lan.table_code import plain_code
from greenbaize.lan.try_limiter import FREE_OF_ALL
from greenbaize.match.codecs import event_codec
from greenbaize.match.header import Header
from greenbaize.match.past import Past
from greenbaize.match.record import line_bytes
from greenbaize.rules.decoding import Name, decoded_line, shaped
from greenbaize.rules.errors import (
    DamagedError,
    FileError,
    GameError,
    NotPlainError,
    RecordLockedError,
)
from greenbaize.rules.events import Event
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.store import record_file
from greenbaize.store.files import forget_file, is_there, put_in_place, read_plain
from greenbaize.words.speaker import Speaker


@dataclass(eq=False)
class KeptMatch:
    """A match with its record; nothing is written without a file.

    ``full_lines`` are the events of ``event_log`` as lines, as recorded.
    """

    header: Header
    past: Past | None = None
    whole: Iterable[bytes] = ()
    file: record_file.RecordFile | None = None

    @property
    def gallery(self) -> list[bytes]:
        """The same events as spectators may see them."""
        return [] if self.past is None else self.past.told(None).splitlines(keepends=True)

    @classmethod
    def begin(cls, path: Path, game: Game[Any], header: Header) -> "KeptMatch":
        """Create a record, in memory while the disk refuses it.

        Raises ``RecordLockedError`` or ``FileExistsError`` if the name is taken.
        """
        lock = None
        with suppress(OSError, FileError):  # Creating the record file reports the error.
            path.parent.mkdir(0o700, parents=True, exist_ok=True)
            lock = record_file.lock_record(path)
        if os.path.lexists(path):
            record_file.let_go(lock)
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
        file = record_file.RecordFile.create(path, header, event_codec(game), lock)
        return cls(header, file=file)

    @classmethod
    def resume(cls, path: Path) -> "KeptMatch":
        """Continue a match; ``GameError`` if damaged, over, without seed or locked."""
        file, record, past = resumed(path)
        game = GAMES[record.header.game]
        if game.over(record.state):
            file.close()
            raise GameError(Message("table-record-over", {"path": str(path)}))
        lines = map(line_bytes, map(event_codec(game).write, record.events))
        return cls(record.header, past, lines, file)

    def tell_trouble(self, complain: Callable[[Message], object]) -> None:
        """Report to ``on_warning`` when the record cannot be written, and when it is complete."""

        def tell(trouble: Message | None) -> None:
            complain(record_news(trouble))

        if self.file is not None:
            self.file.troubled = tell
            if self.file.trouble is not None:
                tell(self.file.trouble)

    def append(self, event: Event) -> None:
        if self.file is not None:
            self.file.append(event)

    def close(self) -> None:
        if self.file is not None:
            self.file.close()


MOST_BYTES: Final = 100_000


class KeptChair(msgspec.Struct, frozen=True):
    """The occupant of a chair; an empty name means nobody.

    ``secret`` is the hash of their secret, ``here`` marks the host's computer, ``keeps`` the keeper
    of the table, ``rests`` that a computer player acts for them.
    """

    name: Name = ""
    secret: Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?\Z")] = ""
    here: bool = False
    keeps: bool = False
    rests: bool = False


class TableKeys(TableKey, tag_field="format", tag="greenbaize-table"):
    """The key of a table, its code as displayed, its port, and its chairs.

    ``phones`` is the secret in the link for phones, ``phones_port`` their port while they are
    switched on, else 0.
    """

    version: Literal[1] = 1
    code: Annotated[str, Meta(max_length=100)] = ""
    port: Annotated[int, Meta(ge=0, lt=65_536)] = 0
    chairs: Annotated[tuple[KeptChair, ...], Meta(max_length=20)] = ()
    phones: Annotated[str, Meta(pattern=r"^([0-9a-f]{32})?\Z")] = ""
    phones_port: Annotated[int, Meta(ge=0, lt=65_536)] = 0


def read_keys(path: Path) -> TableKeys | None:
    """Return the keys in a file, or None; ``GameError`` if it is damaged or unreadable."""
    try:
        data = read_plain(path, MOST_BYTES)
    except NotPlainError:
        raise
    except FileError:
        if is_there(path):
            raise
        return None
    try:
        keys: TableKeys = shaped(decoded_line(data), TableKeys)
        plain_code(keys.code)
        keys.server_context()
    except (DamagedError, ValueError):
        raise GameError(Message("table-keys-damaged", {"path": str(path)})) from None
    return keys


def write_keys(path: Path, keys: TableKeys) -> None:
    """Write the keys, all or nothing; raises ``FileError``."""
    try:
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        put_in_place(path, msgspec.json.encode(keys) + b"\n", 0o600)
    except OSError as error:
        raise FileError(path, error) from error


class HostJournal:
    """The record of a table's match, and the keys beside it, written at each change.

    ``path`` is a named record, with numbers for later matches, or None for new ones among the
    matches; ``on_warning`` gets warnings for the person here.
    """

    def __init__(
        self, path: Path | None, keys: TableKeys, complain: Callable[[Message], object]
    ) -> None:
        self.path = path
        """Record of the current match, or None before one has begun."""
        self._stopped: list[Path] = []
        """Records of the matches that were stopped before their end."""
        self.keys = keys
        self._named = path
        self._number = 1
        self._wanted = True
        self._complain = complain
        self._kept: KeptMatch | None = None
        """The current match, or the last one."""
        self._keys_trouble: Message | None = None
        """Why the keys are not on the disk, or None."""

    def begin(self, game: Game[Any], header: Header) -> KeptMatch:
        """Create the record of a match, which stays in memory while the disk refuses it."""
        self._wanted = True
        kept = self._begin_record(game, header)
        self.follow(kept)
        return kept

    def follow(self, kept: KeptMatch) -> None:
        """Report when a match's record cannot be written, and when it is complete."""
        self._kept = kept
        kept.tell_trouble(self._tell_news)

    def _tell_news(self, news: Message) -> None:
        self._complain(news)
        if self._keys_trouble is not None:
            self._keep_keys()

    def _begin_record(self, game: Game[Any], header: Header) -> KeptMatch:
        """Create a record file under an unused name: another host may have taken this one."""
        if self.path is None:
            self.path = self._named or fresh_path(game.name)
        while True:
            try:
                return KeptMatch.begin(self.path, game, header)
            except (RecordLockedError, FileExistsError):
                self.path = self._next_path(game)

    def _next_path(self, game: Game[Any]) -> Path:
        """Return another path for the record of a match."""
        if self._named is None:
            return fresh_path(game.name)
        self._number += 1
        return self._named.with_name(f"{self._named.stem}-{self._number}{self._named.suffix}")

    def end(self) -> None:
        """Finish a match: delete its keys; the next one gets another file."""
        self._wanted = False
        if self.path is None:
            return
        forget_file(record_file.keys_path(self.path))
        if self._named is None:
            self.path = None

    def set_aside(self) -> None:
        """Suspend a match: its keys stay, and the next one gets another file."""
        if self.path is not None:
            self._stopped.append(self.path)
        self.path = None

    @property
    def stopped(self) -> Path | None:
        """Record of the match stopped last before its end, or None."""
        return self._stopped[-1] if self._stopped else None

    def keep_chairs(self, chairs: tuple[KeptChair, ...]) -> None:
        self.keys.chairs = chairs
        self._keep_keys()

    def keep_code(self, code: str) -> None:
        self.keys.code = code
        self._keep_keys()
        self._change_stopped(code=code)

    def keep_phones(self, secret: str, port: int) -> None:
        if secret != self.keys.phones:
            self._change_stopped(phones=secret)
        self.keys.phones, self.keys.phones_port = secret, port
        self._keep_keys()

    def _change_stopped(self, **changes: str) -> None:
        """Change the keys of stopped matches too, so that nobody shut out comes in there."""
        for path in self._stopped:
            try:
                keys = read_keys(record_file.keys_path(path))
                if keys is not None and keys.certificate == self.keys.certificate:
                    changed = msgspec.structs.replace(keys, **changes)
                    write_keys(record_file.keys_path(path), changed)
            except GameError as error:
                self._complain(error.message)

    def _keep_keys(self) -> None:
        if self.path is None or not self._wanted:
            return
        trouble: Message | None = None
        try:
            write_keys(record_file.keys_path(self.path), self.keys)
        except FileError as error:
            trouble = error.message
        before, self._keys_trouble = self._keys_trouble, trouble
        if trouble is not None and before is None and not self._is_record_lost:
            self._complain(Message("table-keys-unwritten", {"reason": Speaker().say(trouble)}))

    @property
    def _is_record_lost(self) -> bool:
        """True if the record cannot be written either, which has been reported."""
        file = None if self._kept is None else self._kept.file
        return file is not None and file.is_lost

    def close(self) -> None:
        """Close the table; keys stay beside a record, or for a named path."""
        if self._named is None and self.path is not None and not os.path.lexists(self.path):
            forget_file(record_file.keys_path(self.path))

    def note_wrong_code(self, tries: int) -> None:
        self._complain(Message("table-wrong-code", {"number": tries}))
        if tries > FREE_OF_ALL:
            self._complain(Message("table-codes-flood"))

    def note_wrong_link(self, tries: int) -> None:
        self._complain(Message("phones-wrong-link", {"number": tries}))


def fresh_path(game: str) -> Path:
    """Return the path of a new record among the matches, not locked any more."""
    begun = begun_now()
    path, lock = new_record(f"{begun}-{game}")
    record_file.let_go(lock)
    return path
