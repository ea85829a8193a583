"""A guest's own record of a match that another computer hosts.

During the match it holds the seat's view lines; then the whole record replaces it, if it is the
same match. No failure here stops a match, and a record's size limit bounds what a host can make of
it.
"""

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import repeat
from pathlib import Path
from typing import Annotated, Any, Final

from msgspec import Meta

from greenbaize.app.tables.matches import begun_now
from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.match.header import Header
from greenbaize.match.record import MOST_BYTES, line_bytes, read_header, read_record
from greenbaize.match.seal import Committed, Seal, check
from greenbaize.rules.codec import Codec
from greenbaize.rules.decoding import decoded_line, shaped
from greenbaize.rules.errors import FileError, GameError, RecordLockedError
from greenbaize.rules.events import Event
from greenbaize.rules.messages import Message
from greenbaize.store.files import HeldFile, put_in_place, read_plain
from greenbaize.store.folders import RECORD_SUFFIX
from greenbaize.store.record_file import RecordFile, let_go, lock_record

MATCH: Final = "match"
DIFFERS: Final = ".differs"
_BEGUN: Final = "begun"
_MATCH: Final = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
_LEAST_BYTES: Final = 4096
"""Least bytes counted for a match, so that a host cannot create any number of small files."""


class GuestRecord:
    """A guest's record files of the matches at a table, in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.path: Path | None = None
        self.trouble: Message | None = None
        """Why the record is not completely on disk, or None; the match continues."""
        self._folder = folder
        self._file: RecordFile | None = None
        self._lock: HeldFile | None = None
        self._header: Header | None = None
        self._match = ""
        self._first = b""
        self._lines: list[bytes] = []
        self._told = 0
        """Number of lines received since ``start_match``."""
        self._spent = 0
        """Bytes this table has made the guest write."""
        self._whole = False

    def begin(self, header_line: bytes, match: str) -> None:
        """Begin or continue the record of a match that is sent from its first line.

        An existing record of the same match (``match_id``, 32 hex digits) and seat is continued:
        repeated lines are not written again. Nothing is recorded if the first line is no header or
        the identity breaks the protocol.
        """
        self.close()
        self.path, self._header, self._lines, self._told, self._whole = None, None, [], 0, False
        try:
            self._header = header = read_header(header_line.rstrip(b"\n") + b"\n", GAMES)
            shaped(match, _MATCH)
        except (GameError, ValueError):
            self._header = None
            return
        self._match = match
        try:
            if self._go_on(header, match):
                return
        except OSError as error:
            self.trouble = FileError(self._folder, error).message
        begun = begun_now()
        more = {**header.more, _BEGUN: header.more.get(_BEGUN, begun), MATCH: match}
        kept = Header(header.game, header.sitters, header.options, None, header.you, more)
        self._first = line_bytes(kept.line())
        self._open_new(f"{begun}-{header.game}-guest-", match)

    def take(self, line: bytes) -> None:
        """Record the next line; the system has it on return, if the disk takes it."""
        if self._header is None or self._whole:
            return
        line = line.rstrip(b"\n") + b"\n"
        at = self._told
        self._told += 1
        if at < len(self._lines):
            if self._lines[at] == line:
                return  # Already in the file.
            self._part(at)
        if self._file is not None and self._may_spend(len(line)):
            self._lines.append(line)
            self._file.append_line(line)
            self.trouble = self._file.trouble

    def whole(self, lines: list[bytes], committed: Committed | None) -> tuple[Seal, Path | None]:
        """Verify the whole record at the end of a match; return the verdict and our record.

        It must hold with its seed, be over, contain all view lines, and have an unbroken seal. Then
        it replaces the view record; otherwise it is stored beside it as ``….differs``.
        ``commitment`` is what was heard of the shuffle; None if there was none.
        """
        if self._header is None:
            return Seal.BROKEN, None
        data = joined(lines)
        seal, path = seal_of(data, self._header, self._lines, committed), self.path
        if self._whole or path is None:
            return seal, path
        self._close_file()
        if not self._may_spend(len(data)):
            return seal, path
        broken = seal is Seal.BROKEN
        target = path.with_suffix(DIFFERS) if broken else path
        try:
            path.parent.mkdir(0o700, parents=True, exist_ok=True)
            put_in_place(target, data, 0o600, sync=True)
        except OSError as error:
            self.trouble = FileError(target, error).message
        else:
            self._whole = not broken
            self.trouble = self.trouble if broken else None
        self._let_go()
        return seal, path

    def close(self) -> None:
        self._close_file()
        self._let_go()

    # File handling

    def _go_on(self, header: Header, match: str) -> bool:
        for path in sorted(self._folder.glob(f"*-guest-{match[:8]}*{RECORD_SUFFIX}")):
            try:
                lock = lock_record(path)
            except GameError:
                continue
            lines = _kept_lines(path, header, match)
            if lines is None:
                lock.let_go()
                continue
            self.path, self._lock, (self._first, *self._lines) = path, lock, lines
            self._whole = read_header(self._first, GAMES).seed is not None
            if self._whole:
                self._lines = []
            else:
                self._store()
            return True
        return False

    def _open_new(self, begin: str, match: str) -> None:
        more = ""
        while True:
            path = self._folder / f"{begin}{match[:8]}{more}{RECORD_SUFFIX}"
            more = secrets.token_hex(2)
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
            lock.let_go()
        self.path = path
        self._store()

    def _store(self) -> None:
        assert self.path is not None
        assert self._header is not None
        data = self._first + b"".join(self._lines)
        if self._may_spend(max(_LEAST_BYTES, len(data))):
            codec = event_codec(GAMES[self._header.game])
            self._file = RecordFile.of_lines(self.path, data, codec)
            self.trouble = self._file.trouble

    def _may_spend(self, count: int) -> bool:
        if self._spent + count > MOST_BYTES:
            values = {"path": str(self.path or self._folder)}
            self.trouble = Message("guest-record-full", values)
            self._close_file()
            return False
        self._spent += count
        return True

    def _part(self, at: int) -> None:
        """Continue in a new file, as the match differs from the earlier lines; keep both."""
        assert self.path is not None
        begin, match = self.path.stem.split("-guest-")[0], self._match
        self.close()
        self._lines = self._lines[:at]
        self._open_new(f"{begin}-guest-", match)

    def _close_file(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _let_go(self) -> None:
        let_go(self._lock)
        self._lock = None


def _kept_lines(path: Path, told: Header, match: str) -> list[bytes] | None:
    """Return the complete lines of a record if it is of this match and seat, or None."""
    try:
        data = read_plain(path, MOST_BYTES)
        lines = data[: data.rfind(b"\n") + 1].splitlines(keepends=True)
        kept = read_header(lines[0] if lines else b"", GAMES)
    except GameError:
        return None
    more = {key: value for key, value in kept.more.items() if key != MATCH}
    if kept.seed is None:
        if _BEGUN not in told.more:
            more.pop(_BEGUN, None)
        known = replace(kept, more=more)
        return lines if kept.more.get(MATCH) == match and known.line() == told.line() else None
    return lines if kept.told(told.you).line() == told.line() else None


def seal_of(
    data: bytes, own: Header, told_here: Sequence[bytes], committed: Committed | None
) -> Seal:
    """Return the verdict on a whole record; the seal of one that differs is broken.

    It must hold with its seed, be over, contain the events of ``received_lines`` (in any spelling),
    and have the shuffle of ``commitment`` (None: there was none).
    """
    told: list[frozenset[bytes]] = []

    def witness(header: Header) -> Callable[[Event, Any], None]:
        game, codec = GAMES[header.game], event_codec(GAMES[header.game])
        # A spectator may have been shown the cards of different seats in turn.
        seats = [own.you] if own.you is not None else [None, *range(len(header.sitters))]

        def hear(event: Event, state: Any) -> None:
            lines = [codec.write(game.tell(event, state, seat)) for seat in seats]
            told.append(frozenset(map(line_bytes, lines)))

        return hear

    try:
        if len(data) > MOST_BYTES:
            return Seal.BROKEN
        record = read_record(data, GAMES, witness)
    except GameError:
        return Seal.BROKEN
    header = record.header
    over = header.seed is not None and GAMES[header.game].over(record.state)
    if not over or header.told(own.you).line() != own.line() or len(told_here) > len(told):
        return Seal.BROKEN
    if not all(map(_is_one_of, told_here, told, repeat(event_codec(GAMES[header.game])))):
        return Seal.BROKEN
    return check(header, GAMES, committed)


def _is_one_of(line: bytes, spelled: frozenset[bytes], codec: Codec[Event]) -> bool:
    try:
        return line_bytes(codec.write(codec.read(decoded_line(line)))) in spelled
    except GameError:
        return False


def joined(lines: Iterable[bytes]) -> bytes:
    """Return a record of these lines, each with its line end."""
    return b"".join(line.rstrip(b"\n") + b"\n" for line in lines)
