"""Matches on this computer: created, resumed, abandoned and removed."""

import os
import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from greenbaize.app.seats.bot_launcher import IN_PROCESS_LAUNCHER, BotLauncher
from greenbaize.app.tables.player_view import create_local_views
from greenbaize.app.tables.seat_assignment import find_human_seats, plan_seat_changes
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.match.event_log import MatchEventLog, ProgressCallback
from greenbaize.match.header import (
    CASUAL_KEY,
    ONE_COMPUTER_KEY,
    PRACTICE_KEY,
    PROGRAM_VERSION,
    RecordHeader,
    check_seat_count,
)
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import MatchRecord
from greenbaize.rules.chance import SeededChance
from greenbaize.rules.errors import FileError, GameError, RecordLockedError
from greenbaize.rules.events import Event
from greenbaize.rules.messages import Message
from greenbaize.rules.options import resolve_options
from greenbaize.store import folders, record_file
from greenbaize.store.files import LockedFile, remove_quietly, retry_while_read
from greenbaize.words.speaker import Speaker


def format_current_time() -> str:
    """Return the current UTC time as records write it: ``20261121T203000``."""
    return datetime.now(UTC).strftime("%Y%m%dT%H%M%S")


def describe_record_state(error: Message | None) -> Message:
    """Return the notice for a record's write error, or that it is complete again (None)."""
    if error is None:
        return Message("record-complete")
    return Message("match-unwritten", {"reason": Speaker().format_message(error)})


def create_seed() -> str:
    """Return a fresh random seed (32 hex digits) from the operating system."""
    return secrets.token_hex(16)


def create_header(
    game_name: str,
    players: tuple[HeaderPlayer, ...],
    chosen_options: Mapping[str, object],
    seed: str,
) -> RecordHeader:
    """Return a new match's header with seats drawn and options resolved.

    Raises ``KeyError`` for an unknown game and ``GameError`` for a wrong seat count or option.
    """
    game = GAMES[game_name]
    check_seat_count(game, len(players))
    options = resolve_options(game.options, len(players), chosen_options)
    order = game.seating(len(players), options, SeededChance(seed))
    seated_players = tuple(players[index] for index in order)
    return RecordHeader(
        game_name, seated_players, options, seed, extra={"program": PROGRAM_VERSION}
    )


def mark_casual(header: RecordHeader) -> RecordHeader:
    """Return the header of a casual match, which allows undo and is not counted."""
    return replace(header, extra={**header.extra, PRACTICE_KEY: True, CASUAL_KEY: True})


def create_same_cards_header(header: RecordHeader) -> RecordHeader:
    """Return the header of a casual match with the same players, options and cards."""
    return mark_casual(replace(header, extra={"program": PROGRAM_VERSION}))


def mark_one_computer(header: RecordHeader) -> RecordHeader:
    """Return the header marked as played at one computer if it has several people."""
    if len(find_human_seats(header)) < 2:
        return header
    return replace(header, extra={**header.extra, ONE_COMPUTER_KEY: True})


class OpenMatch:
    """A match of this computer that is being played and recorded."""

    def __init__(
        self, table: Table, file: record_file.RecordFile, *, was_truncated: bool = False
    ) -> None:
        self.table: Final = table
        self.player_views: Final = create_local_views(table)
        """Views of the people at this computer, or one spectator's view if there are none."""
        self.player_view: Final = self.player_views[0]
        for player_view in self.player_views:
            player_view.record_path = file.path
        self.file: Final = file
        self.was_truncated: Final = was_truncated
        """The record's last line was incomplete and has been dropped."""

    @classmethod
    def create(
        cls, header: RecordHeader, launcher: BotLauncher = IN_PROCESS_LAUNCHER
    ) -> "OpenMatch":
        """Create a match and its record; a failing disk does not stop it."""
        start_time = format_current_time()
        path, lock = reserve_record_path(f"{start_time}-{header.game}")
        more = {**header.extra, "begun": start_time}
        header = RecordHeader(header.game, header.players, header.options, header.seed, extra=more)
        game = GAMES[header.game]
        file = record_file.RecordFile.create(path, header, event_codec(game), lock)
        launcher = hide_records(path, launcher)
        return cls(Table(game, header, write_event=file.write_event, launcher=launcher), file)

    @classmethod
    def resume(
        cls,
        path: Path,
        launcher: BotLauncher = IN_PROCESS_LAUNCHER,
        seat: int | None = None,
        progress: ProgressCallback | None = None,
    ) -> "OpenMatch":
        """Continue a match from its record; ``seat`` is required if several people played.

        ``progress`` gets the number of events read. Raises ``AmbiguousChairError``, ``ChairError``
        if the seat is no person's, ``RecordLockedError``, ``RecordError`` (a damaged record stays
        unchanged), ``GameError`` without a seed, or ``FileError``.
        """
        file, record, event_log = open_for_resume(path, progress)
        game = GAMES[record.header.game]
        try:
            seat_changes = plan_seat_changes(record, seat, is_over=game.is_over(record.state))
        except GameError:
            file.close()
            raise
        for change in seat_changes:
            file.write_event(change)
            event_log.add_event(change, event_log.state)
        table = Table(
            game, record.header, event_log, file.write_event, hide_records(path, launcher)
        )
        return cls(table, file, was_truncated=record.is_cut)

    def close(self) -> None:
        self.table.close()
        self.file.close()


def hide_records(path: Path, launcher: BotLauncher) -> BotLauncher:
    """Return a launcher whose sandbox hides the folders of the record, links resolved."""
    named_path, real_path = path.absolute(), Path(os.path.realpath(path))
    return replace(
        launcher, record_folders=(*launcher.record_folders, named_path.parent, real_path.parent)
    )


def open_for_resume(
    path: Path, progress: ProgressCallback | None = None
) -> tuple[record_file.RecordFile, MatchRecord, MatchEventLog]:
    """Open a record for continuing and replay it; raises as ``OpenMatch.resume``."""
    lock = record_file.lock_record_target(path)
    event_log: MatchEventLog

    def create_witness(header: RecordHeader) -> Callable[[Event, Any], None]:
        nonlocal event_log
        event_log = MatchEventLog(GAMES[header.game], header, progress)
        return event_log.add_event

    try:
        file, record = record_file.RecordFile.resume(path, GAMES, create_witness, lock)
    except GameError:
        lock.release(remove=True)
        raise
    if record.header.seed is None:
        file.close()
        raise GameError(Message("record-no-seed"))
    return file, record, event_log


def reserve_record_path(prefix: str) -> tuple[Path, LockedFile | None]:
    """A new record's unused path, and its lock if available."""
    folder = folders.matches_folder()
    while True:
        path = folder / f"{prefix}-{secrets.token_hex(2)}{folders.RECORD_SUFFIX}"
        try:
            folder.mkdir(0o700, parents=True, exist_ok=True)
            # The folder holds seeds, and older versions created it with wider permissions.
            folder.chmod(0o700)
            lock = record_file.lock_record(path)
        except RecordLockedError:
            continue
        except (OSError, GameError):
            return path, None  # Creating the record file reports the folder's error.
        if not os.path.lexists(path):
            return path, lock
        lock.release()


def find_abandoned_path(path: Path) -> Path:
    """Return the path of a record in the abandoned folder, numbered if the name is used."""
    folder, number = path.parent / folders.ABANDONED_FOLDER, 1
    destination = folder / path.name
    while os.path.lexists(destination):
        number += 1
        destination = folder / f"{path.stem}-{number}{path.suffix}"
    return destination


def abandon_record(path: Path) -> None:
    """Move a record to the abandoned folder; ``RecordLockedError`` if in use, or ``FileError``."""
    lock = record_file.lock_record_target(path)
    try:
        destination = find_abandoned_path(path)
        destination.parent.mkdir(exist_ok=True)
        retry_while_read(lambda: path.rename(destination))
        remove_quietly(record_file.keys_path(path))  # Nobody can return to its table any more.
    except OSError as error:
        raise FileError(path, error) from error
    finally:
        lock.release(remove=True)


MoveToBin = Callable[[Path], bool]


class RemovalResult(NamedTuple):
    """Result of removing a record, with the error if it failed."""

    path: Path
    is_removed: bool
    error: GameError | None = None
    """None if there is no recycle bin: the record can only be deleted permanently."""


def find_removal_error(path: Path) -> GameError | None:
    """Return the error that prevents removing a record now, such as being played, or None."""
    try:
        lock = record_file.lock_record_target(path)
    except GameError as error:
        return error
    lock.release(remove=True)
    return None


def remove_record(path: Path, move_to_bin: MoveToBin | None) -> RemovalResult:
    """Remove an unused record and its companion files; permanently if ``move_to_bin`` is None."""
    try:
        lock = record_file.lock_record_target(path)
    except GameError as error:
        return RemovalResult(path, is_removed=False, error=error)
    try:
        if move_to_bin is None:
            retry_while_read(lambda: path.unlink(missing_ok=True))
        elif path.exists() and not move_to_bin(path):
            return RemovalResult(path, is_removed=False)
        remove_quietly(record_file.keys_path(path))  # Nobody can return to its table any more.
    except OSError as error:
        return RemovalResult(path, is_removed=False, error=FileError(path, error))
    finally:
        lock.release(remove=True)
    return RemovalResult(path, is_removed=True)
