"""Removal of what killed programs left behind: temporary files, folders and free locks."""

from contextlib import suppress
from functools import cache
from pathlib import Path

from greenbaize.app.memory.history_sync import NEW_DATABASE_SUFFIX
from greenbaize.store import folders
from greenbaize.store.database import JOURNAL_SUFFIX
from greenbaize.store.files import LockedFile
from greenbaize.store.record_file import LOCK_SUFFIX
from greenbaize.store.temporary import remove_leftover_scratch_folders, remove_leftovers


@cache
def remove_all_leftovers() -> None:
    """Remove leftovers from our folders, the documents and the temporary folder; never raises."""
    remove_leftover_scratch_folders()
    matches, data = folders.matches_folder(), folders.history_path().parent
    own_folders = (
        matches,
        matches / folders.ABANDONED_FOLDER,
        data,
        folders.settings_path().parent,
        folders.seat_secrets_folder(),
    )
    for folder in (
        *own_folders,
        folders.instance_folder(),
        folders.sheets_folder(),
    ):
        remove_leftovers(folder)
    new_database = folders.history_path().with_name(
        folders.history_path().name + NEW_DATABASE_SUFFIX
    )
    for path in (new_database, new_database.with_name(new_database.name + JOURNAL_SUFFIX)):
        _remove_unlocked(path, new_database.with_name(new_database.name + LOCK_SUFFIX))
    for folder in own_folders:
        with suppress(OSError):
            for lock in list(folder.glob(f"*{LOCK_SUFFIX}")):
                _remove_unlocked(lock, lock)


def _remove_unlocked(path: Path, lock: Path) -> None:
    """Remove a file unless a program holds its lock."""
    with suppress(OSError):
        if not path.is_file() or path.is_symlink() or (path == lock and path.stat().st_size):
            return  # Missing, or another program's file.
        held_lock = LockedFile.try_lock(lock)
        if held_lock is not None:
            path.unlink()
            held_lock.release(remove=True)
