"""Matches on this computer: created, resumed, abandoned and removed."""

import os
import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from greenbaize import __version__
from greenbaize.app.seats.bot_launcher import HERE, BotLauncher
from greenbaize.app.tables.player_view import places_here
from greenbaize.app.tables.seats import chairs_given, people_of
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.match.header import CASUAL, ONE_COMPUTER, PRACTICE, Header, check_seats
from greenbaize.match.past import Past, Progress
from greenbaize.match.player import Player
from greenbaize.match.record import Record
from greenbaize.rules.chance import SeededChance
from greenbaize.rules.errors import FileError, GameError, RecordLockedError
from greenbaize.rules.events import Event
from greenbaize.rules.messages import Message
from greenbaize.rules.options import settled
from greenbaize.store import folders, record_file
from greenbaize.store.files import HeldFile, forget_file, where_others_read
from greenbaize.words.speaker import Speaker

PROGRAM: Final = f"greenbaize {__version__}"


def begun_now() -> str:
    """Return the current UTC time as records write it: ``20261121T203000``."""
    return datetime.now(UTC).strftime("%Y%m%dT%H%M%S")


def record_news(trouble: Message | None) -> Message:
    """Return the notice for a record's write error, or that it is complete again (None)."""
    if trouble is None:
        return Message("record-complete")
    return Message("match-unwritten", {"reason": Speaker().say(trouble)})


def new_seed() -> str:
    """Return a fresh random seed (32 hex digits) from the operating system."""
    return secrets.token_hex(16)


def settled_header(
    name: str, sitters: tuple[Player, ...], given: Mapping[str, object], seed: str
) -> Header:
    """Return a new match's header with seats drawn and options resolved.

    Raises ``KeyError`` for an unknown game and ``GameError`` for a wrong seat count or option.
    """
    game = GAMES[name]
    check_seats(game, len(sitters))
    options = settled(game.options, len(sitters), given)
    order = game.seating(len(sitters), options, SeededChance(seed))
    seated = tuple(sitters[who] for who in order)
    return Header(name, seated, options, seed, more={"program": PROGRAM})


def casual(header: Header) -> Header:
    """Return the header of a casual match, which allows undo and is not counted."""
    return replace(header, more={**header.more, PRACTICE: True, CASUAL: True})


def at_one_computer(header: Header) -> Header:
    """Return the header marked as played at one computer if it has several people."""
    if len(people_of(header)) < 2:
        return header
    return replace(header, more={**header.more, ONE_COMPUTER: True})


class OpenMatch:
    """A match of this computer that is being played and recorded."""

    def __init__(self, table: Table, file: record_file.RecordFile, *, cut: bool = False) -> None:
        self.table: Final = table
        self.places: Final = places_here(table)
        """Views of the people at this computer, or one spectator's view if there are none."""
        self.place: Final = self.places[0]
        for place in self.places:
            place.record = file.path
        self.file: Final = file
        self.cut: Final = cut
        """The record's last line was incomplete and has been dropped."""

    @classmethod
    def begin(cls, header: Header, launcher: BotLauncher = HERE) -> "OpenMatch":
        """Create a match and its record; a failing disk does not stop it."""
        begun = begun_now()
        path, lock = new_record(f"{begun}-{header.game}")
        more = {**header.more, "begun": begun}
        header = Header(header.game, header.sitters, header.options, header.seed, more=more)
        game = GAMES[header.game]
        file = record_file.RecordFile.create(path, header, event_codec(game), lock)
        launcher = hiding(path, launcher)
        return cls(Table(game, header, keep=file.append, launcher=launcher), file)

    @classmethod
    def resume(
        cls,
        path: Path,
        launcher: BotLauncher = HERE,
        seat: int | None = None,
        progress: Progress | None = None,
    ) -> "OpenMatch":
        """Continue a match from its record; ``seat`` is required if several people played.

        ``progress`` gets the number of events read. Raises ``WhoseChairError``, ``ChairError`` if
        the seat is no person's, ``RecordLockedError``, ``RecordError`` (a damaged record stays
        unchanged), ``GameError`` without a seed, or ``FileError``.
        """
        file, record, past = resumed(path, progress)
        game = GAMES[record.header.game]
        try:
            given = chairs_given(record, seat, over=game.over(record.state))
        except GameError:
            file.close()
            raise
        for change in given:
            file.append(change)
            past.hear(change, past.state)
        table = Table(game, record.header, past, file.append, hiding(path, launcher))
        return cls(table, file, cut=record.cut)

    def close(self) -> None:
        self.table.close()
        self.file.close()


def hiding(path: Path, launcher: BotLauncher) -> BotLauncher:
    """Return a launcher whose sandbox hides the folders of the record, links resolved."""
    named, led_to = path.absolute(), Path(os.path.realpath(path))
    return replace(launcher, records=(*launcher.records, named.parent, led_to.parent))


def resumed(
    path: Path, progress: Progress | None = None
) -> tuple[record_file.RecordFile, Record, Past]:
    """Open a record for continuing and replay it; raises as ``OpenMatch.resume``."""
    lock = record_file.lock_there(path)
    past: Past

    def witness(header: Header) -> Callable[[Event, Any], None]:
        nonlocal past
        past = Past(GAMES[header.game], header, progress)
        return past.hear

    try:
        file, record = record_file.RecordFile.resume(path, GAMES, witness, lock)
    except GameError:
        lock.let_go(remove=True)
        raise
    if record.header.seed is None:
        file.close()
        raise GameError(Message("record-no-seed"))
    return file, record, past


def new_record(begin: str) -> tuple[Path, HeldFile | None]:
    """A new record's unused path, and its lock if available."""
    folder = folders.matches()
    while True:
        path = folder / f"{begin}-{secrets.token_hex(2)}{folders.RECORD_SUFFIX}"
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
        lock.let_go()


def abandoned_path(path: Path) -> Path:
    """Return the path of a record in the abandoned folder, numbered if the name is used."""
    folder, number = path.parent / folders.GIVEN_UP, 1
    there = folder / path.name
    while os.path.lexists(there):
        number += 1
        there = folder / f"{path.stem}-{number}{path.suffix}"
    return there


def abandon_record(path: Path) -> None:
    """Move a record to the abandoned folder; ``RecordLockedError`` if in use, or ``FileError``."""
    lock = record_file.lock_there(path)
    try:
        there = abandoned_path(path)
        there.parent.mkdir(exist_ok=True)
        where_others_read(lambda: path.rename(there))
        forget_file(record_file.keys_path(path))  # Nobody can return to its table any more.
    except OSError as error:
        raise FileError(path, error) from error
    finally:
        lock.let_go(remove=True)


ToBin = Callable[[Path], bool]


class Removed(NamedTuple):
    """Result of removing a record, with the error if it failed."""

    path: Path
    away: bool
    fault: GameError | None = None
    """None if there is no recycle bin: the record can only be deleted permanently."""


def fault_of_removing(path: Path) -> GameError | None:
    """Return the error that prevents removing a record now, such as being played, or None."""
    try:
        lock = record_file.lock_there(path)
    except GameError as error:
        return error
    lock.let_go(remove=True)
    return None


def remove(path: Path, to_bin: ToBin | None) -> Removed:
    """Remove an unused record and its companion files; permanently if ``move_to_bin`` is None."""
    try:
        lock = record_file.lock_there(path)
    except GameError as error:
        return Removed(path, away=False, fault=error)
    try:
        if to_bin is None:
            where_others_read(lambda: path.unlink(missing_ok=True))
        elif path.exists() and not to_bin(path):
            return Removed(path, away=False)
        forget_file(record_file.keys_path(path))  # Nobody can return to its table any more.
    except OSError as error:
        return Removed(path, away=False, fault=FileError(path, error))
    finally:
        lock.let_go(remove=True)
    return Removed(path, away=True)
