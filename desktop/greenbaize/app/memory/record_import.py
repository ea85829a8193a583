"""Import of records from elsewhere, each match once."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from greenbaize.app.memory.history_sync import distrust, note_file
from greenbaize.app.memory.visibility_guard import seen_before, still_open
from greenbaize.app.tables.matches import abandon_record, begun_now, new_record
from greenbaize.app.tables.unfinished import is_over, reach
from greenbaize.games import GAMES
from greenbaize.match.digest import digest_of
from greenbaize.match.header import begun_of, identity
from greenbaize.match.record import MOST_BYTES, Record, trim_record
from greenbaize.match.told import check_seal, read_any
from greenbaize.rules.errors import FileError, GameError, HistoryError, RecordError
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.files import held_meanwhile, read_plain, write_in_place
from greenbaize.store.folders import GIVEN_UP, RECORD_SUFFIX
from greenbaize.store.history import History
from greenbaize.store.record_file import let_go

PATIENCE_S: Final = 60
"""Seconds to wait for another import: a record takes less than one."""


class Found(NamedTuple):
    """Records at a path, and the errors of what cannot be read there."""

    files: list[Path]
    faults: list[FileError]


def records_in(path: Path) -> Found:
    """Return the records at a path: the file itself, or those in a folder and its subfolders."""
    found = Found([], [])
    # ``Path`` refuses names too long to be a file's.
    if not os.path.isdir(path):  # noqa: PTH112
        found.files.append(path)
        return found
    folders_left = [os.fspath(path)]
    while folders_left:
        folder = folders_left.pop()
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        folders_left.append(entry.path)
                    elif entry.name.endswith(RECORD_SUFFIX) and _leads_to_a_file(entry, found):
                        found.files.append(Path(entry.path))
        except OSError as error:
            found.faults.append(FileError(Path(folder), error))
    found.files.sort()
    return found


def _leads_to_a_file(entry: os.DirEntry[str], found: Found) -> bool:
    """Return whether an entry is a file or a link to one; a broken link is an error."""
    try:
        return entry.is_file()
    except OSError as error:
        found.faults.append(FileError(Path(entry.path), error))
        return False


def import_records(path: Path, history: History) -> bool:
    """Copy a verified record here; return False if its match is here already, at least as far."""
    data = trim_record(read_plain(path, MOST_BYTES))
    record = _held(data)
    whole = data[: record.whole]
    # Between the search for a match and its entry in the database no other window may import.
    lock = folders.history()
    with held_meanwhile(lock.with_name(f"{lock.name}.import.lock"), PATIENCE_S) as free:
        if not free:
            raise GameError(Message("import-busy", {"path": str(path)}))
        return _take_in(path, record, whole, history)


def _take_in(path: Path, record: Record, whole: bytes, history: History) -> bool:
    digest = digest_of(whole, GAMES)
    while history.knows(digest):
        name = history.files_of(digest.identity)[0]
        try:
            _held(read_plain(folders.matches() / name, MOST_BYTES))
        except (RecordError, FileError) as error:
            distrust(history, name, error.message.code)
        else:
            if not _goes_further(path, record):
                return False
            break
    # If its cards may have been seen here it can only be viewed.
    given_up = record.header.seed is not None and seen_before(record.header)
    copy, lock = new_record(f"{begun_of(record.header) or begun_now()}-{record.header.game}")
    try:
        write_in_place(copy, whole.removesuffix(b"\n") + b"\n", private=True)
    except FileError as error:
        raise GameError(
            Message("import-failed", {**error.message.values, "path": str(path)})
        ) from error
    finally:
        let_go(lock)
    if given_up and not is_over(copy):
        abandon_record(copy)
        copy = copy.parent / GIVEN_UP / copy.name
    with suppress(HistoryError):
        note_file(history, copy)
    return True


def _goes_further(path: Path, record: Record) -> bool:
    """Return whether a record has more of the current deal than a resumable match here."""
    left = still_open(identity(record.header)) if record.header.seed is not None else []
    return bool(left) and not is_over(path) and reach(path) > reach(left[0])


def _held(data: bytes) -> Record:
    record = read_any(data, GAMES)
    check_seal(record, GAMES)
    return record
