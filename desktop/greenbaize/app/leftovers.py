"""Removal of what killed programs left behind: temporary files, folders and free locks."""

from contextlib import suppress
from functools import cache
from pathlib import Path

from greenbaize.app.memory.history_sync import FRESH
from greenbaize.store import folders
from greenbaize.store.base import JOURNAL
from greenbaize.store.files import HeldFile
from greenbaize.store.record_file import LOCK_SUFFIX
from greenbaize.store.temporary import remove_left_scratch, remove_leftovers


@cache
def remove_all_leftovers() -> None:
    """Remove leftovers from our folders, the documents and the temporary folder; never raises."""
    remove_left_scratch()
    matches, data = folders.matches(), folders.history().parent
    own = (matches, matches / folders.GIVEN_UP, data, folders.settings().parent)
    for folder in (*own, folders.seats(), folders.instance(), folders.sheets()):
        remove_leftovers(folder)
    fresh = folders.history().with_name(folders.history().name + FRESH)
    for one in (fresh, fresh.with_name(fresh.name + JOURNAL)):
        _remove_free(one, fresh.with_name(fresh.name + LOCK_SUFFIX))
    for folder in own:
        with suppress(OSError):
            for lock in list(folder.glob(f"*{LOCK_SUFFIX}")):
                _remove_free(lock, lock)


def _remove_free(path: Path, lock: Path) -> None:
    """Remove a file unless a program holds its lock."""
    with suppress(OSError):
        if not path.is_file() or path.is_symlink() or (path == lock and path.stat().st_size):
            return  # Missing, or another program's file.
        held = HeldFile.take(lock)
        if held is not None:
            path.unlink()
            held.let_go(remove=True)
