"""Import of records from elsewhere, each match once."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from greenbaize.app.memory.history_sync import exclude_record, index_file
from greenbaize.app.memory.side_lines import import_side_lines
from greenbaize.app.memory.visibility_guard import find_resumable_paths, may_have_been_seen
from greenbaize.app.tables.matches import abandon_record, format_current_time, reserve_record_path
from greenbaize.app.tables.unfinished_matches import is_record_over, measure_record_progress
from greenbaize.games import GAMES
from greenbaize.match.digest import digest_record
from greenbaize.match.header import begin_time, match_identity
from greenbaize.match.record import MAX_RECORD_BYTES, MatchRecord, trim_record
from greenbaize.match.view_record import check_record_seal, read_any_record
from greenbaize.rules.errors import FileError, GameError, HistoryError, RecordError
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.files import hold_lock, read_plain, write_replacing_link
from greenbaize.store.folders import ABANDONED_FOLDER, RECORD_SUFFIX
from greenbaize.store.history import HistoryDatabase
from greenbaize.store.record_file import release_lock

LOCK_TIMEOUT_S: Final = 60
"""Seconds to wait for another import: a record takes less than one."""


class FoundRecords(NamedTuple):
    """Records at a path, and the errors of what cannot be read there."""

    files: list[Path]
    errors: list[FileError]


def find_records(path: Path) -> FoundRecords:
    """Return the records at a path: the file itself, or those in a folder and its subfolders."""
    records = FoundRecords([], [])
    # ``Path`` refuses names too long to be a file's.
    if not os.path.isdir(path):  # noqa: PTH112
        records.files.append(path)
        return records
    folders_left = [os.fspath(path)]
    while folders_left:
        folder = folders_left.pop()
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        folders_left.append(entry.path)
                    elif entry.name.endswith(RECORD_SUFFIX) and _is_file_entry(entry, records):
                        records.files.append(Path(entry.path))
        except OSError as error:
            records.errors.append(FileError(Path(folder), error))
    records.files.sort()
    return records


def _is_file_entry(entry: os.DirEntry[str], records: FoundRecords) -> bool:
    """Return whether an entry is a file or a link to one; a broken link is an error."""
    try:
        return entry.is_file()
    except OSError as error:
        records.errors.append(FileError(Path(entry.path), error))
        return False


def import_record(path: Path, history: HistoryDatabase) -> bool:
    """Copy a verified record here; return False if its match is here already, at least as far.

    What lies beside it is taken over in either case.
    """
    data = trim_record(read_plain(path, MAX_RECORD_BYTES))
    record = _verify_record(data)
    complete_data = data[: record.complete_size]
    import_side_lines(path, match_identity(record.header))
    # Between the search for a match and its entry in the database no other window may import.
    lock = folders.history_path()
    with hold_lock(lock.with_name(f"{lock.name}.import.lock"), LOCK_TIMEOUT_S) as is_free:
        if not is_free:
            raise GameError(Message("import-busy", {"path": str(path)}))
        return _store_record(path, record, complete_data, history)


def _store_record(
    path: Path, record: MatchRecord, complete_data: bytes, history: HistoryDatabase
) -> bool:
    digest = digest_record(complete_data, GAMES)
    while history.has_as_much_as(digest):
        name = history.load_match_files(digest.identity)[0]
        try:
            _verify_record(read_plain(folders.matches_folder() / name, MAX_RECORD_BYTES))
        except (RecordError, FileError) as error:
            exclude_record(history, name, error.message.code)
        else:
            if not _has_more_progress(path, record):
                return False
            break
    # If its cards may have been seen here it can only be viewed.
    is_view_only = record.header.seed is not None and may_have_been_seen(record.header)
    copy, lock = reserve_record_path(
        f"{begin_time(record.header) or format_current_time()}-{record.header.game}"
    )
    try:
        write_replacing_link(copy, complete_data.removesuffix(b"\n") + b"\n", is_private=True)
    except FileError as error:
        raise GameError(
            Message("import-failed", {**error.message.values, "path": str(path)})
        ) from error
    finally:
        release_lock(lock)
    if is_view_only and not is_record_over(copy):
        abandon_record(copy)
        copy = copy.parent / ABANDONED_FOLDER / copy.name
    with suppress(HistoryError):
        index_file(history, copy)
    return True


def _has_more_progress(path: Path, record: MatchRecord) -> bool:
    """Return whether a record has more of the current deal than a resumable match here."""
    resumable_paths = (
        find_resumable_paths(match_identity(record.header))
        if record.header.seed is not None
        else []
    )
    return (
        bool(resumable_paths)
        and not is_record_over(path)
        and measure_record_progress(path) > measure_record_progress(resumable_paths[0])
    )


def _verify_record(data: bytes) -> MatchRecord:
    record = read_any_record(data, GAMES)
    check_record_seal(record, GAMES)
    return record
