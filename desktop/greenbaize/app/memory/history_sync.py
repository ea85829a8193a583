"""Synchronises the database of matches with the records on this computer."""

import os
import stat
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from greenbaize.app.memory.rating import rate_matches
from greenbaize.games import GAMES
from greenbaize.match.digest import RecordDigest, digest_record
from greenbaize.match.record import MAX_RECORD_BYTES
from greenbaize.rules.errors import FileError, HistoryError, RecordError
from greenbaize.rules.messages import Message
from greenbaize.store import folders
from greenbaize.store.database import JOURNAL_SUFFIX, replace_database, unusable_file_error
from greenbaize.store.files import LockedFile, read_plain
from greenbaize.store.folders import RECORD_SUFFIX
from greenbaize.store.hints import HINTS
from greenbaize.store.history import (
    ABANDONED_PREFIX,
    FileStamp,
    HistoryDatabase,
    query_or_rebuild_history,
)
from greenbaize.store.match_list import load_matches
from greenbaize.store.pars import PARS
from greenbaize.store.reviews import REVIEWS

T = TypeVar("T")
BATCH_SIZE: Final = 100
"""Files per transaction; after an interruption they are read again."""
NEW_DATABASE_SUFFIX: Final = ".new"
RECORD_SUBFOLDERS: Final = ("", ABANDONED_PREFIX)
DEAL_FILES: Final = (
    (REVIEWS, folders.reviews_path),
    (PARS, folders.pars_path),
    (HINTS, folders.hints_path),
)
"""Files beside the records that are indexed with them, each with the function of its path."""

FileProgressCallback = Callable[[int, int], object]
"""Called now and then with the number of files read, and of all."""


class SyncResult(NamedTuple):
    """Numbers of files read, removed and invalid, and whether all matches are rated."""

    read_count: int
    removed_count: int
    faulty_count: int
    is_rating_complete: bool = True


class HistoryChanges(NamedTuple):
    """Differences between files and database."""

    changed_names: tuple[str, ...]
    removed_names: tuple[str, ...]
    stamps: dict[str, FileStamp]


def sync_history(
    progress: FileProgressCallback | None = None, max_rated: int | None = None
) -> SyncResult:
    """Update the program's own database, rebuilding a damaged one; ``GameError``."""
    return query_or_rebuild_history(lambda history: sync_records(history, progress, max_rated))


def query_synced(
    query: Callable[[HistoryDatabase], T], on_unwritable: Callable[[HistoryError], object]
) -> T:
    """Update and query the database; one in memory if it cannot be written."""

    def query_after_sync(history: HistoryDatabase) -> T:
        sync_records(history)
        return query(history)

    try:
        return query_or_rebuild_history(query_after_sync)
    except HistoryError as error:
        on_unwritable(error)
    with closing(HistoryDatabase.open_in_memory(folders.history_path())) as history:
        return query_after_sync(history)


def rebuild_history_database() -> tuple[SyncResult, int]:
    """Rebuild the database, in use until that is done; return the result and number of matches."""
    path = folders.history_path()
    new_database = path.with_name(path.name + NEW_DATABASE_SUFFIX)
    try:
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        held_lock = LockedFile.try_lock(new_database.with_name(f"{new_database.name}.lock"))
        if held_lock is None:
            raise HistoryError(Message("history-busy"))
        try:
            for stale_file in (
                new_database.with_name(new_database.name + JOURNAL_SUFFIX),
                new_database,
            ):
                stale_file.unlink(missing_ok=True)  # Left by an interrupted rebuild.
            with closing(HistoryDatabase.open_or_rebuild(new_database)) as history:
                result = sync_records(history)
                count = len(load_matches(history))
            replace_database(new_database, path)
        finally:
            with suppress(OSError):
                new_database.unlink(missing_ok=True)
            held_lock.release(remove=True)
    except OSError as error:
        raise unusable_file_error(path, error) from error
    return result, count


def find_changes(history: HistoryDatabase) -> HistoryChanges:
    """Return the files to be read and to be dropped."""
    # Before the folder: what another window indexes meanwhile is read twice, not dropped.
    known_stamps = history.load_file_stamps()
    folder = folders.matches_folder()
    stamps: dict[str, FileStamp] = {}
    unread_subfolders: list[str] = []
    for subfolder in RECORD_SUBFOLDERS:
        folder_stamps = _read_stamps(folder / subfolder)
        if folder_stamps is None:
            unread_subfolders.append(subfolder)
        else:
            stamps |= {subfolder + name: stamp for name, stamp in folder_stamps.items()}
    changed_names = tuple(name for name, stamp in stamps.items() if known_stamps.get(name) != stamp)
    removed_names = tuple(
        name
        for name in known_stamps
        if name not in stamps
        and (ABANDONED_PREFIX if name.startswith(ABANDONED_PREFIX) else "") not in unread_subfolders
    )
    return HistoryChanges(changed_names, removed_names, stamps)


def count_changed_deal_files(history: HistoryDatabase) -> int:
    """Return how many of the files beside the records are to be indexed."""
    return sum(deal_file.has_changed(history, find_path()) for deal_file, find_path in DEAL_FILES)


def sync_records(
    history: HistoryDatabase,
    progress: FileProgressCallback | None = None,
    max_rated: int | None = None,
) -> SyncResult:
    """Read new and changed records, drop missing ones, rate, and index the files beside."""
    changed_names, removed_names, stamps = find_changes(history)
    if removed_names:
        with history.transaction():
            history.delete_files(removed_names)
    for deal_file, find_path in DEAL_FILES:
        deal_file.sync_index(history, find_path())
    history.mark_hint_changes()
    read_count = faulty_count = 0
    pending_names = {*changed_names, *history.load_stale_files()} & stamps.keys()
    while pending_names:
        order = sorted(pending_names)
        for first in range(0, len(order), BATCH_SIZE):
            batch = [(name, stamps[name]) for name in order[first : first + BATCH_SIZE]]
            faulty_count += _index_batch(history, batch)
            if progress is not None:
                progress(first + len(batch), len(order))
        read_count += len(order)
        # Another record of some matches turned out to be the most complete, and is read again.
        pending_names = set(history.load_stale_files()) & stamps.keys()
    return SyncResult(
        read_count, len(removed_names), faulty_count, rate_matches(history, max_rated)
    )


def _index_batch(history: HistoryDatabase, batch: Sequence[tuple[str, FileStamp]]) -> int:
    folder = folders.matches_folder()
    digests = [(name, stamp, _digest_file(folder / name)) for name, stamp in batch]
    with history.transaction():
        for name, stamp, digest in digests:
            if isinstance(digest, str):
                history.write_fault(name, stamp, digest)
            else:
                history.write_digest(name, stamp, digest)
    return sum(isinstance(digest, str) for _, _, digest in digests)


def index_file(history: HistoryDatabase, path: Path) -> None:
    """Index one new or changed record of the matches folder; raises ``HistoryError``."""
    name = path.relative_to(folders.matches_folder()).as_posix()
    try:
        status = path.stat()
    except OSError:
        return  # Removed again.
    _index_batch(history, [(name, FileStamp.from_stat(status))])


def exclude_record(history: HistoryDatabase, name: str, error_code: str) -> None:
    """Exclude an invalid record until its file changes; another of its match counts instead."""
    stamp = history.load_file_stamps()[name]
    with history.transaction():
        history.write_fault(name, stamp, error_code)
    for other_name in history.load_stale_files():
        index_file(history, folders.matches_folder() / other_name)


def _read_stamps(folder: Path) -> dict[str, FileStamp] | None:
    """Return the stamps of the records in a folder; None if it cannot be read just now."""
    stamps: dict[str, FileStamp] = {}
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if not entry.name.endswith(RECORD_SUFFIX) or not _is_encodable(entry.name):
                    continue
                try:
                    status = entry.stat()
                except OSError:
                    continue  # Removed meanwhile, or a link to nothing.
                if not stat.S_ISDIR(status.st_mode):
                    stamps[entry.name] = FileStamp.from_stat(status)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError:
        return None
    return stamps


def _is_encodable(name: str) -> bool:
    """Return whether a name can be encoded; some systems allow file names that cannot."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _digest_file(path: Path) -> RecordDigest | str:
    try:
        return digest_record(read_plain(path, MAX_RECORD_BYTES), GAMES)
    except (RecordError, FileError) as error:
        return error.message.code
