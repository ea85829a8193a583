"""A guest's own record of a match that another computer hosts.

During the match it holds the seat's view lines; then the whole record replaces it, if it is the
same match. No failure here stops a match, and a record's size limit bounds what a host can make of
it.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import repeat
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from greenbaize.app.tables.matches import format_current_time
from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.match.header import RecordHeader
from greenbaize.match.record import MAX_RECORD_BYTES, encode_line, read_header, read_record
from greenbaize.match.seal import SealVerdict, ShuffleKnowledge, verify_guest_seal
from greenbaize.rules.codec import LineCodec
from greenbaize.rules.decoding import convert_to_type, decode_object
from greenbaize.rules.errors import FileError, GameError, RecordLockedError
from greenbaize.rules.events import Event
from greenbaize.rules.messages import Message
from greenbaize.store.files import LockedFile, read_plain, write_and_rename
from greenbaize.store.folders import RECORD_SUFFIX
from greenbaize.store.record_file import RecordFile, lock_record, release_lock

MATCH_KEY: Final = "match"
SHUFFLE_KNOWLEDGE_KEY: Final = "own_shuffle"
"""What the guest knows of the shuffle, so that a guest who comes back can verify it."""
DIFFERS_SUFFIX: Final = ".differs"
_START_TIME_KEY: Final = "begun"
_MatchId: Final = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
_MIN_MATCH_BYTES: Final = 4096
"""Bytes counted for a match at least, so that a host cannot create any number of files."""


class GuestRecord:
    """A guest's record files of the matches at a table, in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.path: Path | None = None
        self.write_error: Message | None = None
        """Why the record is not completely on disk, or None; the match continues."""
        self._folder = folder
        self._file: RecordFile | None = None
        self._lock: LockedFile | None = None
        self._header: RecordHeader | None = None
        self._match_id = ""
        self._shuffle_knowledge: ShuffleKnowledge | None = None
        self._header_line = b""
        self._lines: list[bytes] = []
        self._received_count = 0
        """Number of lines received since ``start_match``."""
        self._written_bytes = 0
        """Bytes this table has made the guest write."""
        self._is_complete = False

    def start_match(
        self, header_line: bytes, match_id: str, shuffle_knowledge: ShuffleKnowledge | None = None
    ) -> None:
        """Begin or continue the record of a match that is sent from its first line.

        ``shuffle_knowledge`` is None if the guest was not there, or has come back: then that of an
        existing record holds.

        An existing record of the same match (``match_id``, 32 hex digits) and seat is continued:
        repeated lines are not written again. Nothing is recorded if the first line is no header or
        the identity breaks the protocol.
        """
        self.close()
        self.path, self._header, self._lines, self._received_count, self._is_complete = (
            None,
            None,
            [],
            0,
            False,
        )
        try:
            self._header = header = read_header(header_line.rstrip(b"\n") + b"\n", GAMES)
            convert_to_type(match_id, _MatchId)
        except (GameError, ValueError):
            self._header = None
            return
        self._match_id, self._shuffle_knowledge = match_id, shuffle_knowledge
        try:
            if self._continue_existing_file(header, match_id):
                return
        except OSError as error:
            self.write_error = FileError(self._folder, error).message
        start_time = format_current_time()
        # Only the guest knows what it saw of the shuffle: a host's words about it prove nothing.
        extra = {
            **_without_own_keys(header.extra),
            _START_TIME_KEY: header.extra.get(_START_TIME_KEY, start_time),
            MATCH_KEY: match_id,
        }
        if shuffle_knowledge is not None:
            extra[SHUFFLE_KNOWLEDGE_KEY] = msgspec.to_builtins(shuffle_knowledge)
        stored_header = RecordHeader(
            header.game, header.players, header.options, None, header.you, extra
        )
        self._header_line = encode_line(stored_header.to_line())
        self._open_new_file(f"{start_time}-{header.game}-guest-", match_id)

    def append_line(self, line: bytes) -> None:
        """Write the next line and pass it to the system; ``write_error`` has a failure."""
        if self._header is None or self._is_complete:
            return
        line = line.rstrip(b"\n") + b"\n"
        index = self._received_count
        self._received_count += 1
        if index < len(self._lines):
            if self._lines[index] == line:
                return  # Already in the file.
            self._split_record(index)
        if self._file is not None and self._reserve_bytes(len(line)):
            self._lines.append(line)
            self._file.write_line(line)
            self.write_error = self._file.error

    def store_full_record(
        self, lines: list[bytes], shuffle_knowledge: ShuffleKnowledge | None
    ) -> tuple[SealVerdict, Path | None]:
        """Verify the whole record at the end of a match; return the verdict and our record.

        It must hold with its seed, be over, contain all view lines, and have an unbroken seal. Then
        it replaces the view record; otherwise it is stored beside it as ``….differs``.
        ``shuffle_knowledge`` is None if there was no shuffle, or only before the guest came back.
        """
        shuffle_knowledge = shuffle_knowledge or self._shuffle_knowledge
        if self._header is None:
            return SealVerdict.BROKEN, None
        data = join_lines(lines)
        seal, path = (
            verify_full_record(data, self._header, self._lines, shuffle_knowledge),
            self.path,
        )
        if self._is_complete or path is None:
            return seal, path
        self._close_file()
        if not self._reserve_bytes(len(data)):
            return seal, path
        is_broken = seal is SealVerdict.BROKEN
        target = path.with_suffix(DIFFERS_SUFFIX) if is_broken else path
        try:
            path.parent.mkdir(0o700, parents=True, exist_ok=True)
            write_and_rename(target, data, 0o600, sync=True)
        except OSError as error:
            self.write_error = FileError(target, error).message
        else:
            self._is_complete = not is_broken
            self.write_error = self.write_error if is_broken else None
        self._release_lock()
        return seal, path

    def close(self) -> None:
        self._close_file()
        self._release_lock()

    # File handling

    def _continue_existing_file(self, header: RecordHeader, match_id: str) -> bool:
        for path in sorted(self._folder.glob(f"*-guest-{match_id[:8]}*{RECORD_SUFFIX}")):
            try:
                lock = lock_record(path)
            except GameError:
                continue
            lines = _read_stored_lines(path, header, match_id)
            if lines is None:
                lock.release()
                continue
            self.path, self._lock, (self._header_line, *self._lines) = path, lock, lines
            stored_header = read_header(self._header_line, GAMES)
            self._shuffle_knowledge = self._shuffle_knowledge or _read_shuffle_knowledge(
                stored_header
            )
            self._is_complete = stored_header.seed is not None
            if self._is_complete:
                self._lines = []
            else:
                self._write_lines()
            return True
        return False

    def _open_new_file(self, prefix: str, match_id: str) -> None:
        suffix = ""
        while True:
            path = self._folder / f"{prefix}{match_id[:8]}{suffix}{RECORD_SUFFIX}"
            suffix = secrets.token_hex(2)
            try:
                self._folder.mkdir(0o700, parents=True, exist_ok=True)
                lock = lock_record(path)
            except RecordLockedError:
                continue
            except (OSError, GameError):
                break  # Creating the record file reports the folder's error.
            if not path.exists() and not path.is_symlink():
                self._lock = lock
                break
            lock.release()
        self.path = path
        self._write_lines()

    def _write_lines(self) -> None:
        assert self.path is not None
        assert self._header is not None
        data = self._header_line + b"".join(self._lines)
        if self._reserve_bytes(max(_MIN_MATCH_BYTES, len(data))):
            codec = event_codec(GAMES[self._header.game])
            self._file = RecordFile.create_from_lines(self.path, data, codec)
            self.write_error = self._file.error

    def _reserve_bytes(self, count: int) -> bool:
        if self._written_bytes + count > MAX_RECORD_BYTES:
            values = {"path": str(self.path or self._folder)}
            self.write_error = Message("guest-record-full", values)
            self._close_file()
            return False
        self._written_bytes += count
        return True

    def _split_record(self, index: int) -> None:
        """Continue in a new file, as the match differs from the earlier lines; keep both."""
        assert self.path is not None
        prefix, match = self.path.stem.split("-guest-")[0], self._match_id
        self.close()
        self._lines = self._lines[:index]
        self._open_new_file(f"{prefix}-guest-", match)

    def _close_file(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _release_lock(self) -> None:
        release_lock(self._lock)
        self._lock = None


def _read_stored_lines(path: Path, view_header: RecordHeader, match_id: str) -> list[bytes] | None:
    """Return the complete lines of a record if it is of this match and seat, or None."""
    try:
        data = read_plain(path, MAX_RECORD_BYTES)
        lines = data[: data.rfind(b"\n") + 1].splitlines(keepends=True)
        stored_header = read_header(lines[0] if lines else b"", GAMES)
    except GameError:
        return None
    extra = _without_own_keys(stored_header.extra)
    if stored_header.seed is None:
        if _START_TIME_KEY not in view_header.extra:
            extra.pop(_START_TIME_KEY, None)
        comparable_header = replace(stored_header, extra=extra)
        return (
            lines
            if stored_header.extra.get(MATCH_KEY) == match_id
            and comparable_header.to_line() == view_header.to_line()
            else None
        )
    return (
        lines
        if stored_header.redact_for(view_header.you).to_line() == view_header.to_line()
        else None
    )


def _without_own_keys(extra: Mapping[str, Any]) -> dict[str, Any]:
    """Return a header's further keys without those that only the guest writes."""
    own_keys = (MATCH_KEY, SHUFFLE_KNOWLEDGE_KEY)
    return {key: value for key, value in extra.items() if key not in own_keys}


def _read_shuffle_knowledge(header: RecordHeader) -> ShuffleKnowledge | None:
    try:
        shuffle_knowledge: ShuffleKnowledge = convert_to_type(
            header.extra.get(SHUFFLE_KNOWLEDGE_KEY), ShuffleKnowledge
        )
    except ValueError:
        return None
    return shuffle_knowledge


def verify_full_record(
    data: bytes,
    own_header: RecordHeader,
    received_lines: Sequence[bytes],
    shuffle_knowledge: ShuffleKnowledge | None,
) -> SealVerdict:
    """Return the verdict on a whole record; the seal of one that differs is broken.

    It must hold with its seed, be over, contain the events of ``received_lines`` (in any spelling),
    and have the shuffle of ``shuffle_knowledge`` (None: there was none).
    """
    possible_lines: list[frozenset[bytes]] = []

    def create_listener(header: RecordHeader) -> Callable[[Event, Any], None]:
        game, codec = GAMES[header.game], event_codec(GAMES[header.game])
        # A spectator may have been shown the cards of different seats in turn.
        seats = (
            [own_header.you] if own_header.you is not None else [None, *range(len(header.players))]
        )

        def on_event(event: Event, state: Any) -> None:
            lines = [codec.encode_line(game.tell(event, state, seat)) for seat in seats]
            possible_lines.append(frozenset(map(encode_line, lines)))

        return on_event

    try:
        if len(data) > MAX_RECORD_BYTES:
            return SealVerdict.BROKEN
        record = read_record(data, GAMES, create_listener)
    except GameError:
        return SealVerdict.BROKEN
    header = record.header
    is_over = header.seed is not None and GAMES[header.game].is_over(record.state)
    if (
        not is_over
        or header.redact_for(own_header.you).to_line() != own_header.to_line()
        or len(received_lines) > len(possible_lines)
    ):
        return SealVerdict.BROKEN
    if not all(
        map(
            _matches_possible_line,
            received_lines,
            possible_lines,
            repeat(event_codec(GAMES[header.game])),
        )
    ):
        return SealVerdict.BROKEN
    return verify_guest_seal(header, GAMES, shuffle_knowledge)


def _matches_possible_line(
    line: bytes, possible_lines: frozenset[bytes], codec: LineCodec[Event]
) -> bool:
    try:
        return (
            encode_line(codec.encode_line(codec.decode_line(decode_object(line)))) in possible_lines
        )
    except GameError:
        return False


def join_lines(lines: Iterable[bytes]) -> bytes:
    """Return a record of these lines, each with its line end."""
    return b"".join(line.rstrip(b"\n") + b"\n" for line in lines)
