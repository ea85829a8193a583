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

from greenbaize.app.tables.matches import (
    describe_record_state,
    format_current_time,
    open_for_resume,
    reserve_record_path,
)
from greenbaize.games import GAMES
from greenbaize.lan.attempt_limiter import FREE_ATTEMPTS_IN_TOTAL
from greenbaize.lan.pairing import TableKey
from greenbaize.lan.table_code import normalise_code
from greenbaize.match.codecs import event_codec
from greenbaize.match.event_log import MatchEventLog
from greenbaize.match.header import RecordHeader
from greenbaize.match.record import encode_line
from greenbaize.rules.decoding import NameText, convert_to_type, decode_object
from greenbaize.rules.errors import (
    DamagedError,
    FileError,
    GameError,
    NotRegularFileError,
    RecordLockedError,
)
from greenbaize.rules.events import Event
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.store import record_file
from greenbaize.store.files import path_exists, read_plain, remove_quietly, write_and_rename
from greenbaize.words.speaker import Speaker


@dataclass(eq=False)
class RecordedMatch:
    """A match with its record; nothing is written without a file.

    ``full_lines`` are the events of ``event_log`` as lines, as recorded.
    """

    header: RecordHeader
    event_log: MatchEventLog | None = None
    full_lines: Iterable[bytes] = ()
    file: record_file.RecordFile | None = None

    @property
    def spectator_lines(self) -> list[bytes]:
        """The same events as spectators may see them."""
        return (
            []
            if self.event_log is None
            else self.event_log.view_lines(None).splitlines(keepends=True)
        )

    @classmethod
    def create(cls, path: Path, game: Game[Any], header: RecordHeader) -> "RecordedMatch":
        """Create a record, in memory while the disk refuses it.

        Raises ``RecordLockedError`` or ``FileExistsError`` if the name is taken.
        """
        lock = None
        with suppress(OSError, FileError):  # Creating the record file reports the error.
            path.parent.mkdir(0o700, parents=True, exist_ok=True)
            lock = record_file.lock_record(path)
        if os.path.lexists(path):
            record_file.release_lock(lock)
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
        file = record_file.RecordFile.create(path, header, event_codec(game), lock)
        return cls(header, file=file)

    @classmethod
    def resume(cls, path: Path) -> "RecordedMatch":
        """Continue a match; ``GameError`` if damaged, over, without seed or locked."""
        file, record, event_log = open_for_resume(path)
        game = GAMES[record.header.game]
        if game.is_over(record.state):
            file.close()
            raise GameError(Message("table-record-over", {"path": str(path)}))
        lines = map(encode_line, map(event_codec(game).encode_line, record.events))
        return cls(record.header, event_log, lines, file)

    def report_write_errors(self, on_warning: Callable[[Message], object]) -> None:
        """Report to ``on_warning`` when the record cannot be written, and when it is complete."""

        def report_error(error: Message | None) -> None:
            on_warning(describe_record_state(error))

        if self.file is not None:
            self.file.on_error = report_error
            if self.file.error is not None:
                report_error(self.file.error)

    def write_event(self, event: Event) -> None:
        if self.file is not None:
            self.file.write_event(event)

    def close(self) -> None:
        if self.file is not None:
            self.file.close()


MAX_KEYS_BYTES: Final = 100_000


class StoredChair(msgspec.Struct, frozen=True):
    """The occupant of a chair; an empty name means nobody.

    ``secret`` is the hash of their secret, ``here`` marks the host's computer, ``keeps`` the keeper
    of the table, ``rests`` that they want a computer player to act for them.
    """

    name: NameText = ""
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
    chairs: Annotated[tuple[StoredChair, ...], Meta(max_length=20)] = ()
    phones: Annotated[str, Meta(pattern=r"^([0-9a-f]{32})?\Z")] = ""
    phones_port: Annotated[int, Meta(ge=0, lt=65_536)] = 0


def read_keys(path: Path) -> TableKeys | None:
    """Return the keys in a file, or None; ``GameError`` if it is damaged or unreadable."""
    try:
        data = read_plain(path, MAX_KEYS_BYTES)
    except NotRegularFileError:
        raise
    except FileError:
        if path_exists(path):
            raise
        return None
    try:
        keys: TableKeys = convert_to_type(decode_object(data), TableKeys)
        normalise_code(keys.code)
        keys.server_context()
    except (DamagedError, ValueError):
        raise GameError(Message("table-keys-damaged", {"path": str(path)})) from None
    return keys


def write_keys(path: Path, keys: TableKeys) -> None:
    """Write the keys, all or nothing; raises ``FileError``."""
    try:
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        write_and_rename(path, msgspec.json.encode(keys) + b"\n", 0o600)
    except OSError as error:
        raise FileError(path, error) from error


class HostedTableFiles:
    """The files of a hosted table: a match's record, and the keys beside it.

    The keys are written at each change.

    ``path`` is a named record, with numbers for later matches, or None for new ones among the
    matches; ``on_warning`` gets warnings for the person here.
    """

    def __init__(
        self, path: Path | None, keys: TableKeys, on_warning: Callable[[Message], object]
    ) -> None:
        self.record_path = path
        """Record of the current match, or None before one has begun."""
        self._stopped_paths: list[Path] = []
        """Records of the matches that were stopped before their end."""
        self.keys = keys
        self._named_path = path
        self._match_number = 1
        self._stores_keys = True
        self._on_warning = on_warning
        self._recorded_match: RecordedMatch | None = None
        """The current match, or the last one."""
        self._keys_error: Message | None = None
        """Why the keys are not on the disk, or None."""

    def create_record(self, game: Game[Any], header: RecordHeader) -> RecordedMatch:
        """Create the record of a match, which stays in memory while the disk refuses it."""
        self._stores_keys = True
        recorded_match = self._create_record_file(game, header)
        self.watch_record(recorded_match)
        return recorded_match

    def watch_record(self, recorded_match: RecordedMatch) -> None:
        """Report when a match's record cannot be written, and when it is complete."""
        self._recorded_match = recorded_match
        recorded_match.report_write_errors(self._report_record_notice)

    def _report_record_notice(self, notice: Message) -> None:
        self._on_warning(notice)
        if self._keys_error is not None:
            self._write_keys()

    def _create_record_file(self, game: Game[Any], header: RecordHeader) -> RecordedMatch:
        """Create a record file under an unused name: another host may have taken this one."""
        if self.record_path is None:
            self.record_path = self._named_path or reserve_new_path(game.name)
        while True:
            try:
                return RecordedMatch.create(self.record_path, game, header)
            except (RecordLockedError, FileExistsError):
                self.record_path = self._next_path(game)

    def _next_path(self, game: Game[Any]) -> Path:
        """Return another path for the record of a match."""
        if self._named_path is None:
            return reserve_new_path(game.name)
        self._match_number += 1
        return self._named_path.with_name(
            f"{self._named_path.stem}-{self._match_number}{self._named_path.suffix}"
        )

    def finish_match(self) -> None:
        """Finish a match: delete its keys; the next one gets another file."""
        self._stores_keys = False
        if self.record_path is None:
            return
        remove_quietly(record_file.keys_path(self.record_path))
        if self._named_path is None:
            self.record_path = None

    def suspend_match(self) -> None:
        """Suspend a match: its keys stay, and the next one gets another file."""
        if self.record_path is not None:
            self._stopped_paths.append(self.record_path)
        self.record_path = None

    @property
    def last_stopped_path(self) -> Path | None:
        """Record of the match stopped last before its end, or None."""
        return self._stopped_paths[-1] if self._stopped_paths else None

    def write_chairs(self, chairs: tuple[StoredChair, ...]) -> None:
        self.keys.chairs = chairs
        self._write_keys()

    def write_code(self, code: str) -> None:
        self.keys.code = code
        self._write_keys()
        self._update_stopped_keys(code=code)

    def write_phone_link(self, secret: str, port: int) -> None:
        if secret != self.keys.phones:
            self._update_stopped_keys(phones=secret)
        self.keys.phones, self.keys.phones_port = secret, port
        self._write_keys()

    def _update_stopped_keys(self, **changes: str) -> None:
        """Change the keys of stopped matches too, so that an old code is invalid there as well."""
        for path in self._stopped_paths:
            try:
                keys = read_keys(record_file.keys_path(path))
                if keys is not None and keys.certificate == self.keys.certificate:
                    changed = msgspec.structs.replace(keys, **changes)
                    write_keys(record_file.keys_path(path), changed)
            except GameError as error:
                self._on_warning(error.message)

    def _write_keys(self) -> None:
        if self.record_path is None or not self._stores_keys:
            return
        keys_error: Message | None = None
        try:
            write_keys(record_file.keys_path(self.record_path), self.keys)
        except FileError as error:
            keys_error = error.message
        previous_error, self._keys_error = self._keys_error, keys_error
        if keys_error is not None and previous_error is None and not self._is_record_lost:
            self._on_warning(
                Message("table-keys-unwritten", {"reason": Speaker().format_message(keys_error)})
            )

    @property
    def _is_record_lost(self) -> bool:
        """True if the record cannot be written either, which has been reported."""
        file = None if self._recorded_match is None else self._recorded_match.file
        return file is not None and file.has_unsaved_lines

    def close(self) -> None:
        """Close the table; keys stay beside a record, or for a named path."""
        if (
            self._named_path is None
            and self.record_path is not None
            and not os.path.lexists(self.record_path)
        ):
            remove_quietly(record_file.keys_path(self.record_path))

    def report_wrong_code(self, attempt_count: int) -> None:
        self._on_warning(Message("table-wrong-code", {"number": attempt_count}))
        if attempt_count > FREE_ATTEMPTS_IN_TOTAL:
            self._on_warning(Message("table-codes-flood"))

    def report_wrong_link(self, attempt_count: int) -> None:
        self._on_warning(Message("phones-wrong-link", {"number": attempt_count}))


def reserve_new_path(game: str) -> Path:
    """Return the path of a new record among the matches, not locked any more."""
    start_time = format_current_time()
    path, lock = reserve_record_path(f"{start_time}-{game}")
    record_file.release_lock(lock)
    return path
